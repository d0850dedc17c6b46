"""A tournament from Python: words, lists and plans alike; the result is a table, a document, a picture, a story."""

import json

import pytest
from matplotlib.figure import Figure

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadFile, BadRequest, strict_json
from humanlike.studies.published import PublishedResult
from humanlike.tournament import Plan
from humanlike.tournament.beginnings import Beginning, keep_beginning
from humanlike.tournament.directory import foreign_in, remove_run
from humanlike.tournament.plan import plan_text

EMULATORS, DETECTORS = ("random", "cournot"), ("random", "ninety-percent", "high-payoffs")
SETTINGS = {"emulators": EMULATORS, "detectors": DETECTORS, "games": "chicken,stag-hunt-2", "trials": 2}


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return hl.compete(out=tmp_path_factory.mktemp("runs") / "one", workers=1, **SETTINGS)


def test_words_by_commas_lists_and_plans_are_one_tournament(result, tmp_path):
    plan = Plan(emulators=EMULATORS, detectors=DETECTORS, trials=2)
    again = hl.compete(plan, out=tmp_path / "run", workers=1, games=["chicken", "stag-hunt-2"])
    assert again.document() | {"run": ""} == result.document() | {"run": ""}
    assert hl.compete(resume=tmp_path / "run", workers=1).document() == again.document()


def test_the_result_is_a_table_a_document_a_picture_and_a_story(result):
    frame = result.frame()
    assert len(frame) == 2 * 2 * 5 * 3  # trials, games, datasets, detectors
    assert {"trial", "game", "source", "detector", "probability", "score"} <= set(frame.columns)
    document = result.document()
    assert json.loads(json.dumps(document))["trials"] == 2 and document["report"] is None
    assert isinstance(result.plot(), Figure)
    assert "Emulators (lowest wins; ranks by unweighted mean)" in str(result)
    assert "\n" not in repr(result) and "nobody is crowned" in repr(result)
    assert "<table>" in result._repr_html_()


def test_the_crown_is_a_setting_and_the_story_names_whom_it_holds_for(tmp_path):
    found = hl.compete(out=tmp_path / "run", workers=1, **SETTINGS, crown="published")
    story = str(found)
    assert found.tournament.plan.crown == "published" and "leads after 2 trials" in repr(found)
    assert "wins on these people and these games: 3 experiments (CIT (reconstruction)" in story
    assert "which detectors are not told" in story and "Other people, other games" in story
    assert found.document()["crown"]["rule"] == "published"
    kept = json.loads((tmp_path / "run" / "results" / "summary.json").read_text())
    assert kept["crown"] == json.loads(strict_json(found.document()["crown"]))


def test_a_resumed_run_goes_by_its_own_plan(result):
    with pytest.raises(BadRequest, match="leave out trials"):
        hl.compete(resume=result.run, trials=5)


def test_the_picture_shows_every_emulator_and_calls_a_reconstruction_so(result):
    texts = {text.get_text() for text in result.plot().axes[0].get_yticklabels()}
    assert texts == {"people (reconstruction)", *EMULATORS}


def test_progress_counts_trials_and_ends_full(tmp_path):
    told = []
    settings = SETTINGS | {"trials": 30, "detectors": ("random", "high-payoffs"), "confidence": 0.6}
    settings["emulators"] = ("cournot", "fictitious-play")
    found = hl.compete(out=tmp_path / "run", workers=1, progress=lambda *said: told.append(said), **settings)
    assert found.tournament.trials < 30
    assert (
        f"both winners established after {found.tournament.trials} trials",
        *[found.tournament.trials] * 2,
    ) in told
    assert told[-1][1] == told[-1][2]
    assert {(1, 30), (2, 30)} <= {said[1:] for said in told}


# Run directories


def test_a_folder_that_is_no_runs_is_refused_and_untouched(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    for hold in (lambda: hl.compete(out=tmp_path, **SETTINGS), lambda: hl.run(out=tmp_path, trials=1)):
        with pytest.raises(BadRequest, match=r"no run's directory: it holds thesis\.txt"):
            hold()
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_no_directory(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="a run needs a directory"):
        hl.run(out=tmp_path / "file", trials=1)


def test_the_published_run_replaces_no_other_run(result):
    before = contents(result.run)
    with pytest.raises(BadRequest, match="holds another run"):
        hl.run(out=result.run, trials=1)
    assert contents(result.run) == before


def own_run(folder, plan, verb="run"):
    trial = folder / "results" / "trials" / "00001"
    trial.mkdir(parents=True)
    (folder / "run.toml").write_text(plan_text(plan))
    nothing = {name: {} for name in ("entries", "files", "people", "games", "versions")}
    keep_beginning(folder, Beginning(verb=verb, plan=plan.model_dump(mode="json"), **nothing))
    for name in ("log.jsonl", "report.html", "results/summary.json", "results/.summary.json.x1y2_abc"):
        (folder / name).write_text("")
    (trial / "checksums.json").write_text("{}")


def test_a_run_of_its_own_is_removed_whatever_its_trials(tmp_path):
    own_run(tmp_path / "run", Plan(trials=3))
    assert foreign_in(tmp_path / "run") == []
    remove_run(tmp_path / "run", Plan(trials=60))
    assert not list((tmp_path / "run").iterdir())


def test_a_users_tournament_of_the_same_plan_is_not_removed(tmp_path):
    """`humanlike run` deletes only what it made itself; of runs of version 0.1 nobody knows."""
    for name, verb in (("theirs", "tournament"), ("old", "run")):
        own_run(tmp_path / name, Plan(), verb)
    (tmp_path / "old" / "began.json").unlink()
    before = contents(tmp_path)
    for name in ("theirs", "old"):
        with pytest.raises(BadRequest, match="`humanlike run` did not make"):
            remove_run(tmp_path / name, Plan())
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", ["notes.md", "results/mine.csv", "results/trials/00001/why.txt"])
def test_what_no_run_wrote_keeps_its_run_from_being_removed(tmp_path, name):
    own_run(tmp_path, Plan())
    (tmp_path / name).write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(BadRequest, match=f"also {name}, which no run wrote"):
        remove_run(tmp_path, Plan())
    assert contents(tmp_path) == before


@pytest.mark.parametrize("text", ["seed = 2\n", "colour = 3\n", "= = ="])
def test_a_run_of_another_plan_is_not_removed(tmp_path, text):
    (tmp_path / "run.toml").write_text(text)
    with pytest.raises(BadRequest, match="holds another run"):
        remove_run(tmp_path, Plan())
    assert (tmp_path / "run.toml").read_text() == text


def test_the_published_result_adds_its_tables(result):
    published = PublishedResult(result.tournament, result.run)
    document = published.document()
    assert document.pop("ensemble")["members"] == 200 and "nobody" in document.pop("sound")["verdict"][0]
    assert document.pop("agreement")["printed"] == 0
    assert document == result.document() | {"published": []}  # another design has none
    assert repr(published).startswith("<PublishedResult: The published tournament: ")


# Drawn games


def test_drawn_games_are_written_once_and_never_over_others(tmp_path):
    drawn = hl.draw("random:2", seed=5)
    for _ in range(2):
        drawn.write(tmp_path / "games.json")
    before = (tmp_path / "games.json").read_bytes()
    with pytest.raises(BadRequest, match="holds other games"):
        hl.draw("random:2", seed=6).write(tmp_path / "games.json")
    assert (tmp_path / "games.json").read_bytes() == before
    assert len(drawn.frame()) == 2 * (4 + 9) and drawn.commitment in str(drawn)
    with pytest.raises(BadRequest, match="random:N"):
        hl.draw("chicken")


# The commands


def test_the_commands_print_the_studies(tmp_path, capsys):
    words = ["--emulators", "random,cournot", "--detectors", ",".join(DETECTORS), "--games", "chicken"]
    app(["tournament", *words, "--trials", "1", "--workers", "1", "--out", str(tmp_path / "run"), "--json"],
        standalone_mode=False)  # fmt: skip
    document = json.loads(capsys.readouterr().out)
    assert document["report"] == str(tmp_path / "run" / "report.html")
    assert (tmp_path / "run" / "report.html").exists()
    app(["tournament", "--resume", str(tmp_path / "run"), "--workers", "1"], standalone_mode=False)
    assert "Report: " in capsys.readouterr().out
    app(["tournament", "--games", "random:2", "--draw", str(tmp_path / "g.json"), "--json"],
        standalone_mode=False)  # fmt: skip
    assert len(json.loads(capsys.readouterr().out)["games"]) == 2
