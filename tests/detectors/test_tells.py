"""What gave a player away, in rounds and in words."""

import numpy as np

from humanlike.core import Play
from humanlike.core.streams import Streams
from humanlike.detectors.cross_evidence import PersonsPlay, Sides, cross_evidence, deal_folds
from humanlike.detectors.own_moves import learn_side
from humanlike.detectors.tells import Tell, traces
from humanlike.games import GAMES

DILEMMA = GAMES["prisoners-dilemma"]


def play_of(share, n=60, rounds=6, seed=1):
    """Row players who play their first action with this chance, whatever happens."""
    generator = Streams(seed)[f"{share}"].generator()
    moves = np.empty((2 * n, rounds), dtype=int)
    moves[::2] = generator.random((n, rounds)) >= share
    moves[1::2] = generator.integers(0, 2, (n, rounds))
    return Play(DILEMMA, moves).rows(np.arange(0, 2 * n, 2))


MOSTLY, SELDOM = play_of(0.9), play_of(0.2)
SIDES = Sides(human=learn_side({"people": [SELDOM]}), machine=learn_side({"suspect": [MOSTLY]}))


def test_rounds_add_up_to_the_evidence_of_the_match():
    body = PersonsPlay([MOSTLY.rows([0])], [np.array([7])])
    found = traces(SIDES, body)[7]
    total = sum(tell.worth for tell in found.tells)
    assert np.isclose(total, found.matches[0].total)
    assert sum(tell.n_rounds for tell in found.tells) == 6


def test_the_first_tell_is_what_suspects_do_and_people_do_not():
    everybody = traces(SIDES, PersonsPlay([MOSTLY], [np.arange(60)]))
    first = [trace.tells[0] for trace in everybody.values() if trace.tells[0].worth > 0]
    assert len(first) > 50
    assert np.mean([tell.action == DILEMMA.labels[0][0] for tell in first]) > 0.9
    assert all(tell.machine > tell.human for tell in first)


def test_a_tell_in_words():
    opening = Tell("pd", (), "C", 1, 0.8, 0.97, 0.48)
    assert (
        opening.sentence
        == "pd: they began with C (1 round), as suspects do in 97 % and people in 48 % of such rounds"
    )


def test_nobody_is_judged_by_tables_that_saw_them():
    """With every seat a fold of its own, changing somebody's moves leaves what is said of the others' tables alone."""
    fold = deal_folds(Streams(1), 60)
    whose = [np.arange(60)]

    def scores(people):
        bodies = {"people": PersonsPlay([people], whose)}
        return (
            cross_evidence(
                bodies,
                bodies,
                {"suspect": PersonsPlay([MOSTLY], whose)},
                fold,
                human_weights={"people": 1.0},
                machine_weights={"suspect": 1.0},
            )
            .about["people"]
            .score
        )

    moves = np.array(SELDOM.actions)
    moves[fold == 0] = 1 - moves[fold == 0]
    changed = Play(
        DILEMMA, moves, roles=SELDOM.roles, situations=SELDOM.situations, matches=SELDOM.labels("match")
    )
    before, after = scores(SELDOM), scores(changed)
    one = np.flatnonzero(fold == 0)[0]
    alone = np.array(SELDOM.actions)
    alone[one] = moves[one]
    single = Play(
        DILEMMA, alone, roles=SELDOM.roles, situations=SELDOM.situations, matches=SELDOM.labels("match")
    )
    kin = (fold == 0) & (np.arange(60) != one)
    np.testing.assert_allclose(scores(single)[kin], before[kin])  # own fold: never learned from
    assert not np.allclose(after[fold != 0], before[fold != 0])


def test_folds_are_even():
    assert np.bincount(deal_folds(Streams(1), 23)).tolist() == [5, 5, 5, 4, 4]
    assert deal_folds(Streams(1), 1).tolist() == [0]
