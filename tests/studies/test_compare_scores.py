"""A table of scores from any simulator: the tests of our own games, and a sentence for every table that has none."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import humanlike as hl
from humanlike.core import BadFile, BadRecord, BadRequest, UnknownName
from humanlike.samples import write_sample


def table(n=20, variants=("old", "new", "odd"), seed=1, slope=2.0, gain=1.0):
    """Scores that follow a variate of the condition; each variant after the first gains `gain` more."""
    generator = np.random.default_rng(seed)
    weather = generator.normal(size=n)
    rows = [
        (f"c{place}", name, slope * weather[place] + gain * number + 0.3 * generator.normal(), weather[place])
        for place in range(n)
        for number, name in enumerate(variants)
    ]
    return pd.DataFrame(rows, columns=["condition", "variant", "score", "weather"])


@pytest.fixture(scope="module")
def three():
    return hl.compare(scores=table())


def test_every_pair_is_tested_as_by_hand_and_all_hold_together(three):
    wide = table().pivot(index="condition", columns="variant", values="score")
    for pair in three.document()["pairs"]:
        test = stats.ttest_rel(wide[pair["first"]], wide[pair["second"]])
        assert pair["paired_p"] == pytest.approx(test.pvalue)
        low, high = test.confidence_interval(1 - 0.05 / 3)
        assert (pair["simultaneous_lower"], pair["simultaneous_upper"]) == pytest.approx((low, high))
    assert three.document()["variants"] == ["old", "new", "odd"]
    assert three.headline().startswith("odd is ahead of old and of new")
    assert len(three.frame()) == 3 and three.plot().texts


def test_methods_are_the_markets_own(three):
    methods = {each["name"]: each for each in three.document()["pairs"][0]["methods"]}
    assert list(methods) == ["independent", "adjusted", "paired"]
    assert methods["independent"]["sd"] > 2 * methods["adjusted"]["sd"] > methods["paired"]["sd"]
    assert methods["independent"]["needed"] > methods["paired"]["needed"]


def test_known_means_adjust_pairs_too_and_must_be_complete():
    steeper = table()
    steeper.loc[steeper["variant"] == "new", "score"] += steeper["weather"]
    found = hl.compare("old", "new", scores=steeper, means="weather=0", difference=1.0)
    methods = {each["name"]: each for each in found.document()["pairs"][0]["methods"]}
    assert methods["paired and adjusted"]["sd"] < 0.8 * methods["paired"]["sd"]
    test = found.document()["pairs"][0]["paired_and_adjusted"]
    assert test["lower"] < test["mean"] == methods["paired and adjusted"]["difference"] < test["upper"] < 0
    assert test["p_value"] == test["adjusted_p"] < 1e-6
    assert any("Paired and adjusted" in str(part) for part in found.story())
    three = [
        pair["paired_and_adjusted"]
        for pair in hl.compare(scores=steeper, means="weather=0").document()["pairs"]
    ]
    assert all(each["adjusted_p"] >= each["p_value"] for each in three)
    assert hl.compare(scores=steeper).document()["pairs"][0]["paired_and_adjusted"] is None
    with pytest.raises(BadRequest, match="of the form VARIATE=NUMBER"):
        hl.compare(scores=steeper, means="weather")
    with pytest.raises(BadRequest, match="a known mean is a finite number"):
        hl.compare(scores=steeper, means="weather=nan")
    with pytest.raises(BadRequest, match="mean of luck is missing"):
        hl.compare(scores=steeper.assign(luck=lambda rows: rows["weather"] ** 2), means={"weather": 0.0})


def test_one_pair_is_drawn_difference_by_difference():
    found = hl.compare("new", "old", scores=table(), variates="none")
    assert found.document()["pairs"][0]["first"] == "new" and len(found.pairs) == 1
    assert [each.name for each in found.pairs[0].methods] == ["independent", "paired"]
    assert "new lies above old" in found.plot().texts[0].get_text()
    assert set(found.plots()) == {"pairs", "games_needed"}


def test_a_variant_that_missed_conditions_keeps_its_own_pairs():
    rows = table()
    found = hl.compare(scores=rows[(rows["variant"] != "odd") | (rows["condition"] > "c15")])
    counts = {(pair["first"], pair["second"]): pair["n"] for pair in found.document()["pairs"]}
    assert counts["old", "new"] == 20 and counts["old", "odd"] < 20
    assert any("'odd' has no score in" in note for note in found.notes)


def unrelated(**given):
    rows = table(**given)
    return rows.assign(condition=rows["condition"] + rows["variant"])


def test_a_table_without_pairs_says_what_can_be_done_and_then_it_is_done():
    with pytest.raises(BadRecord, match=r"share no condition, so there are no pairs.*--unpaired"):
        hl.compare(scores=unrelated())
    found = hl.compare(scores=unrelated(), unpaired=True)
    rows = {(each["first"], each["second"], each["method"]): each for each in found.document()["groups"]}
    old, new = (unrelated().query("variant == @name")["score"] for name in ("old", "new"))
    assert rows["old", "new", "independent"]["p_value"] == pytest.approx(
        stats.ttest_ind(old, new, equal_var=False).pvalue
    )
    assert rows["old", "new", "adjusted"]["p_value"] < rows["old", "new", "independent"]["p_value"]
    assert "unrelated games, adjusted" in found.headline() and found.plot().texts


def test_adjusting_unrelated_games_claims_nothing_too_often():
    """Nobody is better; groups of sixteen with other luck in their variate, all adjusted to one centre."""
    claims = flat_against_steep = 0
    for seed in range(60):
        rows = unrelated(n=16, variants=("old", "new"), seed=seed, gain=0.0)
        luck = np.random.default_rng(seed + 1000).normal(size=len(rows))
        rows = rows.assign(weather=luck, score=rows["score"] - 2 * rows["weather"] + 2 * luck)
        claims += hl.compare(scores=rows, unpaired=True).groups[-1].p_value <= 0.05
        mixed = rows.assign(score=rows["score"] - 2 * luck * (rows["variant"] == "new"))
        flat_against_steep += hl.compare(scores=mixed, unpaired=True).groups[-1].p_value <= 0.05
    assert max(claims, flat_against_steep) <= 8  # 3 expected; the chance of more than 8 is below .01


@pytest.mark.parametrize(
    ("change", "error", "told"),
    [
        (lambda rows: rows.drop(columns="variant"), BadFile, "no column variant"),
        (lambda rows: rows[rows["condition"] == "c1"], BadRecord, "one condition, 'c1'"),
        (lambda rows: rows[rows["condition"].isin(["c1", "c2"])], BadRecord, r"share 2 condition\(s\)"),
        (lambda rows: rows[rows["variant"] == "old"], BadRequest, "Only one variant, 'old'"),
        (lambda rows: pd.concat([rows, rows[:1]]), BadRecord, "several scores in condition 'c0'"),
        (
            lambda rows: rows.assign(weather=3.0),
            BadRequest,
            "is 3 everywhere and explains nothing.*--variates",
        ),
        (
            lambda rows: rows.assign(profit=rows["score"]),
            BadRecord,
            "'profit' differs between variants.*an outcome",
        ),
        (lambda rows: rows.assign(score="many"), BadRecord, "'many' is no finite number"),
        (
            lambda rows: rows.assign(score=rows["score"] * 1e200),
            BadRecord,
            "is no finite number up to 1e.100",
        ),
        (lambda rows: rows[:0], BadFile, "columns and no scores"),
        (lambda rows: rows.assign(score=1.0), BadRecord, "old and new: All 20 differences equal 0"),
    ],
)
def test_a_table_that_says_nothing_is_told_so(change, error, told):
    with pytest.raises(error, match=told):
        hl.compare(scores=change(table()))


def test_words_that_are_not_in_the_table_and_settings_without_one():
    with pytest.raises(UnknownName, match="Did you mean 'new'"):
        hl.compare("old", "newer", scores=table())
    with pytest.raises(UnknownName, match="No variate is called 'wether'"):
        hl.compare(scores=table(), variates="wether")
    with pytest.raises(BadRequest, match=r"belong to a table of --scores"):
        hl.compare("ewa", "cournot", unpaired=True)


def test_the_sample_is_compared_as_it_is_and_other_columns_are_left_aside(tmp_path):
    (path,) = write_sample("scores", tmp_path)
    found = hl.compare(scores=path)
    assert found.names == ("planner", "planner-no-curve", "planner-no-endgame")
    assert found.document()["variates"] == ["demand", "capacity"]
    noted = pd.read_csv(path).assign(remark="fine")
    assert "Left aside, since they are no numbers: remark." in hl.compare(scores=noted).notes
    with pytest.raises(BadFile, match="cannot be read as a table of scores"):
        hl.compare(scores=tmp_path / "nowhere.csv")


def test_a_difference_that_is_rounding_is_told_and_not_refused():
    scores = {"a": [1.0, 2.0, 3.0, 1.5], "b": [2.0, 1.0, np.nextafter(3.0, 4.0), 1.5]}
    rows = [(place, name, score) for name, own in scores.items() for place, score in enumerate(own)]
    found = hl.compare(scores=pd.DataFrame(rows, columns=["condition", "variant", "score"]))
    assert [method["needed"] for method in found.document()["pairs"][0]["methods"]] == [None, None]
    assert "more than 1,000,000,000" in str(found) and set(found.plots()) == {"pairs", "games_needed"}
