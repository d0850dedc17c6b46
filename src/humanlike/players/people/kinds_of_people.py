r"""What people do after the last rounds, and what kinds of people there are: learned by counting.

A kind z of people has a table of chances for every context (`recent_rounds`), each memory backed off to the next
shorter one,

.. math:: P_z(a \mid c_k) = \frac{N_z(a, c_k) + s\, P_z(a \mid c_{k-1})}{N_z(c_k) + s},

and every game g has shares :math:`\pi_g(z)`, drawn towards those of all games. Counts are weighted by how likely each
person is of each kind, and the weights follow from the tables, in turn until both stand still (EM). On top of the
kinds, round t of game g after the last cell c may be played otherwise (the last rounds of a known number are):
a *lift* :math:`(N_{gtc}(a) + r\,e)/(E_{gtc}(a) + r\,e)` of what is seen over what the kinds foretell.

How many kinds, the strength s and whether lifts pay is chosen by foretelling each part of the people (`core.parts`)
from the others; nothing else is tuned. Contexts nobody was in are foretold by shorter memories.

References
----------
Dempster, Laird & Rubin (1977), JRSS B 39, 1-38; Dal Bo & Frechette (2011), AER 101, 411-429 (kinds of people in the
prisoner's dilemma); Chen & Goodman (1999), Computer Speech and Language 13, 359-394 (backing off).
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.special import logsumexp, softmax

from humanlike.core import Streams
from humanlike.players.people.learned import MOST_ROUNDS, Floats, Tables
from humanlike.players.people.recent_rounds import Contexts

Integers = npt.NDArray[np.int64]
STRENGTHS = (2.0, 8.0, 32.0)  # s
LIFTS = (np.inf, 30.0, 10.0)  # r; infinity is no lift
GAME_STRENGTH = 5.0  # people by whose shares a game's are drawn towards all games'
N_STEPS, CLOSE = 60, 1e-6  # of EM, and nats in proportion that end it
STREAM = Streams(20_016)["kinds of people"]


@dataclass(frozen=True, eq=False)
class Record:
    """Recorded conduct of some people in seats of one form."""

    contexts: Contexts
    is_round: bool  # whether the game looks the same all around
    actions: Integers  # [people, rounds], -1 where none
    deep: Integers  # [people, rounds] context of the longest memory
    cell: Integers  # [people, rounds] the last round alone
    time: Integers  # [people, rounds] rounds of the match so far, at most `MOST_ROUNDS`
    game: Integers  # [people]
    part: Integers  # [people]
    n_games: int

    @property
    def n_choices(self) -> int:
        """How many choices were made."""
        return int((self.actions >= 0).sum())

    def of(self, people: npt.NDArray[np.bool_]) -> "Record":
        """Some of the people."""
        names = ("actions", "deep", "cell", "time", "game", "part")
        return replace(self, **{name: getattr(self, name)[people] for name in names})


class Wish(NamedTuple):
    """What to learn."""

    n_kinds: int
    strength: float
    lift: float


def learn_tables(record: Record, wish: Wish) -> Tables:
    """Tables for these people."""
    kinds = _kinds(record, wish)
    none = np.zeros((record.n_games + 1, MOST_ROUNDS + 1, record.contexts.base, record.contexts.n_actions))
    tables = Tables(*kinds, none)
    return tables if np.isinf(wish.lift) else tables._replace(lifts=_lifts(record, tables, wish.lift))


def choose_wish(record: Record, most_kinds: int) -> Wish:
    """The wish that foretells the parts best from each other; strength first, then kinds, then lifts."""
    best = Wish(1, STRENGTHS[1], np.inf)
    if len(np.unique(record.part)) < 2:  # nobody to be foretold from others
        return best
    best = max(
        (best._replace(strength=strength) for strength in STRENGTHS), key=lambda w: _foretold(record, w)
    )
    reached = _foretold(record, best)
    for n_kinds in (number for number in (2, 3, 4, 6, 8, 12, 16) if number <= most_kinds):
        tried = best._replace(n_kinds=n_kinds)
        found = _foretold(record, tried)
        if found > reached:
            best, reached = tried, found
        elif n_kinds > 2 * best.n_kinds:
            break
    return max((best._replace(lift=lift) for lift in LIFTS), key=lambda w: _foretold(record, w))


def _foretold(record: Record, wish: Wish) -> float:
    """The log-likelihood of every part by what was learned from the others."""
    total = 0.0
    for part in np.unique(record.part):
        tables = learn_tables(record.of(record.part != part), wish)
        held = record.of(record.part == part)
        total += float(_of_choices(foretell(held, tables), held).sum())
    return total


def foretell(record: Record, tables: Tables) -> Floats:
    """Log-chances of every action before every choice, [people, rounds, actions], kinds weighed by what was seen."""
    chances = np.moveaxis(tables.chances[:, record.deep], 0, 2)  # [people, rounds, kinds, actions]
    own = np.take_along_axis(chances, np.maximum(record.actions, 0)[:, :, None, None], axis=3)[..., 0]
    seen = np.where(record.actions[:, :, None] >= 0, own, 0.0)
    weight = np.cumsum(seen, axis=1) - seen + tables.shares[record.game][:, None]
    mixed = logsumexp(weight[..., None] + chances, axis=2) - logsumexp(weight, axis=2)[..., None]
    lifted = mixed + tables.lifts[record.game[:, None], record.time, record.cell]
    return np.asarray(lifted - logsumexp(lifted, axis=2, keepdims=True))


def _of_choices(logs: Floats, record: Record) -> Floats:
    """Log-chances of what was done, zero where nothing was, [people, rounds]."""
    own = np.take_along_axis(logs, np.maximum(record.actions, 0)[:, :, None], axis=2)[..., 0]
    return np.where(record.actions >= 0, own, 0.0)


def _kinds(record: Record, wish: Wish) -> tuple[Floats, Floats]:
    """Shares and chances by EM; one kind needs no turns."""
    contexts, n_people = record.contexts, len(record.actions)
    row, round_ = np.nonzero(record.actions >= 0)
    column = record.deep[row, round_] * contexts.n_actions + record.actions[row, round_]
    size = (n_people, contexts.n_deep * contexts.n_actions)
    made = csr_array((np.ones(len(row)), (row, column)), shape=size)
    weight = np.ones((n_people, 1))
    if wish.n_kinds > 1:
        weight = STREAM.generator().dirichlet(np.full(wish.n_kinds, 0.5), n_people)
    before = -np.inf
    for _ in range(N_STEPS):
        counts = np.asarray(made.T @ weight).T.reshape(wish.n_kinds, contexts.n_deep, contexts.n_actions)
        chances = backed_off(counts, contexts, wish.strength, record.is_round)
        shares = _shares(weight, record)
        likely = made @ chances.reshape(wish.n_kinds, -1).T + shares[record.game]
        weight = softmax(likely, axis=1)
        reached = float(logsumexp(likely, axis=1).sum())
        if wish.n_kinds == 1 or reached - before < CLOSE * abs(reached):
            break
        before = reached
    return shares, chances


def _shares(weight: Floats, record: Record) -> Floats:
    """Log-shares of the kinds in every game, and in games not known, [games + 1, kinds]."""
    of_all = (weight.sum(axis=0) + 1.0) / (len(weight) + weight.shape[1])
    counts = np.zeros((record.n_games + 1, weight.shape[1]))
    np.add.at(counts, record.game, weight)
    drawn = counts + GAME_STRENGTH * of_all
    return np.asarray(np.log(drawn / drawn.sum(axis=1, keepdims=True)))


def backed_off(counts: Floats, contexts: Contexts, strength: float, is_round: bool) -> Floats:
    """Log-chances in every deep context from counts there, [kinds, contexts, actions], by way of shorter memories."""
    digits = contexts.all_digits()
    actions = np.arange(contexts.n_actions)
    chances = np.full(counts.shape, 1.0 / contexts.n_actions)
    numbers = contexts.numbers(digits, int(is_round))
    for level, (_, only_round) in enumerate(contexts.levels):
        if only_round and not is_round:
            continue
        offset, after = contexts.offsets[level : level + 2]
        shift = np.broadcast_to(contexts.shift(digits, level, int(is_round)), contexts.n_deep)
        number = np.broadcast_to(numbers[level], contexts.n_deep) - offset
        place = number[:, None] * contexts.n_actions + (actions - shift[:, None]) % contexts.n_actions
        size = (after - offset) * contexts.n_actions
        own = np.stack([np.bincount(place.ravel(), each.ravel(), minlength=size) for each in counts])
        here = own[:, place]
        chances = (here + strength * chances) / (here.sum(axis=2, keepdims=True) + strength)
    return np.asarray(np.log(chances))


def _lifts(record: Record, tables: Tables, strength: float) -> Floats:
    """How much more often than foretold each action is taken in a round of a game after a cell; logarithms."""
    expected = np.exp(foretell(record, tables))
    made = record.actions >= 0
    contexts = record.contexts
    shape = (record.n_games + 1, MOST_ROUNDS + 1, contexts.base)
    place = np.ravel_multi_index(
        (np.broadcast_to(record.game[:, None], made.shape)[made], record.time[made], record.cell[made]), shape
    )

    def summed(values: Any) -> Floats:
        columns = [np.bincount(place, column, minlength=int(np.prod(shape))) for column in values.T]
        return np.stack(columns, axis=1)

    done = summed((record.actions[made][:, None] == np.arange(contexts.n_actions)).astype(np.float64))
    due = summed(expected[made])
    total = due.sum(axis=1, keepdims=True)
    usual = strength * np.where(total > 0, due / np.where(total > 0, total, 1.0), 1.0 / contexts.n_actions)
    return np.asarray(np.log((done + usual) / (due + usual)).reshape(*shape, contexts.n_actions))
