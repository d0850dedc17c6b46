"""score, pool, discriminate, propriety and delphi from Python: words, files, frames and objects alike."""

import json
import subprocess
import sys
from io import StringIO

import pandas as pd
import pytest
from matplotlib.figure import Figure

import humanlike as hl
from humanlike.cli import main
from humanlike.core import BadFile, BadRecord, BadRequest, HumanlikeError
from humanlike.naming.scoring_systems import find_system
from humanlike.scoring import FORMS, QUADRATIC, ScoringSystem
from humanlike.scoring.panels import Rationality, read_outcomes, read_panel

FORECASTS = """forecaster,question,alternative,probability
ann,q1,yes,0.5
ann,q1,no,0.5
ann,q2,yes,0.9
ann,q2,no,0.1
bob,q1,yes,0.1
bob,q1,no,0.9
bob,q2,yes,1
bob,q2,no,0
"""
OUTCOMES = "question,alternative\nq1,yes\nq2,no\n"
PANEL = "expert,round,question,alternative,percentile,probability\n" + "".join(
    f"{expert},{round_},{question},yes,,{p}\n{expert},{round_},{question},no,,{1 - p}\n"
    for round_, shift in ((1, 0.25), (2, 0.0))
    for question in ("war", "coin")
    for expert, p in (("a", 0.75 - shift), ("b", 0.5), ("c", 0.25))
)
SEATS = "".join(f"{e},1,seats,,{200 + d},{q}\n" for e in "abc" for d, q in ((0, 0.1), (10, 0.5), (20, 0.9)))
FACTS = "question,alternative,value\nwar,yes,\ncoin,no,\nseats,,212\n"
SEATS_ALONE, SEATS_FACT = PANEL.splitlines()[0] + "\n" + SEATS, "question,value\nseats,212\n"
MINE = """
import numpy as np
from humanlike.scoring import ScoringSystem


def raw(probabilities, outcome):
    index = np.asarray(outcome)[..., None]
    chosen = np.take_along_axis(probabilities, index, axis=-1)[..., 0]
    return 2 * chosen - (probabilities**2).sum(axis=-1)


SYSTEM = ScoringSystem("mine", "My quadratic", raw)
FLAT = ScoringSystem("flat", "One number for all", lambda probabilities, outcome: 0.0)
DEEP = ScoringSystem("deep", "Never finite", lambda p, y: np.full(np.broadcast_shapes(p.shape[:-1], y.shape), -np.inf))
"""


def frame_of(text):
    return pd.read_csv(StringIO(text))


@pytest.fixture
def place(tmp_path, monkeypatch):
    for name, text in (
        ("forecasts.csv", FORECASTS),
        ("outcomes.csv", OUTCOMES),
        ("panel.csv", PANEL + SEATS),
        ("facts.csv", FACTS),
        ("mine.py", MINE),
    ):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_frames_and_objects_give_the_same_document(place):
    by_path = hl.score("forecasts.csv", "outcomes.csv").document()
    assert hl.score(frame_of(FORECASTS), frame_of(OUTCOMES)).document() == by_path
    panel, facts = read_panel("forecasts.csv"), read_outcomes("outcomes.csv")
    assert hl.score(panel, facts, system=QUADRATIC).document() == by_path
    assert hl.pool(frame_of(FORECASTS)).document() == hl.pool("forecasts.csv").document()
    by_path = hl.delphi("panel.csv", "facts.csv", ranges=["seats=150:250"], rationality=["war:yes=0.5"])
    by_frame = hl.delphi(
        frame_of(PANEL + SEATS),
        frame_of(FACTS),
        ranges={"seats": (150.0, 250.0)},
        rationality=[Rationality("war", "yes", 0.5)],
    )
    told, by_file = by_frame.document(), by_path.document()
    for check in (*told["checks"], *by_file["checks"]):
        del check["line"]  # a frame has no heading line
    assert told == by_file


def test_gaps_that_turn_whole_numbers_into_floats_do_not_change_names(place):
    forecasts = frame_of("forecaster,question,alternative,probability\nann,1,1,0.25\nann,1,2,0.75\n")
    outcomes = frame_of("question,alternative\n1,2\n,\n")
    assert outcomes["alternative"].dtype == float
    assert hl.score(forecasts, outcomes).document()["means"] == {"ann": 2 * 0.75 - 0.625 - 0.5}


@pytest.mark.parametrize(
    ("frame", "error", "sentence"),
    [
        (
            frame_of(FORECASTS).replace(0.9, 0.8),
            BadRecord,
            "DataFrame, line 3: forecaster 'ann', question 'q2'",
        ),
        (frame_of(FORECASTS).drop(columns="question"), BadFile, "DataFrame: column 'question' is missing"),
        (frame_of(FORECASTS).iloc[:0], BadFile, "DataFrame: holds no rows"),
        (17, BadRequest, "a pandas DataFrame was expected, not 17"),
    ],
)
def test_a_wrong_table_is_named_with_its_line(frame, error, sentence):
    with pytest.raises(error, match=sentence):
        hl.score(frame, frame_of(OUTCOMES))


def test_a_literature_form_is_taken_by_name_and_as_an_object(place):
    by_name = hl.score("forecasts.csv", "outcomes.csv", system="brier")
    assert hl.score("forecasts.csv", "outcomes.csv", system=FORMS["brier"]).document() == by_name.document()
    assert by_name.means == pytest.approx({"ann": (0.5 + 1.62) / 2, "bob": (1.62 + 2) / 2})
    assert by_name.best_first == ["ann", "bob"] and "lower is better" in str(by_name)


def test_of_many_questions_a_story_tells_those_disputed_most_and_the_table_has_all():
    rows = [(who, f"q{number}", word, p if word == "yes" else 1 - p)
            for number in range(300) for who, p in (("ann", 0.5), ("bob", 0.5 + number / 1000))
            for word in ("yes", "no")]  # fmt: skip
    found = hl.pool(pd.DataFrame(rows, columns=["forecaster", "question", "alternative", "probability"]))
    said = str(found)
    assert len(found.frame()) == 600 and len(found.document()["questions"]) == 300
    assert said.count("\n") < 410 and "q299 " in said and "q99 " not in said and "all 300" in said


def studies(system):
    """Every study that takes a scoring system, with one."""
    return [
        hl.score("forecasts.csv", "outcomes.csv", system=system),
        hl.pool("forecasts.csv", method="score-weighted", outcomes="outcomes.csv", system=system),
        hl.discriminate(0.5, 0.5, 0.6, system=system),
        hl.propriety(system, alternatives=2),
        hl.delphi("panel.csv", "facts.csv", system=system, budget=100),
        hl.delphi("forecasts.csv", "outcomes.csv", mode="test", system=system),
    ]


def test_a_users_own_system_goes_through_every_study_from_a_file_and_as_an_object(place):
    own = find_system("mine.py:SYSTEM")
    for by_word, by_object, shipped in zip(
        studies("mine.py:SYSTEM"), studies(own), studies("quadratic"), strict=True
    ):
        assert by_word.document() == by_object.document()
        assert numbers(by_word.document()) == pytest.approx(numbers(shipped.document()), abs=1e-12)


def numbers(document):
    """Every number in a document, in order."""
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        return [number for part in document for number in numbers(part)]
    return [float(document)] if isinstance(document, int | float) else []


def test_a_users_own_system_goes_through_every_command(place, monkeypatch, capsys):
    for line in (
        "score forecasts.csv --outcomes outcomes.csv --system mine.py:SYSTEM",
        "pool forecasts.csv --method score-weighted --outcomes outcomes.csv --system mine.py:SYSTEM",
        "discriminate --p .5 --y1 .5 --y2 .6 --system mine.py:SYSTEM",
        "propriety mine.py:SYSTEM --alternatives 2",
        "delphi panel.csv --outcomes facts.csv --system mine.py:SYSTEM",
    ):
        monkeypatch.setattr(sys, "argv", ["humanlike", *line.split(), "--json"])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code in (0, None), line
        json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("mine.py:FLAT", "'mine.py': System 'flat': .* must return the shape"),
        ("mine.py:DEEP", "must be finite where every alternative has some probability"),
        ("mine.py:raw", "is a function, not a scoring system"),
        ("mine.py:NOBODY", "defines no 'NOBODY'"),
        ("quadratic:K=3", "takes nothing after a colon"),
        ("power:exponent=x", "is not of the form name=number"),
    ],
)
def test_a_system_that_breaks_its_promises_is_refused_in_a_sentence(place, word, sentence):
    for call in (lambda: hl.score("nowhere.csv", "nowhere.csv", system=word), lambda: hl.propriety(word)):
        with pytest.raises(HumanlikeError, match=sentence):
            call()


def test_a_system_object_that_breaks_its_promises_is_refused_too(place):
    flat = ScoringSystem("flat", "One number for all", lambda probabilities, outcome: 0.0)
    with pytest.raises(HumanlikeError, match="must return the shape"):
        hl.discriminate(0.5, 0.5, 0.6, system=flat)
    with pytest.raises(BadRequest, match="A scoring system or its name was expected, not 3"):
        hl.discriminate(0.5, 0.5, 0.6, system=3)


def test_a_system_that_only_borrows_a_name_does_not_score_quantities(place):
    borrowed = ScoringSystem("quadratic", "Not the house's", find_system("mine.py:SYSTEM").raw)
    with pytest.raises(BadRecord, match="scores alternatives only"):
        hl.score(
            frame_of(SEATS_ALONE),
            frame_of(SEATS_FACT),
            system=borrowed,
        )


def test_a_users_own_score_of_quantities_is_taken(place):
    (place / "density.py").write_text("def width(density, value):\n    return -1.5\n")
    told = hl.delphi("panel.csv", "facts.csv", density_system="density.py:width").document()
    assert set(told["quantity_means"].values()) == {-1.5}
    assert hl.delphi("panel.csv", "facts.csv", density_system=lambda density, value: -1.5).document() == told


RESULTS = {
    "score": (lambda: hl.score("forecasts.csv", "outcomes.csv"), ["forecaster", "question", "score"], 4),
    "pool": (lambda: hl.pool("forecasts.csv"), ["question", "alternative", "probability", "disagreement"], 4),
    "discriminate": (
        lambda: hl.discriminate(0.5, 0.5, 0.9, n=5),
        ["questions", "worse_leads_exact", "tie_exact", "worse_leads_normal"],
        42,  # twice the 21 needed
    ),
    "propriety": (
        lambda: hl.propriety("linear", alternatives=2),
        ["system", "proper", "gain", "alternative", "belief", "report"],
        2,
    ),
    "delphi": (
        lambda: hl.delphi("panel.csv"),
        ["round", "question", "alternative", "median", "consensus", "disagreement"],
        11,
    ),
    "settled": (lambda: hl.delphi("panel.csv", "facts.csv"), ["expert", "round", "question", "score"], 9),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_a_table_a_document_a_picture_and_a_story(place, name):
    make, columns, n_rows = RESULTS[name]
    result = make()
    frame = result.frame()
    assert list(frame.columns) == columns and len(frame) == n_rows
    assert isinstance(result.plot(), Figure)
    assert repr(result) == f"<{type(result).__name__}: {result.headline()}>" and "\n" not in repr(result)
    assert str(result).startswith(result.headline()[:40]) and result.headline()[:20] in result._repr_html_()
    assert json.loads(json.dumps(result.document())) == result.document(), "not plain Python"


def test_audits_are_told_and_have_no_picture(place):
    tasks = frame_of("student,question,probability\n" + "".join(f"eve,t{k},0.8\n" for k in range(8)))
    drawn = hl.delphi(tasks, mode="audit")
    assert len(drawn.frame()) == 2 and repr(drawn) == "<AuditDrawResult: 2 tasks are drawn to be audited.>"
    done = drawn.frame().assign(alternative="success").rename(columns={"expert": "student"})
    audited = hl.delphi(tasks, done, mode="audit", system="quadratic")
    assert audited.frame()["estimated_total"].tolist() == pytest.approx([8 * 0.42])
    for result in (drawn, audited):
        with pytest.raises(BadRequest, match="Audits have no picture"):
            result.plot()


def test_equal_scores_share_the_first_place(place):
    told = hl.delphi(frame_of(SEATS_ALONE), frame_of(SEATS_FACT))
    assert told.headline().startswith("a, b, c share the first place of 3")


def test_scoring_loads_no_jax():
    code = (
        "import sys, humanlike as hl;"
        "hl.discriminate(.5, .5, .6); hl.propriety('linear', alternatives=2); hl.score, hl.pool, hl.delphi;"
        "sys.exit('jax' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


EASY_AND_HARD = "forecaster,question,alternative,probability\n" + "".join(
    f"{who},q{number},yes,{chance:.4f}\n{who},q{number},no,{1 - chance:.4f}\n"
    for number in range(60)
    for who, chance in (("A", 0.9), ("B", 0.92 if number < 30 else 0.4))
    if who == "B" or number < 30
)
ALL_YES = "question,alternative\n" + "".join(f"q{number},yes\n" for number in range(60))


def test_answering_easy_questions_only_does_not_lead(place):
    """B does better on each of the thirty that A chose, and answered thirty hard ones as well."""
    result = hl.score(frame_of(EASY_AND_HARD), frame_of(ALL_YES), allow_missing=True)
    told = result.document()
    assert told["means"]["A"] > told["means"]["B"] and result.best_first == ["B", "A"]
    assert (told["ranked_by"], told["common_questions"]) == ("adjusted mean", 30)
    assert told["adjusted_means"]["B"] > told["adjusted_means"]["A"]
    assert told["comparison"]["leader"] == "B" and told["comparison"]["n"] == 30
    (rival,) = told["rivals"]
    assert rival["forecaster"] == "A" and rival["n"] == 30 and rival["mean"] > 0
    assert "30 questions common to all" in str(result) and "adjusted for the questions answered" in str(
        result
    )
    losses = hl.score(frame_of(EASY_AND_HARD), frame_of(ALL_YES), allow_missing=True, system="brier")
    assert losses.best_first == ["B", "A"] and losses.document()["comparison"]["leader"] == "B"


def test_a_panel_with_gaps_is_ranked_on_what_compares(place):
    panel = frame_of(EASY_AND_HARD).rename(columns={"forecaster": "expert"})
    for mode in ("panel", "test"):
        result = hl.delphi(panel, frame_of(ALL_YES), mode=mode, allow_missing=True, system="quadratic")
        told = result.document()
        assert [row["expert"] for row in told["ranking"]] == ["B", "A"]
        assert [row["questions"] for row in told["ranking"]] == [60, 30]
        assert (told["ranked_by"], told["common_questions"]) == ("adjusted mean", 30)
        assert result.headline().startswith("B ranks first") and "30 questions common to all" in str(result)


def test_without_gaps_the_mean_itself_ranks(place):
    result = hl.score("forecasts.csv", "outcomes.csv")
    told = result.document()
    assert (told["ranked_by"], told["common_questions"]) == ("mean", 2)
    assert told["adjusted_means"] == told["means"]
    assert "everybody answered all 2 questions" in str(result) and "adjusted" not in str(result)


def test_who_beats_the_leader_on_common_questions_is_named(place):
    """A beats C wherever both answered, and looks poor beside B, who fails where A did not answer."""
    rows = "".join(
        f"{who},q{number},yes,{chance:.4f}\n{who},q{number},no,{1 - chance:.4f}\n"
        for number in range(20)
        for who, chance in (("A", 0.80 + number / 1000), ("B", 0.82 if number < 10 else 0.2), ("C", 0.7))
        if who != "A" or number < 10
    )
    outcomes = "\n".join(ALL_YES.splitlines()[:21])
    header = EASY_AND_HARD.splitlines()[0] + "\n"
    result = hl.score(frame_of(header + rows), frame_of(outcomes), allow_missing=True)
    assert result.best_first[0] == "C"
    assert "Ahead of the leader on the questions both answered: A by" in str(result)


def leavers(n_rounds):
    """Five experts disagree in round 1; after each round one more does not answer again."""
    return "expert,round,question,alternative,probability\n" + "".join(
        f"e{expert},{round_},war,yes,{p}\ne{expert},{round_},war,no,{1 - p:.2f}\n"
        for round_ in range(1, n_rounds + 1)
        for expert, p in enumerate((0.1, 0.3, 0.5, 0.7, 0.9))
        if expert >= min(round_ - 1, 4)
    )


def test_who_does_not_answer_again_is_carried_forward(place):
    result = hl.delphi(frame_of(leavers(11)))
    said = result.document()["feedback"]
    assert [row["round"] for row in said] == list(range(1, 12))
    assert [row["n_answers"] for row in said] == [5] * 11
    assert [row["n_carried"] for row in said] == [0, 1, 2, 3, *[4] * 7]
    assert [row["disagreement"] for row in said] == pytest.approx([0.24] * 11)  # and not 0 once one is left
    assert "carried forward to later rounds, where somebody did not answer again: 34." in str(result)


def test_a_changed_answer_replaces_the_one_carried(place):
    changed = leavers(2) + "e0,3,war,yes,0.5\ne0,3,war,no,0.5\n"
    last = hl.delphi(frame_of(changed)).document()["feedback"][-1]
    assert (last["round"], last["n_answers"], last["n_carried"]) == (3, 5, 4)
    assert last["consensus"]["yes"] == pytest.approx((0.5 + 0.3 + 0.5 + 0.7 + 0.9) / 5)


def test_rationality_questions_are_neither_scored_nor_paid(place):
    """What somebody says of a fair coin changes no score, rank or payment; its outcome need not be known."""
    settled = [
        hl.delphi(
            frame_of(
                PANEL.replace(
                    "c,2,coin,yes,,0.25\nc,2,coin,no,,0.75", f"c,2,coin,yes,,{p}\nc,2,coin,no,,{1 - p}"
                )
            ),
            frame_of(facts),
            system="quadratic",
            budget=100,
            rationality=["coin:yes=0.5"],
        ).document()
        for p, facts in (
            (0.25, "question,alternative\nwar,yes\ncoin,no\n"),
            (0.75, "question,alternative\nwar,yes\n"),
        )
    ]
    for key in ("scores", "means", "ranking", "payments"):
        assert settled[0][key] == settled[1][key]
    assert {row["question"] for row in settled[0]["scores"]} == {"war"}
    assert settled[0]["checked_only"] == ["coin"]
    alone = hl.delphi(
        frame_of(PANEL),
        frame_of("question,alternative\nwar,yes\n"),
        mode="test",
        rationality=["coin:yes=0.5"],
    )
    assert [mark.n_questions for mark in alone.marks] == [1, 1, 1]
    with pytest.raises(BadRequest, match="checked, not scored"):
        hl.delphi(
            frame_of(PANEL),
            frame_of("question,alternative\nwar,yes\n"),
            rationality=["coin:yes=0.5", "war:yes=0.5"],
        )


def quantities(factor):
    """Two experts, six quantities; a is better on five of them, b on the one that may be written in other units."""
    rows, facts = ["expert,question,percentile,probability"], ["question,value"]
    for number in range(6):
        unit = factor if number == 5 else 1.0
        facts.append(f"q{number},{(100 + number) * unit!r}")
        for expert, off in (("a", 20.0 if number == 5 else 1.0), ("b", 2.0)):
            rows += [
                f"{expert},q{number},{(100 + number + off + shift) * unit!r},{level}"
                for shift, level in ((-10, 0.1), (0, 0.5), (10, 0.9))
            ]
    return frame_of("\n".join(rows)), frame_of("\n".join(facts))


@pytest.mark.parametrize("system", ["crps", "quadratic", "logarithmic", "spherical"])
def test_units_of_a_quantity_change_no_mean_and_no_rank(place, system):
    plain, grams = (hl.score(*quantities(factor), system=system) for factor in (1.0, 1e6))
    assert grams.means == pytest.approx(plain.means) and grams.best_first == plain.best_first
    told = grams.document()
    assert told["scales"]["q5"] == {"size": pytest.approx(25e6), "source": "answers"}
    if system == "crps":  # an answer is told in its own unit
        own = [
            {(row["forecaster"], row["question"]): row["score"] for row in each.document()["scores"]}
            for each in (plain, grams)
        ]
        assert own[1]["a", "q5"] == pytest.approx(1e6 * own[0]["a", "q5"])
    books = [hl.delphi(*quantities(factor), density_system=system).document() for factor in (1.0, 1e6)]
    assert books[1]["quantity_means"] == pytest.approx(books[0]["quantity_means"])
    ranked = [[(row["expert"], row["rank"]) for row in book["quantity_ranking"]] for book in books]
    assert ranked[0] == ranked[1] and "averaged in units of each question's scale" in str(grams)


def test_a_stated_range_is_the_scale(place):
    told = hl.score(*quantities(1.0), system="crps", ranges=["q0=0:400"]).document()
    assert told["scales"]["q0"] == {"size": 400.0, "source": "range"}
    assert told["scales"]["q1"] == {"size": pytest.approx(25.0), "source": "answers"}


def test_quantities_are_ranked_and_said_not_to_be_paid(place):
    result = hl.delphi("panel.csv", "facts.csv", system="quadratic", budget=100, ranges=["seats=150:250"])
    told = result.document()
    assert [row["expert"] for row in told["quantity_ranking"]] == ["a", "b", "c"]
    assert told["not_paid"] == ["seats"] and "Not paid: seats" in str(result)
    assert "Ranking by quantities" in str(result)


@pytest.mark.parametrize("text", ["inf", "-Infinity", "nan", "1e999", "many", "12,5"])
def test_an_outcome_that_is_no_number_is_refused_with_row_and_question(place, text):
    facts = pd.DataFrame({"question": ["seats"], "value": [text]})
    for call in (
        lambda: hl.score(frame_of(SEATS_ALONE), facts, system="crps"),
        lambda: hl.delphi(frame_of(SEATS_ALONE), facts),
    ):
        with pytest.raises(
            BadRecord, match=f"DataFrame, line 1: question 'seats' asks for a number, not '{text}'"
        ):
            call()


@pytest.mark.parametrize(
    ("old", "new", "options", "sentence"),
    [
        (
            "b,1,seats,,220,0.9",
            "b,1,seats,,1e308,0.9",
            {},
            "line 4: 'b', question 'seats': Breaks must lie between",
        ),
        (
            "",
            "",
            {"ranges": ["seats=205:300"]},
            "line 1: 'a', question 'seats': The range 205 to 300 does not hold",
        ),
        (
            "b,1,seats,,210,0.5",
            "b,1,seats,,210,0.1",
            {},
            "line 4: 'b', question 'seats': An exponential tail needs",
        ),
        ("", "", {"ranges": ["seatz=0:300"]}, "--range speaks of question 'seatz', which nobody answers"),
    ],
)
def test_percentiles_that_make_no_density_are_named_with_row_and_author(place, old, new, options, sentence):
    for study in (hl.delphi, lambda *tables, **words: hl.score(*tables, system="crps", **words)):
        with pytest.raises(HumanlikeError, match=sentence):
            study(
                frame_of(SEATS_ALONE.replace(old, new) if old else SEATS_ALONE),
                frame_of(SEATS_FACT),
                **options,
            )


def test_a_rationality_question_must_have_been_asked(place):
    for mode in ("panel", "test"):
        with pytest.raises(BadRequest, match="--rationality speaks of question 'coyn'"):
            hl.delphi("panel.csv", "facts.csv", mode=mode, rationality=["coyn:yes=0.5"])
