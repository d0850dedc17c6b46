"""Can this tournament be held? What fits badly is said in sentences, before anything runs."""

from collections.abc import Mapping, Sequence

from humanlike.core import Game, HumanlikeError, Information
from humanlike.detectors import Detector
from humanlike.detectors.program import is_program
from humanlike.emulators import Emulator
from humanlike.games import game_digest
from humanlike.tournament.humans import HumanPlay

Humans = Mapping[str, Sequence[HumanPlay]]  # by game name


def mismatched_games(games: Sequence[Game], humans: Humans) -> list[str]:
    """People must have played the game the machines will play, with these payoffs and actions."""
    problems = []
    for game in games:
        plays = humans.get(game.name, ())
        if not plays:
            problems.append(f"No human play of {game.name}; people played {', '.join(sorted(humans))}.")
        others = [each.experiment for each in plays if game_digest(each.play.game) != game_digest(game)]
        if others:
            problems.append(
                f"'{game.name}' was played with other payoffs in {', '.join(sorted(set(others)))}."
            )
    return problems


def unable_emulators(
    games: Sequence[Game], emulators: Sequence[Emulator], information: Information
) -> list[str]:
    """Rules that are not defined for a game or need to see more, one sentence each.

    A stranger's program has no rules: it is left out of a game it fails in, with a mark.
    """
    problems: list[str] = []
    for emulator in emulators:
        for game in games:
            try:
                emulator.check_information(game, information)
            except HumanlikeError as error:
                problems.append(str(error))
    return list(dict.fromkeys(problems))


def mixed_companies(games: Sequence[Game], humans: Humans) -> list[str]:
    """In one game people sit in companies of one size, and all stay together or all change partners."""
    problems = []
    for game in games:
        plays = humans.get(game.name, ())
        kinds = {(play.partners.ndim == 2, play.companies().shape[1]) for _, play in plays}
        if len(kinds) > 1:
            problems.append(
                f"People play '{game.name}' in groups of different kinds or sizes, so machines could be told by "
                "theirs; name data of one kind, or only partners who stay together (--matching fixed)."
            )
    return problems


def unable_to_be_re_matched(
    games: Sequence[Game], humans: Humans, emulators: Sequence[Emulator], detectors: Sequence[Detector]
) -> list[str]:
    """Programs and functions that know only partners who stay together, where people's partners change."""
    changing = [
        game.name for game in games if any(play.partners.ndim != 2 for _, play in humans.get(game.name, ()))
    ]
    unable = [each.name for each in emulators if not each.meets_others]
    unable += [each.name for each in detectors if is_program(each)]
    if not changing or not unable:
        return []
    return [
        f"In {', '.join(changing)} partners change, and {', '.join(unable)} can only be shown those who stay together: "
        "leave them out, or these games."
    ]


def untrainable_detectors(games: Sequence[Game], humans: Humans, detectors: Sequence[Detector]) -> list[str]:
    """For every game and experiment to be judged there must be people in another game of another experiment."""
    trained = [each.name for each in detectors if each.fit is not None]
    if not trained:
        return []
    for game in games:
        elsewhere = [other for other in games if game_digest(other) != game_digest(game)]
        known = {human.experiment for other in elsewhere for human in humans.get(other.name, ())}
        for experiment in sorted({human.experiment for human in humans.get(game.name, ())}):
            if not known - {experiment}:
                return [
                    f"{', '.join(trained)}: to judge '{experiment}' in '{game.name}' there is nothing to be "
                    "trained on; it takes people in another game and another experiment."
                ]
    return []
