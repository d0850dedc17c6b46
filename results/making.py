"""Making one result: which parts are stale, computing them, and putting the whole in place."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from humanlike.core import BadFile, write_atomically
from humanlike.core.documents import plain
from results.data_files import data_digest, missing_data
from results.shelf import MadePart, Shelf
from results.sources import SourceTree
from results.stamps import Origin, Stamp
from results.study import Desk, Needs, Study
from results.waiting import Telling, every_so_often, processor_seconds

FINISHED = "finished.json"


@dataclass(frozen=True)
class Workshop:
    """Where results are made: the sources they come from, the shelf they end on, the bench they lie on meanwhile."""

    tree: SourceTree
    shelf: Shelf
    bench: Path  # runs/results
    workers: int = 0  # one a core
    tell: Telling = print

    def origins(self, name: str, study: Study) -> dict[str, Origin]:
        """What every part of a study is made from today; equal needs are digested once."""
        sources: dict[Needs, str] = {}
        for needs in study.parts.values():
            if needs not in sources:
                sources[needs] = self.tree.digest(f"results.studies.{name}", needs, draws=study.draws)
        return {
            part: Origin(study.command, sources[needs], data_digest(needs))
            for part, needs in study.parts.items()
        }

    def stale(self, name: str, study: Study) -> dict[str, Origin]:
        """The parts whose stamp does not hold, with what they would be made from."""
        kept = self.shelf.read(name)
        return {
            part: origin
            for part, origin in self.origins(name, study).items()
            if part not in kept or not kept[part].stamp.holds_for(origin) or not _is_whole(kept[part])
        }

    def accept(self, name: str, study: Study, parts: Mapping[str, Origin]) -> None:
        """Keep what is committed, and record it."""
        kept = self.shelf.read(name)
        if unknown := [part for part in parts if part not in kept]:
            raise BadFile(f"{name} cannot be accepted: {', '.join(unknown)} was never computed.")
        changed = {part: replace(kept[part], stamp=kept[part].stamp.accept(parts[part])) for part in parts}
        self._put(name, study, kept | changed)

    def make(self, name: str, study: Study, parts: Mapping[str, Origin]) -> None:
        """Compute these parts, each stored as it finishes, and put the result in place when all are there."""
        made = {part: self._part(name, study, part, origin) for part, origin in parts.items()}
        again = replace(self, tree=SourceTree(self.tree.root)).origins(name, study)
        if changed := [part for part, origin in parts.items() if again[part] != origin]:
            raise BadFile(f"Sources or data changed while {', '.join(changed)} was computed: run it again.")
        self._put(name, study, self.shelf.read(name) | made)
        for part, origin in parts.items():
            shutil.rmtree(self._folder(name, part, origin), ignore_errors=True)

    def _put(self, name: str, study: Study, parts: Mapping[str, MadePart]) -> None:
        self.shelf.write(name, {part: parts[part] for part in study.parts if part in parts})

    def _part(self, name: str, study: Study, part: str, origin: Origin) -> MadePart:
        folder = self._folder(name, part, origin)
        if not (folder / FINISHED).exists():
            self.tell(f"{name}/{part}: begun")
            desk = Desk(folder, self.workers, every_so_often(self.tell, f"{name}/{part}"))
            begun = processor_seconds()
            document = plain(study.compute(part, desk))
            seconds = processor_seconds() - begun
            finished = {"document": document, "stamp": Stamp.now(origin, seconds).document()}
            write_atomically(folder / FINISHED, json.dumps(finished))
            self.tell(f"{name}/{part}: done, {seconds:,.0f} s of processor time")
        finished = json.loads((folder / FINISHED).read_text(encoding="utf-8"))
        pictures = {path.stem: path for path in sorted((folder / "pictures").glob("*"))}
        return MadePart(finished["document"], pictures, Stamp.read(finished["stamp"]))

    def _folder(self, name: str, part: str, origin: Origin) -> Path:
        """A part's own folder; another origin is another folder, so nothing old is ever continued."""
        return self.bench / name / f"{part.replace(' ', '_')}-{origin.sources[:8]}{origin.data[:8]}"


def needed_data(study: Study, parts: Mapping[str, Origin]) -> list[str]:
    """Data sets that these parts need and that are not here."""
    return sorted({name for part in parts for name in missing_data(study.parts[part])})


def _is_whole(made: MadePart) -> bool:
    return all(picture.exists() for picture in made.pictures.values())
