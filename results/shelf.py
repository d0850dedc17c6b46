"""What is committed: numbers and stamps in NAME.json, words in NAME.md, pictures in NAME/; the index of all.

A result is written pictures first, numbers and stamps last in one file: whatever interrupts it, what the stamps
speak of is there.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from humanlike.core import BadFile, write_atomically
from results.stamps import Stamp


@dataclass(frozen=True)
class MadePart:
    """A part that was computed: numbers, pictures (by name: where they are), and where all that came from."""

    document: Any
    pictures: Mapping[str, Path]
    stamp: Stamp


@dataclass(frozen=True)
class Shelf:
    """The folder of committed results."""

    folder: Path

    def read(self, name: str) -> dict[str, MadePart]:
        """The committed parts of a result; none where it was never made."""
        path = self.folder / f"{name}.json"
        if not path.exists():
            return {}
        try:
            parts = json.loads(path.read_text(encoding="utf-8"))
            return {part: self._part(name, kept) for part, kept in parts.items()}
        except (ValueError, KeyError, TypeError) as error:
            raise BadFile(
                f"'{path}' holds no result: {error!r}. Restore it, or delete it to compute it."
            ) from error

    def _part(self, name: str, kept: Mapping[str, Any]) -> MadePart:
        pictures = {Path(file).stem: self.folder / name / file for file in kept["pictures"]}
        return MadePart(kept["document"], pictures, Stamp.read(kept["stamp"]))

    def write(self, name: str, parts: Mapping[str, MadePart]) -> None:
        """Put a whole result in place; pictures it no longer has go."""
        place, shown = self.folder / name, set()
        for made in parts.values():
            for picture in made.pictures.values():
                shown.add(picture.name)
                if picture.parent != place:
                    write_atomically(place / picture.name, picture.read_bytes())
        write_atomically(self.folder / f"{name}.json", _text(parts))
        for old in sorted(place.glob("*")):
            if old.name not in shown:
                old.unlink()

    def put(self, file: str, text: str) -> bool:
        """Write a page unless it stands there already; whether it was written."""
        path = self.folder / file
        if path.exists() and path.read_text(encoding="utf-8") == text:
            return False
        write_atomically(path, text)
        return True


def _text(parts: Mapping[str, MadePart]) -> str:
    document = {
        part: {
            "stamp": made.stamp.document(),
            "pictures": sorted(picture.name for picture in made.pictures.values()),
            "document": made.document,
        }
        for part, made in parts.items()
    }
    return json.dumps(document, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
