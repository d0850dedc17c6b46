"""The Python face: every verb is there whatever was imported before, and its result can be looked at in every way."""

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import humanlike as hl
from humanlike.samples import write_sample

SMALL = {"pairs": 2, "rounds": 4}
TWO_SEATS = {"agents": "dummy,dummy", "days": 12}
CALLS = {
    "audit": lambda: hl.audit("experiment", suspects="alternator", verified="interviewed"),
    "bayes": lambda: hl.bayes("people", "cross", chains=2, warmup=20, draws=20),
    "call_for_entries": lambda: hl.call_for_entries(games="chicken"),
    "check_entry": lambda: hl.check_entry("my_entry"),
    "classes": lambda: hl.classes("people", "cross", starts=1),
    "compare": lambda: hl.compare("cross", "random", game="chicken", trials=3, **SMALL),
    "compete": lambda: hl.compete(
        emulators="random,cross",
        detectors="dates,random",
        games="chicken",
        trials=1,
        until="fixed",
        out="run",
    ),
    "confuse": lambda: hl.confuse("cross,random", repetitions=1, starts=1, **SMALL),
    "data": lambda: hl.data.summary("people"),
    "decide": lambda: hl.decide("forecasts.csv", "payoffs.csv", "outcomes.csv", resamples=50),
    "delphi": lambda: hl.delphi("panel.csv"),
    "describe_game": lambda: hl.describe_game("chicken"),
    "describe_model": lambda: hl.describe_model("llm:my_model.toml/persona", game="chicken"),
    "describe_rule": lambda: hl.describe_rule("ewa"),
    "design": lambda: hl.design(
        "cross", "random", candidates=2, generations=0, pairs=40, games="chicken", rounds=4
    ),
    "discriminate": lambda: hl.discriminate(0.5, 0.5, 0.6, n=20),
    "draw": lambda: hl.draw("random:2"),
    "example": lambda: hl.example(),
    "fit": lambda: hl.fit("people", "cross", starts=1),
    "identify": lambda: hl.identify("cross,random", experiments=1, simulations=5, starts=1, **SMALL),
    "judge": lambda: hl.judge("machines"),
    "liken": lambda: hl.liken("people", "machines", metrics="cells", resamples=20),
    "market": lambda: hl.market.play(**TWO_SEATS),
    "next": lambda: hl.next("cross", "A1 A0"),
    "play": lambda: hl.play("chicken", "cross", **SMALL),
    "plan_audit": lambda: hl.plan_audit("experiment", suspects="alternator", rounds=6),
    "pool": lambda: hl.pool("forecasts.csv"),
    "power": lambda: hl.power(effect=0.5, alpha=0.05, power=0.8),
    "transfer": lambda: hl.transfer("people", rules="cross,random"),
    "predict": lambda: hl.predict("people", rules="cross,random", simulations=5, resamples=20),
    "propriety": lambda: hl.propriety("linear"),
    "read": lambda: hl.read("people"),
    "recover": lambda: hl.recover("cross", repetitions=2, starts=1, **SMALL),
    "reveal": lambda: hl.reveal(seed=5, salt="0f" * 16),
    "score": lambda: hl.score("forecasts.csv", "outcomes.csv"),
    "strategies": lambda: hl.strategies("simulated:tft", "ad,tft", starts=2),
    "social": lambda: hl.social.play("game-theoretic", players=3, rounds=4),
}
UNPICTURED = {
    "call_for_entries",
    "check_entry",
    "describe_game",
    "describe_model",
    "describe_rule",
    "draw",
    "example",
    "reveal",
    "social",
}


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    write_sample("all", folder)
    before = Path.cwd()
    os.chdir(folder)
    for module in pkgutil.walk_packages(hl.__path__, "humanlike."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    yield folder
    os.chdir(before)


def test_every_verb_has_a_call_here():
    assert set(CALLS) | {"resume", "run"} == set(hl.VERBS)  # these have tests of their own


def test_no_verb_carries_the_name_of_a_room():
    rooms = {module.name for module in pkgutil.iter_modules(hl.__path__)}
    assert not rooms & set(hl.VERBS)


@pytest.mark.slow
@pytest.mark.xdist_group("front hall")
@pytest.mark.parametrize("verb", CALLS)
def test_a_verb_answers_twice_after_everything_was_imported(verb, samples):
    if verb == "check_entry" and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    first, second = CALLS[verb](), CALLS[verb]()
    if verb == "read":
        assert [play.actions.tolist() for play in first] == [play.actions.tolist() for play in second]
        return
    assert repr(first) == repr(second)
    assert len(repr(first).splitlines()) == 1
    assert len(repr(first)) < 300
    assert str(first).strip()
    assert "<table" in first._repr_html_() or "<p" in first._repr_html_()
    assert isinstance(first.frame(), pd.DataFrame)
    assert first.document() is not None
    if verb not in UNPICTURED:
        assert first.plot().axes


def test_an_unknown_verb_is_told_what_there_is():
    with pytest.raises(AttributeError, match="its verbs are"):
        assert hl.jump


def test_importing_the_package_loads_neither_jax_nor_pandas():
    code = "import sys, humanlike; sys.exit('jax' in sys.modules or 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
