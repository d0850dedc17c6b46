"""Which files a study rests on, found from import statements alone, and one digest of what they do.

Nothing is run: imports inside functions count, those for type checkers do not. A verb (`hl.fit`) means the file it
lives in. Comments, docstrings and layout are no part of a digest: to correct a sentence must not cost hours.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from humanlike import VERBS
from results.study import EVERY, Needs

ROOT: Final = Path(__file__).resolve().parent.parent
CATALOGUES: Final = {  # who lists things: where they stand, one file each, and what they are called in `Needs`
    "humanlike.players": ("humanlike.players.", "rules"),
    "humanlike.games": ("humanlike.games.catalogue.", "games"),
    "humanlike.detectors.catalogue": ("humanlike.detectors.", "detectors"),
}
DRAWING: Final = "humanlike.figures"
LENGTH: Final = 16  # hexadecimal digits of a digest that are kept
BESIDE_THE_POINT: Final = ("ctx", "kind", "type_comment", "type_ignores")


def digest_of(content: bytes) -> str:
    """A short name for content."""
    return hashlib.sha256(content).hexdigest()[:LENGTH]


class SourceTree:
    """The modules of a clone, as text."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self._modules: dict[str, Module] = {}
        self._neighbours: dict[str, tuple[str, ...]] = {}

    @cached_property
    def paths(self) -> dict[str, Path]:
        """Every module of the package and every study by its name; how they are run and told is beside the point."""
        found = {}
        for base, top in ((self.root / "src", "humanlike"), (self.root, "results/studies")):
            for path in sorted((base / top).rglob("*.py")):
                parts = path.relative_to(base).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        return found

    def module(self, name: str) -> "Module":
        """One module, read once."""
        if name not in self._modules:
            self._modules[name] = module_of(self.paths[name].read_text(encoding="utf-8"))
        return self._modules[name]

    def files(self, start: str, needs: Needs, *, draws: bool) -> dict[str, str]:
        """Names of the modules that `start` rests on, with their digests."""
        waiting, found = [start], {}
        while waiting:
            name = waiting.pop()
            if name in found or (not draws and name.startswith(DRAWING)):
                continue
            found[name] = self.module(name).digest
            waiting += self._next(name, needs)
        return dict(sorted(found.items()))

    def digest(self, start: str, needs: Needs, *, draws: bool) -> str:
        """One digest of all files that `start` rests on."""
        return digest_of(repr(self.files(start, needs, draws=draws)).encode())

    def _next(self, name: str, needs: Needs) -> Iterator[str]:
        """What a module imports; of a catalogue's things only those that are needed."""
        shelf, kind = CATALOGUES.get(name, ("", ""))
        if not shelf:
            yield from self._imported(name)
            return
        yield from (place for place in self._imported(name) if not place.startswith(shelf))
        yield from self._things(name, shelf, getattr(needs, kind))

    def _imported(self, name: str) -> tuple[str, ...]:
        """Modules that a module imports, and the packages above them, which run too."""
        if name not in self._neighbours:
            words = self.module(name).imports
            places = {word if word in self.paths else word.rpartition(".")[0] for word in words}
            above = {package for place in places for package in _packages(place)}
            self._neighbours[name] = tuple(sorted((places | above) & set(self.paths)))
        return self._neighbours[name]

    def _things(self, catalogue: str, shelf: str, names: tuple[str, ...]) -> Iterator[str]:
        """The files of a catalogue that hold these things: where a name stands as a text, or is the file's own."""
        files = [place for place in self._imported(catalogue) if place.startswith(shelf)]
        if names == EVERY:
            yield from files
            return
        for name in names:
            own = name.replace("-", "_")
            holding = [
                file for file in files if file.rpartition(".")[2] == own or name in self.module(file).texts
            ]
            if not holding:
                raise LookupError(f"No file of {catalogue} holds '{name}', which a study says it needs.")
            yield from holding


class Module:
    """One file: what it imports, which texts it holds, and a digest of what it does."""

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)
        for node in ast.walk(self._tree):
            _forget_docstring(node)

    @cached_property
    def digest(self) -> str:
        """Equal for files that differ in comments, docstrings and layout only, whatever the version of Python."""
        return digest_of(_canonical(self._tree).encode())

    @cached_property
    def texts(self) -> frozenset[str]:
        """Every text constant."""
        constants = (node.value for node in ast.walk(self._tree) if isinstance(node, ast.Constant))
        return frozenset(value for value in constants if isinstance(value, str))

    @cached_property
    def imports(self) -> frozenset[str]:
        """`a.b` for `import a.b` and `a.b.c` for `from a.b import c`, whether c is a module or not; verbs' homes."""
        found: set[str] = set()
        for node in _running(self._tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.update(f"{node.module}.{alias.name}" for alias in node.names)
            elif (
                isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "hl"
            ):
                found.add(VERBS.get(node.attr, "humanlike").replace(":", "."))
        return frozenset(found)


@cache
def module_of(text: str) -> Module:
    """One file, read once however often it is met."""
    return Module(text)


def _packages(name: str) -> Iterator[str]:
    """The packages above a module: importing it runs them too."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node but what only type checkers read."""
    if isinstance(tree, ast.If) and ast.unparse(tree.test) == "TYPE_CHECKING":
        return
    yield tree
    for child in ast.iter_child_nodes(tree):
        yield from _running(child)


def _forget_docstring(node: ast.AST) -> None:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    first = node.body[0] if node.body else None
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        del node.body[0]


def _canonical(value: Any) -> str:
    """A syntax tree as text that does not depend on the version of Python: empty fields are left out."""
    if isinstance(value, ast.AST):
        fields = (
            f"{name}={_canonical(part)}"
            for name, part in ast.iter_fields(value)
            if name not in BESIDE_THE_POINT and part is not None and part != []
        )
        return f"{type(value).__name__}({','.join(fields)})"
    if isinstance(value, list):
        return f"[{','.join(map(_canonical, value))}]"
    return repr(value)
