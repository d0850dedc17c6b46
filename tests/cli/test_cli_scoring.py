"""The commands score, propriety, pool, discriminate and delphi: exact keys, pictures, sentences for bad input."""

import json
import sys

import numpy as np
import pytest

from humanlike.cli import main

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


@pytest.fixture
def run(monkeypatch, capsys):
    def runner(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        return stop.value.code or 0, printed.out, printed.err

    return runner


@pytest.fixture
def files(tmp_path):
    (tmp_path / "forecasts.csv").write_text(FORECASTS)
    (tmp_path / "outcomes.csv").write_text(OUTCOMES)
    return tmp_path / "forecasts.csv", tmp_path / "outcomes.csv"


def as_json(result):
    code, out, err = result
    assert code == 0, err
    return json.loads(out)


def test_score_prints_the_promised_document(run, files):
    document = as_json(run("score", files[0], "--outcomes", files[1], "--system", "quadratic", "--json"))
    assert document["scores"][0] == {"forecaster": "ann", "question": "q1", "score": 0.0}
    assert [sorted(row) for row in document["scores"]] == [["forecaster", "question", "score"]] * 4
    assert document["means"]["ann"] == pytest.approx((0 + 0.2 - 0.82 - 0.5) / 2)


def test_minus_infinity_is_null_in_json_and_printed_as_such_for_people(run, files):
    code, out, _ = run("score", files[0], "--outcomes", files[1], "--system", "logarithmic", "--json")
    assert code == 0 and "Infinity" not in out
    assert json.loads(out)["means"]["bob"] is None
    assert "-inf" in run("score", files[0], "--outcomes", files[1], "--system", "logarithmic")[1]


@pytest.mark.parametrize(
    "system", ["brier", "ignorance", "spherical", "truncated-logarithmic:K=50", "power:exponent=2"]
)
def test_every_kind_of_system_can_be_named(run, files, system):
    document = as_json(run("score", files[0], "--outcomes", files[1], "--system", system, "--json"))
    assert set(document["means"]) == {"ann", "bob"}


def test_score_compares_the_two_best_at_every_look(run, tmp_path):
    generator = np.random.default_rng(1)
    rows, facts = ["forecaster,question,alternative,probability"], ["question,alternative"]
    for question in range(60):
        truth = generator.uniform(0.1, 0.9)
        facts.append(f"q{question},{'yes' if generator.random() < truth else 'no'}")
        for name, said in (("good", truth), ("poor", 1 - truth)):
            rows += [f"{name},q{question},yes,{said}", f"{name},q{question},no,{1 - said}"]
    (tmp_path / "f.csv").write_text("\n".join(rows))
    (tmp_path / "o.csv").write_text("\n".join(facts))
    words = ["score", tmp_path / "f.csv", "--outcomes", tmp_path / "o.csv"]
    comparison = as_json(run(*words, "--json"))["comparison"]
    assert comparison["leader"] == "good" and comparison["lower"] > 0
    assert 10 <= comparison["established_after"] <= 60
    code, out, _ = run(*words, "--figure", tmp_path / "race.svg")
    assert code == 0 and "established after" in " ".join(out.split())  # lines may be folded
    assert (tmp_path / "race.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "ann,q1,no,0.5",
            "ann,q1,no,0.4",
            "line 2: forecaster 'ann', question 'q1': probabilities sum to 0.9",
        ),
        ("ann,q1,no,0.5", "ann,q1,no,x", "line 3"),
        ("ann,q1,yes,0.5\nann,q1,no,0.5\n", "", "'ann' has no answer to question 'q1'"),
        (FORECASTS, "", "holds no rows"),
    ],
)
def test_bad_forecasts_end_with_code_2_and_a_sentence(run, files, old, new, sentence):
    files[0].write_text(FORECASTS.replace(old, new))
    code, out, err = run("score", files[0], "--outcomes", files[1])
    assert code == 2 and sentence in err and "Traceback" not in err and out == ""


def test_renormalise_and_allow_missing_are_the_ways_out(run, files):
    files[0].write_text(FORECASTS.replace("ann,q1,no,0.5", "ann,q1,no,0.4"))
    document = as_json(run("score", files[0], "--outcomes", files[1], "--renormalise", "--json"))
    assert document["scores"][0]["score"] > 0
    files[0].write_text(FORECASTS.replace("ann,q1,yes,0.5\nann,q1,no,0.5\n", ""))
    assert (
        len(as_json(run("score", files[0], "--outcomes", files[1], "--allow-missing", "--json"))["scores"])
        == 3
    )


def test_unknown_names_are_answered_with_the_known_ones(run, files):
    code, _, err = run("score", files[0], "--outcomes", files[1], "--system", "quadrat")
    assert code == 2 and "Did you mean 'quadratic'" in err
    assert run("propriety", "blotty")[0] == 2
    assert run("pool", files[0], "--method", "avarage")[0] == 2
    assert run("score", files[0], "--outcomes", files[1], "--figure", "race.gif")[0] == 2


def test_propriety_tells_proper_from_improper(run, tmp_path):
    good = as_json(run("propriety", "spherical", "--json", "--figure", tmp_path / "good.png"))
    assert good["proper"] is True and good["gain"] < 0 and set(good["best_lie"]) == {"belief", "report"}
    bad = as_json(run("propriety", "linear", "--alternatives", 2, "--json"))
    assert bad["proper"] is False and bad["gain"] == pytest.approx(0.125)
    assert (tmp_path / "good.png").stat().st_size > 5000
    assert "NOT proper" in run("propriety", "top-dog", "--figure", tmp_path / "dog.png")[1]
    assert "costs nothing" in run("propriety", "true-false", "--alternatives", 2)[1]


def test_propriety_has_three_verdicts(run, tmp_path):
    proved = as_json(run("propriety", "power:exponent=40", "--json", "--figure", tmp_path / "p.png"))
    assert proved["proper"] is True and "generator is positive" in proved["reason"]
    assert "proper, proved for" in run("propriety", "power:exponent=40")[1]
    (tmp_path / "mine.py").write_text(
        "import numpy as np\nfrom humanlike.scoring import QUADRATIC, ScoringSystem\n"
        "def raw(p, y):\n"
        "    odd = (p == 0).any(axis=-1) & np.ones(y.shape, dtype=bool)\n"
        "    return np.where(odd, np.nan, QUADRATIC.raw(p, y))\n"
        "SYSTEM = ScoringSystem('mine', 'Mine', raw)\n"
    )
    unknown = as_json(run("propriety", f"{tmp_path / 'mine.py'}:SYSTEM", "--json"))
    assert unknown["proper"] is None and unknown["gain"] is None and "not a number" in unknown["reason"]
    assert "cannot be told whether proper" in run("propriety", f"{tmp_path / 'mine.py'}:SYSTEM")[1]


@pytest.mark.parametrize(("method", "first"), [("average", 0.3), ("log-odds", 0.25), ("parimutuel", 0.5)])
def test_pool_gives_the_memos_example(run, files, tmp_path, method, first):
    files[0].write_text("\n".join(FORECASTS.splitlines()[i] for i in (0, 1, 2, 5, 6)))
    words = ["pool", files[0], "--method", method, "--json", "--figure", tmp_path / "pool.png"]
    (question,) = as_json(run(*words))["questions"]
    assert question["question"] == "q1"
    assert question["probabilities"] == pytest.approx({"yes": first, "no": 1 - first})
    assert "yes" in run("pool", files[0], "--method", method)[1]


def test_pool_weighted_by_score(run, files):
    words = ["pool", files[0], "--method", "score-weighted", "--system", "quadratic"]
    assert run(*words)[0] == 2
    document = as_json(run(*words, "--outcomes", files[1], "--json"))
    assert document["weights"]["ann"] > document["weights"]["bob"]


def test_discriminate_prints_the_promised_document(run, tmp_path):
    words = ["discriminate", "--p", 0.5, "--y1", 0.5, "--y2", 0.6, "--system", "quadratic", "--n", 100]
    document = as_json(run(*words, "--json", "--figure", tmp_path / "d.png"))
    assert {"worse_leads_exact", "tie_exact", "worse_leads_normal", "bounds", "needed"} <= set(document)
    assert document["worse_leads_normal"] == pytest.approx(0.1586552539, abs=5e-11)
    assert document["bounds"] == pytest.approx([0.0, 2.0], abs=1e-9) and document["needed"] == 281
    assert "normal" in run(*words)[1]
    assert run("discriminate", "--p", 0.5, "--y1", 0.6, "--y2", 0.6)[0] == 2
    assert run("discriminate", "--p", 1.5, "--y1", 0.5, "--y2", 0.6)[0] == 2


PANEL = "expert,round,question,alternative,percentile,probability\n" + "".join(
    f"{expert},{round_},{question},yes,,{p}\n{expert},{round_},{question},no,,{1 - p}\n"
    for round_, shift in ((1, 0.2), (2, 0.0))
    for question in ("war", "coin")
    for expert, p in (("a", 0.75 - shift), ("b", 0.5), ("c", 0.25))
)
SEATS = "".join(f"{e},1,seats,,{200 + d},{q}\n" for e in "abc" for d, q in ((0, 0.1), (10, 0.5), (20, 0.9)))


def test_delphi_from_panel_to_payments(run, tmp_path):
    (tmp_path / "panel.csv").write_text(PANEL + SEATS)
    (tmp_path / "facts.csv").write_text("question,alternative,value\nwar,yes,\ncoin,no,\nseats,,212\n")
    before = as_json(run("delphi", tmp_path / "panel.csv", "--json"))
    assert set(before) == {"feedback", "checks", "set_aside", "look_alikes"} and len(before["feedback"]) == 5
    words = ["delphi", tmp_path / "panel.csv", "--outcomes", tmp_path / "facts.csv", "--system", "quadratic"]
    words += ["--budget", 300, "--rationality", "coin:yes=0.5", "--range", "seats=150:250"]
    after = as_json(run(*words, "--json", "--figure", tmp_path / "panel.png"))
    assert {row["expert"] for row in after["checks"]} == {"a", "c"}
    assert sum(after["payments"].values()) <= 300
    assert {row["expert"] for row in after["ranking"]} == {"a", "b", "c"}
    assert len(after["scores"]) == 6 and after["means"]["b"] == 0.0
    shown = run(*words)[1]
    assert "Payments" in shown and "Ranking" in shown
    assert "Checked, neither scored nor paid: coin" in shown and "Not paid: seats" in shown


def test_delphi_marks_tests_and_audits_tasks(run, files, tmp_path):
    document = as_json(run("delphi", files[0], "--mode", "test", "--outcomes", files[1], "--json"))
    assert [mark["student"] for mark in document["marks"]] == ["ann", "bob"]
    tasks = tmp_path / "tasks.csv"
    tasks.write_text("student,question,probability\n" + "".join(f"eve,t{k},0.8\n" for k in range(8)))
    drawn = as_json(run("delphi", tasks, "--mode", "audit", "--json"))["audit"]
    assert len(drawn) == 2
    rows = "".join(f"eve,{row['question']},success\n" for row in drawn)
    (tmp_path / "done.csv").write_text("student,question,alternative\n" + rows)
    words = ["delphi", tasks, "--mode", "audit", "--outcomes", tmp_path / "done.csv", "--system", "quadratic"]
    (eve,) = as_json(run(*words, "--json"))["audited"]
    assert eve["n_audited"] == 2 and eve["estimated_total"] == pytest.approx(8 * 0.42)
    assert "eve" in run(*words)[1]
    undrawn = next(f"t{k}" for k in range(8) if f"t{k}" not in {row["question"] for row in drawn})
    (tmp_path / "done.csv").write_text("student,question,alternative\n" + rows + f"eve,{undrawn},success\n")
    code, out, err = run(*words)
    assert code == 2 and out == "" and f"done.csv, line 4: task '{undrawn}' of 'eve' was not drawn" in err


@pytest.mark.parametrize(
    "words",
    [
        ["--mode", "quiz"],
        ["--budget", "10"],
        ["--mode", "test"],
        ["--rationality", "coin=0.5"],
        ["--rationality", "coin:edge=0.5"],
        ["--range", "seats"],
        ["--method", "vote"],
        ["--system", "quadrat"],
    ],
)
def test_delphi_refuses_in_a_sentence(run, tmp_path, words):
    (tmp_path / "panel.csv").write_text(PANEL)
    code, _, err = run("delphi", tmp_path / "panel.csv", *words)
    assert code == 2 and err.startswith("humanlike: ") and err.count("\n") == 1


def test_mixed_units_are_not_averaged(run, tmp_path):
    (tmp_path / "panel.csv").write_text(PANEL + SEATS)
    (tmp_path / "facts.csv").write_text("question,alternative,value\nwar,yes,\ncoin,no,\nseats,,212\n")
    code, _, err = run("score", tmp_path / "panel.csv", "--outcomes", tmp_path / "facts.csv")
    assert code == 2 and "different units" in err
    (tmp_path / "panel.csv").write_text(PANEL.splitlines()[0] + "\n" + SEATS)
    (tmp_path / "facts.csv").write_text("question,value\nseats,212\n")
    words = [
        "score",
        tmp_path / "panel.csv",
        "--outcomes",
        tmp_path / "facts.csv",
        "--system",
        "crps",
        "--json",
    ]
    assert as_json(run(*words))["means"]["a"] < 0


PAYOFFS = "action,alternative,payoff\nprotect,yes,-1\nprotect,no,-1\nwait,yes,-4\nwait,no,0\n"


def test_decide_prints_actions_worths_and_weights_and_draws(run, files, tmp_path):
    (tmp_path / "payoffs.csv").write_text(PAYOFFS)
    words = ("decide", files[0], "--payoffs", tmp_path / "payoffs.csv", "--resamples", "50")
    document = as_json(run(*words, "--outcomes", files[1], "--system", "quadratic", "--json"))
    assert [one["action"] for one in document["decisions"]] == ["protect", "wait", "protect", "protect"]
    assert {row["forecaster"]: row["worth"] for row in document["worths"]} == {"ann": -1.0, "bob": -2.5}
    assert document["single_actions"] == {"protect": -1.0, "wait": -2.0}
    assert document["regions"]["every"][0] == {"action": "wait", "lower": 0.0, "upper": 0.25}
    assert document["systems"][0]["weights"][49] == pytest.approx(4.0)
    code, out, _ = run(*words, "--figure", tmp_path / "value.svg")
    assert code == 0 and "What each would do" in out and (tmp_path / "value.svg").stat().st_size > 1000


def test_payoffs_that_do_not_fit_are_a_sentence(run, files, tmp_path):
    (tmp_path / "payoffs.csv").write_text(PAYOFFS.replace(",no,", ",never,"))
    code, out, err = run("decide", files[0], "--payoffs", tmp_path / "payoffs.csv")
    assert code == 2 and not out and "can end in 'no', for which no action has a payoff" in err


def test_several_systems_side_by_side(run, files, tmp_path):
    words = ("score", files[0], "--outcomes", files[1], "--system", "quadratic,brier,spherical")
    document = as_json(run(*words, "--json"))
    assert document["systems"] == ["quadratic", "brier", "spherical"] and document["reversals"] == []
    assert [pair["correlation"] for pair in document["agreements"]] == pytest.approx([1.0] * 3)
    assert run(*words, "--figure", tmp_path / "systems.png")[0] == 0
    code, _, err = run("score", files[0], "--outcomes", files[1], "--system", "quadratic,sferical")
    assert code == 2 and "Did you mean 'spherical'" in err


def test_the_best_discriminator_is_named_and_the_name_is_taken(run, files):
    document = as_json(run("discriminate", "--p", ".9", "--y1", ".95", "--y2", ".6", "--best", "--json"))
    assert document["per_root_question"]["ratio"] == pytest.approx(0.988449, abs=1e-6)
    name = document["best"]["system"]
    again = as_json(run("discriminate", "--p", ".9", "--y1", ".95", "--y2", ".6", "--system", name, "--json"))
    assert again["ratio"] == pytest.approx(document["ratio"]) and "best" not in again
    assert run("score", files[0], "--outcomes", files[1], "--system", name)[0] == 0
