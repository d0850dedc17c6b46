"""What the registry declares of a named set and its table leaves out: its studies, and who is one person.

A table that has the columns itself is believed.
"""

from typing import Any

import pandas as pd

from humanlike.core.table_columns import words_of
from humanlike.core.words import Words
from humanlike.datasets.registry import SOURCES, DataSource


def declared_columns(rows: pd.DataFrame) -> dict[str, "pd.Categorical[Any]"]:
    """The columns `study` and `person` that the rows of a named set lack."""
    source = _source_of(rows)
    if source is None:
        return {}
    found: dict[str, pd.Categorical[Any]] = {}
    if source.study and "study" not in rows.columns:
        session = words_of(rows["session"])
        studies = source.study if not isinstance(source.study, str) else {}
        names = [studies.get(name, name) if studies else str(source.study) for name in session.names]
        different = list(dict.fromkeys(names))
        codes = pd.Index(different).get_indexer(pd.Index(names))[session.codes]
        found["study"] = Words(codes.astype("int64"), different).categories()
    if not source.persons_known and "person" not in rows.columns:
        found["person"] = pd.Categorical([""] * len(rows), categories=[""])
    return found


def declared_provenance(rows: pd.DataFrame) -> dict[str, str]:
    """What else must be known before two rows are taken for one person's."""
    source = _source_of(rows)
    if source is None:
        return {}
    sessions = {"sessions": source.sessions} if source.sessions else {}
    return {**({"partners": "guessed"} if source.partners_guessed else {}), **sessions}


def _source_of(rows: pd.DataFrame) -> DataSource | None:
    return SOURCES.get(str(rows["dataset"].iloc[0])) if "dataset" in rows.columns else None
