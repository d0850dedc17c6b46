"""Predictions as files: out and in again without loss, other people's beside the rules, scored, pooled, and refused."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import BadFile, BadRecord, BadRequest, Streams
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Criterion, simulated_experiment
from humanlike.prediction.foreign import NOT_FROM_CHANCES
from humanlike.samples import write_sample
from humanlike.studies.predict import settings_of

FROM_CHANCES = "Y,P Y,X mY,mP bY,bP sY,sP"
QUICK = {
    "settings": settings_of(measures="all", methods=FROM_CHANCES, levels="all", resamples=30),
    "fit": "published",
    "test": "role 2",
    "workers": 1,
}


@pytest.fixture(scope="module")
def plays():
    games = [GAMES["coordination"], GAMES["matching-pennies"]]
    made = simulated_experiment(Streams(2), RULES["bush-mosteller"], games=games, n_pairs=20, n_rounds=8)
    moves = made[0].actions.copy()
    moves[2:4, 6:] = -1
    moves[5, 3] = -1  # a move that nobody recorded
    return [replace(made[0], actions=moves, situations=np.empty(0, dtype=np.int64)), made[1]]


@pytest.fixture(scope="module")
def result(plays):
    return hl.predict(plays, "BM,WSLC", **QUICK)


@pytest.fixture(scope="module")
def table(result):
    return result.predictions()


def test_a_row_for_each_rule_and_choice_with_the_partners_marked(result, table, plays):
    n_choices = sum((play.actions >= 0).sum() for play in plays)
    assert len(table) == 2 * n_choices
    assert list(table.columns) == [
        *("rule", "dataset", "game", "match", "subject", "role", "round", "action", "tested", "p0", "p1")
    ]
    assert (table.query("role == 2")["tested"] == "yes").all() and (
        table.query("role == 1")["tested"] == "no"
    ).all()
    assert np.allclose(table["p0"] + table["p1"], 1)


@pytest.mark.parametrize("form", ["csv", "parquet", "frame"])
def test_out_and_in_again_gives_exactly_the_same_measures(form, plays, result, table, tmp_path):
    source = table if form == "frame" else result.save_predictions(tmp_path / f"mine.{form}")
    again = hl.predict(plays, "none", predictions=source, **QUICK).study.assessment
    first = result.study.assessment
    assert again.rules == first.rules and again.criteria == first.criteria
    np.testing.assert_array_equal(again.values, first.values)
    np.testing.assert_array_equal(again.resamples, first.resamples)


def test_a_foreign_file_stands_in_the_grid_beside_the_rules(plays, tmp_path):
    """Somebody else's model: whatever was done last is done again with .8."""
    lines = ["game,match,subject,round,p0,p1"]
    for play in plays:
        for row in range(play.n_subjects):
            before = None
            for round_, move in enumerate(play.actions[row].tolist(), start=1):
                p1 = 0.5 if before is None else 0.8 if before else 0.2
                if move >= 0:
                    where = (play.game.name, play.matches[row], play.subjects[row], round_)
                    lines.append(",".join(map(str, (*where, 1 - p1, p1))))
                    before = move
    (tmp_path / "habit.csv").write_text("\n".join(lines) + "\n")
    settings = settings_of(methods="Y,P Y,Z", simulations=20, resamples=30)
    found = hl.predict(plays, "random", predictions=tmp_path / "habit.csv", **{**QUICK, "settings": settings})
    assert found.study.assessment.rules == ("random", "habit")
    taken = [
        np.log(0.5 if before is None else 0.8 if before == move else 0.2)
        for play in plays
        for row in range(1, play.n_subjects, 2)
        for before, move in _pairs(play.actions[row])
    ]
    log = Criterion("LOG", "Y,P", "actions", "all")
    np.testing.assert_allclose(found.study.assessment.of(log), [np.log(0.5), np.mean(taken)])
    complete = found.study.assessment.of(Criterion("MSD", "Y,Z", "actions", "all"))
    assert not np.isnan(complete[0]) and np.isnan(complete[1])
    document = found.document()
    assert any(each["reason"] == NOT_FROM_CHANCES for each in document["undefined_counts"])
    assert document["rules"][1] == {
        "rule": "habit", "symbol": "habit", "source": "read from habit.csv", "parameters": {}, "at_bound": {},
        "remarks": [],
    }  # fmt: skip
    assert NOT_FROM_CHANCES in str(found)


def _pairs(moves):
    before = None
    for move in moves[moves >= 0].tolist():
        yield before, move
        before = move


def test_rules_are_forecasters_of_choices(plays, result, table, tmp_path):
    path = result.save_predictions(tmp_path / "p.csv")
    scored = hl.score(path, system="logarithmic")
    log = Criterion("LOG", "Y,P", "actions", "all")
    expected = dict(zip(result.study.assessment.rules, result.study.assessment.of(log), strict=True))
    assert scored.means["bush-mosteller"] == pytest.approx(
        expected["bush-mosteller"] + np.log(2)
    )  # above blind
    assert len(scored.document()["scores"]) == 2 * sum(result.study.assessment.n_observations.values())
    assert "no independent questions" in str(scored) and scored.document()["caveat"]
    assert hl.score(table, system="logarithmic").means == scored.means
    pooled = hl.pool(path, method="average").frame()
    both = (
        table.query("tested == 'yes'")
        .groupby(["game", "match", "subject", "round"], observed=True)["p1"]
        .mean()
    )
    np.testing.assert_allclose(pooled.query("alternative == '1'")["probability"], both_in_order(both, table))
    assert hl.pool(path, method="score-weighted").weights["bush-mosteller"] > 0.99


def both_in_order(both, table):
    asked = table.query("tested == 'yes' and rule == 'bush-mosteller'")
    return [both[tuple(row)] for row in asked[["game", "match", "subject", "round"]].to_numpy()]


def test_choices_that_are_left_out_are_left_out_for_everybody(plays, table):
    some = table.query("rule == 'bush-mosteller' and round != 3").assign(rule="theirs")
    with pytest.raises(
        BadRequest, match=r"'theirs' does not predict 20 of 157 choices under test.*--allow-missing"
    ):
        hl.predict(plays, "BM", predictions=some, **QUICK)
    found = hl.predict(plays, "BM", predictions=some, allow_missing=True, **QUICK).study.assessment
    known = [each for each in found.defined if each.method == "Y,P"]
    for each in known:
        ours, theirs = found.of(each)
        assert ours == theirs or (np.isnan(ours) and np.isnan(theirs))
    assert sum(found.n_observations.values()) == 157 - 20


def test_partners_that_nobody_predicts_leave_no_outcome(plays, table):
    alone = table.query("rule == 'bush-mosteller' and role == 2").assign(rule="theirs")
    found = hl.predict(plays, "none", predictions=alone, **QUICK)
    reasons = {why for each, why in found.study.assessment.undefined.items() if each.level == "outcomes"}
    assert "The predictions cover no whole group of 'coordination'." in reasons


def spoilt(table, **cells):
    """The table of one rule with other cells in its fifth row."""
    rows = table.query("rule == 'bush-mosteller'").reset_index(drop=True).assign(rule="theirs")
    for name, value in cells.items():
        rows[name] = rows[name].astype(object)
        rows.loc[4, name] = value
    return rows


@pytest.mark.parametrize(
    ("cells", "error", "sentence"),
    [
        ({"p0": -0.2, "p1": 1.2}, BadRecord, r"line 5: .*-0.2, 1.2 are no probabilities"),
        ({"p0": 0.5, "p1": 0.4}, BadRecord, r"line 5: .*sum to 0.9, not 1; --renormalise divides"),
        ({"p0": float("nan")}, BadRecord, r"line 5: .*a chance is missing"),
        ({"p1": "often"}, BadRecord, r"line 5: .*p1 'often' is no number"),
        ({"p0": 0.0, "p1": 0.0}, BadRecord, r"line 5: .*sum to 0, not 1\."),
        ({"round": 99}, BadRecord, r"line 5: .*round 99 is no choice of the data: no move is recorded.*1 of"),
        ({"match": "nowhere"}, BadRecord, r"line 5: .*nobody of that name is in that match.*--allow-missing"),
        ({"round": "soon"}, BadRecord, r"round 'soon' is no whole number"),
        ({"action": 0}, BadRecord, r"the file says that move 0 was made, the data say 1"),
        ({"subject": ""}, BadRecord, r"line 5: subject is empty"),
        ({"round": 4}, BadRequest, r"line 5: 'theirs' predicts .*round 4 twice, first in line 4; 1 row of"),
    ],
)  # fmt: skip
def test_predictions_that_are_none_end_in_a_sentence(plays, table, cells, error, sentence):
    assert plays[0].actions[0, 4] == 1
    with pytest.raises(error, match=sentence):
        hl.predict(plays, "random", predictions=spoilt(table, **cells), **QUICK)


def test_tables_that_hold_no_predictions_of_this_play_end_in_a_sentence(plays, table, tmp_path):
    theirs = spoilt(table)
    wide = theirs.assign(p1=theirs["p1"] / 2, p2=theirs["p1"] / 2)
    for rows, error, sentence in (
        (theirs.drop(columns="p1"), BadFile, "lacks the column p1"),
        (theirs.assign(rule="bush-mosteller"), BadRequest, "has a namesake among those who predict"),
        (wide, BadRecord, "chances of 3 actions, but this role has 2"),
        (theirs.assign(match="x"), BadRecord, "Are they of other data"),
        (
            theirs.drop(columns=["game", "action"]),
            BadRequest,
            "fits 2 rows of the data; the columns dataset, game",
        ),
        (theirs.iloc[:0], BadFile, "a header and no rows"),
    ):
        with pytest.raises(error, match=sentence):
            hl.predict(plays, "BM", predictions=rows, **QUICK)
    with pytest.raises(BadFile, match="no such file of predictions"):
        hl.predict(plays, "BM", predictions=tmp_path / "nothing.csv", **QUICK)
    with pytest.raises(BadRequest, match="not every row says which move was made"):
        hl.score(theirs.drop(columns="action"))
    with pytest.raises(BadRequest, match="What happened is missing"):
        hl.score(pd.DataFrame({"forecaster": ["a"], "question": ["q"], "probability": [0.5]}))


def test_sums_other_than_1_can_be_mended(plays, table):
    halves = spoilt(table).assign(
        p0=table["p0"][: len(spoilt(table))] / 2, p1=table["p1"][: len(spoilt(table))] / 2
    )
    mended = hl.predict(plays, "BM", predictions=halves, renormalise=True, **QUICK).study.assessment
    ours, theirs = mended.of(Criterion("LOG", "Y,P", "actions", "all"))
    assert ours == pytest.approx(theirs)


def test_a_file_that_is_something_else_is_never_written_over(result, tmp_path):
    (tmp_path / "notes.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadFile, match="holds no predictions"):
        result.save_predictions(tmp_path / "notes.csv")
    with pytest.raises(BadFile, match=r"written to \.csv"):
        result.save_predictions(tmp_path / "notes.txt")
    result.save_predictions(tmp_path / "mine.csv")
    result.save_predictions(tmp_path / "mine.csv")


def test_the_papers_table_12_from_its_table_11_in_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_sample("predictions", tmp_path)
    settings = settings_of(measures="MSD,MAD", methods="Y,P", resamples=0)
    result = hl.predict(
        "table11",
        "none",
        predictions="table11/predictions.csv",
        fit="published",
        test="all",
        settings=settings,
    )
    values = result.frame().pivot_table(index=["measure", "level"], columns="rule", values="value")
    assert values.loc["MSD"].round(3).to_numpy().tolist() == [[0.707, 0.5], [0.707, 0.433]]
    assert values.loc["MAD"].round(3).to_numpy().tolist() == [[0.5, 0.5], [0.5, 0.375]]


def test_a_study_with_predictions_is_resumed_from_its_directory(plays, table, tmp_path):
    from humanlike.datasets import write_plays

    write_plays(tmp_path / "data", plays)
    path = tmp_path / "theirs.csv"
    spoilt(table).to_csv(path, index=False)
    words = {"predictions": str(path), "out": tmp_path / "run", **QUICK}
    first = hl.predict(str(tmp_path / "data"), "random", **words)
    again = hl.resume(tmp_path / "run", workers=1)
    assert json.dumps(again.document()) == json.dumps(first.document())
