"""z-Tree's session files: several tables in one file, tabs between fields, a header for each table in every period."""

from pathlib import Path

import numpy as np
import pandas as pd

from humanlike.core import BadFile, BadRequest
from humanlike.datasets.exported import Exported, Texts, texts
from humanlike.datasets.mapping import ExportMapping

FIRST_FIELDS = ("_date", "_treatment", "_table")
WHO = {"subject": "_subject", "session": "_date", "group": "_group", "round": "Period", "payoff": "Profit"}
TABLES = ("globals", "subjects", "session", "summary", "contracts")


def looks_like_ztree(line: str) -> bool:
    """Whether a file that begins with this line was written by z-Tree."""
    fields = line.split("\t")
    return len(fields) > 3 and fields[2].strip().strip('"') in TABLES


def subject_rows(path: Path) -> pd.DataFrame:
    """The rows of the subject table as text, with the file's line of each in `_line`."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    found, header = [], None
    for number, line in enumerate(text.splitlines(), start=1):
        fields = [field.strip().strip('"') for field in line.split("\t")]
        if len(fields) < 4 or fields[2] != "subjects":
            continue
        if fields[3] == "Period":
            header = [*FIRST_FIELDS, *fields[3:]]
        elif header is None or len(fields) > len(header):
            raise BadFile(
                f"'{path.name}', line {number}: a row of the subject table without a header that fits it."
            )
        else:
            found.append({"_line": number, **dict(zip(header, fields, strict=False))})
    if not found:
        raise BadFile(
            f"'{path.name}' has no subject table; z-Tree writes it with tabs and the word 'subjects'."
        )
    return pd.DataFrame(found).fillna("")


def ztree(source: Path | pd.DataFrame, how: ExportMapping) -> Exported:
    """The subject table of some treatments; groups and subjects are known by session, groups by treatment too."""
    if isinstance(source, pd.DataFrame):
        raise BadRequest("A z-Tree export is read from its file, not from a pandas table.")
    frame = subject_rows(source)
    if how.treatments:
        there = sorted(set(frame["_treatment"]))
        frame = frame[frame["_treatment"].isin([str(number) for number in how.treatments])]
        if frame.empty:
            raise BadFile(
                f"'{source.name}' has subjects in the treatments {', '.join(there)}, "
                f"none in {', '.join(map(str, how.treatments))}."
            )
    for name, parts in {"_group": ("_treatment", "Group"), "_subject": ("_date", "Subject")}.items():
        if parts[1] in frame:
            frame = frame.assign(**{name: frame[parts[0]] + "-" + frame[parts[1]]})

    def find(field: str) -> Texts | None:
        return texts(frame[field]) if field in frame.columns else None

    return Exported(
        source.name,
        frame["_line"].to_numpy(dtype=np.int64),
        find,
        [column for column in frame.columns if column and not column.startswith("_")],
        WHO | ({"match": "_treatment"} if frame["_treatment"].nunique() > 1 else {}),  # periods begin again
    )
