"""Hostile agents: none ends a game, sees the future, changes the world or costs anybody else a day."""

import itertools
import signal
import sys
import threading
import time
import warnings
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BrokenContract, Streams
from humanlike.worlds.market import (
    MARKET_AGENTS,
    Actions,
    Manufacturer,
    Rules,
    Seeds,
    check_manufacturer,
    play_market,
)
from humanlike.worlds.market.interface import ComponentRequest
from humanlike.worlds.market.processes import PROCESSES
from humanlike.worlds.market.series import Job, run_job

PATIENCE = 15.0
TIMED_PATIENCE = 0.1  # only of those who are to be interrupted is so little processor time asked
SEEDS = Seeds.same(4)
BAD_DAY = 5


class Idle:
    """Does nothing, and nothing wrong."""

    def start(self, info):
        self.info = info

    def day(self, seen):
        return self.misbehave(seen) if seen.day == BAD_DAY else Actions()

    def misbehave(self, seen):
        return Actions()


class LeavesTheProgram(Idle):
    def misbehave(self, seen):
        sys.exit(3)


class Interrupts(Idle):
    def misbehave(self, seen):
        raise KeyboardInterrupt


class ClosesGenerators(Idle):
    def misbehave(self, seen):
        raise GeneratorExit("over")


class LoopsForever(Idle):
    def misbehave(self, seen):
        while True:
            pass


class SwallowsTheAlarm(Idle):
    def misbehave(self, seen):
        while True:
            try:
                while True:
                    len("x")
            except BaseException:
                pass


class SwallowsItDeeper(Idle):
    def misbehave(self, seen):
        while True:
            try:
                self.hold()
            except BaseException:
                try:
                    self.hold()
                except BaseException:
                    continue
            finally:
                self.held = True

    def hold(self):
        try:
            time.sleep(0.001)
            sum(range(1000))
        except:  # noqa: E722
            self.hold()


class AnswersAllTheSame(Idle):
    def misbehave(self, seen):
        try:
            while True:
                pass
        except BaseException:
            return Actions()


class Sleeps(Idle):
    def misbehave(self, seen):
        time.sleep(1e6)


class Recurses(Idle):
    def misbehave(self, seen):
        return self.misbehave(seen)


class StartsThreads(Idle):
    def misbehave(self, seen):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        return Actions()


class FailsWithoutWords(Idle):
    def misbehave(self, seen):
        class Unspeakable(BaseException):
            def __str__(self):
                sys.exit(4)

            __repr__ = __str__

        raise Unspeakable(Unspeakable())


class SaysMuch(Idle):
    def misbehave(self, seen):
        raise ValueError(*("x" * 10**5,) * 10**6)


class SpeaksInControls(Idle):
    def misbehave(self, seen):
        name = "Odd\n\x1b[31mMarket agent 'dummy' (seat 2) loses day 9" * 100
        raise type(name, (Exception,), {})("[/red] line\nline\x1b[2J \ud800")


class Lingering(Exception):
    def __del__(self):
        while True:
            pass


class DiesSlowly(Idle):
    def misbehave(self, seen):
        raise Lingering


class LeavesSomethingBehind(Idle):
    def misbehave(self, seen):
        seen.won.append(Lingering())
        seen.components.append(Lingering())
        return Actions()


class HasNoDay:
    def start(self, info):
        pass

    @property
    def day(self):
        raise SystemExit


class Eager:
    """Numbers that leave the program when they are looked at."""

    def __index__(self, *_, **__):
        sys.exit(5)

    __float__ = __array__ = __repr__ = __iter__ = __len__ = __index__


class HandsOverTraps(Idle):
    def misbehave(self, seen):
        return Actions(bid_requests=[Eager()], bid_prices=[1])


class HandsOverTrappedRows(Idle):
    def misbehave(self, seen):
        return Actions(component_requests=[(0, Eager(), 9, 0)])


class HandsOverTooMuch(Idle):
    def misbehave(self, seen):
        many = range(10**9)
        return Actions(np.zeros(10**6), np.zeros(10**6), many, [(0, 0, 0, 0)] * 10**5, many, many)


class NeverEnds(list):
    def __len__(self):
        return 1

    def __iter__(self):
        return itertools.count()


class HandsOverWithoutEnd(Idle):
    def misbehave(self, seen):
        endless = np.broadcast_to(0, (10**12,))
        return Actions(
            bid_requests=range(10**12),
            bid_prices=range(10**12),
            accept=NeverEnds(),
            component_requests=[itertools.repeat(0), NeverEnds(), range(10**12), endless],
            production=np.broadcast_to(0, (2, 10**12)),
            deliveries=endless,
        )


class HandsOverNonsense(Idle):
    def misbehave(self, seen):
        deep = []
        for _ in range(10**4):
            deep = [deep]
        huge = 10**10_000
        return Actions(
            bid_requests=[0, 0, 0, 1e300],
            bid_prices=[np.nan, np.inf, -1, 5],
            accept=[deep, huge, -huge],
            component_requests=[deep, ComponentRequest(0, huge, huge, -huge), *[(99, 1, 8, 0)] * 5000],
            production=[(huge, huge), deep, {1: 2}, "x" * 10**6],
            deliveries=[None, huge],
        )


class WritesOnEverything(Idle):
    def misbehave(self, seen):
        arrays = [*seen.requests, seen.lowest_price, seen.highest_price]
        for array in arrays:
            for chain in (array, array.base, getattr(array.base, "base", None)):
                for change in ("write", "fill"):
                    try:
                        chain.setflags(write=True) if change == "write" else chain.fill(0)
                    except (ValueError, AttributeError):
                        continue
        object.__setattr__(self.info.rules, "patience", 1e9)
        object.__setattr__(self.info.rules, "days", 1)
        for shown in (seen.won, seen.offers, seen.components, seen.products, seen.deliveries, seen.shipped):
            shown.clear()
        raise ValueError("did what it could")


class ReshapesEverything(Idle):
    def misbehave(self, seen):
        for array in (*seen.requests, seen.lowest_price, seen.highest_price):
            for each in (array, array.base, getattr(array.base, "base", None)):
                if isinstance(each, np.ndarray):
                    with warnings.catch_warnings(action="ignore"):
                        each.strides = (0,) * each.ndim
                        each.shape = (-1, 1)
        raise ValueError("did what it could")


class SpoilsTheInterpreter(Idle):
    def misbehave(self, seen):
        np.seterr(all="raise")
        sys.setrecursionlimit(200)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        raise ValueError("did what it could")


TOO_LONG, WAITED = "thought longer than 0.1 s of processor time", "and waited"
LOST = {
    LeavesTheProgram: "raised SystemExit: 3",
    Interrupts: "raised KeyboardInterrupt",
    ClosesGenerators: "raised GeneratorExit: over",
    LoopsForever: TOO_LONG,
    SwallowsTheAlarm: TOO_LONG,
    SwallowsItDeeper: TOO_LONG,
    AnswersAllTheSame: TOO_LONG,
    Sleeps: WAITED,
    Recurses: "raised RecursionError",
    StartsThreads: "may not start threads",
    FailsWithoutWords: "raised Unspeakable",
    SaysMuch: "raised ValueError: xxxxx",
    SpeaksInControls: r"raised Odd\n\x1b[31mMarket",
    DiesSlowly: TOO_LONG,
    LeavesSomethingBehind: TOO_LONG,
    HasNoDay: "raised SystemExit",
    HandsOverTraps: "raised SystemExit: 5",
    HandsOverTrappedRows: "raised SystemExit: 5",
    WritesOnEverything: "did what it could",
    ReshapesEverything: "did what it could",
    SpoilsTheInterpreter: "did what it could",
}


@dataclass
class Played:
    """A game of a hostile agent and the rest."""

    result: object
    sentences: list


def played_with(agent, patience=PATIENCE):
    others = [(name, MARKET_AGENTS[name].make()) for name in ("buffered", "dummy")]
    result = play_market([("hostile", agent), *others], SEEDS, Rules(days=12, patience=patience))
    assert {refusal.seat for refusal in result.refusals} <= {0}
    return Played(result, [refusal.told(result.names) for refusal in result.refusals])


@pytest.fixture(scope="module")
def peaceful():
    return played_with(Idle()).result


@pytest.mark.parametrize("kind", LOST, ids=lambda kind: kind.__name__)
def test_a_hostile_agent_loses_its_day_and_the_others_nothing(kind, peaceful):
    threads = threading.active_count()
    timed = LOST[kind] in (TOO_LONG, WAITED)
    game = played_with(kind(), TIMED_PATIENCE if timed else PATIENCE)
    np.testing.assert_array_equal(game.result.balances, peaceful.balances)
    told = [sentence for sentence in game.sentences if f"loses day {BAD_DAY}" in sentence]
    assert len(told) == 1 and "'hostile' (seat 0)" in told[0] and LOST[kind] in told[0]
    assert told[0].isprintable() and len(told[0]) < 400
    assert threading.active_count() == threads


@pytest.mark.parametrize("kind", [HandsOverTooMuch, HandsOverWithoutEnd, HandsOverNonsense])
def test_what_cannot_be_used_is_dropped_and_told_in_short(kind, peaceful):
    game = played_with(kind())
    np.testing.assert_array_equal(game.result.balances, peaceful.balances)
    assert 1 < len(game.sentences) <= 100 and max(map(len, game.sentences)) < 300
    assert all(f"dropped on day {BAD_DAY}" in sentence for sentence in game.sentences)


class Deafens(Idle):
    def misbehave(self, seen):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for limit in range(1, sys.getrecursionlimit()):
            try:
                return sys.setrecursionlimit(limit)  # the lowest there can be just here
            except RecursionError:
                continue


def test_what_an_agent_turns_off_is_on_again_when_the_next_one_thinks():
    class Watches(Idle):
        def __init__(self):
            self.found = []

        def day(self, seen):
            handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM)]
            ticks = signal.getitimer(signal.ITIMER_REAL)[1]
            self.found.append((sys.getrecursionlimit(), ticks, *handlers))
            return Actions()

    watcher = Watches()
    play_market([("deafens", Deafens()), ("watches", watcher)], SEEDS, Rules(days=12, patience=PATIENCE))
    assert len(watcher.found) == 12 and len(set(watcher.found)) == 1
    assert watcher.found[0][0] == sys.getrecursionlimit() and watcher.found[0][1] > 0


def raises(error):
    def make():
        raise error

    return make


def loops():
    while True:
        pass


class EndsBadly(Idle):
    __del__ = Lingering.__del__


MAKING = {
    "exception": (raises(ValueError("third")), "does nothing all game: making it raised ValueError: third"),
    "exit": (raises(SystemExit(5)), "does nothing all game: making it raised SystemExit: 5"),
    "interruption": (
        raises(KeyboardInterrupt()),
        "does nothing all game: making it raised KeyboardInterrupt",
    ),
    "loop": (loops, f"does nothing all game: making it {TOO_LONG}"),
    "end": (EndsBadly, f"ends badly: letting it go {TOO_LONG}"),
}


@pytest.mark.parametrize("case", MAKING)
def test_an_agent_is_made_and_let_go_of_under_guard(case, peaceful):
    make, sentence = MAKING[case]
    game = played_with(Manufacturer("hostile", make), TIMED_PATIENCE if TOO_LONG in sentence else PATIENCE)
    np.testing.assert_array_equal(game.result.balances, peaceful.balances)
    assert game.sentences == [f"Market agent 'hostile' (seat 0) {sentence}."]


@pytest.mark.parametrize(
    "error", [SystemExit(5), KeyboardInterrupt(), GeneratorExit(), ValueError("\n\ud800")]
)
def test_what_cannot_be_made_is_a_sentence_before_any_game(error):
    with pytest.raises(BrokenContract, match=r"^Market agent 'mine': making it (ends|raises) .*\.$") as told:
        check_manufacturer(Manufacturer("mine", raises(error)))
    assert str(told.value).isprintable()


def test_what_takes_too_long_to_be_made_is_a_sentence_before_any_game(monkeypatch):
    monkeypatch.setattr("humanlike.worlds.market.contract.Rules", partial(Rules, patience=TIMED_PATIENCE))
    with pytest.raises(BrokenContract, match=f"'mine' .* begins unprepared: its start {TOO_LONG}"):
        check_manufacturer(Manufacturer("mine", loops))


class LosesEarly(Idle):
    """Keeps its contract in the short game in which that is tried."""

    def day(self, seen):
        if self.info.rules.days != 12 and self.bad(seen.day):
            raise ValueError("lost")
        return Actions()

    def bad(self, day):
        return day < 9


class LosesLate(LosesEarly):
    def bad(self, day):
        return day > 10


def test_however_many_days_one_agent_loses_those_of_the_others_are_told():
    profile = tuple(Manufacturer(kind.__name__, kind) for kind in (LosesEarly, LosesLate, Idle))
    game = run_job(Job(profile, SEEDS, Rules(days=14)))
    assert game.lost_thoughts == {"LosesEarly (seat 0)": 9, "LosesLate (seat 1)": 3}
    days = [sentence.partition(":")[0] for sentence in game.lost_days]
    assert days == [
        *(f"Market agent 'LosesEarly' (seat 0) loses day {day}" for day in range(5)),
        *(f"Market agent 'LosesLate' (seat 1) loses day {day}" for day in (11, 12, 13)),
        "And 4 more of LosesEarly (seat 0).",
    ]


def test_studies_of_many_games_say_who_lost_days():
    lost = {"LosesEarly (seat 0)": 9 * 5}
    noise = hl.market.noise([LosesEarly, "dummy"], markets=1, repeats=2, random_games=3, days=14, workers=1)
    assert noise.document()["lost_thoughts"] == lost
    assert "LosesEarly (seat 0) loses 45 day(s) in 5 games" in str(noise)
    both = hl.market.compare(LosesEarly, "dummy", agents="dummy,dummy", games=3, days=14, workers=1)
    assert both.document()["lost_thoughts"] == {"LosesEarly (seat 0)": 9 * 3}
    pairs = hl.compare(LosesEarly, "dummy", trials=3, workers=1)
    assert pairs.document()["lost_thoughts"] == {"LosesEarly (seat 0)": 9 * 3}
    assert "LosesEarly (seat 0) loses 27 day(s)" in str(pairs)


def test_a_comparison_that_ends_undecided_does_not_claim_to_have_stopped():
    both = hl.market.compare(
        Idle, "dummy", agents="dummy,dummy", games=3, days=12, until_decided=True, workers=1
    )
    text = str(both)
    assert both.document()["winner"] is None and "not told apart after all 3 pairs" in text
    assert "without a decision" in text and "stopped" not in text
    assert "nan" not in text and "no correlation, since one of them never varies" in text


def test_a_real_interruption_ends_the_game_even_if_an_agent_swallows_it():
    class Swallows(Idle):
        def misbehave(self, seen):
            try:
                signal.raise_signal(signal.SIGINT)
            except BaseException:
                return Actions()

    with pytest.raises(KeyboardInterrupt):
        played_with(Swallows())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_pause_of_the_machine_costs_nobody_a_day(monkeypatch, peaceful):
    """The clock jumps by an hour in the midst of a thought; the processor's time does not."""

    class Paused(Idle):
        def misbehave(self, seen):
            for clock in ("monotonic", "time", "perf_counter"):
                now = getattr(time, clock)
                monkeypatch.setattr(time, clock, lambda now=now: now() + 3600)
            signal.raise_signal(signal.SIGALRM)  # as it is heard when the machine goes on
            return Actions()

    assert played_with(Paused()).sentences == []


class Looks(Idle):
    """Collects every number and text it can reach from what it is handed, through attributes and arrays' bases."""

    def __init__(self):
        self.found, self.requests, self.keys = [], [], []

    def start(self, info):
        self.info = info
        self.search(info)

    def day(self, seen):
        self.search(seen)
        self.requests.append(len(seen.requests.product))
        return Actions()

    def search(self, thing):
        waiting, known = [(thing, 0)], set()
        while waiting:
            each, depth = waiting.pop()
            if id(each) in known or depth > 4:
                continue
            known.add(id(each))
            if isinstance(each, np.ndarray):
                self.found.append(each)
                waiting.append((each.base, depth))
            elif isinstance(each, int | bytes | str):
                self.found.append(each)
            elif isinstance(each, list | tuple):
                waiting += [(part, depth + 1) for part in each]
            elif isinstance(each, np.random.Generator):
                self.keys.append(each.bit_generator.state["state"]["key"].tobytes())
            names = [*getattr(each, "__dict__", ()), *getattr(type(each), "__slots__", ())]
            waiting += [(getattr(each, name, None), depth + 1) for name in names]
            if callable(getattr(each, "generator", None)):
                waiting.append((each.generator(), depth + 1))


def test_nothing_an_agent_is_handed_leads_to_the_future():
    secret = 987_654_321_987
    agent = Looks()
    play_market([("looks", agent)], Seeds.same(secret), Rules(days=12))
    arrays = [each for each in agent.found if isinstance(each, np.ndarray)]
    assert len(arrays) > 50
    assert max(array.size for array in arrays) <= 5 * max(agent.requests)  # a day's requests at most
    texts = [each for each in agent.found if not isinstance(each, np.ndarray)]
    assert secret not in texts and not any(str(secret) in each for each in texts if isinstance(each, str))
    world = {process.name: Seeds.same(secret).stream(process.name) for process in PROCESSES}
    secrets = {stream.digest() for stream in world.values()} | {Streams(secret).digest()}
    known = set(agent.keys) | {each[:16] for each in agent.found if isinstance(each, bytes)}
    assert agent.keys and not known & secrets
    for name in ("seed", "path", "name", "parent", "digest"):
        assert not hasattr(agent.info.stream, name)


def test_a_seat_draws_its_own_numbers_in_every_game():
    first, again, other = (
        seeds.agent_stream(2) for seeds in (SEEDS, Seeds.same(4), SEEDS.with_varied([37], 9))
    )
    draws = [stream.generator().random(3).tolist() for stream in (first, again, other, first["noise"])]
    assert draws[0] == draws[1]
    assert draws[0] != draws[2] and draws[0] != draws[3]


def test_outside_the_main_thread_a_long_thought_is_judged_when_it_ends(peaceful):
    class Dawdles(Idle):
        def misbehave(self, seen):
            begun = time.thread_time()
            while time.thread_time() - begun < 1.5 * TIMED_PATIENCE:
                pass
            return Actions()

    games = []
    thread = threading.Thread(target=lambda: games.append(played_with(Dawdles(), TIMED_PATIENCE)))
    thread.start()
    thread.join()
    np.testing.assert_array_equal(games[0].result.balances, peaceful.balances)
    assert [TOO_LONG in sentence for sentence in games[0].sentences] == [True]
