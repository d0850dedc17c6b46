"""The index of all results, and the line that every page ends with."""

from collections.abc import Iterable, Mapping

from results.pages.markdown import table
from results.shelf import MadePart
from results.sources import digest_of
from results.study import Study
from results.waiting import in_minutes

SHORT = 8
WORDS = [
    "# Results",
    "",
    "Tables and figures computed with this package. `make results` computes again whatever has changed since its",
    "stamp: the files a study imports (not their comments), its data, or its command; `make results ONLY=NAME` (or",
    "`NAME/PART`) only that; `make results ACCEPT=NAME` keeps what is there and records it. People's data are no",
    "part of the repository: results that need them are left alone where they are not found (`HUMANLIKE_DATA`).",
    "Numbers and stamps of NAME are in `NAME.json`.",
    "",
]


def signature(study: Study, parts: Mapping[str, MadePart]) -> str:
    """The last line of a page: version, data, command, and what was accepted."""
    stamps = [made.stamp for made in parts.values()]
    versions = ", ".join(sorted({stamp.version for stamp in stamps}))
    accepted = sum(stamp.accepted is not None for stamp in stamps)
    words = [f"humanlike {versions}", f"data {_data(parts)}", f"`{study.command}`"]
    if accepted:
        words.append(f"accepted without computing again: {accepted} of {len(stamps)} parts")
    return f"<sub>{' · '.join(words)}</sub>"


def index(studies: Mapping[str, Study], made: Mapping[str, Mapping[str, MadePart]]) -> str:
    """One line a result: what it is, what it rests on, what it costs."""
    rows = [_row(name, study, made[name]) for name, study in studies.items() if made.get(name)]
    head = [
        "result",
        "needs data",
        "parts",
        "processor time",
        "version",
        "sources",
        "data",
        "accepted parts",
        "command",
    ]
    return "\n".join([*WORDS, *table(head, rows)])


def _row(name: str, study: Study, parts: Mapping[str, MadePart]) -> list[str]:
    stamps = [made.stamp for made in parts.values()]
    known = [stamp.seconds for stamp in stamps if stamp.seconds is not None]
    needed = sorted({data for needs in study.parts.values() for data in needs.data})
    return [
        f"[{study.title}]({name}.md)",
        ", ".join(needed) or "no",
        str(len(parts)),
        in_minutes(sum(known)) + (" (some unknown)" if len(known) < len(stamps) else "")
        if known
        else "unknown",
        ", ".join(sorted({stamp.version for stamp in stamps})),
        _short(stamp.origin.sources if stamp.origin else "" for stamp in stamps),
        _data(parts),
        str(sum(stamp.accepted is not None for stamp in stamps)),
        f"`{study.command}`",
    ]


def _data(parts: Mapping[str, MadePart]) -> str:
    origins = [made.stamp.origin or made.stamp.accepted for made in parts.values()]
    return _short(origin.data if origin else "" for origin in origins)


def _short(digests: Iterable[str]) -> str:
    """One short digest for those of all parts."""
    known = sorted(set(filter(None, digests)))
    if not known:
        return "none"
    return (known[0] if len(known) == 1 else digest_of(" ".join(known).encode()))[:SHORT]
