"""Recovery where people differ: what is put in is what is said, and shrinking towards a population pays."""

import numpy as np
import pytest
from scipy import integrate, stats

from humanlike.core import BadRequest, Streams
from humanlike.fitting.bayes import population_values
from humanlike.fitting.differing import (
    ALONE_EACH,
    POOLED,
    SHRUNK,
    persons_around,
    played,
    recover_differing,
    regained,
)
from humanlike.fitting.recovery import RecoverySize
from humanlike.games import GAMES
from humanlike.players import RULES

MEMORY, GAME = RULES["memory-one"], GAMES["chicken"]
GIVEN = MEMORY.parameters(0.5, 0.3, 0.4, 0.6, 1.0)


@pytest.mark.parametrize(("mean", "spread"), [(0.0, 1.0), (-1.2, 0.4), (0.7, 2.0)])
def test_population_values_are_the_integrals(mean, spread):
    def moment(power):
        def weighed(z):
            return stats.norm.cdf(mean + spread * z) ** power * stats.norm.pdf(z)

        return integrate.quad(weighed, -10, 10)[0]

    centre, deviation = population_values(mean, spread, 2.0, 6.0)
    assert centre == pytest.approx(2.0 + 4.0 * moment(1))
    assert deviation == pytest.approx(4.0 * np.sqrt(moment(2) - moment(1) ** 2))


def test_persons_lie_around_the_set_on_the_bounded_scale():
    people = persons_around(Streams(1)["people"], MEMORY, GIVEN, GAME, 0.5, 20_000)
    assert people.min() >= 0.0 and people.max() <= 1.0
    np.testing.assert_allclose(np.median(people, axis=0), list(GIVEN), atol=0.01)
    assert (people[:, 4] == 1.0).all()  # given on its bound: everybody's
    probits = stats.norm.ppf(people[:, 1])
    assert probits.std() == pytest.approx(0.5, abs=0.01)


def test_everybody_keeps_role_and_parameters_and_meets_others_in_turn():
    """Two repetitions of three persons a role, two matches: whoever always takes the first action always does."""
    people = np.full((2, 6, 5), 1.0)
    people[0, 1] = 0.0  # the second person of the first role never takes it
    people[1, 5] = 0.0  # the last person of the second role
    play = played(Streams(1), MEMORY, people, GAME, n_matches=2, n_rounds=4)
    subjects, matches = play.labels("subject"), play.labels("match")
    assert len(set(subjects)) == 12 and play.n_subjects == 24
    odd = {subject for subject, row in zip(subjects, play.actions, strict=True) if row.all()}
    rest = {subject for subject, row in zip(subjects, play.actions, strict=True) if not row.any()}
    assert {frozenset(odd), frozenset(rest)} == {
        frozenset({"1", "11"}),
        frozenset(set(map(str, range(12))) - {"1", "11"}),
    }
    met = {}
    for subject, match in zip(subjects, matches, strict=True):
        met.setdefault(match, []).append(subject)
    assert len({tuple(sorted(pair)) for pair in met.values()}) == 12  # nobody meets the same person twice
    assert set(play.labels("session").take(np.flatnonzero(np.array(list(subjects)) == "1"))) == {
        play.labels("session")[0]
    }


@pytest.fixture(scope="module")
def found():
    given = MEMORY.parameters(0.5, 0.3, 0.4, 0.6, 0.7)
    size = RecoverySize(n_repetitions=5, n_pairs=15, n_rounds=20, n_starts=1)
    return recover_differing(Streams(1)["recovery"], MEMORY, given, GAME, spread=0.5, n_matches=2, size=size)


@pytest.mark.slow
def test_shrunk_estimates_are_nearer_the_truth_and_their_intervals_hold(found):
    for parameter in range(1, 5):
        alone, shrunk = (regained(found, way, parameter) for way in (ALONE_EACH, SHRUNK))
        assert shrunk.error < alone.error
        assert shrunk.correlation > 0.5 and alone.correlation > 0.4
        assert shrunk.covered > 0.85 and shrunk.with_interval == 1.0
        assert abs(shrunk.bias) < 0.08
        assert np.isnan(regained(found, POOLED, parameter).correlation)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_and_no_worker_matters(found):
    size = RecoverySize(n_repetitions=5, n_pairs=15, n_rounds=20, n_starts=1)
    again = recover_differing(
        Streams(1)["recovery"], MEMORY, found.given, GAME, spread=0.5, n_matches=2, size=size
    )
    np.testing.assert_array_equal(again.batch.truth, found.batch.truth)
    np.testing.assert_array_equal(again.batch.persons[2].estimate, found.batch.persons[2].estimate)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"spread": 4.0}, "at most 3"),
        ({"spread": -1.0}, "above 0"),
        ({"spread": 0.3, "n_matches": 3}, "at most as many as there are pairs"),
        ({"spread": 0.3, "n_matches": 0}, "at least 1 match"),
        ({"spread": 0.3, "size": RecoverySize(n_pairs=1)}, "four persons"),
    ],
)
def test_what_cannot_be_simulated_is_told_so(how, sentence):
    settings = {"size": RecoverySize(2, 2, 5, 1), **how}
    with pytest.raises(BadRequest, match=sentence):
        recover_differing(Streams(1), MEMORY, GIVEN, GAME, **settings)
