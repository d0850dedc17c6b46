"""Whom the players of complete simulations meet: whom people met, or whom a design of one's own brings together.

People whose partners stayed are simulated in groups that stay together. Where partners changed and it is on record who
met whom, whole experiments are simulated with just these meetings. Where only what was met is on record, but more
people share a match than sit at a table, they were re-matched within their match: so are the simulated, at random in
every round. Anything else can be asked for; strangers and zippers then are among as many as were recorded.
"""

from humanlike.core import Game, HumanlikeError, Matching, Meetings, Play, Streams, draw_meetings
from humanlike.core.matching import matching_of
from humanlike.core.meetings import recorded_meetings


def company_sentence(play: Play, asked: Matching | None) -> str:
    """Whom the simulated players of a game meet, in words."""
    design = asked or matching_of(play)
    if design is None:
        return (
            f"Complete simulations of '{play.game.name}' meet whom people met, round by round, as on record."
        )
    as_played = "" if asked else ", as people were"
    return f"Complete simulations of '{play.game.name}': {design.sentence}{as_played}."


def company_undefined_because(play: Play, asked: Matching | None) -> str:
    """Why nobody can be simulated in this company; empty if they can."""
    try:
        company_of(Streams(0), play, asked, 1, n_rounds=1)
    except HumanlikeError as error:
        return (
            str(error) if asked else f"{error} With a matching of your own (strangers) it can be simulated."
        )
    return ""


def company_of(
    stream: Streams, play: Play, asked: Matching | None, n_groups: int, *, n_rounds: int | None = None
) -> Meetings | None:
    """Who meets whom in whole experiments of at least so many groups; None where groups stay together."""
    design, rounds = asked or matching_of(play), n_rounds or play.n_rounds
    if design is None:
        recorded = recorded_meetings(play)
        return recorded.repeated(_times(n_groups, recorded.n_subjects, play.game))
    if design.kind == "fixed":
        return None
    count = design.size or play.n_subjects
    times = _times(n_groups, count, play.game)
    if design.kind == "strangers":
        apart = Matching("groups", design.spell, count, design.mixed)  # experiments do not meet each other
        return draw_meetings(stream, apart, play.game, count * times, rounds)
    if design.kind == "groups":
        return draw_meetings(stream, design, play.game, count * times, rounds)
    zipped = draw_meetings(stream, design, play.game, count, rounds)
    return None if zipped is None else zipped.repeated(times)


def _times(n_groups: int, n_subjects: int, game: Game) -> int:
    """How many experiments of so many subjects have so many groups."""
    return -(-n_groups * game.n_players // n_subjects)
