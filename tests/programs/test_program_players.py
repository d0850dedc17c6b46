"""Player programs: what they are told, what they may answer, and what becomes of those who answer otherwise."""

import json
from dataclasses import replace

import numpy as np
import pytest
from programs_limits import SMALL

from humanlike.core import Information, Streams, UnsuitableGame
from humanlike.emulators.suspect import program_suspect
from humanlike.games import GAMES
from humanlike.programs import EntryFailed, play_match, seated_program

GAME = GAMES["chicken"]
HALVES = np.full((2, 4), 0.5)

ALTERNATING = """
import json
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "round":
        print(json.dumps({"action": message["round"] % 2}), flush=True)
"""
COPYING = """
import json
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "round":
        last = message["last"]
        print(json.dumps({"action": last["other_action"] if last else 0}), flush=True)
"""
ECHOING = """
import json
heard = []
for line in sys.stdin:
    heard.append(line)
    if json.loads(line)["type"] == "round":
        print(json.dumps({"action": 0}), flush=True)
        sys.stderr.write(heard[-1])
    else:
        sys.stderr.write(line)
"""


def test_two_programs_meet(make_program):
    first, second = make_program(ALTERNATING, "player", name="a"), make_program(COPYING, "player", name="b")
    actions, endings = play_match((first, second), GAME, HALVES, (1, 2))
    assert actions.tolist() == [[1, 0, 1, 0], [0, 1, 0, 1]]
    assert all(ending.is_ok and ending.sandboxed for ending in endings)
    actions, _ = play_match((second, first), GAME, HALVES, (1, 2))
    assert actions.tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_moves_are_drawn_from_probabilities_with_the_given_numbers(make_program):
    program = make_program(
        ALTERNATING.replace('{"action": message["round"] % 2}', '{"probabilities": [0.25, 0.75]}'), "player"
    )
    uniforms = np.array([[0.0, 0.2, 0.26, 0.99], [0.24999, 0.25, 0.5, 0.1]])
    actions, _ = play_match((program, program), GAME, uniforms, (1, 2))
    assert actions.tolist() == [[0, 0, 1, 1], [0, 1, 1, 0]]


@pytest.mark.parametrize("information", Information)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_is_told_what_it_may_see_and_no_more(make_program, information, seat):
    game = GAMES["ochs"]
    program = make_program(ECHOING, "player")
    with program.conversing() as running:
        from humanlike.programs.conversation import Conversation
        from humanlike.programs.playing import SeatedPlayer

        player = SeatedPlayer(Conversation("echo", running), game, seat, information)
        player.start(seed=5)
        for _ in range(2):
            player.ask()
            assert player.probabilities().tolist() == [1, 0]
            player.saw((0, 1))
        player.end()
        log = running._log.read_text()
    start, first, second, end = (json.loads(line) for line in log.splitlines())
    row, column = np.array([[21, 3], [3, 5]]), np.array([[3, 5], [5, 3]])  # of the paper, [row, column]
    own, other = ((row, column.T), (column.T, row))[seat]
    assert start["seat"] == seat and start["seed"] == 5 and start["rounds"] is None and start["actions"] == 2
    assert first["last"] is None and first["round"] == 1 and second["round"] == 2
    assert end["last"] == second["last"]
    knows = {"action": seat, "payoff": (3.0, 5.0)[seat]}
    if information >= Information.ACTIONS:
        knows["other_action"] = 1 - seat
        assert start["payoffs"] == own.tolist() and start["other_actions"] == 2
    if information >= Information.GAME:
        knows["other_payoff"] = (5.0, 3.0)[seat]
        assert start["other_payoffs"] == other.tolist()
    assert second["last"] == knows
    assert ("payoffs" in start) == (information >= Information.ACTIONS)
    assert ("other_payoffs" in start) == (information >= Information.GAME)


ANSWERS = {
    "no document": "human",
    "no object": "[1]",
    "an action the game has not": '{"action": 2}',
    "a negative action": '{"action": -1}',
    "a fraction": '{"action": 0.5}',
    "true": '{"action": true}',
    "a word": '{"action": "0"}',
    "both": '{"action": 0, "probabilities": [1, 0]}',
    "too many probabilities": '{"probabilities": [0.5, 0.25, 0.25]}',
    "not a number": '{"probabilities": [NaN, 1]}',
    "infinite": '{"probabilities": [Infinity, 0]}',
    "a negative probability": '{"probabilities": [-1, 2]}',
    "more than one in all": '{"probabilities": [0.6, 0.6]}',
    "an abyss": "[" * 30000,
    "an endless number": '{"action": ' + "1" * 9000 + "}",
    "an empty line": "",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_only_an_action_or_probabilities_are_an_answer(make_program, name):
    program = make_program(f"print({ANSWERS[name]!r}, flush=True)\ntime.sleep(60)", "player")
    with pytest.raises(EntryFailed) as failure:
        play_match((program, program), GAME, HALVES, (1, 2))
    assert failure.value.ending.outcome == "bad output"


RUDE = {
    "says nothing": ("time.sleep(60)", "timed out"),
    "leaves at once": ("pass", "failed"),
    "leaves with an error": ("sys.exit(3)", "failed"),
    "closes its mouth": ("os.close(1); time.sleep(60)", "timed out"),
    "talks without end": ("while True: os.write(1, b'x' * 1000)", "bad output"),
    "complains without end": ("while True: os.write(2, b'x' * 1000)", "bad output"),
    "eats memory": ("hoard = [b'x' * 2**22 for _ in range(60)]; time.sleep(60)", "out of memory"),
}


@pytest.mark.parametrize("name", RUDE)
def test_a_rude_player_gets_its_verdict(make_program, name):
    script, outcome = RUDE[name]
    polite = make_program(COPYING, "player", name="polite")
    limits = replace(SMALL, seconds=1.0) if outcome == "timed out" else SMALL
    program = make_program(script, "player", limits=limits, name="rude")
    with pytest.raises(EntryFailed) as failure:
        play_match((polite, program), GAME, HALVES, (1, 2))
    assert (failure.value.entry, failure.value.ending.outcome) == ("rude", outcome)


def test_one_who_does_not_listen_cannot_block_us(make_program):
    program = make_program("time.sleep(60)", "player", limits=replace(SMALL, seconds=0.5))
    with seated_program(program, GAME, 0) as player, pytest.raises(EntryFailed, match="timed out"):
        for _ in range(100_000):  # far more than a pipe holds
            player.ask()


def test_only_its_own_time_counts(make_program):
    """The slow one keeps both waiting, but only it is out of time."""
    slow = make_program("time.sleep(60)", "player", limits=replace(SMALL, seconds=1.0), name="slow")
    quick = make_program(COPYING, "player", limits=replace(SMALL, seconds=5.0), name="quick")
    for programs in ((slow, quick), (quick, slow)):
        with pytest.raises(EntryFailed) as failure:
            play_match(programs, GAME, HALVES, (1, 2))
        assert failure.value.entry == "slow"


def test_one_for_whom_nobody_waits_is_watched_too(make_program):
    """Beside people, minutes may pass between two questions."""
    program = make_program("hoard = [b'x' * 2**22 for _ in range(60)]; time.sleep(60)", "player")
    with program.conversing() as running:
        assert running.process.wait(timeout=20) != 0
        assert running.overrun().outcome == "out of memory"


def test_games_of_more_players_are_refused(make_program):
    with (
        pytest.raises(UnsuitableGame, match="two-player"),
        seated_program(make_program(COPYING, "player"), GAMES["public-goods"], 0),
    ):
        pass


def test_a_program_answers_recorded_opponents_in_place_of_a_participant(make_program):
    suspect = program_suspect(make_program(COPYING, "player", name="copycat"))
    others = np.array([[1, 0, 1, 1], [1, 1, -1, 0]])[:, :, None]
    moves = suspect.answer(Streams(1), GAME, 1, others)
    assert moves.tolist() == [[0, 1, 0, 1], [0, 1, -1, 1]]
    assert (suspect.name, suspect.kind) == ("copycat", "program")
