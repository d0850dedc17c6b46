r"""Which ways of measuring cannot tell rules apart, whatever the rules, and of which ways the paper warns.

A complete simulation lets everybody follow one rule from the first round. If symmetries of the game
(`games.symmetries`) lead from each action of a seat to every other, and the rule treats names alike, then in every
round

.. math:: E\,\bar Z(t, a) = E\,\bar Q(t, a) = 1/A

for *every* such rule. All that is linear in Z or a function of the mean of Q is then the same for all: MAD, POI,
KS and SPH of M(Y,Z), and every measure of M(mY,mQ). Of MSD(Y,Z) the square is the same; the mean of the root,
:math:`E\sqrt M` over simulations, is smaller the more the simulated number of misses scatters, and so ranks rules by
how erratic they are. Actions are alike in coordination and in matching pennies, outcomes in matching pennies. Of the
paper's rules only Mookherjee and Sopher's tells names apart: it has a parameter for each action.

The paper says of M(Y,Z) in coordination that it "is not really meaningful" and leaves it out (section 6.3, Table 9); it
holds that shares per round mend this, but they are as blind there: the ranks of M(mY,mQ) in coordination and matching
pennies of its Table 8 are noise of its simulations.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from humanlike.core import Game, Play, Rule, Streams
from humanlike.engine import replay
from humanlike.games.symmetries import Symmetry, actions_are_alike, profiles_are_alike, symmetries
from humanlike.prediction.criteria import AGGREGATE, ALL_GAMES, COMPLETE, EQUITABLE, Criterion

N_GROUPS, N_ROUNDS = 64, 12  # of random play on which a rule must treat names alike
SAME = 1e-9  # chances that differ by less are one chance
CAUTIONS = {  # of the paper, in its order: what it warns of, and in which section
    "likelihood": "Few almost sure predictions that fail decide a log score (section 5, after Selten 1998).",
    "deviations of chances": "MSD(Y,P) favours cautious rules: realisations are compared with chances (6.1, 7).",
    "coordination": "In symmetric games complete simulations cannot follow a pair's own trend (6.3).",
    "thresholds of shares": "POI and KS of shares per round keep too little to discriminate (6.3).",
    "spread mass": "With group outcomes, chances spread over more states are punished less (6.5).",
}


def cautions_of(criterion: Criterion) -> tuple[str, ...]:
    """The paper's warnings (keys of `CAUTIONS`) that concern a way of measuring."""
    measure, method, level, _ = criterion
    found = []
    if measure == "LOG":
        found.append("likelihood")
    if measure == "MSD" and method == "Y,P":
        found.append("deviations of chances")
    if method == "Y,Z":
        found.append("coordination")
    if measure in ("POI", "KS", *EQUITABLE) and method in AGGREGATE:
        found.append("thresholds of shares")
    if measure in ("MSD", "MAD") and method == "Y,P" and level == "outcomes":
        found.append("spread mass")
    return tuple(found)


def blind_criteria(
    criteria: Sequence[Criterion],
    games: Sequence[Game],
    players: Sequence[tuple[Rule, Any]],
    test_roles: Sequence[int],
) -> dict[Criterion, str]:
    """The criteria that have one expectation for several of the `players`, each with the reason.

    A criterion of all games is blind if it is so in each of them.
    """
    alike: dict[str, tuple[str, ...]] = {}
    apart: dict[str, None] = {}  # rules that tell names apart in some game, in order
    for game in games:
        if levels := _levels_alike(game, test_roles):
            own = [
                rule.name for rule, parameters in players if not treats_names_alike(rule, parameters, game)
            ]
            apart |= dict.fromkeys(own)
            if len(players) - len(own) > 1:
                alike[game.name] = levels
    said = f"all rules{' but ' * bool(apart)}{', '.join(apart)}"
    names = [game.name for game in games]
    return {each: why for each in criteria if (why := _why_blind(each, names, alike, said))}


def _why_blind(each: Criterion, games: Sequence[str], alike: Mapping[str, Sequence[str]], rules: str) -> str:
    where = list(games) if each.game == ALL_GAMES else [each.game]
    if each.method not in COMPLETE or not all(each.level in alike.get(game, ()) for game in where):
        return ""
    told = (
        f"Renaming {each.level} leaves {' and '.join(where)} as it is: in complete simulations {rules} give them equal "
        "chances in every round, so "
    )
    if (each.measure, each.method) == ("MSD", "Y,Z"):
        return (
            told + "its square has one expectation for them, and its root rewards only how erratic a rule is."
        )
    return told + "it has one expectation for them."


def _levels_alike(game: Game, roles: Sequence[int]) -> tuple[str, ...]:
    """The levels at which symmetries of the game make all categories alike."""
    found = symmetries(game)
    levels = []
    if found and all(actions_are_alike(found, role, game.n_actions[role]) for role in roles):
        levels.append("actions")
    if found and profiles_are_alike(found, game.n_actions):
        levels.append("outcomes")
    return tuple(levels)


def treats_names_alike(rule: Rule, parameters: Any, game: Game) -> bool:
    """Whether a rule's chances follow every symmetry of the game, seen on random play."""
    luck = Streams(1)["names"][game.name].generator().random((N_GROUPS, game.n_players, N_ROUNDS))
    moves = (luck * np.array(game.n_actions)[:, None]).astype(np.int16)
    chances = _chances(game, rule, parameters, moves)
    for each in symmetries(game):
        renamed = _chances(game, rule, parameters, _renamed(each, moves))
        for seat, place in enumerate(each.seats):
            there = renamed[:, place][..., list(each.actions[seat])]
            if not np.allclose(there, chances[:, seat], atol=SAME, rtol=0.0, equal_nan=True):
                return False
    return True


def _renamed(symmetry: Symmetry, moves: Any) -> Any:
    """The same moves under other names, [groups, seats, rounds]."""
    image = np.empty_like(moves)
    for seat, place in enumerate(symmetry.seats):
        image[:, place] = np.array(symmetry.actions[seat])[moves[:, seat]]
    return image


def _chances(game: Game, rule: Rule, parameters: Any, moves: Any) -> Any:
    """One step ahead, [groups, seats, rounds, actions]."""
    logs = replay(Play(game, moves.reshape(-1, N_ROUNDS)), rule, parameters).log_probabilities
    return np.exp(logs).reshape(*moves.shape, -1)
