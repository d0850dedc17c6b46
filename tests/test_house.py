"""The house itself: rooms, storeys, sizes, words, promises of the front page."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import humanlike

ROOT = Path(__file__).parent.parent
ROOMS = sorted(module.name for module in pkgutil.iter_modules(humanlike.__path__) if module.ispkg)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for_and_what_it_gives(room: str) -> None:
    module = importlib.import_module(f"humanlike.{room}")
    text = module.__doc__ or ""
    for promise in ("In:", "Out:", "To add"):
        assert promise in text, f"the docstring of {room} lacks '{promise}'"
    for name in getattr(module, "__all__", []):
        assert hasattr(module, name), f"{room} promises {name}"


def test_no_source_file_is_too_long() -> None:
    long = {}
    for path in (ROOT / "src").rglob("*.py"):
        ceiling = 120 if path.parent.name in ("players", "catalogue", "systems") else 400
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > ceiling and path.name != "__init__.py":
            long[str(path.relative_to(ROOT))] = lines
    assert not long


def functions() -> Iterator[tuple[str, ast.arguments]]:
    """Where every function and method of the package stands, and what it takes (without self or cls)."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                if node.args.args and node.args.args[0].arg in ("self", "cls"):
                    del node.args.args[0]
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node.args


def kind_of_chance(parameter: ast.arg) -> str:
    """Streams, a generator or a key; empty for whatever is not chance."""
    text = ast.unparse(parameter.annotation).removesuffix(" | None") if parameter.annotation else ""
    if text == "Streams" or parameter.arg in ("stream", "streams"):
        return "stream"
    if text == "np.random.Generator":
        return "generator"
    return "key" if parameter.arg == "key" and "jax.Array" in text else ""


def test_chance_comes_first_wherever_it_is_passed_and_a_stream_is_called_stream() -> None:
    found = [(place, taken) for place, taken in functions() if any(map(kind_of_chance, taken.args))]
    assert len(found) > 50, "the walk over the package sees no streams"
    assert not [place for place, taken in found if any(map(kind_of_chance, taken.args[1:]))]
    for place, taken in functions():
        for parameter in (*taken.args, *taken.kwonlyargs):
            assert kind_of_chance(parameter) != "stream" or parameter.arg == "stream", place


def test_functions_that_are_passed_about_take_their_stream_first_too() -> None:
    late = re.compile(r"Callable\[\[[^\]]+\b(Streams|np\.random\.Generator)\b")
    for path in (ROOT / "src").rglob("*.py"):
        assert not late.search(path.read_text(encoding="utf-8")), path


CONVENTIONS = {"Parameters", "State", "Model"}  # what every rule, agent or detector file calls its own


def test_no_two_modules_define_a_class_of_the_same_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    shared = {name: places for name, places in homes.items() if len(places) > 1 and name not in CONVENTIONS}
    assert not shared


def test_no_two_rooms_give_different_things_under_one_name() -> None:
    given: dict[str, tuple[str, object]] = {}
    for found in pkgutil.walk_packages(humanlike.__path__, "humanlike."):
        if not found.ispkg or found.name.startswith("humanlike.cli"):
            continue
        room = importlib.import_module(found.name)
        for name in getattr(room, "__all__", []):
            first, thing = given.setdefault(name, (found.name, getattr(room, name)))
            assert getattr(room, name) is thing, f"{first} and {found.name} both give a '{name}'"
            assert name not in humanlike.VERBS, f"{found.name} gives another '{name}' than humanlike.{name}"
    assert len(given) > 200, "the walk over the package sees no rooms"


def test_rooms_for_quick_commands_load_no_jax() -> None:
    rooms = "humanlike.core, humanlike.games, humanlike.scoring, humanlike.cli"
    code = f"import sys, {rooms}; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_command_of_the_readme_exists() -> None:
    from humanlike.cli import COMMANDS, GROUPS

    named = set(
        re.findall(r"^humanlike ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.M)
    )
    assert named <= set(COMMANDS) | set(GROUPS)
    assert set(COMMANDS) | set(GROUPS) <= named | {"run", "entry"}, "a command the README does not show"


def test_the_social_ultimatum_paper_is_cited_with_its_four_authors() -> None:
    cited = 0
    for folder, kind in (("src", "py"), ("results", "py"), ("docs", "md"), (".", "md")):
        paths = (ROOT / folder).glob(f"*.{kind}") if folder == "." else (ROOT / folder).rglob(f"*.{kind}")
        for path in paths:
            text = " ".join(path.read_text(encoding="utf-8").split())
            for found in re.finditer(r"Chang,", text):
                named = text[found.start() : found.start() + 60]
                assert re.match(r"Chang, Maheswaran, Levinboim (&|and) Rajan \(2011", named), (path, named)
                cited += 1
    assert cited >= 12
