"""Where an entry is kept ready: a private copy of its files, built once, run as often as asked.

Every run starts from the same files in a fresh sandbox, so a program can carry nothing from one run to the
next. Inputs are written under neutral names; all time stamps of files and directories are the same instant.
"""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from humanlike.core import BadFile, BadRequest
from humanlike.programs.ending import Ending, EntryFailed, SandboxTrouble
from humanlike.programs.entry import MOST_BYTES, MOST_FILES, Entry, files_of, fingerprint_of, read_entry
from humanlike.programs.homes import new_home
from humanlike.programs.learned_model import LearnedModel
from humanlike.programs.limits import Limits
from humanlike.programs.running import NotStarted, RunningProgram
from humanlike.programs.sandbox import UNPRIVILEGED, Box, bubblewrap, hidden, is_root
from humanlike.programs.untouched import snapshot
from humanlike.programs.witness import bear_witness

STAMP = 946_684_800  # every file's time: the first instant of 2000
ATTEMPTS = 4  # at opening a sandbox
BUILD_SECONDS = 60.0
BUILD_BYTES = 4 * MOST_BYTES
BUILD_FILES = 4 * MOST_FILES


@dataclass(frozen=True)
class Errand:
    """What a program is sent to do once: a command, its words, what is put before it, and within what limits."""

    command: tuple[str, ...]
    limits: Limits
    arguments: tuple[str, ...] = ()
    inputs: Mapping[str, str] = field(default_factory=dict)  # name: text
    model: LearnedModel | None = None
    conversing: bool = False


@dataclass(frozen=True)
class Program:
    """An entry, what it may use, and whether it is trusted to run without a sandbox."""

    entry: Entry
    limits: Limits
    trust: bool = False

    @property
    def name(self) -> str:
        """The entry's name."""
        return self.entry.name

    def run(
        self,
        inputs: Mapping[str, str],
        arguments: tuple[str, ...],
        output: str,
        most_bytes: int,
        model: LearnedModel | None = None,
    ) -> tuple[bytes, Ending]:
        """Run the program once on `inputs` (name: text) and return the output file and an `ok` ending.

        In `arguments`, `{input}`, `{output}` and `{model}` stand for the directories.
        """
        errand = Errand(self.entry.description.command, self.limits, arguments, inputs, model)
        with workshop_of(self).running(errand) as running:
            ending = running.wait()
            answer = running.read_output(output, most_bytes) if ending.is_ok else ending
        if isinstance(answer, Ending):
            raise EntryFailed(self.name, answer)
        return answer, ending

    def learn(self, inputs: Mapping[str, str]) -> tuple[LearnedModel, Ending]:
        """Let the program learn from `inputs` (name: text); what it left, and an `ok` ending."""
        limits = self.limits.for_training
        errand = Errand(self.entry.description.train or (), limits, ("{input}", "{output}"), inputs)
        try:
            with (
                workshop_of(self).running(errand) as running,
                TemporaryDirectory(prefix="humanlike-") as kept,
            ):
                ending = running.wait()
                if ending.is_ok:
                    ending = running.copy_output(Path(kept), limits.output_bytes, limits.files) or ending
                if not ending.is_ok:
                    raise EntryFailed(self.name, ending)
                return LearnedModel.read(Path(kept)), ending
        except EntryFailed as error:
            raise EntryFailed(self.name, replace(error.ending, stage="training")) from None

    @contextmanager
    def conversing(self) -> Iterator[RunningProgram]:
        """The program with its standard input and output in our hands."""
        errand = Errand(self.entry.description.command, self.limits, conversing=True)
        with workshop_of(self).running(errand) as running:
            yield running

    def prepare(self) -> None:
        """Copy and build the entry now rather than at its first run."""
        workshop_of(self)


def program_from_entry(path: Path | str, limits: Limits | None = None, *, trust: bool = False) -> Program:
    """The program in the directory `path`; without bubblewrap it is refused unless `trust` is given.

    A trusted program runs with the rights of whoever runs it, and its endings are marked "unsandboxed".
    """
    entry = read_entry(Path(path))
    if not trust and bubblewrap() is None:
        raise BadRequest(
            "bubblewrap (the command bwrap) is not installed here, so a stranger's program could read, send and "
            "delete what it likes; install it, or trust the program expressly to run it unsandboxed."
        )
    chosen = (limits or Limits()).within(entry.description.seconds)
    hidden(chosen.unseen)  # what cannot be covered is said now
    return Program(entry, chosen, trust)


@lru_cache(maxsize=64)
def workshop_of(program: Program) -> "Workshop":
    """The workshop of a program in this process; an entry whose files change is another entry."""
    return Workshop(program)


class Workshop:
    """A private copy of an entry, built."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.home = new_home(self)
        self._entry = self.home / "entry"
        source = self.home / "source" if self._builds_sandboxed else self._entry
        self._copy(source)
        if program.entry.description.build:
            self._build(source)
        self._restored = self.home / "restored"
        if program.trust:
            shutil.copytree(self._entry, self._restored, symlinks=True)
        _give_away(self.home)
        _stamp(self._entry)
        self._snapshot = snapshot(self._entry) if program.trust else ""

    @property
    def _builds_sandboxed(self) -> bool:
        return bool(self.program.entry.description.build) and not self.program.trust

    def _copy(self, target: Path) -> None:
        """Copy the files; an entry that is changed while a run goes on fails from then on, and no run fails with it."""
        try:
            self._copy_files(target)
            changed = fingerprint_of(target) != self.program.entry.fingerprint
        except (OSError, BadFile):
            changed = True
        if changed:
            ending = Ending(
                "failed", "its files were changed while the run went on", sandboxed=not self.program.trust
            )
            raise EntryFailed(self.program.name, ending)

    def _copy_files(self, target: Path) -> None:
        entry = self.program.entry
        for name in files_of(entry.directory):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(entry.directory / name, target / name, follow_symlinks=False)
            (target / name).chmod(0o755 if (entry.directory / name).stat().st_mode & 0o111 else 0o644)

    def _build(self, source: Path) -> None:
        _give_away(self.home)
        limits = replace(
            self.program.limits,
            seconds=BUILD_SECONDS,
            cpu_seconds=BUILD_SECONDS,
            scratch_bytes=BUILD_BYTES,
            files=BUILD_FILES,
        )
        command = self.program.entry.description.build or ()
        with self._opened(Box(source, building=True), command, limits) as running:
            ending = running.wait()
            if ending.is_ok and self._builds_sandboxed:
                ending = running.copy_output(self._entry, BUILD_BYTES, BUILD_FILES) or ending
            if not ending.is_ok:
                raise EntryFailed(self.program.name, replace(ending, stage="build"))

    @contextmanager
    def running(self, errand: Errand) -> Iterator[RunningProgram]:
        """One run: input laid out, program started; everything is ended and removed afterwards."""
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=self.home))
        try:
            box = self._laid_out(folder, errand)
            places = {"input": box.inputs, "output": box.outputs, "model": box.model}
            if not self.program.trust:
                places = {name: Path("/") / name for name in places}
            words = tuple(word.format(**places) for word in errand.arguments)
            with self._opened(box, (*errand.command, *words), errand.limits, folder) as running:
                try:
                    yield running
                finally:
                    bear_witness(running.ending("ok"))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if self.program.trust:
            self._check_untouched(box, running)

    def _laid_out(self, folder: Path, errand: Errand) -> Box:
        for name in ("input", "output"):
            (folder / name).mkdir()
        for name, text in errand.inputs.items():
            (folder / "input" / name).write_text(text, encoding="utf-8")
        _give_away(folder)
        _stamp(folder / "input")  # last: even looking into a directory leaves a time
        model = None if errand.model is None else self._kept(errand.model)
        return Box(self._entry, folder / "input", folder / "output", model, conversing=errand.conversing)

    def _kept(self, model: LearnedModel) -> Path:
        """The directory of a model, written once: it is asked for with every play."""
        kept = self.home / f"model-{model.digest}"
        if not kept.exists():
            written = Path(tempfile.mkdtemp(prefix="writing-", dir=self.home)) / "model"
            model.write(written)
            _give_away(written)
            _stamp(written)
            written.rename(kept)
            written.parent.rmdir()
        return kept

    def _check_untouched(self, box: Box, running: RunningProgram) -> None:
        """A trusted program could write to its files; the next run begins with what they were."""
        kept = None if box.model is None else LearnedModel.read(box.model).digest
        if snapshot(self._entry) == self._snapshot and (
            box.model is None or box.model.name == f"model-{kept}"
        ):
            return
        if box.model is not None:
            shutil.rmtree(box.model, ignore_errors=True)
        shutil.rmtree(self._entry, ignore_errors=True)
        shutil.copytree(self._restored, self._entry, symlinks=True)
        _stamp(self._entry)
        raise EntryFailed(self.program.name, running.ending("failed", "changed its own files"))

    def _opened(
        self, box: Box, command: tuple[str, ...], limits: Limits, folder: Path | None = None
    ) -> RunningProgram:
        """The program started; a sandbox that does not open is tried again, and then it is our trouble."""
        trouble = ""
        for attempt in range(ATTEMPTS):
            log = (folder or self.home) / f"printed-{attempt}"
            try:
                return RunningProgram(box, command, limits, log, sandboxed=not self.program.trust)
            except NotStarted as error:
                trouble = str(error)
                time.sleep(0.05 * 2**attempt)
        reason = f"not opened in {ATTEMPTS} attempts: {trouble}"
        raise SandboxTrouble(
            self.program.name, Ending("sandbox trouble", reason, sandboxed=not self.program.trust)
        )


def _stamp(directory: Path) -> None:
    """Give a directory and everything in it the one time stamp."""
    for path in (*directory.rglob("*"), directory):
        os.utime(path, (STAMP, STAMP))


def _give_away(directory: Path) -> None:
    """Where the organiser is root, let the unprivileged user reach the directory, and nobody else."""
    if is_root():
        for path in (directory, *directory.rglob("*")):
            with contextlib.suppress(FileNotFoundError):  # a neighbouring run that has just ended
                os.chown(path, UNPRIVILEGED, UNPRIVILEGED, follow_symlinks=False)
