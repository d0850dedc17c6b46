"""What is looked at in play: features of one seat, comparable across games of any payoffs and sizes.

Every feature is a number for one seat (one subject in one match) given what the others did: how often it
chooses what, how it answers the last round, its runs and alternations, what it earns, and how all this
changes from the first half of its match to the second. Scales are those of `seat_view`. A feature that a
game or a short match does not define is NaN and later says nothing either way. Rates are drawn towards their
middle by one imagined observation, so that one case in one round is no certainty.

`FEATURES` lists them in order, each with the sentence that reports print. `features_of(play)` has shape
[subjects, features].

*Outcomes* (`OUTCOMES`: payoffs, joint movement) depend on the other as much as on the seat itself. Where all
seats of a play are of one kind they tell as much as anything; but a detector that has learned them from people
among people and machines among machines takes a person who meets a machine for half a machine. So trained
detectors read only a seat's own conduct, given what it met (`OWN_FEATURES`); held out, that costs them nothing.
"""

from collections import OrderedDict
from typing import Final

import numpy as np
import numpy.typing as npt

from humanlike.core import Play
from humanlike.detectors.detector import Floats
from humanlike.detectors.digests import play_digest
from humanlike.detectors.feature_groups import GROUPS
from humanlike.detectors.seat_view import seat_view

FEATURES: Final[dict[str, str]] = {
    "variety": "how evenly the actions are used (entropy, 1 for all alike)",
    "giving": "how much the chosen actions leave to the other (cooperation)",
    "first giving": "how much the first action leaves to the other",
    "promise": "how much the chosen actions promise against an unknown other",
    "first promise": "how much the first action promises",
    "payoff": "mean payoff between the smallest and largest of the own table",
    "payoff spread": "how much payoffs vary from round to round",
    "efficiency": "how much both earn together",
    "lead": "own payoff minus the other's",
    "inequality": "distance between own payoff and the other's",
    "regret": "what the best single action in hindsight would have added",
    "best reply": "choosing a best reply to the last round",
    "best reply to all": "choosing a best reply to all rounds so far",
    "worst reply": "choosing the worst reply to the last round",
    "stay after best": "staying after having chosen best",
    "stay after regret": "staying though another action would have paid more",
    "stay after win": "staying after a payoff above the table's mean",
    "stay after loss": "staying after a payoff below the table's mean",
    "give after give-give": "giving after both gave",
    "give after give-take": "giving after giving and being taken from",
    "give after take-give": "giving after taking from a giver",
    "give after take-take": "giving after both took",
    "switch after other's switch": "switching right after the other switched",
    "switch after other's stay": "switching right after the other stayed",
    "stay": "repeating the last action",
    "longest run": "longest run of one action, as a share of the match",
    "run irregularity": "how unequal the lengths of runs are",
    "alternation": "there and back again in three rounds",
    "turn-taking": "both moving together between two cells by turns",
    "settled": "both repeating the last round",
    "predictability": "how far the last round foretells the next action",
    "slips": "answers unlike the usual answer to the same last round",
    "change of variety": "variety in the second half minus the first",
    "change of giving": "giving in the second half minus the first",
    "change of payoff": "payoff in the second half minus the first",
    "change of staying": "staying in the second half minus the first",
    "change of efficiency": "joint earnings in the second half minus the first",
    "last giving": "giving in the last round minus before (end game)",
}
OUTCOMES: Final = frozenset(
    {
        "payoff",
        "payoff spread",
        "efficiency",
        "lead",
        "inequality",
        "regret",
        "turn-taking",
        "settled",
        "change of payoff",
        "change of efficiency",
    }
)
OWN_FEATURES: Final = tuple(name for name in FEATURES if name not in OUTCOMES)
_OWN_COLUMNS: Final = np.array([name not in OUTCOMES for name in FEATURES])
CACHED: Final = 4096
_cache: OrderedDict[bytes, Floats] = OrderedDict()


def meaning_of(term: str) -> str:
    """What a term of a verdict is about; nothing for terms of a user's own."""
    feature = term.removeprefix("spread of ")
    if feature not in FEATURES:
        return ""
    return FEATURES[feature] if feature == term else f"differences between seats in: {FEATURES[feature]}"


def features_of(play: Play) -> Floats:
    """All features of all seats, shape [subjects, features]; computed once for plays that are alike."""
    key = play_digest(play)
    if key not in _cache:
        _cache[key] = _compute(play)
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
    return _cache[key]


def _compute(play: Play) -> Floats:
    result = np.full((play.n_subjects, len(FEATURES)), np.nan)
    for role in np.unique(play.roles):
        rows = np.flatnonzero(play.roles == role)
        view = seat_view(play, int(role), rows)
        found: dict[str, Floats] = {}
        for group in GROUPS:
            found |= group(view)
        result[rows] = np.column_stack([found[name] for name in FEATURES])
    result.setflags(write=False)
    return result


def own_features(play: Play) -> Floats:
    """Features of each seat's own conduct, shape [subjects, own features]."""
    return features_of(play)[:, _OWN_COLUMNS]


def studied_features(play: Play) -> Floats:
    """Own conduct of the seats under study (bots and confederates that people merely met are left out)."""
    studied: npt.NDArray[np.bool_] = play.studied
    return own_features(play)[studied if studied.any() else ~studied]
