"""Aggregates over periods, whole histories and equitable scores in the grid, each against a plain computation."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Play, Streams
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import (
    Criterion,
    Settings,
    assess,
    conduct,
    published_rules,
    samples_of,
    simulated_experiment,
    split_of,
)
from humanlike.prediction.criteria import chosen
from humanlike.prediction.forecasts import one_step_chances
from humanlike.prediction.undefined import undefined_counts
from humanlike.studies.predict import settings_of

BM, CO = RULES["bush-mosteller"], GAMES["coordination"]
RULE_NAMES = ("bush-mosteller", "random")
EVERYTHING = settings_of(measures="all", methods="all", levels="all", simulations=40, resamples=0, block=3)


@pytest.fixture(scope="module")
def play():
    (made,) = simulated_experiment(Streams(4), BM, games=[CO], n_pairs=9, n_rounds=8)
    moves = made.actions.copy()
    moves[4, 5:] = moves[5, 5:] = -1  # a match that ended early
    return Play(CO, moves)


@pytest.fixture(scope="module")
def found(play):
    rules = [RULES[name] for name in RULE_NAMES]
    return assess(Streams(1), samples_of([play]), RULE_NAMES, published_rules(rules, [play]), EVERYTHING)


@pytest.fixture(scope="module")
def chances(play):
    return one_step_chances(play, published_rules([BM], [play])["bush-mosteller", "coordination"])


def value(found, measure, method, level="actions", rule=0):
    return found.of(Criterion(measure, method, level, "coordination"))[rule]


def test_a_history_is_as_likely_as_its_choices_one_after_the_other(play, found, chances):
    logs = np.zeros(9)
    for subject in range(18):
        for round_ in range(8):
            if play.actions[subject, round_] >= 0:
                logs[subject // 2] += np.log(chances[subject, round_, play.actions[subject, round_]])
    assert value(found, "LOG", "Y,P", "match") == pytest.approx(logs.mean())
    assert value(found, "MAD", "Y,P", "match") == pytest.approx((1 - np.exp(logs)).mean())
    for measure in ("MAD", "POI"):  # one step and complete are one at this level, and so are these two
        assert value(found, measure, "Y,X", "match") == pytest.approx((1 - np.exp(logs)).mean())
    lengths = (play.actions[::2] >= 0).sum(axis=1)
    assert value(found, "LOG", "Y,P", "match", rule=1) == pytest.approx(2 * np.log(0.5) * lengths.mean())


def test_the_chance_of_a_history_is_how_often_simulations_are_that_history():
    moves = np.array([[0, 0], [0, 0]])
    play = Play(CO, moves)
    settings = settings_of(levels="match", measures="LOG", methods="Y,P", resamples=0)
    published = published_rules([BM], [play])
    log = assess(Streams(1), samples_of([play]), ["bush-mosteller"], published, settings).values[0, 0]
    (many,) = simulated_experiment(Streams(7), BM, games=[CO], n_pairs=20_000, n_rounds=2)
    same = (many.actions.reshape(-1, 2, 2) == moves).all(axis=(1, 2)).mean()
    assert same == pytest.approx(np.exp(log), abs=4 * np.sqrt(np.exp(log) / 20_000))


def test_a_history_longer_than_numbers_reach_still_has_a_log_chance():
    play = Play(CO, np.zeros((2, 1200), dtype=int))
    settings = settings_of(levels="match", measures="LOG,MAD", methods="Y,P", resamples=0)
    random = published_rules([RULES["random"]], [play])
    log, distance = assess(Streams(1), samples_of([play]), ["random"], random, settings).values[::-1, 0]
    assert (log, distance) == (pytest.approx(2400 * np.log(0.5)), 1.0)


def test_shares_per_block_are_the_plain_means_of_the_block(play, found, chances):
    blocks = [slice(0, 3), slice(3, 6), slice(6, 8)]
    known = play.actions >= 0
    seen = [(play.actions[:, part] == 1).sum() / known[:, part].sum() for part in blocks]
    said = [chances[:, part, 1][known[:, part]].mean() for part in blocks]
    gaps = np.array(seen) - np.array(said)
    assert value(found, "MSD", "bY,bP") == pytest.approx(np.sqrt((gaps**2).mean()))
    assert value(found, "MAD", "bY,bP") == pytest.approx(np.abs(gaps).mean())
    wrong = [(y > 0.5) != (p > 0.5) for y, p in zip(seen, said, strict=True)]
    assert value(found, "POI", "bY,bP") == pytest.approx(np.mean(wrong))


def test_blocks_of_one_round_are_the_shares_per_round(play):
    settings = settings_of(methods="mY,mP bY,bP mY,mQ bY,bQ", simulations=20, resamples=5, block=1)
    published = published_rules([BM], [play])
    found = assess(Streams(1), samples_of([play]), ["bush-mosteller"], published, settings)
    for each in found.criteria:
        if each.method.startswith("m"):
            other = each._replace(method=each.method.replace("m", "b"))
            np.testing.assert_allclose(found.of(other), found.of(each), atol=1e-12)
            np.testing.assert_allclose(
                found.resamples[found.row(other)], found.resamples[found.row(each)], atol=1e-12
            )


def test_every_subjects_shares_over_the_rounds_count_once(play, found, chances):
    known = play.actions >= 0
    seen = np.array([(play.actions[row][known[row]] == 1).mean() for row in range(18)])
    said = np.array([chances[row, known[row], 1].mean() for row in range(18)])
    assert value(found, "MSD", "sY,sP") == pytest.approx(np.sqrt(((seen - said) ** 2).mean()))
    assert value(found, "MAD", "sY,sP") == pytest.approx(np.abs(seen - said).mean())
    log = (seen * np.log(said) + (1 - seen) * np.log(1 - said)).mean()
    assert value(found, "LOG", "sY,sP") == pytest.approx(log)


def test_an_equitable_score_of_four_outcomes_by_a_plain_loop(play, found, chances):
    happened, said, tables = np.zeros(4), np.zeros(4), np.zeros((2, 4, 4))
    for pair in range(9):
        for round_ in range(8):
            first, second = play.actions[2 * pair, round_], play.actions[2 * pair + 1, round_]
            if first < 0:
                continue
            joint = np.outer(chances[2 * pair, round_], chances[2 * pair + 1, round_]).reshape(-1)
            top = joint >= joint.max() - 1e-12
            tables[0, 2 * first + second] += top / top.sum()
            tables[1, 2 * first + second] += joint
    for table, method in zip(tables, ("Y,P", "Y,X"), strict=True):
        happened, said, n = table.sum(axis=1), table.sum(axis=0), table.sum()
        each = [table[k, k] / happened[k] - (said[k] - table[k, k]) / (n - happened[k]) for k in range(4)]
        assert value(found, "EQ", method, "outcomes") == pytest.approx(np.mean(each))
    assert value(found, "EQ", "Y,P", "outcomes", rule=1) == pytest.approx(0, abs=1e-12)
    assert value(found, "GS", "Y,X", "outcomes", rule=1) == pytest.approx(0, abs=1e-12)


def test_the_four_outcomes_of_simulated_strangers_have_no_skill(found):
    """Complete simulations of blind players: a little off 0 by the luck of 40 simulations."""
    assert abs(value(found, "EQ", "Y,Z", "outcomes", rule=1)) < 0.1


def test_what_is_undefined_has_a_reason_and_a_count_and_no_value(play):
    one_sided = Play(CO, np.zeros_like(play.actions))
    split = split_of("published", "all", 2)
    study = conduct(Streams(1), [one_sided], [RULES["random"]], split, EVERYTHING)
    assert np.isnan(study.assessment.of(Criterion("EQ", "Y,P", "actions", "coordination"))).all()
    counts = undefined_counts(study)
    subjects = next(each for each in counts if each.what == "subjects")
    assert (subjects.n_undefined, subjects.n_all) == (18, 18)
    alternatives = next(each for each in counts if each.what == "alternatives")
    assert (alternatives.n_undefined, alternatives.n_all) == (1 + 3, 2 + 4)
    values = sum(each.n_undefined for each in counts if each.what == "values")
    assert values == np.isnan(study.assessment.values).sum()
    assert any("One alternative only" in each.sentence for each in counts)


def test_usual_words_keep_the_grid_of_the_paper_and_all_means_all():
    assert settings_of() == Settings()
    assert settings_of(measures="usual,GS").measures == (*Settings().measures, "GS")
    assert len(EVERYTHING.methods) == 8 and EVERYTHING.levels == ("actions", "outcomes", "match")
    assert chosen("level", None, {"a": "", "b": ""}, ("b",)) == ("b",)
    with pytest.raises(BadRequest, match="1 round at least"):
        Settings(block=0)
