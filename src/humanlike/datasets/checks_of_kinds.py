"""Checks of what a table says about who made the moves: `kind`, `player_type`, `model`, and those of SEATS."""

from collections.abc import Iterator

import numpy as np

from humanlike.core.frames import SEATS
from humanlike.core.kind_columns import KIND_COLUMNS, contradict, kinds_told
from humanlike.core.kinds import HUMAN, kind_of, kinds_in_words
from humanlike.core.words import Words, different, is_first
from humanlike.datasets.columns import Columns
from humanlike.datasets.problems import Check, Problem, problem_where, who_does


def kinds_are_known(columns: Columns) -> Iterator[Problem]:
    """A kind is one of four words, and player types do not contradict it."""
    if "kind" not in columns.rows.columns:
        return
    codes, names = columns.words("kind")
    wrong = np.array([kind_of(name) is None for name in names], dtype=np.bool_)[codes]
    effect = "Nobody knows whether people made these moves; correct it, or rename a column that means something else."
    yield from problem_where(columns, wrong, "kind", kinds_in_words(), effect)
    if "player_type" in columns.rows.columns and not wrong.any():
        both = {name: columns.words(name) for name in KIND_COLUMNS}

        def found(index: int) -> str:
            row = columns.rows.iloc[index]
            return f"player_type is '{row['player_type']}' where kind is '{row['kind']}'"

        rule = "the two must agree"
        effect = "Nobody knows who made these moves; correct one of the two."
        yield from problem_where(columns, contradict(both), "player_type", rule, effect, found=found)


def one_player_for_each_seat(columns: Columns) -> Iterator[Problem]:
    """A subject in a match is of one kind and one model throughout, one person of one study, one family."""
    told = _told(columns)
    heads = np.flatnonzero(is_first(columns.seat))
    column = "kind" if "kind" in columns.rows.columns else "player_type"
    people = None if told is None else different(told.codes, [name or HUMAN for name in told.names])
    others = {name: columns.words(name) for name in ("model", *SEATS) if name in columns.rows.columns}
    for name, words in {**({column: people} if people is not None else {}), **others}.items():
        wrong = words.codes[heads][columns.seat] != words.codes

        def found(index: int, name: str = name) -> str:
            said = f"({name} '{columns.rows[name].iloc[index]}')"
            return f"{who_does(columns, 'is another player in')(index)} {said}"

        rule = "a subject is one player throughout a match"
        effect = f"Give every player a label of its own, {_cure(columns, name)}."
        yield from problem_where(columns, wrong, name, rule, effect, found=found)


def matches_belong_together(columns: Columns) -> Iterator[Problem]:
    """A match is of one study, and nobody sits in two of its seats."""
    heads = np.flatnonzero(is_first(columns.match))
    if "study" in columns.rows.columns:
        study = columns.words("study").codes
        wrong = study[heads][columns.match] != study
        effect = (
            "Name one study for all rows of a match, or leave the column out: then the data set is one study."
        )
        yield from problem_where(columns, wrong, "study", "a match belongs to one study", effect)
    if "person" in columns.rows.columns:
        seats = np.flatnonzero(is_first(columns.seat))
        codes, names = columns.words("person")
        told = _told(columns)
        human = np.ones(len(codes), dtype=np.bool_)
        if told is not None:
            human = np.array([name in ("", HUMAN) for name in told.names])[told.codes]
        known = np.array([bool(name.strip()) for name in names])[codes] & human
        pairs = columns.match[seats] * (len(names) + 1) + codes[seats]
        _, first, count = np.unique(pairs, return_index=True, return_inverse=False, return_counts=True)
        twice = np.zeros(len(codes), dtype=np.bool_)
        twice[seats[first[count > 1]]] = True
        effect = "Give every person a name of their own, or leave the cell empty where nobody knows."
        yield from problem_where(columns, twice & known, "person", "nobody plays against themselves", effect)


def _cure(columns: Columns, name: str) -> str:
    """What else to do: the columns of a mapped export have other names than the long table's."""
    if columns.table.lines is None:
        return f"or rename the column {name} if it means something else"
    return f"by partner = ... in the mapping if it is the partner, or map another column as {name}"


def _told(columns: Columns) -> Words | None:
    """The kinds that are told, if all of them are known."""
    said = {name: columns.words(name) for name in KIND_COLUMNS if name in columns.rows.columns}
    if "kind" in said and any(kind_of(name) is None for name in said["kind"].names):
        return None
    return kinds_told(said)


def _model(columns: Columns) -> Words | None:
    return columns.words("model") if "model" in columns.rows.columns else None


def models_are_machines(columns: Columns) -> Iterator[Problem]:
    """Who has a model's name is said to be a machine."""
    model, told = _model(columns), _told(columns)
    if model is None:
        return
    codes, names = model
    named = np.array([bool(name.strip()) and name != HUMAN for name in names], dtype=np.bool_)[codes]
    if told is not None:
        named &= np.array([not name for name in told.names], dtype=np.bool_)[told.codes]
    effect = (
        "These rows are counted as people; add a column kind (program or language model) if they are none."
    )
    yield from problem_where(columns, named, "model", "a model has a kind", effect, severity="warning")


KINDS_ARE_CLEAR: tuple[Check, ...] = (kinds_are_known, one_player_for_each_seat, matches_belong_together)
MODELS_ARE_MACHINES: tuple[Check, ...] = (models_are_machines,)
