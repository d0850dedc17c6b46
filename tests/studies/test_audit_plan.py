"""Plans: rounds to unmask, and games that add up."""

import numpy as np
import pytest
from audit_material import people

import humanlike as hl
from humanlike.core import BadRequest
from humanlike.core.streams import Streams
from humanlike.detectors.unmasking import Unmasked, together
from humanlike.studies.audit_plan_result import GamePlan, ProbeSet


@pytest.fixture(scope="module")
def plan():
    """Seventy simulated people, a suspect that is easily told and one that is they themselves."""
    return hl.plan_audit(
        people(40, rounds=12), suspects=["alternator", "memory-one:fitted"], rounds=12, power=0.8, workers=1
    )


def test_a_suspect_unlike_people_is_unmasked_and_one_like_them_is_not(plan):
    (game,) = plan.games
    assert game.rounds_to_unmask("alternator", 0.8, 0.05) <= 6
    assert game.rounds_to_unmask("memory-one:fitted", 0.8, 0.05) is None
    assert plan.passing == ["memory-one:fitted"]
    assert plan.probe.power["alternator"] >= 0.8
    assert "1 of 2 suspects" in plan.headline()


def test_the_curve_of_a_suspect_that_is_people_stays_at_the_rate_of_people_accused(plan):
    frame = plan.frame()
    own = frame[frame.suspect == "memory-one:fitted"]
    assert own.power.max() < 0.3
    assert (own.area < 0.7).all()
    assert len(own) == 12


def test_more_matches_of_one_player_tell_more(plan):
    ((_, _, easy), (_, _, _)) = plan.by_seats()
    assert easy[1] <= easy[2] <= easy[4]


def test_where_people_are_few_a_model_of_them_plays():
    result = hl.plan_audit(people(8, rounds=5), suspects="alternator", rounds=10, workers=1)
    (game,) = result.games
    assert game.is_model
    assert game.n_people >= 60
    assert any("people are a model" in str(part) for part in result.story())


def shifted(by, n=400, rounds=4):
    generator = Streams(1).generator()
    drift = by * np.arange(1, rounds + 1)
    return Unmasked(generator.normal(0, 1, (n, rounds)), generator.normal(0, 1, (n, rounds)) + drift)


def test_rounds_to_unmask_are_those_from_which_on_the_power_stays():
    """By hand: power .0, .9, .5, .9: only from round 4 on."""
    people_, suspect = np.zeros((100, 4)), np.zeros((100, 4))
    for round_, n_found in enumerate((0, 90, 50, 90)):
        suspect[:n_found, round_] = 1.0
    game = GamePlan("g", 100, False, {"s": Unmasked(people_, suspect)})
    assert game.rounds_to_unmask("s", 0.8, 0.05) == 4
    assert game.rounds_to_unmask("s", 0.95, 0.05) is None


def test_games_add_up():
    """Normal scores one apart each: two games are 2 / sqrt 2 apart."""
    one = shifted(1.0)
    alone = together(Streams(1), [one], 1).area(1).value
    both = together(Streams(1), [one, one], 1).area(1).value
    assert alone == pytest.approx(0.760, abs=0.06)
    assert both == pytest.approx(0.841, abs=0.06)


def test_of_sets_that_unmask_everybody_the_shortest_is_best():
    short, long = ProbeSet(("a",), 5, {"s": 0.95}), ProbeSet(("a", "b"), 5, {"s": 1.0})
    weak, strong = ProbeSet(("a",), 5, {"s": 0.2}), ProbeSet(("a", "b"), 20, {"s": 0.6})
    assert max(short, long, key=lambda each: each.merit(0.9)) is short
    assert max(weak, strong, key=lambda each: each.merit(0.9)) is strong


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"rounds": 0}, "at least one round"),
        ({"power": 1.5}, "--power is a share"),
        ({"accused": 0.0}, "--accused"),
    ],
)
def test_what_is_no_plan_is_refused(asked, sentence):
    with pytest.raises(BadRequest, match=sentence):
        hl.plan_audit(people(4), suspects="random", workers=1, **asked)


def test_games_that_every_suspect_refuses_are_refused():
    rps = hl.play("rock-paper-scissors", "random", pairs=40, rounds=5).plays[0]
    with pytest.raises(BadRequest, match="No suspect can play any of these games"):
        hl.plan_audit(rps, suspects="grim", rounds=5, workers=1)
