"""What a study spends: who works, where results are kept, who is told. One `Effort` is handed down from the study."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from humanlike.core import HumanlikeError
from humanlike.core.progress import Progress, announce, silent
from humanlike.work.run_directory import RunDirectory
from humanlike.work.workforce import Workforce

Piece = TypeVar("Piece")
Done = TypeVar("Done")


class FinishedRow(NamedTuple):
    """What is told of a piece as soon as it is finished."""

    sentence: str  # empty where there are too many to be read
    document: Any  # plain data


ONE_WORKER = Workforce()


class Keeping(Protocol[Done]):
    """Where results of numbered pieces are kept."""

    def load(self, number: int) -> Done | None:
        """A result that is there already."""

    def save(self, number: int, done: Done) -> None:
        """Keep a result, whole or not at all."""


@dataclass(frozen=True)
class Effort:
    """Who works, where results are kept (None: nowhere), and who is told."""

    workforce: Workforce = ONE_WORKER
    directory: RunDirectory | None = None
    progress: Progress = silent

    @property
    def here(self) -> "Effort":
        """The same on this machine only."""
        return replace(self, workforce=self.workforce.here)

    def worthwhile(self, seconds: float) -> "Effort":
        """The same, without starting processes for work of few `seconds`."""
        return replace(self, workforce=self.workforce.worthwhile(seconds))

    def carry_out(
        self,
        stage: str,
        function: Callable[..., Done],
        pieces: Sequence[Piece],
        *,
        shared: Sequence[Any] = (),
        keeping: Keeping[Done] | None = None,
        row: Callable[[Piece, Done], FinishedRow] | None = None,
    ) -> list[Done]:
        """`function(*shared, piece)` for every piece, in their order; what is kept already is not done again.

        `stage` is told to those who wait, and names the pieces in the run directory. Where a piece is a result of its
        own, `row` says it: to those who wait, as it finishes, and in the run directory, for whoever looks before the
        end.
        """
        drawer = keeping or self._drawer(stage, function)
        found = _kept(drawer, range(len(pieces)))
        missing = {number: piece for number, piece in enumerate(pieces) if number not in found}
        self.progress(stage, len(found), len(pieces))
        with self._told_how_to_continue():
            for number, done in self.workforce.finished(function, shared, missing):
                if drawer is not None:
                    drawer.save(number, done)
                found[number] = done
                self.progress(stage, len(found), len(pieces))
                if row is not None:
                    self._tell(stage, row, pieces, number, found)
        return [found[number] for number in range(len(pieces))]

    def in_turn(
        self,
        stage: str,
        function: Callable[..., Done],
        pieces: Sequence[Piece],
        *,
        shared: Sequence[Any] = (),
    ) -> Iterator[Done]:
        """The same one after the other, for those who may stop before the last one.

        Several workers are given some pieces ahead; what they did beyond the last one taken is not kept, so the
        directory holds the same whoever worked.
        """
        drawer, ahead = self._drawer(stage, function), self.workforce.ahead
        for start in range(0, len(pieces), ahead):
            numbers = range(start, min(start + ahead, len(pieces)))
            found = _kept(drawer, numbers)
            missing = {number: pieces[number] for number in numbers if number not in found}
            self.progress(stage, start, len(pieces))
            with self._told_how_to_continue():
                found |= self.workforce.finished(function, shared, missing)
            for number in numbers:
                if drawer is not None and number in missing:
                    with self._told_how_to_continue():
                        drawer.save(number, found[number])
                self.progress(stage, number + 1, len(pieces))
                yield found[number]

    def _drawer(self, stage: str, function: Callable[..., Done]) -> Keeping[Done] | None:
        """Where results of this stage are kept; the directory becomes this study's."""
        if self.directory is None:
            return None
        self.directory.open()
        return self.directory.drawer(stage, function)

    @contextmanager
    def _told_how_to_continue(self) -> Iterator[None]:
        """Whoever ends the work early hears how to go on, and leaves the directory free for that."""
        try:
            with self._let_go_of():
                yield
        except HumanlikeError as error:
            if self.directory is not None:
                raise type(error)(f"{error} {self.directory.how_to_continue}") from error
            raise
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.directory.how_to_continue if self.directory else "") from None

    @contextmanager
    def _let_go_of(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            if self.directory is not None:
                self.directory.close()
            raise

    def _tell(
        self,
        stage: str,
        row: Callable[[Piece, Done], FinishedRow],
        pieces: Sequence[Piece],
        number: int,
        found: dict[int, Done],
    ) -> None:
        """Write down all that are finished, and say piece `number`."""
        if self.directory is not None:
            rows = [row(pieces[each], found[each]).document for each in sorted(found)]
            self.directory.so_far({"stage": stage, "finished": len(found), "of": len(pieces), "rows": rows})
        sentence = row(pieces[number], found[number]).sentence
        if sentence and len(pieces) > 1:
            announce(self.progress, sentence)

    def keep(self, document: Callable[[], Any]) -> None:
        """Write what the study found beside its pieces, if it has a directory."""
        if self.directory is not None:
            self.directory.finish(document())


def _kept(drawer: Keeping[Done] | None, numbers: range) -> dict[int, Done]:
    """What is kept already of some pieces, by number."""
    if drawer is None:
        return {}
    kept = ((number, drawer.load(number)) for number in numbers)
    return {number: done for number, done in kept if done is not None}


ALONE = Effort()
