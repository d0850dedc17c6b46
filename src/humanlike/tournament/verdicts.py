"""The verdict in words: who is crowned, by which rule, on which people and games, and what that rests on."""

from collections.abc import Iterator, Sequence

import pandas as pd

from humanlike.tournament.crown import Crowning, Terms
from humanlike.tournament.plan import CrownRule
from humanlike.tournament.result import TournamentResult
from humanlike.tournament.stopping import Leadership

RULES: dict[CrownRule, str] = {
    "published": "as published (the highest score wins)",
    "sound": "sound (only a detector shown to beat a coin can win, and all of these rank the emulators)",
}
NOBODY = {
    "detectors": "No detector is shown to tell these people from these machines better than a coin, by trials so far: "
    "nobody is crowned.",
    "emulators": "Emulators are not ranked by detectors that are not shown to know anything; "
    "their order claims nothing.",
}
UNBOUNDED = (
    "assumes that no disaster is rarer than these trials can show: scores have no bound, and one that strikes seldom "
    "and heavily can still overturn it"
)
BOUNDED = "holds for rare disasters too: scores are bounded, and both trials and single datasets decide"
MOST_NAMED, FEW_NAMED = 8, 3


def verdict_of(result: TournamentResult, crowning: Crowning) -> list[str]:
    """One sentence a side."""
    return [verdict_of_side(crowning, side, result.trials) for side in crowning.leaderships]


def other_verdict(result: TournamentResult) -> str:
    """What the rule that the plan did not choose says of the same trials."""
    (other,) = (rule for rule in RULES if rule != result.plan.crown)
    return f"Crowned {RULES[other]} instead: {' '.join(verdict_of(result, result.crowned_by(other)))}"


def verdict_of_side(crowning: Crowning, side: str, trials: int) -> str:
    """Who won a side, who leads it, or why nobody does."""
    if crowning.nobody:
        return NOBODY[side]
    leadership = crowning.leaderships[side]
    by = ""
    if side == "emulators" and crowning.rule == "sound":
        by = f", by the mean over {'all ' * (len(crowning.judges) > 1)}sound detectors ({', '.join(crowning.judges)})"
    if leadership.is_established:
        return f"{side}: {leadership.leader}, established after {leadership.established_after} trials{by}."
    near = _not_beaten(leadership) + _still_open(crowning, leadership)
    return f"{side}: {leadership.leader} leads after {trials} trials{by}, but is not separated from {near}."


def _not_beaten(leadership: Leadership) -> str:
    """The rivals that are too near, a few of them by name; all others while nothing is known."""
    near = near_rivals(leadership)
    if not near or len(near) == len(leadership.rivals):
        return "all others"
    more = f" and {len(near) - FEW_NAMED} more" if len(near) > FEW_NAMED else ""
    return ", ".join(near[:FEW_NAMED]) + more


def _still_open(crowning: Crowning, leadership: Leadership) -> str:
    """Detectors that may yet be sound; where nobody is too near it is they who keep the verdict open."""
    undecided = ", ".join(crowning.undecided)
    if crowning.rule == "published" or not undecided:
        return ""
    if leadership.rivals and not near_rivals(leadership):
        return f" with {undecided} counted in, which may still turn out to be sound"
    return f"; {undecided} may still turn out to be sound"


def near_rivals(leadership: Leadership) -> list[str]:
    """Rivals that the leader is not separated from."""
    return [name for name, low in zip(leadership.rivals, leadership.lower, strict=True) if low <= 0]


def population_of(result: TournamentResult) -> str:
    """On whom and on what the verdict holds."""
    people, games = experiments_of(result.table), [game.name for game in result.material.games]
    return (
        f"Whoever wins, wins on these people and these games: {_counted(people, 'experiment')}, "
        f"{_counted(games, 'game')}."
    )


def experiments_of(table: pd.DataFrame) -> list[str]:
    """The experiments whose people were judged."""
    return sorted(str(name) for name in table.loc[table["is_human"], "source"].unique())


def rests_on(terms: Terms) -> str:
    """What "established" rests on."""
    return BOUNDED if terms.are_bounded else UNBOUNDED


def beside_the_constant(result: TournamentResult) -> str:
    """Whether the leading detector does better than the best constant: told, and no reason to disqualify."""
    leader = result.leaderships["detectors"].leader
    score = float(result.detectors.set_index("name")["score"][leader])
    share = float(result.table["is_human"].mean())
    constant = result.best_constant
    beside = (
        f"more than the {score:.3f} of {leader}"
        if constant > score
        else f"not more than the {score:.3f} of {leader}"
    )
    return (
        f"Always saying {share:.2f} would score {constant:.3f}, {beside}: it knows the share of people, which "
        "detectors are not told."
    )


def redrawn_sentences(result: TournamentResult) -> Iterator[str]:
    """What other people and games like these could have given, and which way that errs."""
    redrawing, sides = result.redrawing, result.leaderships
    leader, confidence = sides["detectors"].leader, f"{100 * result.plan.confidence:g} %"
    balanced = redrawing.balanced.get(leader)
    if balanced is not None and balanced.lower == balanced.lower:
        score = float(result.detectors.set_index("name")["balanced_score"][leader])
        yield (
            f"Other people, other games (experiments and games redrawn, {confidence}): balanced score of "
            f"{leader} {score:.3f} [{balanced.lower:.3f}, {balanced.upper:.3f}], "
            f"{_beside_chance(result, balanced.lower)}."
        )
    if redrawing.leads and not result.crowning.nobody:
        yield _nearest_rival(result)
    yield redrawing.caveat()


def _beside_chance(result: TournamentResult, lower: float) -> str:
    above = "above" if lower > result.chance else "not above"
    return f"{above} the {result.chance:.3f} of a coin"


def _nearest_rival(result: TournamentResult) -> str:
    """The leading emulator's lead over the rival that comes nearest to it when games are redrawn."""
    scores = result.emulators.set_index("name")["score"]
    emulator = result.leaderships["emulators"].leader
    rival = max(result.redrawing.leads, key=lambda name: result.redrawing.leads[name].upper)
    low, high = result.redrawing.leads[rival]
    apart = "still a lead" if high < 0 else "no lead in some of them"
    return (
        f"Other games: {emulator} minus {rival} {float(scores[emulator] - scores[rival]):.3f} [{low:.3f}, {high:.3f}] "
        f"(below 0 is a lead): {apart}."
    )


def _counted(names: Sequence[str], what: str) -> str:
    shown = ", ".join(names[:MOST_NAMED]) + (
        f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    )
    return f"{len(names)} {what}{'s' * (len(names) != 1)} ({shown})"
