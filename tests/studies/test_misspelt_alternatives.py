"""Spellings that several share are pointed out; an answer set aside pays nobody else, and says which one stands."""

import pandas as pd
import pytest

import humanlike as hl

FACT = pd.DataFrame({"question": ["q1"], "alternative": ["yes"]})


def answers(rows):
    """Rows (expert, round, word, probability of the word), the rest on 'no' and 'tie'."""
    cells = [
        (who, round_, "q1", text, chance)
        for who, round_, word, p in rows
        for text, chance in ((word, p), ("no", (1 - p) / 2), ("tie", (1 - p) / 2))
    ]
    return pd.DataFrame(cells, columns=["expert", "round", "question", "alternative", "probability"])


SHARED = answers(
    [("a", 1, "color", 0.5), ("b", 1, "color", 0.6), ("c", 1, "colour", 0.7), ("d", 1, "colour", 0.8)]
)
SETTLED = pd.DataFrame({"question": ["q1"], "alternative": ["no"]})


@pytest.mark.parametrize(
    "study",
    [
        lambda: hl.pool(SHARED.rename(columns={"expert": "forecaster"}).drop(columns="round")),
        lambda: hl.score(SHARED.rename(columns={"expert": "forecaster"}).drop(columns="round"), SETTLED),
        lambda: hl.delphi(SHARED),
        lambda: hl.delphi(SHARED, SETTLED, mode="test"),
    ],
)
def test_a_misspelling_that_several_share_is_pointed_out(study):
    result = study()
    (pair,) = result.document()["look_alikes"]
    assert pair == {
        "question": "q1",
        "alternative": "color",
        "other": "colour",
        "n_experts": 2,
        "n_others": 2,
    }
    assert "'color' (2 people) and 'colour' (2) look like one alternative in two spellings" in str(result)


def test_alternatives_that_somebody_names_side_by_side_are_two():
    both = pd.DataFrame(
        [("a", "q1", text, 0.25) for text in ("left", "lift", "loft", "no")],
        columns=["forecaster", "question", "alternative", "probability"],
    )
    assert hl.pool(both).document()["look_alikes"] == []
    years = answers(
        [(who, 1, word, 0.5) for who, word in zip("abcd", ("2020", "2020", "2021", "2021"), strict=True)]
    )
    assert hl.delphi(years).document()["look_alikes"] == []


def test_a_file_of_questions_settles_the_spelling():
    asked = pd.DataFrame({"question": ["q1"], "alternatives": ["color|no|tie"]})
    result = hl.delphi(SHARED, questions=asked).document()
    assert result["look_alikes"] == [] and [one["expert"] for one in result["set_aside"]] == ["c", "d"]


def test_nobody_is_paid_more_because_somebody_misspelt():
    paid = []
    for word in ("yes", "yse"):
        rows = [("a", 1, "yes", 0.9), ("b", 1, "yes", 0.6), ("d", 1, "yes", 0.7), ("c", 1, word, 0.3)]
        paid.append(hl.delphi(answers(rows), FACT, allow_missing=True, system="quadratic", budget=100))
    valid, aside = (one.document()["payments"] for one in paid)
    assert {who: valid[who] for who in "abd"} == pytest.approx(aside)


def test_the_answer_that_stands_is_told():
    said = [("a", 1, "yes", 0.9), ("b", 1, "yes", 0.6), ("d", 1, "yes", 0.7), ("e", 1, "yes", 0.5)]
    later = [("a", 2, "yse", 0.1), ("b", 2, "yes", 0.6), ("d", 2, "yes", 0.7), ("e", 2, "yes", 0.5)]
    result = hl.delphi(answers(said + later), FACT, allow_missing=True, system="quadratic")
    (aside,) = result.document()["set_aside"]
    assert aside["reason"].endswith("; without it the answer of round 1 stands")
    assert "did not answer again, or not validly: 1." in str(result)
    corrected = hl.delphi(answers([*said, *later, ("a", 3, "yes", 0.2)]), FACT, allow_missing=True)
    assert "stands" not in corrected.document()["set_aside"][0]["reason"]
