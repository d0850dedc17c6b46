"""Nothing to remember: who remembers every play it was shown, and when, is no better off than who does not."""

import numpy as np
import pandas as pd
import pytest
from small_tournaments import SMALL_GAMES, bytes_of_results, small_plan

from humanlike.core import Play, Streams
from humanlike.detectors import Detector
from humanlike.games import GAMES
from humanlike.programs import Ending, EntryFailed
from humanlike.tournament import asking, blocks, run_tournament
from humanlike.tournament.asking import GIVEN_UP, NOT_ASKED
from humanlike.tournament.auditing import AUDIT
from humanlike.tournament.material import gather
from humanlike.tournament.objects import Objects
from humanlike.tournament.recitation import CHANGED, SPLICED
from humanlike.tournament.training import BEFORE_ALL_TRIALS
from humanlike.tournament.trial import chosen_humans, has_fresh_people

CHANCE = np.log(0.5)
ALONE = ("random", "object:stranger")


def matches_of(play: Play) -> tuple[bytes, ...]:
    """What a program with a perfect memory would keep of a play, in whatever order its pairs come."""
    return tuple(sorted(play.actions[group].tobytes() for group in play.groups()))


class Stranger:
    """A detector that sees one play at a time and remembers everything."""

    def __init__(self, answer):
        self.answer = answer
        self.seen: list[tuple[bytes, ...]] = []

    def __call__(self, model, game, plays):
        if len(plays) > 1:  # the contract is looked at with several plays, the tournament shows one
            return np.full(len(plays), 0.5)
        (play,) = plays
        answer = self.answer(self, game, play)
        self.seen.append(matches_of(play))
        return np.array([answer])

    def enters(self, tmp_path, **changes):
        plan = small_plan(**({"detectors": ALONE} | changes))
        detector = Detector("stranger", self, author="somebody")
        self.seen.clear()
        return run_tournament(plan, tmp_path, objects=[detector])


def recognise(stranger, game, play):
    """People's plays come back in every trial: whatever was seen before is theirs."""
    return 0.99 if matches_of(play) in stranger.seen else 0.4


def expect_machines_later(stranger, game, play):
    """People are all shown at the beginning: later only machines are new."""
    return 0.5 if len(stranger.seen) < 20 else 0.01


def honest(stranger, game, play):
    return 0.2 + 0.6 * float((play.actions == 0).mean())


def test_each_play_is_shown_once_and_a_share_twice(tmp_path):
    stranger = Stranger(honest)
    result = stranger.enters(tmp_path, trials=8, asked_again=0.25)
    own = result.table[result.table["detector"] == "stranger"]
    counts = {each: stranger.seen.count(each) for each in stranger.seen}
    assert set(counts.values()) == {1, 2}
    assert 0.1 < np.mean([count == 2 for count in counts.values()]) < 0.45
    audited = pd.read_parquet(tmp_path / "results" / AUDIT).query("detector == 'stranger'")
    assert len(counts) == own["play"].nunique() + audited["kind"].isin([CHANGED, SPLICED]).sum()
    assert len(own) > len(stranger.seen)  # people come in every trial and are asked about once
    assert own.groupby("play")["probability"].nunique().max() == 1
    assert (own["mark"] == "").all()


@pytest.mark.parametrize("memory", [recognise, expect_machines_later])
def test_remembering_what_was_shown_brings_nothing(tmp_path, memory):
    result = Stranger(memory).enters(tmp_path, games=SMALL_GAMES, trials=8, asked_again=0.0)
    own = result.detectors.set_index("name").loc["stranger"]
    assert own["balanced_score"] <= CHANCE
    assert result.leaderships["detectors"].leader == "random" or not result.separated


def test_an_answer_that_depends_on_history_is_marked_and_counts_as_failed(tmp_path):
    result = Stranger(recognise).enters(tmp_path, trials=4, asked_again=1.0)
    own = result.table[result.table["detector"] == "stranger"]
    assert own["mark"].str.startswith("changed its answer: 0.4, and 0.99").any()
    assert (own["mark"] != "").mean() > 0.3


def test_an_answer_that_depends_on_the_order_of_pairs_is_marked(tmp_path):
    def first_pair_only(stranger, game, play):
        return 0.1 + 0.8 * float(play.actions[:2].mean() / 2)

    result = Stranger(first_pair_only).enters(tmp_path, asked_again=1.0)
    own = result.table[result.table["detector"] == "stranger"]
    assert own["mark"].str.startswith("changed its answer").any()


def test_a_function_of_what_it_sees_is_never_marked(tmp_path):
    result = Stranger(honest).enters(tmp_path, asked_again=1.0)
    assert (result.table["mark"] == "").all()


def test_people_and_machines_are_asked_about_in_one_random_order(tmp_path):
    """Where people's plays return, the whole run goes out together: position tells nothing."""
    stranger = Stranger(honest)
    result = stranger.enters(tmp_path, games=SMALL_GAMES, trials=8, asked_again=0.0)
    people = {matches_of(each.play) for plays in result.material.humans.values() for each in plays} & set(
        stranger.seen
    )
    places = np.array([place for place, each in enumerate(stranger.seen) if each in people])
    assert len(places) == 15
    expected, spread = (len(stranger.seen) - 1) / 2, len(stranger.seen) / np.sqrt(12 * len(places))
    assert abs(places.mean() - expected) < 3 * spread
    assert places.max() > len(stranger.seen) / 2  # not all in the first trial


def many_people(n_plays: int) -> Play:
    """A body of invented people, `n_plays` plays of two pairs each."""
    actions = Streams(3)["people"].generator().integers(0, 2, (4 * n_plays, 12)).astype(np.int8)
    return Play(GAMES["chicken"], actions, provenance={"dataset": "mine"})


def fresh_plan(**changes):
    settings = {
        "humans": ("object:mine",),
        "games": ("chicken",),
        "pairs": 2,
        "humans_per_game": 2,
        "trials": 4,
    }
    return small_plan(**(settings | changes))


def test_people_are_fresh_in_every_trial_and_in_training_wherever_there_are_enough():
    material = gather(fresh_plan(), objects=Objects.of([many_people(12)]))
    assert has_fresh_people(material)
    turns = [BEFORE_ALL_TRIALS, 0, 1, 2, 3]
    shown = [
        matches_of(each.play) for turn in turns for each in chosen_humans(material, GAMES["chicken"], turn)
    ]
    assert len(shown) == len(set(shown)) == 10


def test_where_people_are_few_they_take_turns_and_the_run_goes_out_together():
    material = gather(fresh_plan(), objects=Objects.of([many_people(5)]))
    assert not has_fresh_people(material)
    shown = [
        matches_of(each.play) for turn in range(5) for each in chosen_humans(material, GAMES["chicken"], turn)
    ]
    assert {shown.count(each) for each in shown} == {2}


def test_the_same_people_come_every_time_if_the_plan_says_so():
    material = gather(fresh_plan(redraw_humans=False), objects=Objects.of([many_people(12)]))
    first, later = (chosen_humans(material, GAMES["chicken"], turn) for turn in (0, 3))
    assert [id(each.play) for each in first] == [id(each.play) for each in later]


def failing(mark="timed out"):
    def fail(stranger, game, play):
        raise EntryFailed("stranger", Ending(mark, "after 30 s"))

    return fail


def test_a_program_that_hangs_is_given_up_soon(tmp_path):
    calls = []

    def hang(stranger, game, play):
        calls.append(1)
        return failing()(stranger, game, play)

    result = Stranger(hang).enters(tmp_path, games=SMALL_GAMES, trials=8, strikes=3)
    marks = result.table.loc[result.table["detector"] == "stranger", "mark"]
    assert len(calls) == 3 * asking.CHUNKS
    assert set(marks) == {"timed out: after 30 s", NOT_ASKED, GIVEN_UP}


def test_a_program_that_fails_now_and_then_is_asked_on(tmp_path):
    def sometimes(stranger, game, play):
        if play.actions[0, :3].tolist() == [0, 0, 0]:
            return failing("failed")(stranger, game, play)
        return 0.5

    result = Stranger(sometimes).enters(tmp_path, games=SMALL_GAMES, trials=8, strikes=3)
    marks = result.table.loc[result.table["detector"] == "stranger", "mark"]
    assert 0 < (marks != "").mean() < 0.5
    assert GIVEN_UP not in set(marks)


class Interrupted(Exception):
    """The run is broken off here."""


def test_a_run_broken_off_while_asking_asks_nobody_again_about_what_was_answered(tmp_path, monkeypatch):
    whole = Stranger(honest)
    whole.enters(tmp_path / "whole", games=SMALL_GAMES, trials=6)
    everything = len(whole.seen)

    def break_off(stranger, game, play):
        if len(stranger.seen) == 100:
            raise Interrupted
        return honest(stranger, game, play)

    broken = Stranger(break_off)
    with pytest.raises(Interrupted):
        broken.enters(tmp_path / "broken", games=SMALL_GAMES, trials=6)
    played = []
    once = blocks.run_trial
    monkeypatch.setattr(blocks, "run_trial", lambda *words: played.append(words[1]) or once(*words))
    again = Stranger(honest)
    again.enters(tmp_path / "broken", games=SMALL_GAMES, trials=6)
    assert len(again.seen) == everything - 100
    assert played == []  # what had been played waited on disk
    assert bytes_of_results(tmp_path / "whole") == bytes_of_results(tmp_path / "broken")


@pytest.mark.parametrize("people", [5, 40])
def test_blocks_change_no_answer_of_a_function(tmp_path, people):
    """Fresh people: eight trials at a time; few people: all ten at once. Ours are asked trial by trial."""
    plan = fresh_plan(trials=10, detectors=("random", "coordination", "object:stranger"))
    from humanlike.detectors import DETECTORS

    def same_as_ours(model, game, plays):
        return DETECTORS["coordination"].judge(None, game, plays)

    stranger = Detector("stranger", same_as_ours, author="somebody")
    result = run_tournament(plan, tmp_path, objects=[stranger, many_people(people)])
    wide = result.table.pivot_table(
        index=["trial", "game", "source", "play"], columns="detector", values="probability"
    )
    assert len(wide) == 10 * (2 + len(plan.emulators))
    assert np.array_equal(wide["coordination"], wide["stranger"])
