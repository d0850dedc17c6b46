"""Who gets the prize: the winner, or all who are not told apart from the leader, in equal shares.

"In the unlikely event of a tie among two or more detectors, in terms of their expected scores, at 0.05 significance
level, the detectors will share the prize. Similarly, if there is a tie among two or more emulators in terms of their
expected scores against the winning detector, at 0.05 significance level, the prize will be shared among them." Here
ties are judged at the plan's confidence, by the sequences that decide the verdict. Only who can still win counts: under
the crown "sound" a detector that is sound or may turn out to be, under either nobody who is disqualified. Where nobody
is crowned there is no prize.

Arifovic, McKelvey & Pevnitskaya (2006), footnote 4.
"""

from humanlike.tournament.crown import Crowning


def near_rivals(crowning: Crowning, side: str) -> list[str]:
    """Those the leader of a side must be ahead of, and by the intervals at hand is not."""
    return [name for name in crowning.leaderships[side].near if name in crowning.contenders(side)]


def crowns_nobody(crowning: Crowning, side: str) -> bool:
    """Whether nobody of a side may win: no detector does, or all of the side are disqualified."""
    return crowning.nobody or not crowning.able(side)


def prizes(crowning: Crowning) -> dict[str, dict[str, float]]:
    """For each side the share of everybody who has one, the leader's first."""
    return {side: _shares(crowning, side) for side in crowning.leaderships}


def _shares(crowning: Crowning, side: str) -> dict[str, float]:
    if crowns_nobody(crowning, side):
        return {}
    leadership = crowning.leaderships[side]
    names = [leadership.leader, *(_tied(crowning, side) if not leadership.is_established else ())]
    return dict.fromkeys(names, 1 / len(names))


def _tied(crowning: Crowning, side: str) -> list[str]:
    """Who is not told apart from a leader that is not established: all others while nothing is known."""
    leadership = crowning.leaderships[side]
    near = near_rivals(crowning, side) or (list(crowning.open_rivals) if side == "emulators" else [])
    if not near and not leadership.rivals:
        near = [name for name in crowning.contenders(side) if name != leadership.leader]
    return [name for name in near if name in crowning.able(side)]
