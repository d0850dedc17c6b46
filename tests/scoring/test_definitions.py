"""Which alternatives a question has: a typo is named and changes nobody else's score."""

from io import StringIO

import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import BadFile, BadRecord
from humanlike.scoring.panels import define_alternatives, read_outcomes, read_panel, read_questions

HEADER = "forecaster,question,alternative,probability\n"
SAID = {"ann": 0.7, "bob": 0.6, "cyd": 0.2, "dan": 0.5}
ROWS = {
    (who, question): f"{who},{question},yes,{p}\n{who},{question},no,{1 - p:.1f}\n"
    for question in ("rain", "strike")
    for who, p in SAID.items()
}
OUTCOMES = "question,alternative\nrain,yes\nstrike,no\n"


def frame_of(text):
    return pd.read_csv(StringIO(text), dtype=str)


def answers(changes=None, people="ann bob cyd dan"):
    rows = {**ROWS, **(changes or {})}
    return frame_of(HEADER + "".join(text for (who, _), text in rows.items() if who in people.split()))


def scores(document):
    return {(row["forecaster"], row["question"]): row["score"] for row in document["scores"]}


TYPOS = {
    "case": ("Yes,0.6", "'Yes' differs from 'yes' in case or space only"),
    "space": ("y es,0.6", "'y es' differs from 'yes' in case or space only"),
    "letters": ("yse,0.6", "'yse' is named by 'bob' alone, by none of 3 others"),
}


@pytest.mark.parametrize("kind", TYPOS)
@pytest.mark.parametrize("system", ["quadratic", "logarithmic", "brier"])
def test_a_typo_changes_nobody_elses_score(kind, system):
    typo, sentence = TYPOS[kind]
    bad = answers({("bob", "rain"): f"bob,rain,{typo}\nbob,rain,no,0.4\n"})
    with pytest.raises(
        BadRecord, match=f"DataFrame, line 3: 'bob', question 'rain': {sentence}; --allow-missing"
    ):
        hl.score(bad, frame_of(OUTCOMES), system=system)
    result = hl.score(bad, frame_of(OUTCOMES), system=system, allow_missing=True)
    whole = scores(hl.score(answers(), frame_of(OUTCOMES), system=system).document())
    del whole["bob", "rain"]
    assert scores(result.document()) == whole
    (aside,) = result.document()["set_aside"]
    assert (aside["line"], aside["expert"], aside["question"], aside["reason"]) == (
        3,
        "bob",
        "rain",
        sentence,
    )
    assert "Set aside, not counted" in str(result) and sentence in str(result)


def test_a_typo_does_not_enter_the_consensus_or_the_feedback():
    bad = answers({("bob", "rain"): "bob,rain,Yes,0.6\nbob,rain,no,0.4\n"})
    pooled = hl.pool(bad)
    (rain, _) = pooled.document()["questions"]
    assert rain["probabilities"] == pytest.approx({"yes": (0.7 + 0.2 + 0.5) / 3, "no": (0.3 + 0.8 + 0.5) / 3})
    assert [one["expert"] for one in pooled.document()["set_aside"]] == ["bob"] and "Set aside" in str(pooled)
    books = hl.delphi(bad.rename(columns={"forecaster": "expert"})).document()
    assert list(books["feedback"][0]["median"]) == ["yes", "no"] and books["feedback"][0]["n_answers"] == 3
    assert [one["alternative"] for one in books["set_aside"]] == ["Yes"]


def test_the_majority_or_what_happened_decides_between_spellings():
    loud = {
        (who, "rain"): f"{who},rain,YES,{SAID[who]}\n{who},rain,no,{1 - SAID[who]:.1f}\n"
        for who in ("bob", "cyd", "dan")
    }
    kept = define_alternatives(read_panel(answers(loud)), None, None)
    assert kept.labels[0] == ("no", "YES") and [one.expert for one in kept.set_aside] == ["ann"]
    facts = read_outcomes(frame_of(OUTCOMES))
    kept = define_alternatives(read_panel(answers(loud)), None, facts)
    assert kept.labels[0] == ("yes", "no") and [one.expert for one in kept.set_aside] == ["bob", "cyd", "dan"]


def test_two_people_who_name_different_things_need_somebody_who_decides():
    bad = answers({("bob", "rain"): "bob,rain,yse,0.6\nbob,rain,no,0.4\n"}, people="ann bob")
    sentence = (
        r"question 'rain': 'ann' names 'yes' \(line 1\) and 'bob' names 'yse' \(line 3\).*--questions FILE"
    )
    with pytest.raises(BadRecord, match=sentence):
        hl.pool(bad)
    told = hl.score(bad, frame_of(OUTCOMES), allow_missing=True).document()
    assert [one["reason"] for one in told["set_aside"]] == [
        "'yse' is named by 'bob' alone, and 'ann' names what happened"
    ]
    more = answers(
        {("bob", "rain"): "bob,rain,yes,0.6\nbob,rain,no,0.3\nbob,rain,tie,0.1\n"}, people="ann bob"
    )
    assert (
        hl.score(more, frame_of(OUTCOMES)).document()["set_aside"] == []
    )  # the other merely left something out


def test_what_happened_exists_though_one_alone_named_it():
    tie = answers({("bob", "rain"): "bob,rain,yes,0.6\nbob,rain,no,0.3\nbob,rain,tie,0.1\n"})
    facts = frame_of(OUTCOMES.replace("rain,yes", "rain,tie"))
    assert hl.score(tie, facts).document()["set_aside"] == []


QUESTIONS = """question,alternatives,low,high,scale,unit
rain,yes|no|snow,,,,
strike,yes | no,,,,
seats,,100,300,50,seats
"""


def test_a_file_of_questions_defines_alternatives_ranges_and_scales():
    asked = read_questions(frame_of(QUESTIONS))
    assert asked.alternatives == {"rain": ("yes", "no", "snow"), "strike": ("yes", "no"), "seats": ()}
    assert asked.ranges == {"seats": (100.0, 300.0)} and asked.scales == {"seats": 50.0}
    told = scores(hl.score(answers(), frame_of(OUTCOMES), questions=asked).document())
    assert told["ann", "rain"] == pytest.approx(2 * 0.7 - 0.58 - 1 / 3)  # snow exists, though nobody named it
    assert told["ann", "strike"] == pytest.approx(2 * 0.3 - 0.58 - 1 / 2)


def test_what_is_not_in_the_file_of_questions_is_named_and_not_scored():
    bad = answers({("bob", "rain"): "bob,rain,Yes,0.6\nbob,rain,no,0.4\n"})
    bad.loc[bad["forecaster"].eq("cyd") & bad["question"].eq("strike"), "question"] = "strik"
    reason = "'Yes' is no alternative of it in DataFrame, which has yes, no, snow"
    with pytest.raises(BadRecord, match=f"line 3: 'bob', question 'rain': {reason}"):
        hl.score(bad, frame_of(OUTCOMES), questions=frame_of(QUESTIONS))
    told = hl.score(bad, frame_of(OUTCOMES), questions=frame_of(QUESTIONS), allow_missing=True).document()
    whole = scores(hl.score(answers(), frame_of(OUTCOMES), questions=frame_of(QUESTIONS)).document())
    assert scores(told) == {
        key: whole[key] for key in whole if key not in {("bob", "rain"), ("cyd", "strike")}
    }
    assert [(one["expert"], one["reason"]) for one in told["set_aside"]] == [
        ("bob", reason),
        ("cyd", "the question is not in DataFrame"),
    ]


def test_a_quantity_asked_for_is_not_answered_by_alternatives():
    seats = "question,kind\nrain,quantity\nstrike,quantity\n"
    with pytest.raises(
        BadRecord, match=r"line 1: question 'rain' is answered by alternatives; .* asks for a quantity"
    ):
        hl.pool(answers(), questions=frame_of(seats))


def test_stated_scales_and_ranges_go_through_the_studies():
    rows = "".join(f"{e},seats,{200 + d},{q}\n" for e in "abc" for d, q in ((0, 0.1), (10, 0.5), (20, 0.9)))
    panel, fact = (
        frame_of("expert,question,percentile,probability\n" + rows),
        frame_of("question,value\nseats,212\n"),
    )
    for told in (
        hl.score(panel, fact, system="crps", questions=frame_of(QUESTIONS)).document(),
        hl.delphi(panel, fact, questions=frame_of(QUESTIONS)).document(),
    ):
        assert told["scales"] == {"seats": {"size": 50.0, "source": "stated"}}
    closed = hl.score(panel, fact, system="crps", ranges=["seats=100:300"]).document()
    assert told["scores"][0]["score"] == closed["scores"][0]["score"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "question,alternatives\nq,yes\n",
            "line 1: question 'q': 'yes' is not two or more different alternatives",
        ),
        ("question,alternatives\nq,yes|yes\n", "is not two or more different alternatives"),
        ("question,alternatives\nq,yes|no\nq,a|b\n", "line 2: question 'q' was already asked in line 1"),
        ("question,alternatives\n,yes|no\n", "line 1: question is empty"),
        ("question,alternatives,kind\nq,,guess\n", "kind 'guess' is not known"),
        ("question,alternatives\nq,\nr,a|b\n", "neither alternatives nor a range"),
        ("question,alternatives,kind\nq,a|b,quantity\n", "a quantity has no alternatives"),
        ("question,alternatives,low,high\nq,a|b,1,2\n", "alternatives have no range"),
        ("question,low,high\nq,1,\n", "only low is given"),
        ("question,low,high\nq,1,many\n", "high 'many' is not a number"),
        ("question,low,high\nq,2,1\n", "low 2 does not lie below high 1"),
        ("question,low,high,scale\nq,1,2,0\n", "scale 0 is not above 0"),
    ],
)
def test_bad_questions_are_named_with_their_line(text, sentence):
    with pytest.raises(BadRecord, match=sentence):
        read_questions(frame_of(text))


def test_a_file_without_questions_is_refused():
    with pytest.raises(BadFile, match="'question' is missing"):
        read_questions(frame_of("alternatives\nyes|no\n"))


def test_where_no_answer_is_left_the_file_is_refused():
    with pytest.raises(
        BadRecord, match=r"line 1: 'ann', question 'rain': the question is not in .* none is left"
    ):
        hl.pool(answers(), questions=frame_of("question,alternatives\nsnow,yes|no\n"))


def test_an_audit_needs_every_task():
    tasks = frame_of("student,question,probability\n" + "".join(f"eve,t{k},0.8\n" for k in range(4)))
    asked = frame_of("question,alternatives\n" + "".join(f"t{k},success|failure\n" for k in range(3)))
    with pytest.raises(
        BadRecord, match="line 4: 'eve', question 't3': the question is not in DataFrame; an audit"
    ):
        hl.delphi(tasks, mode="audit", questions=asked)


def test_two_people_name_everything_alone_in_a_large_file():
    """Each question is settled by itself, however many there are."""
    count = 20_000
    questions = [f"q{k}" for k in range(count)]
    table = pd.DataFrame(
        {
            "forecaster": ["ann"] * 2 * count + ["bob"] * 3 * count,
            "question": [q for q in questions for _ in range(2)] + [q for q in questions for _ in range(3)],
            "alternative": ["yes", "no"] * count + ["yes", "no", "tie"] * count,
            "probability": [0.5, 0.5] * count + [0.5, 0.25, 0.25] * count,
        }
    )
    kept = define_alternatives(read_panel(table), None, None)
    assert kept.set_aside == () and kept.labels[7] == ("yes", "no", "tie")
