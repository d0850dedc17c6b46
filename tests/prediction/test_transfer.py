"""Transfer: what is fitted in one game predicts another as well as home if people are the same, else worse."""

import numpy as np
import pytest

from humanlike.core import Streams
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction.completeness import share_of_gain
from humanlike.prediction.scored_chances import UnitScores
from humanlike.prediction.transfer import FittingPlace, Transfer, TransferredRule, places_of, transferred
from humanlike.studies.transfer import transfer

REPEATS, ALTERNATES = (0.9, 0.9, 0.1, 0.1, 0.5), (0.1, 0.1, 0.9, 0.9, 0.5)  # after each outcome, and at first


def played(game, parameters, name):
    rule = RULES["memory-one"]
    population = everybody(GAMES[game], [(rule, rule.parameters(*parameters))], 60)
    return simulate(Streams(5)["transfer"][name], GAMES[game], population, n_rounds=25)


def carried(*plays):
    return transfer(list(plays), "memory-one,random", workers=1)


def test_the_same_people_are_foretold_as_well_from_elsewhere_and_others_worse():
    alike = carried(played("chicken", REPEATS, "a"), played("prisoners-dilemma", REPEATS, "b"))
    apart = carried(played("chicken", REPEATS, "a"), played("prisoners-dilemma", ALTERNATES, "c"))
    for each in alike.found.cells("memory-one"):
        assert each.against_blind.upper < 0
        if each.against_home is not None:
            assert abs(each.against_home.value) < 0.01
    away = [each for each in apart.found.cells("memory-one") if each.against_home is not None]
    assert len(away) == 2 and all(
        each.against_home.lower > 0.5 and each.against_blind.lower > 0 for each in away
    )
    assert apart.found.summary[0].rule == "random" and alike.found.summary[0].rule == "memory-one"


def test_blind_guessing_costs_log_two_everywhere_and_nothing_to_carry():
    result = carried(played("chicken", REPEATS, "a"), played("prisoners-dilemma", REPEATS, "b"))
    for each in result.found.cells("random"):
        assert each.nats.value == pytest.approx(np.log(2)) and each.against_blind.value == pytest.approx(0)
    assert len(result.frame()) == 8 and "carries over best" in result.headline()


def test_means_over_places_by_hand():
    """Two places of two units with two choices each: away 1 and 3 nats a choice, at home 1/2 and 1."""

    def earned(first, second):
        return UnitScores(np.array([first, second]), np.zeros(2), np.full(2, 2 * np.log(2)), np.full(2, 2.0))

    scores = {("a", "b"): earned(2.0, 2.0), ("b", "a"): earned(4.0, 8.0), ("a", "a"): earned(2.0, 2.0),
              ("b", "b"): earned(1.0, 1.0)}  # fmt: skip
    places = tuple(FittingPlace(name, (), (), "match", 2, "") for name in "ab")
    summary = Transfer(places, {"r": TransferredRule(scores, {})}).summary[0]
    assert summary.nats.value == pytest.approx((1 + 3) / 2)
    assert summary.against_home.value == pytest.approx((0.5 + 2) / 2)
    assert summary.against_blind.value == pytest.approx(2 - np.log(2))


def test_payoffs_in_other_units_carry_over_unchanged():
    """Points worth a hundredth: a precision per payoff fitted in cents serves dollars."""
    from dataclasses import replace

    rule = RULES["noisy-best-reply"]
    play = played("chicken", REPEATS, "a")
    game = replace(play.game, name="dollars", tables=tuple(table * 100 for table in play.game.tables))
    places = places_of([play, replace(play, game=game)])
    found = transferred(places, _game(), "auto", rule).scores
    home, away = found["chicken", "dollars"], found["dollars", "chicken"]
    assert home.nats.sum() == pytest.approx(away.nats.sum(), rel=1e-4)


def test_rules_that_do_not_apply_are_named():
    result = transfer(
        [played("chicken", REPEATS, "a"), played("prisoners-dilemma", REPEATS, "b")],
        "random,cournot", information="own", workers=1,
    )  # fmt: skip
    assert set(result.found.rules["cournot"].refused) == {"chicken", "prisoners-dilemma"}
    assert any("cournot does not apply in chicken" in each for each in result.caveats)


def _game():
    from humanlike.core import Information

    return Information.GAME


def test_a_share_of_nothing_is_unknown():
    assert np.isnan(share_of_gain(np.ones(3), np.zeros(3), np.ones(3)).value)
