"""Panels in arrays: the same as a plain loop over the rows, with gaps, rounds and answers of any size."""

import numpy as np
import pandas as pd
import pytest

from humanlike.core import BadRecord
from humanlike.scoring import DENSITY_SCORES, density_from_percentiles, pool_forecasts, truncated_logarithmic
from humanlike.scoring.panels import (
    give_feedback,
    mean_scores,
    pool_panel,
    read_outcomes,
    read_panel,
    score_matrix,
    score_panel,
)

SYSTEM = truncated_logarithmic(50.0)
LEVELS = [0.1, 0.25, 0.5, 0.9]


def random_answers(seed):
    """{(expert, round, question): {alternative or value: probability}}, in the order of a file."""
    generator = np.random.default_rng(seed)
    answers = {}
    for round_ in (1, 2, 3):
        for question in generator.permutation(12):
            for expert in generator.permutation(7):
                if generator.random() < 0.35:
                    continue  # a gap
                said = generator.dirichlet(np.ones(2 + question % 3)).round(3)
                said[0] += 1 - said.sum()
                alternatives = {f"a{k}": float(p) for k, p in enumerate(said)}
                if question >= 9:
                    values = (
                        np.sort(generator.normal(question, 3, len(LEVELS))) + np.arange(len(LEVELS)) * 1e-3
                    )
                    alternatives = dict(zip(values.tolist(), LEVELS, strict=True))
                answers[f"e{expert}", round_, f"q{question}"] = alternatives
    return answers


def frame_of(answers):
    rows = [
        (*key, label if isinstance(label, str) else None, None if isinstance(label, str) else label, p)
        for key, said in answers.items()
        for label, p in said.items()
    ]
    return pd.DataFrame(
        rows, columns=["expert", "round", "question", "alternative", "percentile", "probability"]
    )


def last_round(answers):
    last = {}
    for (expert, round_, question), said in answers.items():
        if (expert, question) not in last or round_ > last[expert, question][0]:
            last[expert, question] = (round_, said)
    return last


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("density", ["crps", "quadratic", "logarithmic"])
@pytest.mark.parametrize("bounds", [{}, {"q9": (-90.0, 90.0), "q11": (-80.0, 99.0)}])
def test_scores_are_those_of_a_loop(seed, density, bounds):
    answers = random_answers(seed)
    truth = {f"q{q}": "a1" if q < 9 else str(q + 0.3) for q in range(11)}  # q11 is not settled
    panel = read_panel(frame_of(answers))
    outcomes = read_outcomes(pd.DataFrame({"question": truth.keys(), "outcome": truth.values()}))
    own = DENSITY_SCORES[density]
    scored = score_panel(panel, outcomes, SYSTEM.score, density_score=own, bounds=bounds, allow_missing=True)
    one_by_one = score_panel(
        panel, outcomes, SYSTEM.score, density_score=lambda d, x: own(d, x), bounds=bounds, allow_missing=True
    )
    expected, scaled = {}, {}
    for (expert, question), (_, said) in last_round(answers).items():
        if question not in truth:
            continue
        if question in ("q9", "q10"):
            range_ = bounds.get(question)
            widths = [
                (max(values) - min(values)) / 0.8
                for (_, asked), (_, values) in last_round(answers).items()
                if asked == question
            ]
            scale = range_[1] - range_[0] if range_ else np.median(widths)
            for size, table in ((1.0, expected), (scale, scaled)):
                shape = density_from_percentiles(
                    np.array(list(said)) / size,
                    LEVELS,
                    bounds=(range_[0] / size, range_[1] / size) if range_ else None,
                    tail=None if range_ else "exponential",
                )
                table[expert, question] = float(own(shape, float(truth[question]) / size))
        else:
            expected[expert, question] = float(SYSTEM.score([said[f"a{k}"] for k in range(len(said))], 1))
            scaled[expert, question] = expected[expert, question]
    assert {(a.expert, a.question): a.score for a in scored} == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(one_by_one.score, scored.score, rtol=1e-12)
    for expert, mean in mean_scores(scored).items():
        assert mean == pytest.approx(np.mean([s for (e, _), s in scaled.items() if e == expert]))
    experts, questions, matrix = score_matrix(scored)
    assert (~np.isnan(matrix)).sum() == len(scaled)
    for (expert, question), value in scaled.items():
        assert matrix[experts.index(expert), questions.index(question)] == pytest.approx(value)


@pytest.mark.parametrize("method", ["average", "log-odds", "parimutuel"])
def test_feedback_and_consensus_are_those_of_a_loop(method):
    answers = random_answers(8)
    for said in give_feedback(read_panel(frame_of(answers)), method):
        standing = {e: (r, a) for (e, r, q), a in answers.items() if r <= said.round and q == said.question}
        own = [a for _, a in standing.values()]
        assert said.n_carried == sum(r < said.round for r, _ in standing.values())
        if said.consensus:
            table = np.array([[a[label] for label in said.median] for a in own])
            pooled = pool_forecasts(table, method)
            assert list(said.consensus.values()) == pytest.approx(pooled.tolist(), rel=1e-11)
            assert said.disagreement == pytest.approx(np.abs(table - pooled).sum(axis=1).mean() / 2)
        else:
            table = np.array([list(a) for a in own])
            widths = np.quantile(table, 0.75, axis=0) - np.quantile(table, 0.25, axis=0)
            assert said.disagreement == pytest.approx(widths.mean())
        assert said.n_answers == len(own)
        assert list(said.median.values()) == pytest.approx(np.median(table, axis=0).tolist(), rel=1e-14)


def test_a_panel_is_pooled_with_everybodys_last_answer_and_weight():
    answers = {key: said for key, said in random_answers(9).items() if int(key[2][1:]) < 9}
    weights = {f"e{k}": k + 1.0 for k in range(7)}
    last = last_round(answers)
    for pooled in pool_panel(read_panel(frame_of(answers)), "average", weights):
        own = {expert: said for (expert, question), (_, said) in last.items() if question == pooled.question}
        expected = sum(
            weights[e] * np.array([said[label] for label in pooled.alternatives]) for e, said in own.items()
        )
        np.testing.assert_allclose(pooled.consensus, expected / sum(weights[e] for e in own), rtol=1e-12)


def test_lines_are_counted_in_the_file_and_across_cells_with_line_breaks(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text(
        'forecaster,question,alternative,probability\n\nann,"who\nwins",yes,0.5\nann,"who\nwins",no,x\n'
    )
    sentence = "line 6: forecaster 'ann', question 'who\nwins': probability 'x' is not a number"
    with pytest.raises(BadRecord, match=sentence):
        read_panel(path)


PLAIN = """forecaster,question,alternative,probability
ann,q1,yes,0.7
ann, q1 ,no,0.3
\u00e5sa,q1,yes,.2
\u00e5sa,q1,no,.8
"""


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        PLAIN.rstrip(),
        PLAIN.replace("q1", '"q1"'),
        PLAIN.replace("ann,q1,yes", "\nann,q1,yes"),
        PLAIN + " ,\u00a0,,\n",
        "\ufeff" + PLAIN,
    ],
)
def test_plain_files_and_all_others_hold_the_same_answers(tmp_path, text):
    (tmp_path / "plain.csv").write_bytes(PLAIN.encode())
    (tmp_path / "other.csv").write_bytes(text.encode())
    plain, other = read_panel(tmp_path / "plain.csv"), read_panel(tmp_path / "other.csv")
    assert (plain.experts, plain.questions, plain.labels) == (other.experts, other.questions, other.labels)
    assert plain.experts == ("ann", "\u00e5sa") and plain.probability.tolist() == other.probability.tolist()
    assert other.line.tolist() == [line + ("\n\n" in text) for line in (2, 4)]
