"""Panels: reading with every fault named, feedback, payments, checks, marks, audits."""

import numpy as np
import pytest

from humanlike.core import BadFile, BadRecord, BadRequest, Streams
from humanlike.scoring import (
    DENSITY_SCORES,
    LOGARITHMIC,
    QUADRATIC,
    reliability_diagram,
    truncated_logarithmic,
)
from humanlike.scoring.panels import (
    Rationality,
    audited_scores,
    check_panel,
    draw_audit,
    give_feedback,
    mark_test,
    mean_scores,
    pay_within_budget,
    read_outcomes,
    read_panel,
    score_matrix,
    score_panel,
)

HEADER = "expert,round,question,alternative,percentile,probability\n"
FORECASTS = """forecaster,question,alternative,probability
ann,q1,yes,0.7
ann,q1,no,0.3
ann,q2,red,0.5
ann,q2,green,0.3
ann,q2,blue,0.2
bob,q1,yes,0.4
bob,q1,no,0.6
bob,q2,red,0.2
bob,q2,green,0.2
bob,q2,blue,0.6
"""
OUTCOMES = "question,alternative\nq1,yes\nq2,green\n"


@pytest.fixture
def write(tmp_path):
    def writer(text, name="forecasts.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return writer


def test_scores_by_hand(write):
    panel, facts = read_panel(write(FORECASTS)), read_outcomes(write(OUTCOMES, "outcomes.csv"))
    scored = score_panel(panel, facts, QUADRATIC.score)
    got = {(answer.expert, answer.question): answer.score for answer in scored}
    assert got["ann", "q1"] == pytest.approx(2 * 0.7 - 0.58 - 0.5)
    assert got["ann", "q2"] == pytest.approx(-0.1133333333)
    assert mean_scores(scored)["ann"] == pytest.approx((got["ann", "q1"] + got["ann", "q2"]) / 2)
    experts, questions, matrix = score_matrix(scored)
    assert experts == ("ann", "bob") and questions == ("q1", "q2") and matrix.shape == (2, 2)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "ann,q1,no,0.3",
            "ann,q1,no,0.4",
            "line 2: forecaster 'ann', question 'q1': probabilities sum to 1.1",
        ),
        ("ann,q1,no,0.3", "ann,q1,no,-0.3", "line 3: forecaster 'ann', question 'q1': probability -0.3"),
        ("ann,q1,no,0.3", "ann,q1,no,nan", "line 3: .*'nan' is not a finite number"),
        ("ann,q1,no,0.3", "ann,q1,no,lots", "line 3: .*'lots' is not a number"),
        ("ann,q1,no,0.3", "ann,q1,yes,0.3", "line 3: forecaster 'ann' answers question 'q1', 'yes' twice"),
        ("ann,q1,no,0.3", "ann,q1,,0.3", "line 3: .*no alternative"),
        ("ann,q1,no,0.3", ",q1,no,0.3", "line 3: forecaster is empty"),
        ("ann,q1,no,0.3", "ann,q1,no,0.3,7", "line 3: more fields"),
    ],
)
def test_bad_forecasts_are_named_with_line_and_author(write, old, new, sentence):
    with pytest.raises(BadRecord, match=sentence):
        read_panel(write(FORECASTS.replace(old, new)))


def test_renormalising_is_the_explicit_way_out(write):
    path = write(FORECASTS.replace("ann,q1,no,0.3", "ann,q1,no,0.7"))
    with pytest.raises(BadRecord, match="--renormalise"):
        read_panel(path)
    panel = read_panel(path, renormalise=True)
    assert panel.probability[:2].tolist() == [0.5, 0.5]
    assert check_panel(panel, [])[0].finding == "probabilities summed to 1.4"
    zeros = write("forecaster,question,alternative,probability\nann,q1,yes,0\nann,q1,no,0\n", "zeros.csv")
    with pytest.raises(BadRecord, match="sum to 0"):
        read_panel(zeros, renormalise=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no rows"),
        ("forecaster,question,alternative,probability\n\n", "no rows"),
        ("question,alternative,probability\nq1,yes,1\n", "who answered"),
        ("expert,alternative,probability\na,yes,1\n", "'question' is missing"),
        ("expert,student,question,alternative,probability\na,a,q,yes,1\n", "both say who"),
    ],
)
def test_files_that_are_no_forecasts_are_refused(write, text, sentence):
    with pytest.raises(BadFile, match=sentence):
        read_panel(write(text))


def test_missing_and_binary_files_are_refused(tmp_path):
    with pytest.raises(BadFile, match="cannot be read"):
        read_panel(tmp_path / "absent.csv")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(BadFile):
        read_panel(tmp_path / "binary.csv")


@pytest.mark.parametrize(
    ("outcomes", "sentence"),
    [
        ("question,alternative\nq1,yes\n", "question 'q2' has no outcome"),
        (OUTCOMES + "q3,yes\n", "line 4: nobody was asked question 'q3'"),
        (
            "question,alternative\nq1,maybe\nq2,red\n",
            "line 2: 'maybe' is no alternative of question 'q1'.*yes, no",
        ),
        (OUTCOMES + "q1,no\n", "line 4: question 'q1' already has an outcome in line 2"),
    ],
)
def test_bad_outcomes_are_named(write, outcomes, sentence):
    panel = read_panel(write(FORECASTS))
    with pytest.raises(BadRecord, match=sentence):
        score_panel(panel, read_outcomes(write(outcomes, "outcomes.csv")), QUADRATIC.score)


def test_a_missing_answer_is_named_or_allowed(write):
    panel = read_panel(write(FORECASTS.replace("bob,q1,yes,0.4\nbob,q1,no,0.6\n", "")))
    facts = read_outcomes(write(OUTCOMES, "outcomes.csv"))
    with pytest.raises(BadRecord, match="'bob' has no answer to question 'q1'"):
        score_panel(panel, facts, QUADRATIC.score)
    assert len(score_panel(panel, facts, QUADRATIC.score, allow_missing=True)) == 3


def test_an_omitted_alternative_has_probability_zero(write):
    panel = read_panel(write(FORECASTS.replace("ann,q2,green,0.3\nann,q2,blue,0.2\n", "ann,q2,blue,0.5\n")))
    scored = score_panel(panel, read_outcomes(write(OUTCOMES, "o.csv")), LOGARITHMIC.score)
    assert [a.score for a in scored if (a.expert, a.question) == ("ann", "q2")] == [-np.inf]


PANEL = HEADER + "".join(
    f"{expert},{round_},war,yes,,{p}\n{expert},{round_},war,no,,{1 - p:.2f}\n"
    for round_, said in ((1, (0.2, 0.6, 0.9)), (2, (0.5, 0.6, 0.7)))
    for expert, p in zip("abc", said, strict=True)
)
SEATS = "".join(
    f"{e},2,seats,,{200 + d + s},{q}\n"
    for e, s in zip("abc", (0, 4, 10), strict=True)
    for d, q in ((0, 0.1), (10, 0.5), (20, 0.9))
)


def test_feedback_of_every_round(write):
    records = give_feedback(read_panel(write(PANEL + SEATS)))
    first, second, seats = records
    assert (first.round, second.round, seats.question) == (1, 2, "seats")
    assert first.median == pytest.approx({"yes": 0.6, "no": 0.4})
    assert first.consensus["yes"] == pytest.approx(1.7 / 3)
    assert second.disagreement < first.disagreement
    assert seats.median == pytest.approx({"0.1": 204, "0.5": 214, "0.9": 224}) and seats.consensus == {}


def test_only_the_last_round_is_scored_unless_all_are(write):
    panel = read_panel(write(PANEL))
    facts = read_outcomes(write("question,alternative\nwar,yes\n", "o.csv"))
    assert [answer.round for answer in score_panel(panel, facts, QUADRATIC.score)] == [2, 2, 2]
    assert len(score_panel(panel, facts, QUADRATIC.score, last_round_only=False)) == 6


def test_quantities_are_scored_with_a_range_or_exponential_tails(write):
    panel = read_panel(write(HEADER + SEATS))
    facts = read_outcomes(write("question,value\nseats,207\n", "o.csv"))
    open_ = score_panel(panel, facts, QUADRATIC.score, density_score=DENSITY_SCORES["logarithmic"])
    assert open_.score[0] == pytest.approx(np.log(0.04))  # .4 of the mass on a width of 10
    closed = score_panel(
        panel, facts, QUADRATIC.score, density_score=DENSITY_SCORES["quadratic"], bounds={"seats": (150, 250)}
    )
    assert closed.score[0] == pytest.approx(0.08 - (0.1**2 / 50 + 2 * 0.4**2 / 10 + 0.1**2 / 30))
    with pytest.raises(BadRecord, match="quantity"):
        score_panel(panel, facts, QUADRATIC.score)
    with pytest.raises(BadRecord, match="asks for a number"):
        score_panel(
            panel,
            read_outcomes(write("question,value\nseats,many\n", "x.csv")),
            QUADRATIC.score,
            density_score=DENSITY_SCORES["crps"],
        )


def test_disordered_percentiles_are_refused_or_sorted(write):
    path = write(HEADER + "a,1,seats,,200,0.5\na,1,seats,,210,0.1\na,1,seats,,220,0.9\n")
    with pytest.raises(BadRecord, match="line 2: expert 'a'"):
        read_panel(path)
    assert read_panel(path, renormalise=True).probability.tolist() == [0.1, 0.5, 0.9]


def test_a_question_cannot_be_both_kinds(write):
    with pytest.raises(BadRecord, match="the other way"):
        read_panel(write(HEADER + "a,1,x,yes,,1\nb,1,x,,3,0.2\nb,1,x,,4,0.8\n"))
    with pytest.raises(BadRecord, match="mixes"):
        read_panel(write(HEADER + "a,1,x,yes,,1\na,1,x,,3,0.2\n"))
    with pytest.raises(BadRecord, match="round 'two'"):
        read_panel(write(HEADER + "a,two,x,yes,,1\n"))


def test_payments_stay_within_the_budget_and_keep_the_order(write):
    panel = read_panel(write(FORECASTS))
    for outcome in ("yes", "no"):
        facts = read_outcomes(write(f"question,alternative\nq1,{outcome}\nq2,green\n", "o.csv"))
        scored = score_panel(panel, facts, QUADRATIC.score)
        pay = pay_within_budget(panel, scored, QUADRATIC, 1000.0)
        assert sum(pay.values()) <= 1000 and min(pay.values()) >= 0
        totals = {e: sum(a.score for a in scored if a.expert == e) for e in panel.experts}
        slope = (pay["ann"] - pay["bob"]) / (totals["ann"] - totals["bob"])
        assert slope == pytest.approx(500 / (2 + 2))  # each question's scores span 2, whoever competes
    with pytest.raises(BadRequest, match="no lowest score"):
        pay_within_budget(panel, scored, LOGARITHMIC, 1000.0)


def test_nobody_is_paid_for_certainty_about_falsehoods(write):
    text = "expert,question,alternative,probability\na,q,yes,1\na,q,no,0\nb,q,yes,0\nb,q,no,1\n"
    panel, facts = read_panel(write(text)), read_outcomes(write("question,alternative\nq,yes\n", "o.csv"))
    system = truncated_logarithmic(10.0)
    pay = pay_within_budget(panel, score_panel(panel, facts, system.score), system, 80.0)
    assert pay == pytest.approx({"a": 40.0, "b": 0.0})


def test_rationality_questions_and_constant_certainty_are_found(write):
    text = "expert,question,alternative,probability\n" + "".join(
        f"{who},{q},heads,{p}\n{who},{q},tails,{1 - p}\n"
        for who, said in (("sane", (0.5, 0.6, 0.4)), ("bold", (1.0, 1.0, 0.0)))
        for q, p in zip(("coin", "x", "y"), said, strict=True)
    )
    panel = read_panel(write(text))
    findings = check_panel(panel, [Rationality("coin", "heads", 0.5)])
    assert [(f.expert, f.question) for f in findings] == [("bold", "coin"), ("bold", "")]
    with pytest.raises(BadRequest, match="not in"):
        check_panel(panel, [Rationality("coin", "edge", 0.5)])


def test_a_confidence_marked_test(write):
    panel = read_panel(write(FORECASTS.replace("forecaster", "student")))
    key = read_outcomes(write(OUTCOMES, "key.csv"))
    ann, bob = mark_test(panel, key, QUADRATIC)
    assert (ann.right, ann.true_false, ann.n_questions) == (0.5, 0.0, 2)
    assert ann.confidence == pytest.approx(0.6) and ann.overconfidence == pytest.approx(0.1)
    promised = (
        QUADRATIC.expected([0.7, 0.3], [0.7, 0.3]) + QUADRATIC.expected([0.5, 0.3, 0.2], [0.5, 0.3, 0.2])
    ) / 2
    assert ann.promised == pytest.approx(float(promised))
    assert (bob.right, bob.true_false) == (0.0, -1.0)


TASKS = "student,question,probability\n" + "".join(f"eve,t{k},0.8\nfin,t{k},0.6\n" for k in range(8))


def test_an_audit_draws_the_same_share_of_everybody(write):
    panel = read_panel(write(TASKS))
    drawn = draw_audit(Streams(4), panel, 0.25)
    assert [expert for expert, _ in drawn] == ["eve", "eve", "fin", "fin"] and len(set(drawn)) == 4
    assert drawn == draw_audit(Streams(4), panel, 0.25)


def test_audited_totals_are_unbiased(write):
    """Over many draws of the audit the estimated total equals the total of all tasks."""
    panel = read_panel(write(TASKS))
    truth = {("eve", f"t{k}"): "success" if k < 6 else "failure" for k in range(8)}
    full = [QUADRATIC.score([0.8, 0.2], 0 if k < 6 else 1) for k in range(8)]
    estimates = []
    for seed in range(150):
        drawn = [pair for pair in draw_audit(Streams(seed), panel, 0.5) if pair[0] == "eve"]
        rows = "".join(f"eve,{task},{truth['eve', task]}\n" for _, task in drawn)
        facts = read_outcomes(write("student,question,alternative\n" + rows, "audit.csv"))
        eve, fin = audited_scores(panel, facts, QUADRATIC, drawn)
        estimates.append(eve.estimated_total)
        assert eve.n_audited == 4 and fin.n_audited == 0 and np.isnan(fin.estimated_total)
    error = np.std(estimates) / np.sqrt(len(estimates))
    assert np.mean(estimates) == pytest.approx(np.sum(full), abs=4 * error)
    assert eve.claimed == pytest.approx(0.8)
    # everything audited: nothing left to estimate
    rows = "".join(f"{who},{task},{outcome}\n" for (who, task), outcome in truth.items())
    eve = audited_scores(
        panel,
        read_outcomes(write("student,question,alternative\n" + rows, "a.csv")),
        QUADRATIC,
        list(truth),
    )[0]
    assert eve.estimated_total == pytest.approx(np.sum(full)) and eve.standard_error == 0.0
    assert eve.achieved == 0.75


def test_only_what_was_drawn_is_audited(write):
    """Nobody performs other tasks than those drawn, or leaves out one that failed."""
    panel = read_panel(write(TASKS))
    drawn = draw_audit(Streams(4)["audit"], panel, 0.25)
    others = sorted({f"t{k}" for k in range(8)} - {task for who, task in drawn if who == "eve"})

    def audit(pairs, **options):
        rows = "".join(f"{who},{task},success\n" for who, task in pairs)
        facts = read_outcomes(write("student,question,alternative\n" + rows, "done.csv"))
        return audited_scores(panel, facts, QUADRATIC, drawn, **options)

    assert [(one.n_drawn, one.n_audited) for one in audit(drawn)] == [(2, 2), (2, 2)]
    own = ", ".join(task for who, task in drawn if who == "eve")
    for options in ({}, {"allow_missing": True}):
        swapped = [("eve", others[0]), *drawn[1:]]
        sentence = f"done.csv, line 2: task '{others[0]}' of 'eve' was not drawn; drawn were: {own} "
        with pytest.raises(BadRecord, match=sentence):
            audit(swapped, **options)
        with pytest.raises(BadRecord, match="line 6: task 't99' of 'eve' was not drawn"):
            audit([*drawn, ("eve", "t99")], **options)
        with pytest.raises(BadRecord, match="of 'zoe' was not drawn; drawn were: none"):
            audit([*drawn, ("zoe", "t1")], **options)
    with pytest.raises(BadRecord, match=f"task '{drawn[0][1]}' of 'eve' was drawn and has no outcome"):
        audit(drawn[1:])
    assert audit(drawn[1:], allow_missing=True)[0].n_audited == 1
    everybody = read_outcomes(write(f"question,alternative\n{others[0]},success\n", "all.csv"))
    with pytest.raises(BadRecord, match="was not drawn"):
        audited_scores(panel, everybody, QUADRATIC, drawn)


def test_calibration_parts_add_up_to_the_brier_loss():
    """Murphy: with one forecast value in each bin, loss = reliability - resolution + uncertainty."""
    generator = np.random.default_rng(3)
    said = generator.choice([0.05, 0.35, 0.65, 0.95], 500)
    happened = generator.random(500) < said
    parts = reliability_diagram(said, happened)
    loss = np.mean((said - happened) ** 2)
    assert loss == pytest.approx(parts.reliability - parts.resolution + parts.uncertainty)
    assert parts.n_forecasts.sum() == 500
    with pytest.raises(BadRecord):
        reliability_diagram([], [])
