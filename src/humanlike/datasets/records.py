"""The records of an export as arrays, read by a mapping: who chose what, when, with whom. Nothing is matched yet."""

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core import BadFile, BadRecord, Game
from humanlike.core.kinds import HUMAN, KINDS, MACHINE, PROGRAM, kind_of
from humanlike.core.table_columns import whole_numbers
from humanlike.core.words import UNREADABLE
from humanlike.datasets.exported import Exported, Integers, Texts
from humanlike.datasets.mapping import ExportMapping, Scalar

Mask = npt.NDArray[np.bool_]
IS_BOT = {"1": PROGRAM, "0": HUMAN, "True": PROGRAM, "False": HUMAN}  # what oTree writes in _is_bot


@dataclass(frozen=True, eq=False)
class ExportRecords:
    """Arrays over the choices of an export; text is empty and numbers are -1 where nothing is said."""

    record: Integers  # its number in the export
    line: Integers
    part: Integers  # which of the games that stand side by side in a row
    session: Texts
    subject: Texts
    group: Texts
    match: Texts
    round: Integers
    role: Integers  # from 1; 0 where the export does not say
    action: Integers
    payoff: Texts
    intended: Integers
    kind: Texts
    model: Texts
    partner: Texts
    partner_action: Integers
    partner_payoff: Texts
    partner_kind: Texts
    partner_model: Texts

    def __len__(self) -> int:
        return len(self.line)

    def rows(self, where: npt.NDArray[np.integer] | Mask) -> "ExportRecords":
        """Some of the records."""
        return ExportRecords(**{each.name: getattr(self, each.name)[where] for each in fields(self)})

    def says(self, name: str) -> bool:
        """Whether a column of text says anything."""
        return bool((getattr(self, name) != "").any())

    @classmethod
    def joined(cls, parts: "list[ExportRecords]") -> "ExportRecords":
        """The records of several, one after the other."""
        return cls(
            **{
                each.name: np.concatenate([getattr(part, each.name) for part in parts])
                for each in fields(cls)
            }
        )


def records_of(exported: Exported, how: ExportMapping, game: Game) -> tuple[ExportRecords, list[str]]:
    """The choices in an export, and what was left out of it, in sentences."""
    if not len(exported.lines):
        raise BadFile(f"'{exported.name}' has a header and no rows.")
    kept, notes = _filtered(exported, how)
    _refuse_several_games(exported, how, kept)
    parts = [_part(exported, how, part, kept) for part in range(how.n_parts)]
    records = ExportRecords.joined(parts)
    if how.format == "table" and not records.says("group"):
        records = replace(records, group=records.match)
    if not _groups_tell(records, how, game):
        records = replace(records, group=np.full(len(records), "", dtype=object))
        if not how.role and how.format.startswith("otree"):  # a place in a large group is no role
            records = replace(records, role=np.zeros_like(records.role))
    if not (records.action >= 0).any():
        field = how.field("action", 0)
        raise BadFile(
            f"'{exported.name}' holds no choices in '{field}'; does the mapping name the right app and field?"
        )
    return records, notes


def _refuse_several_games(exported: Exported, how: ExportMapping, kept: Integers) -> None:
    """A table of one's own that names several games is read one game at a time."""
    named = exported.optional("game")[kept] if how.format == "table" else np.empty(0, dtype=object)
    games = list(dict.fromkeys(named.tolist()))
    if len(games) > 1:
        raise BadFile(
            f"'{exported.name}' names {len(games)} games ({', '.join(map(str, games[:6]))}), and a mapping reads one: "
            f'keep it with filter = {{ game = "{games[0]}" }}.'
        )


def _groups_tell(records: ExportRecords, how: ExportMapping, game: Game) -> bool:
    """Whether groups tell who met whom; not if the partner is named, or stands in the same row and in no group."""
    if how.group or not records.says("group"):
        return bool(how.group)
    if records.says("partner") or how.partner_kind or how.partner_model:
        return False
    if not (records.partner_action >= 0).any():
        return True
    where = pd.DataFrame(
        {name: getattr(records, name) for name in ("session", "match", "group", "round", "part")}
    )
    return bool(where[records.group != ""].value_counts().max() == game.n_players)


def _filtered(exported: Exported, how: ExportMapping) -> tuple[Integers, list[str]]:
    """The records that pass the filter."""
    kept = np.ones(len(exported.lines), dtype=np.bool_)
    for field, wanted in how.filter.items():
        found = exported.get(field, "filter")
        words = {
            text for value in (wanted if isinstance(wanted, list) else [wanted]) for text in _spellings(value)
        }
        passed = np.asarray(pd.Series(found).isin(words))
        if not (kept & passed).any():
            there = sorted(set(found[kept].tolist()))
            raise BadFile(
                f"The filter {field} = {', '.join(sorted(words))[:60]} keeps none of the {kept.sum():,} records of "
                f"'{exported.name}'; there stands {', '.join(repr(word[:20]) for word in there[:8])}."
            )
        kept &= passed
    out = int((~kept).sum())
    return np.flatnonzero(kept), [f"{out:,} records were filtered out."] if out else []


def _spellings(value: Scalar) -> set[str]:
    """How a value of the mapping may stand in a file."""
    if isinstance(value, bool):
        return {"1", "True", "true", "TRUE"} if value else {"0", "False", "false", "FALSE"}
    if isinstance(value, str):
        return {value.strip()}
    return {f"{value:g}", str(value), f"{float(value)}"}


def _part(exported: Exported, how: ExportMapping, part: int, kept: Integers) -> ExportRecords:
    """The records of one of the games that stand side by side."""

    def words(name: str) -> Texts:
        """What a key of the mapping, or else the format's own field, says."""
        field = how.field(name, part)
        if field:
            return exported.get(field, name)[kept]
        return exported.optional(exported.defaults.get(name, ""))[kept]

    def needed(name: str) -> Texts:
        if not how.field(name, part) and name not in exported.defaults:
            raise BadFile(
                f"'{exported.name}' has no column '{name}': name in the mapping the one that says it."
            )
        return words(name) if how.field(name, part) else exported.get(exported.defaults[name], name)[kept]

    def moves(name: str) -> Integers:
        return _moves(exported, how, name, words(name), kept)

    rounds = exported.rounds[kept] if exported.rounds is not None and not how.round else None
    session, partner_model = words("session"), words("partner_model")
    partner_kind = _kinds(exported, how, "partner_kind", part, kept)
    modelled = (partner_kind == "") & (partner_model != "") & (partner_model != HUMAN)
    return ExportRecords(
        record=kept,
        line=exported.lines[kept],
        part=np.full(len(kept), part),
        session=np.where(session == "", "1", session).astype(object),
        subject=_filled_in(exported, needed("subject"), "subject", kept),
        group=words("group"),
        match=words("match"),
        round=_numbers(exported, "round", needed("round"), kept) if rounds is None else rounds,
        role=_roles(exported, how, words("role"), kept),
        action=moves("action"),
        payoff=_decimal(words("payoff")),
        intended=moves("intended"),
        kind=_kinds(exported, how, "kind", part, kept),
        model=words("model"),
        partner=words("partner"),
        partner_action=moves("partner_action"),
        partner_payoff=_decimal(words("partner_payoff")),
        partner_kind=np.where(modelled, MACHINE, partner_kind).astype(object),
        partner_model=partner_model,
    )


def _filled_in(exported: Exported, column: Texts, name: str, kept: Integers) -> Texts:
    if (column == "").any():
        record = int(kept[int(np.argmax(column == ""))])
        raise BadRecord(
            f"{exported.place(record)}: the {name} is empty, so nobody knows who chose; filter it out."
        )
    return column


def _decimal(column: Texts) -> Texts:
    """Payoffs with a point, also where a comma was written."""
    return np.asarray(pd.Series(column, dtype=object).str.replace(",", ".").to_numpy(dtype=object))


def _numbers(exported: Exported, name: str, column: Texts, kept: Integers, words: str = "") -> Integers:
    numbers = whole_numbers(pd.Series(column, dtype=object))
    wrong = numbers == UNREADABLE
    if wrong.any():
        first = int(np.argmax(wrong))
        raise BadRecord(
            f"{exported.place(int(kept[first]))}: the {name} is '{column[first][:40]}', no whole number "
            f"({int(wrong.sum())} in all){words and f'; say in {words!r} what words mean'}."
        )
    return numbers


def _translated(
    exported: Exported, column: Texts, known: dict[str, int], what: str, advice: str, kept: Integers
) -> Integers:
    """Words of an export as numbers; refused where one is unknown."""
    found = pd.Series(column, dtype=object).map(known)
    wrong = found.isna().to_numpy()
    if wrong.any():
        first = int(np.argmax(wrong))
        raise BadRecord(
            f"{exported.place(int(kept[first]))}, {what}: '{column[first][:40]}' is none of the mapping's "
            f"({', '.join(word for word in known if word)[:80]}); {advice}"
        )
    return found.to_numpy(dtype=np.int64).astype(np.int64)


def _moves(exported: Exported, how: ExportMapping, name: str, column: Texts, kept: Integers) -> Integers:
    """Moves as action numbers; an empty field is a missing move."""
    if how.actions:
        known = {**how.actions, "": -1}
        return _translated(exported, column, known, name, "add it, or correct the export.", kept)
    filled = np.where(column == "", "-1", column).astype(object)
    return _numbers(exported, name, filled, kept, "actions")


def _roles(exported: Exported, how: ExportMapping, column: Texts, kept: Integers) -> Integers:
    if how.roles:
        return _translated(exported, column, dict(how.roles), "role", "add it to 'roles'.", kept)
    return _numbers(exported, "role", np.where(column == "", "0", column).astype(object), kept, "roles")


def _kinds(exported: Exported, how: ExportMapping, name: str, part: int, kept: Integers) -> Texts:
    """Kinds: one word for all, or a column of such words."""
    word = how.field(name, part)
    if kind_of(word):
        return np.full(len(kept), kind_of(word), dtype=object)
    field = word or exported.defaults.get(name, "")
    column = exported.get(field, name)[kept] if word else exported.optional(field)[kept]
    known = {text: kind_of(text) for text in set(column.tolist())}
    known |= IS_BOT if field.endswith("_is_bot") else {}
    known |= {text: kind_of(kind) for text, kind in how.kinds.items()}
    unknown = np.asarray(pd.Series(column, dtype=object).map(known).isna())
    if unknown.any():
        first = int(np.argmax(unknown))
        raise BadRecord(
            f"{exported.place(int(kept[first]))}, {field}: '{column[first][:40]}' is none of {', '.join(KINDS)}; "
            f"say in 'kinds' what it means."
        )
    return np.asarray(pd.Series(column, dtype=object).map(known).to_numpy(dtype=object))
