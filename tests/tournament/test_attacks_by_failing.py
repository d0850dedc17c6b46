"""Failing never pays: refusers, skippers and the silent gain nothing, help nobody, and are counted."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.detectors import DETECTORS
from humanlike.emulators import EMULATORS
from humanlike.programs import Ending, EntryFailed
from humanlike.tournament import Plan
from humanlike.tournament.crown import Terms, crown
from humanlike.tournament.failures import scored
from humanlike.tournament.prizes import prizes
from humanlike.tournament.scores import chance, score_bounds, worst_and_best
from humanlike.tournament.standings import detector_standings, emulator_standings
from humanlike.tournament.verdicts import disqualified, verdict_of_side

GAMES, TRIALS, GONE = ("g1", "g2", "g3", "g4"), 30, "failed: exit code 1"
TERMS = Terms(0.95, chance(Plan()), score_bounds(Plan()))
WORST, BEST = worst_and_best(Plan())
RULES = ("published", "sound")


def trials(said, *, refuses=lambda emulator, trial, game: False, silent=lambda *asked: False):
    """Answers and datasets: `said[detector][source]` is P(human) with a little noise, people are called H..."""
    generator = np.random.default_rng(5)
    answers, datasets = [], []
    sources = list(next(iter(said.values())))
    for trial in range(1, TRIALS + 1):
        for game in GAMES:
            for source in sources:
                human = source.startswith("H")
                key = {"trial": trial, "game": game, "source": source, "is_human": human}
                gone = not human and refuses(source, trial, game)
                datasets.append(key | {"mark": GONE if gone else ""})
                for detector, given in said.items() if not gone else ():
                    mute = silent(detector, source, trial, game)
                    chances = 0.5 if mute else given[source] + 0.02 * generator.uniform(-1, 1)
                    row = {"detector": detector, "probability": chances, "mark": GONE if mute else ""}
                    answers.append(key | row)
    return pd.DataFrame(answers), pd.DataFrame(datasets)


KNOWING = {"H1": 0.95, "H2": 0.95, "good": 0.85, "poor": 0.05, "cheat": 0.2}
OTHER = {"H1": 0.4, "H2": 0.4, "good": 0.9, "poor": 0.6, "cheat": 0.6}
SAID = {"knowing": KNOWING, "other": OTHER}


def standings(scores, rule="published"):
    detectors = detector_standings(scores)
    emulators = emulator_standings(scores, detectors, crown(scores, rule, TERMS))
    return detectors.set_index("name"), emulators.set_index("name")


# Emulators


@pytest.mark.parametrize("rule", RULES)
def test_who_refuses_all_games_but_its_best_stands_last(rule):
    """In g1 it passes for a person; by what it delivers it would be the established winner."""
    said = {name: given | {"cheat": 0.9} for name, given in SAID.items()}
    scores = scored(*trials(said, refuses=lambda who, _, game: who == "cheat" and game != "g1"), Plan())
    found = crown(scores, rule, TERMS)
    assert found.leaderships["emulators"].leader == "good" and found.leaderships["emulators"].is_established
    row = standings(scores, rule)[1].loc["cheat"]
    assert row["rank winning detector"] == 3 and (row["failed"], row["asked"]) == (90, 120)
    assert row["disqualified"] == "failed in 90 of 120 games, more than 10 %"
    assert "cheat" not in prizes(found)["emulators"]
    assert "cheat is disqualified: failed in 90 of 120 games, more than 10 %." in disqualified(
        found, "emulators"
    )


def test_a_refused_game_costs_more_than_any_played_and_enters_no_detectors_score():
    scores = scored(
        *trials(SAID, refuses=lambda who, trial, game: (who, trial, game) == ("cheat", 1, "g1")), Plan()
    )
    games = scores.games[scores.games["mark"] != ""]
    assert len(games) == 2 and (games["score"] == BEST).all() and (BEST >= scores.games["score"]).all()
    assert (
        len(scores.answers) == 2 * (TRIALS * 4 * 5 - 1)
        and not scores.conduct["emulators"]["cheat"].disqualified
    )


@pytest.mark.parametrize("rule", RULES)
def test_who_skips_whole_trials_is_compared_in_all_of_them(rule):
    """Version 0.1 ranked it by the trials it liked, first in the table, and dropped it from the verdict."""
    said = {name: given | {"cheat": given["good"] + 0.02} for name, given in SAID.items()}
    plan = Plan(quota=1.0)
    scores = scored(*trials(said, refuses=lambda who, trial, _: who == "cheat" and trial % 2 == 0), plan)
    found = crown(scores, rule, TERMS)
    leadership = found.leaderships["emulators"]
    assert leadership.leader == "good" and "cheat" in leadership.rivals
    own = standings(scores, rule)[1]
    assert own.index[0] == "good" and own.loc["cheat", "disqualified"] == ""
    played = scores.games.query("source == 'cheat' and mark == '' and detector == 'knowing'")["score"].mean()
    assert own.loc["cheat", "winning detector"] == pytest.approx((played + BEST) / 2)


def test_in_one_file_mode_a_failed_game_forfeits_the_file_of_the_trial():
    plan = Plan(mode="all games in one file")
    scores = scored(*trials(SAID, refuses=lambda who, t, g: (who, t, g) == ("cheat", 3, "g2")), plan)
    files = scores.games[scores.games["source"] == "cheat"].set_index(["trial", "detector"])["score"]
    assert files[3].tolist() == [BEST, BEST] and (files[2] < BEST).all()
    assert scores.answers.query("trial == 3 and source == 'cheat'").empty
    assert scores.conduct["emulators"]["cheat"][:2] == (1, TRIALS)[::-1]


# Detectors


@pytest.mark.parametrize("rule", RULES)
def test_a_detector_that_is_silent_where_it_is_unsure_loses(rule):
    """Silence on people, whom it cannot tell, was worth one half."""
    said = SAID | {"mute": KNOWING | {"H1": 0.2, "H2": 0.2, "good": 0.1, "poor": 0.1, "cheat": 0.1}}
    asked = trials(said, silent=lambda who, source, *_: who == "mute" and source.startswith("H"))
    scores = scored(*asked, Plan())
    found = crown(scores, rule, TERMS)
    assert found.leaderships["detectors"].leader == "knowing" and "mute" not in found.judges
    table = standings(scores)[0]
    assert table.index[-1] == "mute" and table.loc["mute", "minimax"] == WORST
    assert table.loc["mute", "human_score"] == WORST
    assert table.loc["mute", "disqualified"] == "failed in 240 of 600 answers, more than 10 %"


def test_silence_on_a_friend_helps_it_as_much_as_one_half_and_costs_more():
    """The favour that is allowed to everybody, saying one half, is cheaper than the one by failing."""
    half = SAID | {"other": OTHER | {"cheat": 0.5}}
    silent = scored(
        *trials(half, silent=lambda who, source, *_: (who, source) == ("other", "cheat")), Plan(quota=0.5)
    )
    friend = silent.games.query("source == 'cheat' and detector == 'other'")["score"]
    assert friend.to_numpy() == pytest.approx(chance(Plan()))
    spoken = standings(scored(*trials(half), Plan()))[0]
    assert standings(silent)[0].loc["other", "score"] < spoken.loc["other", "score"] - 1


def test_one_answer_lost_costs_the_worst_score_and_disqualifies_nobody():
    scores = scored(
        *trials(
            SAID,
            silent=lambda who, source, trial, game: (who, source, trial, game) == ("knowing", "H1", 2, "g1"),
        ),
        Plan(),
    )
    assert scores.conduct["detectors"]["knowing"] == (600, 1, "", -1)
    assert scores.answers["score"].min() == WORST


@pytest.mark.parametrize(
    ("plan", "worst", "best"),
    [
        (Plan(zero_constant=-20.0), -20.0, 0.0),
        (Plan(system="logarithmic"), np.log(1e-6), 0.0),
        (Plan(system="quadratic"), -1.0, 1.0),
    ],
)
def test_the_worst_score_is_finite_in_every_system(plan, worst, best):
    assert worst_and_best(plan) == pytest.approx((worst, best), abs=1e-5)


# The quota


def test_the_quota_is_a_share_of_all_trials_so_far_and_may_be_met():
    """12 of 120 games is 10 %, 13 is more."""
    for failures, reason in ((12, ""), (13, "failed in 13 of 120 games, more than 10 %")):
        asked = trials(SAID, refuses=lambda who, t, g, n=failures: who == "cheat" and g == "g1" and t <= n)
        assert scored(*asked, Plan()).conduct["emulators"]["cheat"].disqualified == reason


def test_the_disqualified_must_be_beaten_until_they_are_shown_to_break_the_quota():
    """Just over the quota by luck, and far better than all: no winner is established over it; refused often, it is."""
    said = {name: given | {"cheat": 0.95} for name, given in SAID.items()}
    now_and_then = trials(said, refuses=lambda who, t, g: who == "cheat" and g == "g1" and t % 2 == 0)
    mostly = trials(said, refuses=lambda who, t, g: who == "cheat" and g < "g4")
    few, many = (crown(scored(*each, Plan()), "published", TERMS) for each in (now_and_then, mostly))
    lucky, sure = (each.conduct["emulators"]["cheat"] for each in (few, many))
    assert lucky.disqualified and not lucky.is_out and sure.is_out
    assert few.leaderships["emulators"].leader == "good" and not few.leaderships["emulators"].is_established
    assert "not separated from cheat" in verdict_of_side(few, "emulators", TRIALS)
    assert prizes(few)["emulators"] == {"good": 1.0}, "nobody shares with the disqualified"
    assert many.leaderships["emulators"].established_after >= sure.out_after


@pytest.mark.parametrize("rule", RULES)
def test_where_a_whole_side_fails_nobody_is_crowned_and_that_is_said(rule):
    mute = crown(scored(*trials(SAID, silent=lambda *_: True), Plan()), rule, TERMS)
    assert mute.nobody and not mute.is_settled and prizes(mute) == {"detectors": {}, "emulators": {}}
    assert verdict_of_side(mute, "detectors", 30).startswith("All detectors are disqualified")
    assert "none is left to rank the emulators" in verdict_of_side(mute, "emulators", 30)
    gone = trials(SAID, refuses=lambda who, trial, game: game != "g1")
    lazy = crown(scored(*gone, Plan()), rule, TERMS)
    assert lazy.leaderships["detectors"].is_established and not lazy.leaderships["emulators"].is_established
    assert verdict_of_side(lazy, "emulators", 30).startswith("All emulators are disqualified")
    assert prizes(lazy) == {"detectors": {"knowing": 1.0}, "emulators": {}}


# The prize


def test_who_is_not_told_apart_shares_the_prize():
    said = SAID | {"twin": KNOWING}
    found = crown(scored(*trials(said), Plan()), "sound", TERMS)
    assert sorted(prizes(found)["detectors"].items()) == [("knowing", 0.5), ("twin", 0.5)]
    assert "share the prize" in verdict_of_side(found, "detectors", TRIALS)
    assert prizes(found)["emulators"] == {"good": 1.0}


def test_a_detector_worse_than_a_coin_shares_nothing_and_is_not_named():
    """`biased` calls everybody a machine, which six of eight are: (2 log .2 + 6 log .98) / 8
    is (2 log .8 + 6 log .617) / 8, as much as two that know.
    """
    people, machines = ("H1", "H2"), [f"m{number}" for number in range(6)]
    knows = dict.fromkeys(people, 0.8) | dict.fromkeys(machines, 0.383)
    said = {"knowing": knows, "twin": knows}
    said["biased"] = dict.fromkeys(people, 0.2) | dict.fromkeys(machines, 0.02)
    found = crown(scored(*trials(said), Plan()), "sound", TERMS)
    assert "biased" in found.leaderships["detectors"].near and "biased" not in found.contenders("detectors")
    assert set(prizes(found)["detectors"]) == {"knowing", "twin"}
    assert "biased" not in verdict_of_side(found, "detectors", TRIALS)


# A whole tournament


def refusing(stream, game, shape, session):
    if game.name in ("battle-of-the-sexes", "prisoners-dilemma"):
        raise EntryFailed("refuser", Ending("failed", "not this one"))
    return EMULATORS["alg1"].produce(stream, game, shape, session)


def test_failures_stand_beside_the_standings_of_a_tournament(tmp_path):
    refuser = replace(EMULATORS["alg1"], name="refuser", produce=refusing, author="somebody")
    result = hl.compete(
        emulators=["cournot", "random", refuser],
        detectors=[DETECTORS["random"], DETECTORS["coordination"]],
        games="chicken,battle-of-the-sexes,prisoners-dilemma",
        trials=3,
        crown="published",
        out=tmp_path / "run",
        workers=1,
    )
    last = result.document()["emulators"][-1]
    assert (last["name"], last["failed"], last["asked"]) == ("refuser", 6, 9)
    assert last["disqualified"] == "failed in 6 of 9 games, more than 10 %"
    assert {"detectors", "emulators"} == set(result.document()["prizes"])
    story = str(result)
    assert "6 of 9" in story and "refuser is disqualified: failed in 6 of 9 games" in story
    assert "A constant .56 would score -.685: coordination alone beats it" in result.headline()
