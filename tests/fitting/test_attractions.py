"""Initial attractions as inputs of EWA."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Streams, UnsuitableGame
from humanlike.engine import check_rule, everybody, replay, simulate
from humanlike.games import GAMES
from humanlike.naming.rules import find_player, find_rule
from humanlike.players import RULES

OCHS = GAMES["ochs"]
EWA = RULES["ewa"]
PLAY = simulate(Streams(1)["start"], OCHS, everybody(OCHS, [(EWA, EWA.default)], 20), n_rounds=10)


def test_the_papers_start_given_as_input_is_the_papers_rule():
    """Ochs: the row's payoffs run from 3 to 21 and A(0) = (12, 4); the column's from 3 to 5 and (4, 4)."""
    rule = find_rule("ewa+attractions-2")
    given = {0: (0.5, 1 / 18), 1: (0.5, 0.5)}
    plain = replay(PLAY, EWA, EWA.default).chosen
    for role, (first, second) in given.items():
        values = rule.with_parameters({"A1": first, "A2": second})
        here = PLAY.roles == role
        np.testing.assert_allclose(replay(PLAY, rule, values).chosen[here], plain[here], atol=1e-12)


def test_it_keeps_the_contract_of_rules_and_its_number_of_actions():
    rule = find_rule("ewa+attractions-3")
    assert check_rule(rule) is rule
    with pytest.raises(UnsuitableGame, match="3 actions"):
        replay(PLAY, rule, rule.default)


def test_a_named_set_leaves_only_the_attractions_free():
    assert find_rule("ewa:camerer-ho-3+attractions-2").parameter_names == ("attraction_1", "attraction_2")
    member = find_player("ewa:camerer-ho-3+attractions-2+lapse")
    assert member.parameters[:5] == EWA.published["camerer-ho-3"]
    assert member.rule.parameter_names[-3:] == ("attraction_1", "attraction_2", "lapse")


@pytest.mark.parametrize(
    "word", ["cross+attractions-2", "alg2+attractions-2", "ewa+stickiness+attractions-2"]
)
def test_a_rule_without_attractions_is_refused(word):
    with pytest.raises(BadRequest, match="no initial attractions"):
        find_rule(word)


def test_the_four_printed_estimates_are_sets_and_keep_their_restriction():
    sets = {name: values for name, values in EWA.published.items() if name.startswith("camerer-ho")}
    assert len(sets) == 4
    for values in sets.values():
        assert values.initial_experience <= 1 / (1 - values.rho)
