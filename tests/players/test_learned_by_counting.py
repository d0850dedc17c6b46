"""Rules that learned from people: foretelling over whole records is replay, and playing is counting by hand."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import Play, Streams, carry_experience, double_precision
from humanlike.engine import everybody, replay, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.players.people.kinds_of_people import foretell
from humanlike.players.people.learned import Tables
from humanlike.players.people.learned_people import record_of, rows_of
from humanlike.players.people.personal_patterns import Parameters
from humanlike.players.people.recent_rounds import Contexts

DILEMMA, PENNIES = GAMES["prisoners-dilemma"], GAMES["matching-pennies"]
STRENGTHS = Parameters(3.0, 0.9, 5.0, 1.7, 0.8, 0.4, 0.8)


def with_gaps(game, n_people: int = 24, n_rounds: int = 16) -> Play:
    """Conduct that depends on the last rounds a little, with moves and whole rounds missing."""
    luck = Streams(4)["gaps"].generator()
    moves = luck.integers(0, game.n_actions[0], (n_people, n_rounds))
    moves[:8, 1:] = np.where(luck.random((8, n_rounds - 1)) < 0.6, moves[:8, :-1], moves[:8, 1:])
    moves[luck.random(moves.shape) < 0.1] = -1
    moves[:6, 7] = -1
    return Play(game, moves, matches=[str(row // 2) for row in range(n_people)])


def counted_by_hand(history, n_actions: int, own: Parameters, memory: int = 3) -> list[np.ndarray]:
    """The equation of `personal_patterns` in plain Python over even chances; a game without a circle of actions."""
    counts: dict[tuple[int, tuple], np.ndarray] = {}
    past: list[tuple[int, int]] = []
    found = []
    for move, met in history:
        contexts = [(k, tuple(past[:k]) + (None,) * (k - len(past))) for k in range(memory + 1)]
        people = chances = np.full(n_actions, 1 / n_actions)
        for k, context in contexts:
            here = counts.get((k, context), np.zeros(n_actions))
            strength = own.strength * own.growth ** (k - 1) if k else own.habit_strength
            weight = own.conformity**k if k else 0.0
            prior = weight * people + (1 - weight) * chances
            chances = (here + strength * prior) / (here.sum() + strength)
        found.append(chances**own.sharpness / (chances**own.sharpness).sum())
        if move < 0 and met < 0:
            past = []
        if move < 0 or met < 0:
            continue
        for k, context in contexts:
            fading = own.fading if k else own.habit_fading
            counts[k, context] = (
                fading * counts.get((k, context), np.zeros(n_actions)) + np.eye(n_actions)[move]
            )
        past = [(move, met), *past]
    return found


@pytest.mark.parametrize("name, memory", [("memory-2", 2), ("kinds", 3)])
@pytest.mark.parametrize("game", [DILEMMA, PENNIES], ids=lambda game: game.name)
@double_precision()
def test_foretelling_a_record_is_replay_of_the_rule(name: str, memory: int, game) -> None:
    play = with_gaps(game)
    rule = RULES[name].taught([play])
    replayed = replay(play, rule, rule.default).log_probabilities
    learned = rule.learned["2 x 2"]
    contexts = Contexts.fitting(2, 2, memory)
    (rows,) = rows_of([play]).values()
    is_round = int(rows[0].is_round)
    numbers = learned["seats"].astype(int).tolist()
    record = record_of(rows, contexts, numbers, bool(is_round))
    tables = Tables(*(learned[each][is_round, 0] for each in ("shares", "chances", "lifts")))
    order = np.concatenate([np.flatnonzero(play.roles == role) for role in sorted(set(play.roles.tolist()))])
    np.testing.assert_allclose(foretell(record, tables), replayed[order], atol=1e-9)


@double_precision()
def test_patterns_are_counted_as_by_hand_and_missing_rounds_leave_the_counts_alone() -> None:
    play = with_gaps(GAMES["chicken"], n_people=8)
    found = np.exp(replay(play, RULES["patterns"], STRENGTHS).log_probabilities)
    for row in range(play.n_subjects):
        history = list(zip(play.actions[row].tolist(), play.situations[row].tolist(), strict=True))
        np.testing.assert_allclose(found[row], counted_by_hand(history, 2, STRENGTHS), atol=1e-12)


@double_precision()
def test_carried_play_keeps_counts_and_begins_contexts_anew() -> None:
    moves = Streams(5)["carried"].generator().integers(0, 2, (4, 6))
    people, matches = ["ann", "bob", "ann", "cat"], ["1", "1", "2", "2"]
    play = Play(GAMES["chicken"], moves, subjects=people, matches=matches)
    (carried,) = carry_experience([play]).plays
    found = np.exp(replay(carried, RULES["patterns"], STRENGTHS).log_probabilities)
    first = list(zip(moves[0].tolist(), moves[1].tolist(), strict=True))
    second = list(zip(moves[2].tolist(), moves[3].tolist(), strict=True))
    expected = counted_by_hand([*first, (-1, -1), *second], 2, STRENGTHS)
    np.testing.assert_allclose(found[0, :13], expected, atol=1e-12)


@double_precision()
def test_kinds_keep_who_one_is_when_a_match_ends_and_forget_where_they_stood() -> None:
    rate = np.repeat([0.9, 0.1], 30)[:, None]
    moves = (Streams(6)["two kinds"].generator().random((60, 12)) < rate).astype(int)
    defects = Play(DILEMMA, moves, matches=[str(row // 2) for row in range(60)])
    rule = RULES["kinds"].taught([defects])
    moves = np.array([[1, 1, 1, -1, 0, 0], [0, 1, 0, -1, 1, 1]])
    found = np.exp(replay(Play(DILEMMA, moves), rule, rule.default).log_probabilities)
    assert rule.learned["2 x 2"]["shares"].shape[-1] >= 2
    assert found[0, 0, 1] == pytest.approx(0.5, abs=0.1)  # nobody knows yet who this is
    assert found[0, 4, 1] > 0.75  # a defector is one in the next match, too
    assert found[0, 4, 1] != pytest.approx(found[0, 3, 1], abs=1e-6)  # which begins without a last round


@pytest.mark.parametrize("name", ["kinds", "patterns", "person-means"])
def test_a_taught_rule_plays_as_people_did(name: str) -> None:
    people = Play(DILEMMA, np.ones((24, 6), int), matches=[str(row // 2) for row in range(24)])
    blind, taught = RULES[name], RULES[name].taught([people])
    shares = [
        simulate(
            Streams(1)["taught"], DILEMMA, everybody(DILEMMA, [(rule, rule.default)], 100), n_rounds=4
        ).actions.mean()
        for rule in (blind, taught)
    ]
    assert abs(shares[0] - 0.5) < 0.1 and shares[1] > 0.9


def test_fitted_to_people_an_emulator_plays_with_what_it_learned() -> None:
    matches = [str(row // 2) for row in range(24)]
    people = [
        Play(GAMES[game], np.ones((24, 4), int), matches=matches) for game in ("chicken", "prisoners-dilemma")
    ]
    played = hl.play("prisoners-dilemma", "memory-1:fitted", people=people, pairs=20, rounds=4)
    (play,) = played.plays
    assert play.actions.mean() > 0.85


def test_person_means_are_nothing_but_own_choices_over_what_people_do() -> None:
    people = Play(DILEMMA, np.ones((24, 5), int), matches=[str(row // 2) for row in range(24)])
    rule = RULES["person-means"].taught([people])
    (learned,) = rule.learned.values()
    rule = rule.knowing({"2 x 2": learned | {"lifts": np.zeros_like(learned["lifts"])}})
    play = Play(DILEMMA, np.array([[0, 0, 1], [1, 0, 0]]))
    found = np.exp(replay(play, rule, rule.parameters(4.0, 0.5)).log_probabilities)[0, :, 1]
    general = np.exp(learned["chances"][0, 0, 0, 0, 1])
    np.testing.assert_allclose(found, [general, 4 * general / 5, 4 * general / 5.5], atol=1e-9)
