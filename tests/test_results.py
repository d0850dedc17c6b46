"""`make results`: what is computed, when, and what is kept; on a copy of the sources, with results of a few numbers."""

import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from results.__main__ import main
from results.catalogue import Entry, catalogue
from results.making import Workshop
from results.renewing import Wish, renew, write_pages
from results.shelf import Shelf
from results.sources import ROOT, SourceTree
from results.study import Needs, Study

TINY = "import humanlike as hl\n\ndef compute(part, desk):\n    return hl.recover(part)\n"
NEEDS = {"ewa": Needs(rules=("ewa",)), "cross": Needs(rules=("cross",), data=())}


class Clone:
    """A copy of the sources with one result, 'tiny', whose parts need a rule each."""

    def __init__(self, root: Path) -> None:
        self.root, self.computed, self.told = root, [], []
        ignored = shutil.ignore_patterns("__pycache__", "samples")
        shutil.copytree(ROOT / "src" / "humanlike", root / "src" / "humanlike", ignore=ignored)
        self.file("results/studies/__init__.py").parent.mkdir(parents=True)
        self.file("results/studies/tiny.py").write_text(TINY)

    def file(self, name: str) -> Path:
        return self.root / name

    def study(self, compute=None, needs=NEEDS) -> Study:
        return Study("Tiny", "humanlike recover RULE", needs, compute or self.compute)

    def compute(self, part, desk):
        self.computed.append(part)
        return {"mean": 1.5}

    def renew(self, *, compute=None, needs=NEEDS, **wish):
        """Results made from this clone as it is now: outcome of 'tiny', and which parts were computed."""
        self.computed.clear()
        self.told.clear()
        shop = Workshop(SourceTree(self.root), self.shelf, self.root / "runs", tell=self.told.append)
        page = lambda parts: [f"{part}: {made.document['mean']}" for part, made in parts.items()]  # noqa: E731
        outcomes = renew(shop, {"tiny": Entry(self.study(compute, needs), page)}, Wish(**wish))
        return outcomes["tiny"], list(self.computed)

    def said(self, words: str) -> bool:
        return any(words in line for line in self.told)

    @property
    def shelf(self) -> Shelf:
        return Shelf(self.file("docs/results"))

    def change(self, name: str, old: str, new: str) -> None:
        path = self.file(f"src/humanlike/{name}")
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path / "clone")


def test_the_second_time_there_is_nothing_to_do(clone):
    assert clone.renew() == ("made", ["ewa", "cross"])
    before = {path: path.read_bytes() for path in clone.file("docs").rglob("*.*")}
    assert len(before) == 3, "numbers, page, index"
    assert clone.renew() == ("fresh", [])
    assert clone.said("Nothing to do.")
    assert {path: path.read_bytes() for path in clone.file("docs").rglob("*.*")} == before
    assert not list(clone.file("runs").rglob("*.json")), "what is committed needs no second copy"


def test_a_touched_rule_concerns_only_those_who_need_it(clone):
    clone.renew()
    clone.change("players/ewa.py", "\nimport jax\n", "\nimport math  # noqa\nimport jax\n")
    assert clone.renew() == ("made", ["ewa"])
    clone.change("players/karandikar.py", "GAMMA = 0.2", "GAMMA = 0.3")
    assert clone.renew() == ("fresh", [])
    clone.change("fitting/optimise.py", "\ndef ", "\nUNUSED = 1\n\n\ndef ")
    assert clone.renew() == ("made", ["ewa", "cross"])


def test_words_and_pictures_cost_nothing_where_there_are_none(clone):
    clone.renew()
    clone.change("players/ewa.py", '"""', '"""Another sentence. ')
    clone.change("players/cross.py", "\nimport jax\n", "\n\n# a comment\nimport jax\n")
    clone.change("figures/style.py", "\ndef ", "\nUNUSED = 1\n\n\ndef ")
    assert clone.renew() == ("fresh", [])


def test_what_is_accepted_is_kept_and_recorded(clone):
    clone.renew()
    (made,) = {part.stamp.origin.sources for part in [clone.shelf.read("tiny")["ewa"]]}
    clone.change("players/ewa.py", "\nimport jax\n", "\nimport math  # noqa\nimport jax\n")
    assert clone.renew(accept=frozenset({"tiny"})) == ("accepted", [])
    stamp = clone.shelf.read("tiny")["ewa"].stamp.document()
    assert stamp["origin"]["sources"] == made
    assert stamp["accepted"]["reason"] == "accepted"
    assert stamp["accepted"]["sources"] not in ("", made)
    assert clone.shelf.read("tiny")["cross"].stamp.accepted is None
    assert "accepted without computing again: 1 of 2 parts" in clone.file("docs/results/tiny.md").read_text()
    assert clone.renew() == ("fresh", [])


def test_what_was_never_computed_cannot_be_accepted(clone):
    assert clone.renew(accept=frozenset({"tiny"})) == ("failed", [])
    assert clone.said("never computed")


def test_after_a_kill_only_the_rest_is_computed(clone):
    def killed(part, desk):
        if part == "cross":
            raise KeyboardInterrupt
        return clone.compute(part, desk)

    with pytest.raises(KeyboardInterrupt):
        clone.renew(compute=killed)
    assert clone.computed == ["ewa"]
    assert not clone.file("docs").exists(), "a result appears whole or not at all"
    assert clone.renew() == ("made", ["cross"])
    assert list(clone.shelf.read("tiny")) == ["ewa", "cross"]


def test_a_failing_part_leaves_what_is_committed(clone):
    clone.renew()
    before = clone.file("docs/results/tiny.json").read_bytes()
    clone.change("core/streams.py", "\nimport ", "\nimport math  # noqa\nimport ")

    def broken(part, desk):
        raise ArithmeticError("no such luck")

    assert clone.renew(compute=broken)[0] == "failed"
    assert clone.file("docs/results/tiny.json").read_bytes() == before
    assert clone.said("no such luck")


def test_sources_that_change_meanwhile_are_noticed(clone):
    def editing(part, desk):
        clone.change("players/ewa.py", "\nimport jax\n", "\nimport math  # noqa\nimport jax\n")
        return clone.compute(part, desk)

    assert clone.renew(compute=editing, only=frozenset({"tiny/ewa"})) == ("failed", ["ewa"])
    assert clone.said("changed while ewa was computed")
    assert not clone.file("docs/results/tiny.json").exists()


def test_only_what_was_asked_for(clone):
    assert clone.renew(only=frozenset({"another"})) == ("fresh", [])
    assert clone.renew(only=frozenset({"tiny/cross"})) == ("made", ["cross"])
    assert clone.renew(dry=True) == ("stale", [])


def test_without_its_data_a_result_is_skipped(clone, tmp_path, monkeypatch):
    needs = {"people": Needs(data=("bos-conventions",))}
    monkeypatch.setenv("HUMANLIKE_DATA", str(tmp_path / "nowhere"))
    monkeypatch.chdir(clone.root)
    assert clone.renew(needs=needs) == ("skipped", [])
    assert clone.said("bos-conventions not found")


def test_other_data_make_a_result_stale(clone, tmp_path, monkeypatch):
    needs, table = (
        {"people": Needs(data=("bos-conventions",))},
        tmp_path / "data" / "bos-conventions" / "play.csv",
    )
    table.parent.mkdir(parents=True)
    table.write_text("one")
    (table.parent / "games.json").write_text("{}")
    monkeypatch.setenv("HUMANLIKE_DATA", str(tmp_path / "data"))
    assert clone.renew(needs=needs) == ("made", ["people"])
    assert clone.renew(needs=needs) == ("fresh", [])
    table.write_text("two")
    assert clone.renew(needs=needs) == ("made", ["people"])


def test_pictures_come_with_their_part_and_go_with_it(clone):
    def drawn(name):
        def compute(part, desk):
            desk.pictures.mkdir(parents=True, exist_ok=True)
            (desk.pictures / f"{part}_{name}.svg").write_text("<svg/>")
            return {"mean": 2.0}

        return compute

    clone.renew(compute=drawn("old"))
    clone.change("players/ewa.py", "\nimport jax\n", "\nimport math  # noqa\nimport jax\n")
    clone.renew(compute=drawn("new"))
    folder = clone.file("docs/results/tiny")
    assert {path.name for path in folder.iterdir()} == {"ewa_new.svg", "cross_old.svg"}
    (folder / "ewa_new.svg").unlink()
    assert clone.renew(compute=drawn("new"))[0] == "made", "a picture that is gone is drawn again"


def test_a_page_follows_its_words_without_computing(clone):
    clone.renew()
    clone.file("docs/results/tiny.md").write_text("old words")
    assert clone.renew() == ("fresh", [])
    assert not clone.said("Nothing to do.")
    assert "ewa: 1.5" in clone.file("docs/results/tiny.md").read_text()


# The results of the house


def test_an_unknown_name_is_told_before_anything_is_done(capsys):
    assert main(["--only", "recovery/ewa,nonsense"]) == 2
    assert "No result is called 'nonsense'" in capsys.readouterr().err


def test_every_result_says_what_it_needs():
    """Every name in `Needs` stands in some file; a touched rule does not concern the market."""
    tree = SourceTree()
    files = {}
    for name, (study, _) in catalogue().items():
        for part, needs in study.parts.items():
            files[name, part] = tree.files(f"results.studies.{name}", needs, draws=study.draws)
    assert "humanlike.players.ewa" in files["recovery", "ewa"]
    assert "humanlike.players.ewa" not in files["recovery", "cross"]
    assert "humanlike.players.ewa" in files["predicted_humans", "ipd-lab"]
    assert "humanlike.players.ewa" not in files["market_noise", "default profile"]
    assert "humanlike.worlds.market.suppliers" in files["market_noise", "default profile"]
    assert "humanlike.figures.style" not in files["recovery", "ewa"]
    assert "humanlike.figures.market" in files["market_noise", "default profile"]


def test_every_link_of_the_pages_leads_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    words = {page: re.sub(r"```.*?```", "", page.read_text(), flags=re.S) for page in pages}
    links = [(page, link) for page, text in words.items() for link in re.findall(r"\]\(([^)#:]+)[)#]", text)]
    assert len(links) > 60, "no links are seen"
    assert [
        f"{page.name}: {link}" for page, link in links if not (page.parent / unquote(link)).exists()
    ] == []


def test_committed_pages_say_what_the_committed_numbers_say(tmp_path):
    shutil.copytree(ROOT / "docs" / "results", tmp_path / "results")
    shop = Workshop(SourceTree(), Shelf(tmp_path / "results"), tmp_path)
    assert write_pages(shop, catalogue()) == [], "run make results"
    known = {f"{name}{ending}" for name in catalogue() for ending in (".json", ".md", "")} | {"README.md"}
    assert {path.name for path in (ROOT / "docs" / "results").iterdir()} <= known
