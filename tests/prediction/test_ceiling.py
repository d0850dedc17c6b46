"""The ceiling: features see no future, folds are found again, noise is not foretold, what can be foretold is."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import BadRequest, Game, Play, Streams
from humanlike.core.caches import cache_directory
from humanlike.fitting import fold_of_label, hashed_folds, held_out, named_units
from humanlike.players import RULES
from humanlike.prediction.boosting import BoostingSettings, TreeSize, best_temperature, tempered
from humanlike.prediction.ceiling import measure_ceiling
from humanlike.prediction.earlier_matches import Careers, counts_before, sums_before
from humanlike.prediction.features import feature_tables, met_categories, named_columns
from humanlike.prediction.held_out_chances import held_out_chances
from humanlike.prediction.scored_chances import score_chances
from humanlike.work import cores_granted

COINS = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
CIRCLE = Game.from_matrices(
    "circle", [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
)
THREE = Game(
    "three", tuple(np.arange(6.0).reshape(2, 3) for _ in range(3)), (("a", "b"),) * 3, situation_kind="sum"
)
QUICK = BoostingSettings(sizes=(TreeSize(6, 20),), parts=2, trees=60, patience=5, learning_rate=0.15)


def random_play(game, rows, rounds, seed=1, **fields):
    moves = Streams(seed)["moves"].generator().integers(0, game.n_actions[0], (rows, rounds))
    return Play(game, moves, **fields)


def known_persons(game, rows, rounds, seed=1):
    """Four people who play several matches."""
    return random_play(game, rows, rounds, seed, subjects=[f"p{row % 4}" for row in range(rows)])


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([COINS, CIRCLE, THREE]), st.integers(1, 7), st.integers(0, 99))
def test_later_rounds_change_no_earlier_feature(game, since, seed):
    play = known_persons(game, 12, 8, seed)
    later = play.actions.copy()
    later[:, since:] = random_play(game, 12, 8, seed + 1).actions[:, since:]
    first = [
        play.labels("match").numbers() == 0
    ]  # earlier matches may tell, so only the first is left unchanged by them
    for one, other in zip(
        feature_tables([play]), feature_tables([replace(play, actions=later, situations=())]), strict=True
    ):
        here = (one.round <= since) & first[0][one.row]
        np.testing.assert_array_equal(one.values[here], other.values[here])


def test_later_matches_change_no_earlier_feature():
    play = known_persons(COINS, 12, 5)
    later = play.actions.copy()
    later[6:] = 1 - later[6:]
    one, other = (feature_tables([each])[0] for each in (play, replace(play, actions=later, situations=())))
    here = one.row < 6
    np.testing.assert_array_equal(one.values[here], other.values[here])
    assert not np.array_equal(one.values[~here], other.values[~here])


def test_features_of_a_match_worked_by_hand():
    """Own 0 0 1 0, met 1 0 0 1."""
    play = Play(COINS, np.array([[0, 0, 1, 0], [1, 0, 0, 1]]), kinds=("human", "program"))
    (table,) = feature_tables([play])
    found = named_columns(table)
    assert table.action.tolist() == [0, 0, 1, 0]
    np.testing.assert_array_equal(found["own 1 ago"], [np.nan, 0, 0, 1])
    np.testing.assert_array_equal(found["met 2 ago"], [np.nan, np.nan, 1, 0])
    np.testing.assert_array_equal(found["met first"], [np.nan, 1, 1, 1])
    np.testing.assert_allclose(found["share of own 1"], [1 / 2, 2 / 3, 3 / 4, 3 / 5])
    np.testing.assert_allclose(found["own repeats"], [1 / 2, 1 / 2, 2 / 3, 1 / 2])  # repeated once, then not
    np.testing.assert_array_equal(found["earned last"], [np.nan, 0, 1, 0])
    np.testing.assert_array_equal(found["foregone last"], [np.nan, 1, 0, 1])
    np.testing.assert_array_equal(found["own run"], [0, 0, 1, 0])


def test_what_followed_this_very_cell_is_remembered():
    """Both play 0 1 0 1 ...: after (0, 0) always 1, from the fourth round on known, fading .98 a round."""
    moves = np.tile(np.arange(8) % 2, (2, 1))
    found = named_columns(feature_tables([Play(COINS, moves, kinds=("human", "program"))])[0])
    np.testing.assert_allclose(
        found["own after the last 1: weight"][:6], [0, 0, 0, 0.98, 0.98, 0.98 + 0.98**3], rtol=1e-6
    )
    assert found["own after the last 2 1"][7] < 0.25
    np.testing.assert_array_equal(found["circle of 2"], [0, 0, 0, 1, 2, 3, 4, 5])


def test_earlier_matches_worked_by_hand():
    """Ann plays matches 1 and 3, Bob match 2; two rows of one match do not tell each other."""
    careers = Careers(np.array([0, 1, 0, 0]), np.array([0, 1, 2, 2]))
    assert sums_before(careers, np.array([[1.0], [2.0], [4.0], [8.0]])).tolist() == [[0], [0], [1], [1]]
    context, outcome = (
        np.array([[-1, 0], [-1, 0], [0, 0], [-1, 1]]),
        np.array([[0, 1], [0, 1], [1, 1], [0, 0]]),
    )
    counts = counts_before(careers, context, outcome, 2)
    assert counts[2].tolist() == [[0, 1], [0, 1]] and counts[[0, 1, 3]].sum() == 0


def test_many_situations_are_cut_into_nine():
    large = Game("large", tuple(np.zeros((6, 36)) for _ in range(3)), (tuple("abcdef"),) * 3)
    codes, count = met_categories(large, 0, np.array([-1, 0, 1, 6, 35]))
    assert count == 9 and codes.tolist() == [-1, 0, 0, 0, 8]


def test_a_fold_depends_on_the_label_alone():
    play = known_persons(COINS, 40, 3)
    play = replace(play, subjects=[f"p{row}" for row in range(40)], provenance={"dataset": "d"})
    named = named_units([play])
    other = named_units([play.rows(np.arange(40)[::-1])])
    folds, others = (
        dict(zip(each.labels, hashed_folds(each, 5).tolist(), strict=True)) for each in (named, other)
    )
    assert folds == others and set(folds.values()) == set(range(5))
    assert folds["d\x1fp0" if named.units.unit == "person" else named.labels[0]] == fold_of_label(
        named.labels[0], 5
    )
    assert fold_of_label("ann", 5) == 0  # frozen: SHA-256 of the label, modulo five


def test_few_units_have_a_fold_each_and_one_is_refused():
    assert sorted(hashed_folds(named_units([random_play(COINS, 6, 3)]), 5).tolist()) == [0, 1, 2]
    with pytest.raises(BadRequest, match="one match"):
        hashed_folds(named_units([random_play(COINS, 2, 3)]))


def test_noise_is_not_foretold():
    """The shuffle control: moves that depend on nothing leave nothing to gain."""
    scores = measure_ceiling(random_play(COINS, 60, 20), settings=QUICK, keep=False).scores
    assert scores.nats_per_choice.value == pytest.approx(np.log(2), abs=0.006)
    assert scores.nats_per_choice.lower < np.log(2) < scores.nats_per_choice.upper + 0.006


def test_what_follows_from_the_last_round_is_foretold_and_threads_change_nothing():
    """Everybody copies what was met last with .9: the truth loses .325 nats after the first round."""
    random = Streams(3)["copies"].generator()
    moves = random.integers(0, 2, (80, 20))
    for round_ in range(1, 20):
        met = moves.reshape(-1, 2, 20)[:, ::-1, round_ - 1].reshape(-1)
        moves[:, round_] = np.where(random.random(80) < 0.9, met, 1 - met)
    play = Play(COINS, moves)
    with cores_granted(1):
        one = measure_ceiling(play, settings=QUICK, keep=False)
    two = measure_ceiling(play, settings=QUICK, keep=False)
    np.testing.assert_array_equal(one.chances[0], two.chances[0])
    truth = (np.log(2) + 19 * 0.3251) / 20
    assert one.scores.nats_per_choice.value == pytest.approx(truth, abs=0.04)
    assert one.scores.accuracy.value == pytest.approx((0.5 + 19 * 0.9) / 20, abs=0.02)
    np.testing.assert_allclose(one.chances[0].sum(axis=2), 1.0)


def test_a_split_learns_from_one_side_and_foretells_the_other():
    play = random_play(CIRCLE, 40, 6)
    fitted = np.arange(40) < 24
    found = measure_ceiling(play, ([fitted], [~fitted]), settings=QUICK, keep=False)
    assert np.isnan(found.chances[0][fitted]).all() and not np.isnan(found.chances[0][~fitted]).any()
    assert found.scores.choices.sum() == 16 * 6 and (found.numbers[0][fitted] == -1).all()
    with pytest.raises(BadRequest, match="always held out"):
        measure_ceiling(play, ([fitted], [fitted]), settings=QUICK, keep=False)


def test_what_was_kept_is_taken_and_what_is_broken_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path))
    play = random_play(COINS, 20, 6)
    first = measure_ceiling(play, settings=QUICK)
    (file,) = (tmp_path / "ceilings").iterdir()
    np.savez(file, np.full((20, 6, 2), 0.5))
    assert measure_ceiling(play, settings=QUICK).scores.nats_per_choice.value == pytest.approx(np.log(2))
    file.write_bytes(b"broken")
    np.testing.assert_array_equal(measure_ceiling(play, settings=QUICK).chances[0], first.chances[0])
    measure_ceiling(replace(play, actions=1 - play.actions, situations=()), settings=QUICK)
    assert len(list((tmp_path / "ceilings").iterdir())) == 2  # other data, another place
    monkeypatch.setenv("HUMANLIKE_CACHE", "off")
    assert cache_directory("ceilings") is None
    measure_ceiling(play, settings=QUICK)


def test_scores_worked_by_hand():
    """Two units; chances .8 and .5 of what happened in one, a tie, .25 in the other."""
    play = Play(COINS, np.array([[0, 1], [1, -1]]))
    chances = [np.array([[[0.8, 0.2], [0.5, 0.5]], [[0.75, 0.25], [0.5, 0.5]]])]
    scores = score_chances([play], chances, [np.array([0, 1])])
    np.testing.assert_allclose(scores.nats, [-np.log(0.8) - np.log(0.5), -np.log(0.25)])
    assert scores.hits.tolist() == [1.5, 0.0] and scores.choices.tolist() == [2.0, 1.0]
    assert scores.accuracy.value == pytest.approx(0.5)
    assert scores.guessing_per_choice == pytest.approx(np.log(2))


def test_temperature_undoes_what_was_too_sure():
    chances = np.array([[0.8, 0.2], [0.2, 0.8]] * 500)
    sure = tempered(chances, 0.6)
    happened = np.tile(np.r_[np.zeros(4), 1, 0, np.ones(4)].astype(int).reshape(2, 5).T.reshape(-1), 100)
    assert best_temperature(sure, happened) == pytest.approx(1 / 0.6, rel=1e-3)


def test_chances_of_a_rule_held_out_are_those_it_was_scored_by():
    play = known_persons(COINS, 24, 6)
    play = replace(play, subjects=[f"p{row}" for row in range(24)])
    named = named_units([play])
    scored = held_out([play], RULES["memory-one"], n_starts=1, hashed=True)
    scores = score_chances([play], held_out_chances([play], scored, named.numbers), named.numbers)
    np.testing.assert_allclose(scores.nats, np.bincount(scored.units, scored.nats), rtol=1e-9)
    np.testing.assert_array_equal(scored.folds[np.argsort(scored.units)], hashed_folds(named, 5))
