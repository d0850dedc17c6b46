"""A language model in participants' places: asked over a real connection, found among participants, asked only once."""

from dataclasses import replace

import numpy as np
import pytest
from loopback import Said, in_chances, serving

import humanlike as hl
from humanlike.core import BadRequest, Play
from humanlike.core.streams import Streams
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.language_models import ModelTrouble
from humanlike.language_models.labels import LETTERS
from humanlike.naming.suspects import find_suspect
from humanlike.players import RULES

DILEMMA = GAMES["prisoners-dilemma"]
N_MACHINES, N_VERIFIED = 8, 30


def answering(body, count):
    """A model that nearly always takes the first letter of the alphabet that its labels hold."""
    prompt = str(body["messages"][-1]["content"])
    first = min(
        (letter for letter in LETTERS if f" {letter} " in prompt or f"you {letter}" in prompt), default="A"
    )
    return in_chances(**{letter: 0.9 if letter == first else 0.1 / (len(LETTERS) - 1) for letter in LETTERS})


@pytest.fixture
def model(tmp_path, monkeypatch):
    """A model file, and the server that answers for it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path / "cache"))
    with serving(answering) as server:
        (tmp_path / "first.toml").write_text(f'name = "first"\nmodel = "gpt-first"\nurl = "{server.url}"\n')
        yield server


def experiment():
    """People who seldom stay with what they did, and machines in the row seats of the first pairs."""
    rule = RULES["memory-one"]
    changing = rule.with_parameters(
        {"first": 0.5, "after_00": 0.2, "after_01": 0.3, "after_10": 0.7, "after_11": 0.8}
    )
    play = simulate(Streams(1)["people"], DILEMMA, everybody(DILEMMA, [(rule, changing)], 40), n_rounds=6)
    rows = 2 * np.arange(N_MACHINES)
    moves = np.array(play.actions)
    moves[rows] = find_suspect("llm:first.toml").in_place_of(Streams(1)["hidden"], play, rows).actions
    names = [f"p{row}" for row in range(80)]
    whole = Play(DILEMMA, moves, subjects=names, provenance={"dataset": "experiment"})
    return replace(whole), [f"p{row}" for row in range(80 - N_VERIFIED, 80)], {f"p{row}" for row in rows}


def test_a_model_is_asked_found_and_asked_only_once(model, tmp_path):
    play, verified, machines = experiment()
    asked = {
        "suspects": "llm:first.toml",
        "verified": verified,
        "places": 20,
        "flags": "mixture",
        "workers": 1,
    }
    said = []
    first = hl.audit(play, **asked, out=tmp_path / "run", progress=lambda what, *_: said.append(what))
    n_asked = len(model.requests)
    assert any("up to 120 requests" in sentence for sentence in said)
    assert first.made[0].kind == "language model"
    sat = (first.made[0].moves[0] >= 0).any(axis=(0, 2))
    assert sat.sum() == 20
    _, lower, upper = first.document()["share"]
    assert lower <= N_MACHINES / 50 <= upper
    ranked = [first.persons[person] for person in first.asked[:N_MACHINES]]
    assert len(machines & set(ranked)) >= 5
    again = hl.audit(play, **{**asked, "suspects": "llm:first.toml+stored"})
    np.testing.assert_array_equal(first.evidence.score, again.evidence.score)
    assert len(model.requests) == n_asked > 0


def test_an_endpoint_that_breaks_off_stops_the_audit_and_says_how_to_go_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path / "cache"))
    broken = [True]

    def moody(body, count):
        return Said({"error": "no more"}, status=401) if broken[0] and count >= 30 else answering(body, count)

    with serving(moody) as server:
        (tmp_path / "first.toml").write_text(f'name = "first"\nmodel = "gpt-first"\nurl = "{server.url}"\n')
        broken[0] = False
        play, verified, _ = experiment()
        broken[0], before = True, len(server.requests)
        asked = {"suspects": ["random", "llm:first.toml"], "verified": verified, "places": 12, "workers": 1}
        with pytest.raises(ModelTrouble, match=r"status 401.*continue with --resume"):
            hl.audit(play, **asked, out=tmp_path / "run")
        broken[0] = False
        result = hl.audit(play, **asked, out=tmp_path / "run")
        assert result.document()["share"] is not None
        assert len(server.requests) > before


def test_a_model_without_a_file_is_refused_before_anybody_plays():
    with pytest.raises(BadRequest, match="names no model"):
        find_suspect("llm:")
