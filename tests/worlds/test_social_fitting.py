"""Maximum likelihood finds who played; held out, nobody meets what they learned from."""

from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, OfferTable, Streams
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AdaptiveParameters,
    Tremble,
    fit_agent,
    fit_players,
    folds_of,
    learn,
    parameters_held_out,
    resimulate_held_out,
)
from humanlike.worlds.social_ultimatum.maximum_likelihood import TREMBLES


@pytest.fixture(scope="module")
def people():
    return hl.social.play("attached", players=4, games=4, rounds=10, seed=3).table


def test_adaptive_players_are_found_again():
    table = hl.social.play(
        "adaptive", players=4, games=3, rounds=15, fairness=4, reactivity=0.3, exploration=0.2, seed=2
    ).table
    fit = fit_agent([table], SOCIAL_AGENTS["adaptive"], learn([table]))
    assert fit.free["fairness"] == pytest.approx(4, abs=0.51) and fit.free["reactivity"] == pytest.approx(
        0.3, abs=0.051
    )
    assert fit.free["exploration"] == pytest.approx(0.2, abs=0.1)
    assert all(fit.free[each.name] < 0.02 for each in TREMBLES), "they play exactly as they say"
    one = fit_players(table.select([0]), Tremble(0.01, 0.01, 0.01, 0.0))
    assert np.abs(one.fairness - 4).max() <= 1 and one.fairness.shape == (1, 4)


def test_a_fit_is_the_top_of_its_likelihood():
    """Reciprocation of a DBRA: found near the truth, and no neighbour is likelier."""
    learned = learn([hl.social.play("attached", players=4, games=4, rounds=12, seed=3).table])
    learned = replace(learned, distributions={4: learned.distributions[4]._replace(reciprocation=0.7)})
    table = hl.social.play("dbra", players=4, games=8, rounds=20, learned=learned, seed=2).table
    fit = fit_agent([table], SOCIAL_AGENTS["dbra"], learned)
    assert fit.free["reciprocation"] == pytest.approx(0.7, abs=0.1)
    for nearby in (-0.05, 0.05):
        moved = replace(
            fit, parameters={4: fit.parameters[4]._replace(reciprocation=fit.free["reciprocation"] + nearby)}
        )
        assert moved.log_chances(table).by_game().sum() < fit.log_likelihood
    assert fit.log_chances(table).by_game().sum() == pytest.approx(fit.log_likelihood)
    assert fit.n_decisions == 3 * 8 * 20 * 4 and fit.nats == pytest.approx(
        -fit.log_likelihood / fit.n_decisions
    )
    with pytest.raises(BadRequest, match="fitted to groups of 4, so not of 5"):
        fit.log_chances(hl.social.play("game-theoretic", games=1, rounds=3).table)


def test_games_are_held_out_one_by_one_and_nothing_is_lost(people):
    folds = folds_of([people])
    assert [fold.held[0].names for fold in folds] == [("1",), ("2",), ("3",), ("4",)]
    for fold in folds:
        assert not set(fold.held[0].names) & set(fold.rest[0].names) and fold.rest[0].n_games == 3


def test_sessions_and_circles_are_held_out_whole(people):
    persons = np.array(
        [["a", "b", "c", "d"], ["a", "f", "g", "h"], ["k", "l", "m", "n"], ["o", "p", "q", "r"]]
    )
    known = replace(people, persons=persons, sessions=("s", "t", "t", "t"))
    assert [fold.name for fold in folds_of([known], "connected")] == ["1 2", "3", "4"]
    assert [fold.name for fold in folds_of([known], "session")] == ["1", "2 3 4"]
    with pytest.raises(BadRequest, match="All 3 games are one session"):
        folds_of([known.select([1, 2, 3])], "session")
    with pytest.raises(BadRequest, match="one game only"):
        folds_of([known.select([1])])
    alone = hl.social.play("attached", players=3, games=1, rounds=4).table
    with pytest.raises(BadRequest, match=r"only group\(s\) of 3 players"):
        folds_of([alone, people])


def test_held_out_players_borrow_from_others_and_from_themselves(people):
    """Learned from three games; a person who sits in another game brings their own parameters from there."""
    persons = np.array(
        [["ann", "b", "c", "d"], ["e", "f", "g", "ann"], ["k", "l", "m", "n"], ["o", "p", "q", "r"]]
    )
    offers = people.offers.copy()
    offers[1, 0, 3] = 9  # ann's first offer in her other game: her alpha, which nobody else has
    known = replace(people, persons=persons, offers=offers)
    (first, *_) = folds_of([known])
    agent = SOCIAL_AGENTS["adaptive"]
    (again,) = resimulate_held_out(Streams(1), [first], agent, times=5)
    assert again.names == ("1/1", "1/2", "1/3", "1/4", "1/5")
    assert np.all(again.offers[:, 0, 0] >= 8), "ann opens with her 9, or explores one below"
    cast = parameters_held_out(learn(first.rest), agent, 4)
    assert isinstance(cast, AdaptiveParameters) and cast.fairness.shape == (12,)
    assert parameters_held_out(learn(first.rest), SOCIAL_AGENTS["game-theoretic"], 4) is None


def test_replays_keep_gaps_and_ends(people):
    recipients, accepted = people.recipients.copy(), people.accepted.copy()
    recipients[0, 6:], accepted[0, 6:] = -1, False
    short = replace(people, recipients=recipients, accepted=accepted)
    (again,) = resimulate_held_out(Streams(1), folds_of([short]), SOCIAL_AGENTS["dba"], times=2)
    assert isinstance(again, OfferTable) and again.lengths.tolist() == [6, 6] + [10] * 6
