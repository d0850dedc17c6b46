"""`humanlike market`, `humanlike power` and `humanlike compare`: whole runs, keys of --json, bad input."""

import json
import sys

import pytest

from humanlike.cli import main

SMALL = ("--agents", "planner,buffered+noise", "--days", 20)


@pytest.fixture
def humanlike(monkeypatch, capsys):
    """Run the command in this process; returns exit code, output, errors."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return stop.value.code or 0, shown.out, shown.err

    return run


def test_power_prints_both_designs(humanlike):
    code, out, _ = humanlike("power", "--effect", ".5", "--alpha", ".05", "--power", ".8", "--json")
    document = json.loads(out)
    assert code == 0 and document["independent"] == 64 and document["paired"] == 34


@pytest.mark.parametrize("missing", ["effect", "games", "alpha", "power"])
def test_power_solves_for_whatever_is_left_out(humanlike, missing):
    values = {"effect": 0.5, "games": 40, "alpha": 0.05, "power": 0.8}
    words = [word for name, value in values.items() if name != missing for word in (f"--{name}", value)]
    code, out, _ = humanlike("power", *words, "--json")
    assert code == 0 and {"independent", "paired"} <= set(json.loads(out))
    assert humanlike("power", *words)[0] == 0


def test_power_refuses_riddles(humanlike):
    code, _, err = humanlike("power", "--effect", ".5")
    assert code == 2 and "leave one out" in err
    assert humanlike("power", "--effect", "0", "--alpha", ".05", "--power", ".8")[0] == 2


def test_play_holds_what_it_is_told_and_repeats_from_its_seed_file(humanlike, tmp_path):
    seeds = tmp_path / "seeds.txt"
    words = ("market", "play", *SMALL, "--games", 2, "--hold", "supply,27", "--json")
    code, out, _ = humanlike(*words, "--save-seeds", seeds)
    document = json.loads(out)
    assert code == 0 and [row["agent"] for row in document["agents"]] == ["planner", "buffered+noise"]
    first, second = (each["market"] for each in document["seeds"])
    assert first[2:26] == second[2:26] and first[27] == second[27] and first[26] != second[26]
    again = json.loads(humanlike("market", "play", *SMALL, "--seed-file", seeds, "--json")[1])
    assert again["agents"][0]["scores"] == document["agents"][0]["scores"][:1]


def test_play_prints_a_table_and_draws(humanlike, tmp_path):
    code, out, _ = humanlike("market", "play", *SMALL, "--figures", tmp_path)
    assert code == 0 and "planner" in out and (tmp_path / "daily_profit.png").stat().st_size > 10_000


def test_compare_in_paired_markets(humanlike, tmp_path):
    words = ("market", "compare", "planner", "planner-no-curve", *SMALL, "--games", 5, "--together")
    code, out, _ = humanlike(*words, "--json")
    document = json.loads(out)
    assert code == 0 and document["n"] == 5
    assert [method["name"] for method in document["methods"]] == [
        "independent", "demand-adjusted", "paired", "together",
    ]  # fmt: skip
    assert {"bias", "lower", "upper"} <= set(document["together"])
    code, out, _ = humanlike(*words, "--figures", tmp_path)
    assert code == 0 and "Both in one game" in out
    assert (tmp_path / "methods.png").exists() and (tmp_path / "games_needed.png").exists()


def test_noise_table(humanlike, tmp_path):
    words = ("market", "noise", *SMALL, "--markets", 1, "--repeats", 2, "--random-games", 3)
    code, out, _ = humanlike(*words, "--json", "--figures", tmp_path)
    rows = json.loads(out)["rows"]
    assert code == 0 and {"agent", "mean_random", "sd_random", "sd_controlled", "ratio"} <= set(rows[0])
    assert (tmp_path / "daily_random.png").exists()
    assert "markets repeated 2 times" in " ".join(humanlike(*words)[1].split())


@pytest.mark.parametrize("design", ["fixing", "jansen"])
def test_sensitivity_of_prices_and_profits(humanlike, tmp_path, design):
    words = ("market", "sensitivity", *SMALL, "--design", design, "--markets", 3, "--repeats", 2,
             "--random-games", 3, "--factors", "demand,supply")  # fmt: skip
    code, out, _ = humanlike(*words, "--figures", tmp_path, "--output", "all")
    assert code == 0 and "demand" in out and (tmp_path / "sensitivity_by_day_all.png").exists()
    code, out, _ = humanlike(*words, "--output", "scores", "--json")
    document = json.loads(out)
    assert code == 0 and document["factors"] == ["demand", "supply"] and len(document["total"][0]) == 2


def test_sensitivity_by_salib(humanlike):
    words = (
        "market",
        "sensitivity",
        *SMALL,
        "--design",
        "saltelli",
        "--markets",
        4,
        "--factors",
        "demand,supply",
    )
    code, out, _ = humanlike(*words, "--output", "all,scores", "--json")
    outputs = json.loads(out)["outputs"]
    assert code == 0 and len(outputs["all"]) == 1 and len(outputs["scores"]) == 2
    assert {"first", "total", "total_half_width"} <= set(outputs["scores"][0])
    assert "seconds" in humanlike(*words)[1]


def test_compare_takes_any_pair_of_one_kind(humanlike):
    words = ("--trials", 4, "--rounds", 5, "--pairs", 2)
    code, out, _ = humanlike("compare", "ewa", "cournot", *words, "--json")
    assert code == 0 and json.loads(out)["kind"] == "emulators"
    code, out, _ = humanlike("compare", "coordination", "high-payoffs", *words)
    assert code == 0 and "mean log score" in out
    code, out, _ = humanlike(
        "compare", "ewa", "cournot", *words, "--rounds", 10, "--detector", "coordination"
    )
    assert code == 0 and "P(human) by coordination" in out


@pytest.mark.slow
def test_compare_takes_market_agents(humanlike):
    code, out, _ = humanlike("compare", "planner", "planner-no-endgame", "--trials", 3, "--json")
    assert code == 0 and json.loads(out)["kind"] == "agents" and json.loads(out)["n"] == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("market", "play", "--agents", "planer"), "Did you mean 'planner'"),
        (("market", "play", "--hold", "suply"), "Did you mean 'supply'"),
        (("market", "play", "--hold", "supply", "--vary", "demand"), "not both"),
        (("market", "play", "--seed-file", "/nowhere"), "seed file"),
        (("market", "play", "--days", "12", "--workers", "-1"), "--workers"),
        (("market", "compare", *SMALL, "--games", "2"), "at least 3 pairs"),
        (("market", "compare", "planner", "planner", *SMALL, "--games", "3"), "without variance"),
        (("market", "sensitivity", "--design", "jannsen"), "Did you mean 'jansen'"),
        (("market", "sensitivity", "--output", "pintel"), "No output"),
        (("compare", "ewa", "planner"), "not two of one kind"),
        (("compare", "ewa", "ewa", "--trials", "3", "--rounds", "5"), "without variance"),
        (("compare", "likelihood-ratio", "random"), "needs training"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(humanlike, words, sentence):
    code, _, err = humanlike(*words)
    assert code == 2 and sentence in err and "Traceback" not in err
