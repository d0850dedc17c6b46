"""The verdict in words: who is crowned, by which rule, on which people and games, and what that rests on."""

from collections.abc import Iterator, Sequence

import pandas as pd

from humanlike.tournament.crown import Crowning, Terms
from humanlike.tournament.plan import CrownRule
from humanlike.tournament.prizes import crowns_nobody, near_rivals, prizes
from humanlike.tournament.result import TournamentResult

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
DISQUALIFIED = "All {side} are disqualified for failing too often: nobody is crowned."
NO_JUDGE = (
    "All detectors are disqualified: none is left to rank the emulators, and their order claims nothing."
)
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
    """Who won a side, who leads it and who shares the prize, or why nobody does."""
    if crowns_nobody(crowning, side):
        return why_nobody(crowning, side)
    leadership = crowning.leaderships[side]
    by = ""
    if side == "emulators" and crowning.rule == "sound":
        by = f", by the mean over {'all ' * (len(crowning.judges) > 1)}sound detectors ({', '.join(crowning.judges)})"
    if leadership.is_established:
        return f"{side}: {leadership.leader}, established after {leadership.established_after} trials{by}."
    near = _not_beaten(crowning, side) + _still_open(crowning, side)
    return (
        f"{side}: {leadership.leader} leads after {trials} trials{by}, but is not separated from {near}"
        f"{shared_prize(crowning, side)}."
    )


def why_nobody(crowning: Crowning, side: str) -> str:
    """Why nobody of a side is crowned: no detector knows anything, or all are disqualified."""
    if not crowning.able(side):
        return DISQUALIFIED.format(side=side)
    return NOBODY[side] if crowning.able("detectors") else NO_JUDGE


def shared_prize(crowning: Crowning, side: str) -> str:
    """Who shares the prize of a side, as the end of a sentence; empty if one entrant takes it."""
    names = list(prizes(crowning)[side])
    if len(names) < 2:
        return ""
    if len(names) > FEW_NAMED + 1:
        return f": {', '.join(names[:FEW_NAMED])} and {len(names) - FEW_NAMED} more share the prize"
    return f": {', '.join(names[:-1])} and {names[-1]} share the prize"


def disqualified(crowning: Crowning, side: str) -> Iterator[str]:
    """Who of a side is disqualified, and why."""
    for name, conduct in crowning.conduct[side].items():
        if conduct.disqualified:
            yield f"{name} is disqualified: {conduct.disqualified}."


def _not_beaten(crowning: Crowning, side: str) -> str:
    """The rivals that are too near, a few of them by name; all others while nothing is known."""
    near = near_rivals(crowning, side)
    if not near or len(near) == len(crowning.leaderships[side].rivals):
        return "all others"
    more = f" and {len(near) - FEW_NAMED} more" if len(near) > FEW_NAMED else ""
    return ", ".join(near[:FEW_NAMED]) + more


def _still_open(crowning: Crowning, side: str) -> str:
    """Detectors that may yet be sound; where nobody is too near it is they who keep the verdict open."""
    undecided = ", ".join(crowning.undecided)
    if crowning.rule == "published" or not undecided:
        return ""
    if crowning.leaderships[side].rivals and not near_rivals(crowning, side):
        return f" with {undecided} counted in, which may still turn out to be sound"
    return f"; {undecided} may still turn out to be sound"


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
    """How many detectors beat the best constant: told, and no reason to disqualify, for they are not told the share."""
    constant, able = (
        result.best_constant,
        result.crowning.able("detectors") or tuple(result.detectors["name"]),
    )
    scores = result.detectors.set_index("name")["score"]
    better = [name for name in able if scores[name] > constant]
    who = f"{len(better)} of {len(able)} detectors beat it"
    if len(better) < 2:
        who = f"{better[0]} alone beats it" if better else "no detector beats it"
    share = float(result.table["is_human"].mean())
    return f"A constant {_short(share, 2)} would score {_short(constant, 3)}: {who}."


def _short(value: float, digits: int) -> str:
    """Without the zero before the point, as the paper prints."""
    return f"{value:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


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
    if redrawing.leads and not crowns_nobody(result.crowning, "emulators"):
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
