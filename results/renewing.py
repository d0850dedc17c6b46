"""Going through all results: what is fresh is left alone, what is stale is made, kept or skipped; then the pages."""

import traceback
from collections.abc import Mapping
from typing import Literal, NamedTuple

from humanlike.core import HumanlikeError
from results.catalogue import Entry
from results.index import index, signature
from results.making import Workshop, needed_data
from results.stamps import Origin
from results.study import Study
from results.waiting import in_minutes

Outcome = Literal["fresh", "stale", "accepted", "made", "skipped", "failed"]


class Wish(NamedTuple):
    """What was asked for: names of results, or NAME/PART."""

    only: frozenset[str] = frozenset()  # none: all
    accept: frozenset[str] = frozenset()
    dry: bool = False

    def accepts(self, name: str, part: str) -> bool:
        """Whether this part is kept as it is."""
        return bool(self.accept & {name, f"{name}/{part}"})

    def makes(self, name: str, part: str) -> bool:
        """Whether this part is computed if it is stale."""
        return not self.accepts(name, part) and (not self.only or bool(self.only & {name, f"{name}/{part}"}))


def renew(workshop: Workshop, entries: Mapping[str, Entry], wish: Wish) -> dict[str, Outcome]:
    """What became of every result; one that fails does not keep the others from going on."""
    outcomes = {name: _renew(workshop, name, entry.study, wish) for name, entry in entries.items()}
    written = [] if wish.dry else write_pages(workshop, entries)
    if not written and set(outcomes.values()) <= {"fresh"}:
        workshop.tell("Nothing to do.")
    return outcomes


def write_pages(workshop: Workshop, entries: Mapping[str, Entry]) -> list[str]:
    """Every page from what is on the shelf, and the index; what already stands there is left alone."""
    made = {name: workshop.shelf.read(name) for name in entries}
    pages = {"README.md": index({name: study for name, (study, _) in entries.items()}, made)}
    for name, (study, page) in entries.items():
        if made[name]:
            lines = [f"# {study.title}", "", *page(made[name]), "", signature(study, made[name]), ""]
            pages[f"{name}.md"] = "\n".join(lines)
    written = [file for file, text in pages.items() if workshop.shelf.put(file, text)]
    for file in written:
        workshop.tell(f"Wrote {workshop.shelf.folder / file}")
    return written


def _renew(workshop: Workshop, name: str, study: Study, wish: Wish) -> Outcome:
    """What failed leaves the committed files as they are."""
    try:
        stale = workshop.stale(name, study)
        kept = {part: origin for part, origin in stale.items() if wish.accepts(name, part)}
        wanted = {part: origin for part, origin in stale.items() if wish.makes(name, part)}
        if wish.dry:
            return _foretell(workshop, name, {**kept, **wanted})
        if kept:
            workshop.accept(name, study, kept)
            workshop.tell(f"{name}: accepted as it is ({', '.join(kept)}).")
        return _make(workshop, name, study, wanted) if wanted else "accepted" if kept else "fresh"
    except HumanlikeError as error:
        workshop.tell(f"{name}: failed, the committed files stay. {error}")
    except Exception:  # a study of ours that breaks is told with its place, and the others go on
        workshop.tell(f"{name}: failed, the committed files stay.\n{traceback.format_exc()}")
    return "failed"


def _make(workshop: Workshop, name: str, study: Study, wanted: Mapping[str, Origin]) -> Outcome:
    if absent := needed_data(study, wanted):
        workshop.tell(
            f"{name}: skipped, {', '.join(absent)} not found (HUMANLIKE_DATA names the folder that holds data)."
        )
        return "skipped"
    _foretell(workshop, name, wanted)
    workshop.make(name, study, wanted)
    workshop.tell(f"{name}: written.")
    return "made"


def _foretell(workshop: Workshop, name: str, wanted: Mapping[str, Origin]) -> Outcome:
    """Say what is to be computed, and what that took the last time."""
    if not wanted:
        return "fresh"
    kept = workshop.shelf.read(name)
    spent = [kept[part].stamp.seconds for part in wanted if part in kept]
    known = [seconds for seconds in spent if seconds is not None]
    time = f"; {in_minutes(sum(known))} of processor time the last time" if known else ""
    workshop.tell(f"{name}: {len(wanted)} part(s) to compute: {', '.join(wanted)}{time}.")
    return "stale"
