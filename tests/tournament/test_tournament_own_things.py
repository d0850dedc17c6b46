"""What users bring: rules, emulators and detectors of their own in a tournament, and its moves played again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_tournaments import bytes_of_results

import humanlike as hl
from humanlike.core import BadRequest, HumanlikeError, Play
from humanlike.datasets import write_plays
from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS, Emulator
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.samples import write_sample
from humanlike.scoring import ScoringSystem
from humanlike.tournament import Plan, resume_tournament, run_tournament
from humanlike.tournament.reconstruction import reconstructed_plays
from humanlike.tournament.trial import moves_digest
from humanlike.work import Effort, Workforce

EMULATOR_WORDS = (
    "my_rule.py:RULE",
    "my_emulator.py",
    "ewa:fitted",
    "mixed-ewa-random",
    "mix(cournot:.25,my_rule.py:.75)",
)
DETECTOR_WORDS = ("random", "my_detector.py:DETECTOR", "high-payoffs")
GAME_WORDS = ("chicken", "stag-hunt-2")
OWN = ["my-rule", "my-emulator", "mix(cournot:.25,my_rule.py:.75)", "my-detector", "my-system"]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("rule", "emulator", "detector", "system"):
            write_sample(name, folder)
        for seed, name in enumerate(("first", "second")):
            plays = [hl.play(game, "random", rounds=12, seed=seed).plays[0] for game in GAME_WORDS]
            write_plays(f"{name}.csv", [replace(each, provenance={"dataset": name}) for each in plays])
        yield folder


def plan(**changes):
    settings = {
        "humans": ("first.csv", "second.csv"),
        "emulators": EMULATOR_WORDS,
        "detectors": DETECTOR_WORDS,
        "games": GAME_WORDS,
        "system": "my_system.py:SYSTEM",
        "trials": 3,
        "until": "fixed",
    }
    return Plan(**(settings | changes))


@pytest.fixture(scope="module")
def result(place):
    return hl.compete(plan(), out="one", workers=1)


def test_users_files_travel_to_other_processes_and_change_no_byte(result):
    run_tournament(plan(), result.run.with_name("two"), effort=Effort(Workforce(2)))
    assert bytes_of_results(result.run) == bytes_of_results(result.run.with_name("two"))


def test_what_runs_unsandboxed_is_told_everywhere(result):
    from humanlike.reports.tournament_page import write_report

    assert result.document()["unsandboxed"] == OWN
    assert json.loads((result.run / "results" / "summary.json").read_text())["unsandboxed"] == OWN
    sentence = f"Not sandboxed, run with all rights of the organiser: {', '.join(OWN)}."
    assert sentence in str(result)
    write_report(result.findings, result.run.with_name("page.html"))
    assert sentence in result.run.with_name("page.html").read_text()


def test_a_run_is_not_continued_with_another_file_than_it_began_with(result):
    rule = Path("my_rule.py")
    before = rule.read_text()
    rule.write_text(before + "\n# another thought\n")
    try:
        for again in (
            lambda: resume_tournament(result.run),
            lambda: hl.play("chicken", "my-rule", like=result.run),
        ):
            with pytest.raises(BadRequest, match=r"'my_rule\.py' has changed since the run in 'one' began"):
                again()
    finally:
        rule.write_text(before)
    assert resume_tournament(result.run).trials == 3


# Played again


@pytest.mark.parametrize("game", GAME_WORDS)
@pytest.mark.parametrize("word", EMULATOR_WORDS)
def test_play_repeats_what_the_tournament_judged_move_for_move(result, word, game):
    again = hl.play(game, word, like=result.run, trials=3)
    judged = result.tournament.datasets
    (name,), rows = again.names, judged[judged["game"] == game].set_index(["trial", "source"])["moves"]
    assert [moves_digest(play) for play in again.plays] == [rows[trial, name] for trial in (1, 2, 3)]
    assert again.seed == 1 and again.plays[2].provenance["dataset"] == f"{name} trial 3"


def test_play_alone_in_the_same_shape_draws_what_the_tournament_drew(result):
    """Chicken is the first game, so the zipper has not moved anybody yet."""
    (judged,) = hl.play("chicken", "mixed-ewa-random", like=result, trial=3).plays
    pairs, rounds = judged.n_subjects // 2, judged.n_rounds
    (alone,) = hl.play("chicken", "mixed-ewa-random", seed=1, trial=3, pairs=pairs, rounds=rounds).plays
    assert moves_digest(alone) == moves_digest(judged)


def test_a_finished_tournament_is_replayed_from_its_result_or_directory(result):
    first = hl.play("chicken", "my-emulator", like=result)
    again = hl.play("chicken", "my_emulator.py", like=str(result.run))
    assert first.document() == again.document()
    (judged,) = (each for each in result.tournament.first_trial["chicken"] if each.source == "my-emulator")
    assert first.plays[0].actions.tolist() == judged.play.actions.tolist()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"trial": 4}, "no finished trial 4"),
        ({"trial": 0}, "count from 1"),
        ({"seed": 2}, "leave out seed"),
        ({"pairs": 4, "rounds": 9}, "leave out pairs, rounds"),
        ({"player": "ewa"}, "Known: ewa:fitted"),
        ({"game": "ochs"}, "Known: chicken, stag-hunt-2"),
        ({"like": "nowhere"}, "Cannot read 'nowhere/run.toml'"),
    ],
)
def test_what_was_not_played_is_not_played_again(result, changes, sentence):
    words = {"game": "chicken", "player": "my-rule", "like": result.run} | changes
    with pytest.raises(HumanlikeError) as caught:
        hl.play(words.pop("game"), words.pop("player"), **words)
    assert sentence in str(caught.value)


# Objects


def same_each_round(stream, game, shape, session):
    return stream[f"game {game.name}"].generator().integers(0, 2, size=shape.made.shape[:1]).repeat(
        shape.n_rounds
    ).reshape(shape.made.shape)  # fmt: skip


STUBBORN = Emulator("stubborn", same_each_round, author="me")
SURE = replace(DETECTORS["high-payoffs"], name="sure")
PLAIN = ScoringSystem(
    "plain", "The probability of what happened", lambda p, y: p[..., 0] * (1 - y) + p[..., 1] * y
)


def brought():
    people = [plays["chicken"] for plays in reconstructed_plays().values()]
    return {
        "humans": [Play(GAMES["chicken"], play.actions, provenance={"dataset": "mine"}) for play in people],
        "emulators": [STUBBORN, RULES["cournot"]],
        "detectors": ["random", SURE],
        "games": GAMES["chicken"],
        "pairs": 7,
        "trials": 2,
    }


def test_objects_enter_under_their_own_names(place):
    found = hl.compete(out="objects", workers=2, **brought())
    text = (found.run / "run.toml").read_text()
    assert '"object:stubborn"' in text and '"object:sure"' in text and '"object:mine"' in text
    assert '"cournot"' in text and '"chicken"' in text  # what ships has words
    assert found.document()["unsandboxed"] == ["stubborn", "sure"]
    assert found.document() == hl.compete(out="objects", workers=1, **brought()).document()
    again = hl.play("chicken", STUBBORN, like=found)
    assert moves_digest(again.plays[0]) in set(found.tournament.datasets["moves"])
    with pytest.raises(BadRequest, match=r"entered the \w+ of this plan as an object from Python"):
        resume_tournament(found.run)
    settings = brought()
    objects = [*settings["humans"], STUBBORN, SURE]
    assert resume_tournament(found.run, objects=objects).trials == 2


def test_words_and_objects_of_what_ships_make_one_plan(place):
    words = hl.compete(
        out="words",
        workers=1,
        emulators="random,cournot",
        detectors="random,dates",
        games="chicken",
        trials=1,
    )
    given = hl.compete(
        out="words",
        workers=1,
        emulators=[EMULATORS["random"], RULES["cournot"]],
        detectors=[DETECTORS["random"], DETECTORS["dates"]],
        games=[GAMES["chicken"]],
        trials=1,
    )
    assert given.document() == words.document() and given.document()["unsandboxed"] == []


def test_a_system_given_as_an_object_scores(place):
    settings = {
        "emulators": "random,cournot",
        "detectors": "random,high-payoffs",
        "games": "chicken",
        "trials": 1,
    }
    found = hl.compete(out="system", workers=1, system=PLAIN, **settings)
    frame = found.frame()
    right = frame["probability"].where(frame["is_human"], 1 - frame["probability"])
    assert frame["score"].tolist() == pytest.approx(right.tolist())
    assert found.document()["references"]["chance"] == 0.5 and found.document()["unsandboxed"] == ["plain"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"emulators": [STUBBORN, replace(STUBBORN, author="you")]},
            "Two different objects among the emulators",
        ),
        ({"emulators": [STUBBORN, SURE]}, "Among the emulators of a tournament"),
        ({"detectors": [3]}, "Among the detectors of a tournament 3 has no place"),
    ],
)
def test_objects_out_of_place_are_refused_before_anything_is_written(tmp_path, settings, sentence):
    with pytest.raises(BadRequest, match=sentence):
        hl.compete(out=tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()
