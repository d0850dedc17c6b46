"""Promises every rule keeps."""

import importlib
import pkgutil

import numpy as np
import pytest
from worked_examples import EXAMPLES, Example

import humanlike.players
from humanlike.core import Game, Information, Play, Rule, Streams, double_precision
from humanlike.engine import alike, check_rule, everybody, replay, simulate
from humanlike.engine.replay import log_likelihood_and_gradient, records_of
from humanlike.games import GAMES
from humanlike.players import DESCRIPTIONS, RULES

every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())

# What a player with payoffs 0 and 1 sees: the "other" decides what the own action pays.
PAYS = Game.from_matrices("pays", [[0, 1], [0, 1]], [[0, 0], [0, 0]])
MIXED_TIES = {"cournot", "fictitious-play"}  # ties are broken by index, so relabelling changes choices


def play_of(example: Example) -> Play:
    game = GAMES[example.game] if example.game else PAYS
    rows = np.array([*example.history, (0, 0)], dtype=np.int16).T  # the last round is only a place to look
    return Play(game, rows)


@every_rule
def test_rule_does_what_the_worked_example_says(rule: Rule) -> None:
    example = EXAMPLES[rule.name]
    chances = np.exp(replay(play_of(example), rule, rule.default).log_probabilities)
    for role, expected in example.chances.items():
        np.testing.assert_allclose(chances[role, :, -1], expected, atol=1e-9, rtol=0)


def test_catalogue_holds_every_rule_file_and_every_rule_has_an_example() -> None:
    files = {module.name for module in pkgutil.iter_modules(humanlike.players.__path__)} - {
        "automata",
        "people",
        "choice",
        "sampling",
        "minds",
        "networks",
        "sophistication",
        "symbols",
        "theory_of_mind",
        "two_state_machines",
    }
    rules = {importlib.import_module(f"humanlike.players.{file}").RULE.name: file for file in files}
    assert set(rules) == set(RULES) == set(EXAMPLES)
    for name, file in rules.items():
        assert file == name.replace("-", "_")
        assert "References" in DESCRIPTIONS[name]


def suitable_games(rule: Rule) -> list[Game]:
    games = [GAMES[name] for name in ("chicken", "ochs", "rock-paper-scissors", "centipede-3")]
    if rule.n_players is None:
        games.append(GAMES["minimum-effort"])
    return [
        game
        for game in games
        if rule.n_actions in (None, game.n_actions[0])
        and game.n_situations(0) <= (rule.most_situations or game.n_situations(0))
    ]


@every_rule
def test_probabilities_sum_to_one_and_simulation_agrees_with_replay(rule: Rule) -> None:
    for game in suitable_games(rule)[1:]:  # the second is of the size of the first, and its seats differ
        population = alike(
            game, rule, rule.default, 600 // game.n_players
        )  # compiles once for seats that look alike
        play = simulate(Streams(1)["agree"], game, population, n_rounds=6)
        result = replay(play, rule, rule.default)
        np.testing.assert_allclose(np.exp(result.log_probabilities).sum(axis=2), 1.0, atol=1e-12)
        assert np.all(result.chosen > np.log(2e-10)), "nothing impossible may be played"
        for role in range(2):
            here = play.roles == role
            for action in range(game.n_actions[role]):
                expected = np.exp(result.log_probabilities[here, :, action])
                gap = (play.actions[here] == action).mean() - expected.mean()
                spread = np.sqrt((expected * (1 - expected)).mean() / expected.size)
                assert abs(gap) <= 4.5 * spread + 1e-9


@every_rule
def test_rule_keeps_its_contract_and_its_gradient_is_finite_at_the_corners(rule: Rule) -> None:
    assert check_rule(rule, suitable_games(rule)[:3]) is rule


@every_rule
@double_precision()
def test_gradient_matches_differences(rule: Rule) -> None:
    if not rule.parameter_names:
        assert rule.default == ()
        return
    game = GAMES["chicken"] if rule.name != "alg2" else GAMES["ochs"]
    generator = Streams(5)["slope"].generator()
    play = Play(
        game, generator.integers(0, 2, (8, 8))
    )  # of the contract test's size: a program less to compile
    records = records_of(play, 0, rule)
    middle = rule.parameters(
        *(
            0.6 * v + 0.4 * min(max(v + 0.1, b.lower), b.upper) - 1e-3 * (v >= b.upper)
            for v, b in zip(rule.default, rule.bounds, strict=True)
        )
    )

    def value(flat: np.ndarray) -> float:
        return float(np.nansum(replay(play, rule, rule.parameters(*flat)).chosen[play.roles == 0]))

    _, gradient = log_likelihood_and_gradient(rule, middle, records)
    flat = np.array(middle, dtype=float)
    for index in range(len(flat)):
        step = np.zeros_like(flat)
        step[index] = 1e-6 * max(1.0, abs(flat[index]))
        slope = (value(flat + step) - value(flat - step)) / (2 * step[index])
        assert gradient[index] == pytest.approx(slope, rel=2e-4, abs=2e-4), rule.parameter_names[index]


@every_rule
def test_relabelling_actions_relabels_choices(rule: Rule) -> None:
    if rule.name in MIXED_TIES or rule.name in {"mookherjee-sopher", "memory-one", "alg1", "tom-2"}:
        # ties by index; B, action 0, action 1 singled out; plan cells singled out by index
        assert rule.n_actions == 2 or rule.needs > Information.OWN_PAYOFF
        return
    game = GAMES["chicken"]
    row, column = game.matrices
    turned = Game.from_matrices("turned", row[::-1, ::-1], column[::-1, ::-1])
    random = RULES["random"]
    play = simulate(Streams(9)["turn"], game, everybody(game, [(random, random.default)], 10), n_rounds=12)
    plain = replay(play, rule, rule.default).log_probabilities
    other = replay(Play(turned, 1 - play.actions), rule, rule.default).log_probabilities
    np.testing.assert_allclose(np.exp(plain), np.exp(other[:, :, ::-1]), atol=1e-9)
