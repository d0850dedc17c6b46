"""How often everybody did what each strategy prescribes: all that the likelihood of an automaton needs to know.

A strategy's state moves with the moves that were made; what is counted as hit or miss is the move that was intended,
where the record tells intentions (execution errors), and the move that was made elsewhere. Where an own or the other's
move is missing nothing is learned from the round, and the state stands still.

References
----------
Fudenberg, Rand & Dreber (2012), American Economic Review 102, 720-749 (intended against realised moves).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play, UnsuitableGame, find_units
from humanlike.fitting.seats import Integers, labels_of_rows, studied_rows
from humanlike.players.automata import Automaton

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StrategyCounts:
    """One group of persons: what each did, held against each class."""

    group: str
    classes: tuple[tuple[Automaton, ...], ...]  # strategies that cannot be told apart here are one class
    persons: tuple[str, ...]
    hits: Floats  # [persons, classes] choices as prescribed
    misses: Floats  # [persons, classes] choices against what was prescribed
    stated: Floats  # [persons, classes] log-chance of choices in states that state chances
    n_matches: Integers  # [persons]
    n_choices: Integers  # [persons]
    n_slips: int  # choices whose intention was another move than the one made
    owner: Integers  # [persons] the independent unit each belongs to
    n_actions: int

    @property
    def names(self) -> tuple[str, ...]:
        """What each class is called."""
        return tuple(" = ".join(each.name for each in together) for together in self.classes)


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of one play, each held against each strategy."""

    hits: Floats  # [rows, strategies]
    misses: Floats
    stated: Floats
    prescriptions: (
        Integers  # [strategies, rows x rounds] 1 + the prescribed action, 0 where no choice was made
    )
    n_choices: Integers  # [rows]
    n_slips: Integers  # [rows]


def count_strategies(
    plays: Sequence[Play], strategies: Sequence[Automaton], *, by: str, unit: str
) -> list[StrategyCounts]:
    """Everybody's choices held against `strategies`, group by group; a person has one row in each group.

    `unit` is what standard errors are over: persons, or what holds several.
    """
    for play in plays:
        _check_game(play, strategies)
    chosen = studied_rows(plays)
    rows = [_followed(play, here, strategies) for play, here in zip(plays, chosen, strict=True)]
    groups = labels_of_rows(plays, chosen, by)
    persons = np.concatenate(
        [_persons(number, play)[here] for number, (play, here) in enumerate(zip(plays, chosen, strict=True))]
    )
    numbers = find_units(plays, unit).numbers
    owners = np.concatenate([each[here] for each, here in zip(numbers, chosen, strict=True)])
    n_actions = strategies[0].n_actions
    result = []
    for group in dict.fromkeys(groups):
        here = np.array([each == group for each in groups])
        result.append(_group(group, strategies, rows, here, persons, owners, n_actions))
    return result


def _check_game(play: Play, strategies: Sequence[Automaton]) -> None:
    for each in strategies:
        if play.game.n_players != 2 or tuple(play.game.n_actions) != (each.n_actions, each.n_actions):
            sizes = " x ".join(map(str, play.game.n_actions))
            raise UnsuitableGame(
                f"{each.name} is a strategy for two players with {each.n_actions} actions each; '{play.game.name}' is "
                f"{sizes}."
            )


def _persons(number: int, play: Play) -> npt.NDArray[np.str_]:
    """Who each row is; a row whose person nobody recorded is somebody of its own."""
    labels = play.labels("person")
    dataset = play.provenance.get("dataset", "") or f"play {number + 1}"
    alone = [f"{dataset}, row {row + 1}" for row in range(play.n_subjects)]
    if labels.names is None:
        return np.array(alone)
    return np.array(
        [f"{dataset}:{name}" if name.strip() else own for name, own in zip(labels, alone, strict=True)]
    )


def _followed(play: Play, here: Integers, strategies: Sequence[Automaton]) -> _Rows:
    """The rows `here` of a play, led through every strategy."""
    made, met = play.actions[here].astype(np.int64), play.situations[here].astype(np.int64)
    meant = made
    if play.intended.size:
        told = play.intended[here].astype(np.int64)
        meant = np.where((told >= 0) & (made >= 0), told, made)
    counted = [_led_through(each, made, met, meant) for each in strategies]
    hits, misses, stated, seen = zip(*counted, strict=True)
    return _Rows(
        np.stack(hits, axis=1),
        np.stack(misses, axis=1),
        np.stack(stated, axis=1),
        np.stack(seen),
        (made >= 0).sum(axis=1),
        (meant != made).sum(axis=1),
    )


def _led_through(
    strategy: Automaton, made: Integers, met: Integers, meant: Integers
) -> tuple[Floats, Floats, Floats, Integers]:
    """Hits, misses and stated log-chances [rows], and what was prescribed [rows x rounds]."""
    rows, rounds = made.shape
    chances, after = np.array(strategy.chances), np.array(strategy.after)
    certain = (chances == 1.0).any(axis=1)
    with np.errstate(divide="ignore"):
        logs = np.log(chances)
    prescribed = np.where(certain, chances.argmax(axis=1), strategy.n_actions + np.arange(len(chances)))
    state = np.zeros(rows, dtype=np.int64)
    hits, misses, stated = np.zeros(rows), np.zeros(rows), np.zeros(rows)
    seen = np.zeros((rows, rounds), dtype=np.int64)
    for now in range(rounds):
        own, other, wanted = made[:, now], met[:, now], np.maximum(meant[:, now], 0)
        chose = own >= 0
        sure = chose & certain[state]
        hits += sure & (prescribed[state] == wanted)
        misses += sure & (prescribed[state] != wanted)
        stated += np.where(chose & ~sure, logs[state, wanted], 0.0)
        seen[:, now] = np.where(chose, prescribed[state] + 1, 0)
        known = chose & (other >= 0)
        state = np.where(known, after[state, np.maximum(own, 0), np.maximum(other, 0)], state)
    return hits, misses, np.maximum(stated, -1e6), seen.reshape(-1)


def _group(
    group: str,
    strategies: Sequence[Automaton],
    rows: Sequence[_Rows],
    here: npt.NDArray[np.bool_],
    persons: npt.NDArray[np.str_],
    owners: Integers,
    n_actions: int,
) -> StrategyCounts:
    """The rows of one group, person by person."""
    names, person = np.unique(persons[here], return_inverse=True)
    person = person.reshape(-1)

    def of_persons(columns: Sequence[Floats | Integers]) -> Floats:
        table = np.zeros((len(names), *columns[0].shape[1:]))
        np.add.at(table, person, np.concatenate(columns)[here])
        return table

    owner = np.zeros(len(names), dtype=np.int64)
    owner[person] = owners[here]
    if (owner[person] != owners[here]).any():
        raise BadRequest(
            "A person's matches are one class, so what is independent is persons or what holds them; "
            "--unit person, connected, session or study."
        )
    found = StrategyCounts(
        group,
        tuple((each,) for each in strategies),
        tuple(names.tolist()),
        of_persons([each.hits for each in rows]),
        of_persons([each.misses for each in rows]),
        of_persons([each.stated for each in rows]),
        np.bincount(person, minlength=len(names)),
        of_persons([each.n_choices for each in rows]).astype(np.int64),
        int(np.concatenate([each.n_slips for each in rows])[here].sum()),
        np.unique(owner, return_inverse=True)[1].reshape(-1),
        n_actions,
    )
    return _told_apart(found, _alike(rows, here))


def _alike(rows: Sequence[_Rows], here: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Strategies that prescribe the same wherever anybody of the group had to choose."""
    kinds: dict[bytes, list[int]] = {}
    for strategy in range(len(rows[0].prescriptions)):
        parts, before = [], 0
        for each in rows:
            count = len(each.n_choices)
            seen = each.prescriptions[strategy].reshape(count, -1)
            parts.append(seen[here[before : before + count]].tobytes())
            before += count
        kinds.setdefault(b"|".join(parts), []).append(strategy)
    return list(kinds.values())


def _told_apart(found: StrategyCounts, alike: list[list[int]]) -> StrategyCounts:
    """One class for strategies that are alike."""
    first = [each[0] for each in alike]
    return replace(
        found,
        classes=tuple(tuple(found.classes[number][0] for number in each) for each in alike),
        hits=found.hits[:, first],
        misses=found.misses[:, first],
        stated=found.stated[:, first],
    )
