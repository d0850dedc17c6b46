"""Who is crowned: the published rule and the sound one on tables whose answer is known."""

import json

import numpy as np
import pandas as pd
import pytest
from small_tournaments import small_plan

from humanlike.core import BadRequest, Streams
from humanlike.tournament import Plan, checked_plan, read_plan, run_tournament
from humanlike.tournament.crown import Terms, crown
from humanlike.tournament.failures import Conduct, Scored, scored
from humanlike.tournament.paired_scores import balanced_scores
from humanlike.tournament.plan import plan_text
from humanlike.tournament.redrawing import redraw
from humanlike.tournament.scores import chance, score_bounds
from humanlike.tournament.standings import balanced_trials, detector_standings, emulator_standings
from humanlike.tournament.verdicts import verdict_of_side

HALF = float(np.log(0.5))
TERMS = Terms(0.95, chance(Plan()), score_bounds(Plan()))
PEOPLE, MACHINES, GAMES, TRIALS = ("H1", "H2", "H3"), ("M1", "M2", "M3", "M4"), ("g1", "g2", "g3", "g4"), 30


def table_of(people: dict[str, float], machines: dict[str, dict[str, float]], trials: int = TRIALS):
    """Scored answers: P(human) given to people, and to each machine, by detector; with a little noise."""
    generator = Streams(9)["table"].generator()
    rows = []
    for trial in range(1, trials + 1):
        for game in GAMES:
            for detector, given in people.items():
                for source in (*PEOPLE, *MACHINES):
                    told = given if source in PEOPLE else machines[detector][source]
                    noise = 0.0 if told == 0.5 else 0.03 * generator.uniform(-1, 1)
                    row = {"trial": trial, "game": game, "source": source, "is_human": source in PEOPLE}
                    rows.append(row | {"detector": detector, "probability": told + noise, "mark": ""})
    answers = pd.DataFrame(rows)
    return scored(
        answers, answers[["trial", "game", "source", "is_human", "mark"]].drop_duplicates(), Plan()
    ).answers


def sheet(table: pd.DataFrame) -> Scored:
    """Scores of both sides where nobody failed."""
    names = {"detectors": table["detector"], "emulators": table.loc[~table["is_human"], "source"]}
    conduct = {side: {name: Conduct(1, 0) for name in sorted(set(who))} for side, who in names.items()}
    return Scored(table, table[~table["is_human"]], conduct)


def all_machines(probability: float, **others: float) -> dict[str, float]:
    return {name: others.get(name, probability) for name in MACHINES}


# says of everybody that it is a machine: most are, so its score is high and it knows nothing
BIASED, KNOWING, IGNORANT = {"biased": 0.2}, {"knowing": 0.75}, {"coin": 0.5}


@pytest.fixture(scope="module")
def table():
    machines = {
        "biased": all_machines(0.2),
        "knowing": all_machines(0.45),
        "coin": all_machines(0.5),
    }
    found = table_of(BIASED | KNOWING | IGNORANT, machines)
    return found[~found["source"].isin(["H2", "H3"])]


def test_a_detector_that_knows_less_than_a_coin_wins_as_published_and_not_if_sound(table):
    """Always "machine", rightly four times of five: log .8 on machines, log .2 on people."""
    biased = table[table["detector"] != "knowing"]
    published = crown(sheet(biased), "published", TERMS)
    assert published.leaderships["detectors"].leader == "biased" and published.judges == ("biased",)
    assert published.leaderships["detectors"].is_established
    sound = crown(sheet(biased), "sound", TERMS)
    assert sound.nobody and not sound.is_settled and sound.judges == ()
    assert "nobody is crowned" in verdict_of_side(sound, "detectors", TRIALS)
    assert "are not ranked" in verdict_of_side(sound, "emulators", TRIALS)


def test_the_sound_winner_need_not_beat_who_knows_nothing(table):
    """`knowing` is crowned, although the score of `biased` is higher."""
    scores = detector_standings(sheet(table)).set_index("name")["score"]
    assert scores["biased"] > scores["knowing"]
    found = crown(sheet(table), "sound", TERMS)
    assert found.sound == ("knowing",) and found.undecided == ()
    leadership = found.leaderships["detectors"]
    assert leadership.leader == "knowing" and leadership.is_established
    (known,) = (each for each in found.soundness if each.is_sound)
    assert HALF < known.lower < known.balanced < known.upper and known.sound_after >= 10


def test_emulators_are_ranked_by_all_sound_detectors():
    """M1 fools the better of two sound detectors, M2 the other one more: their mean decides."""
    machines = {
        "better": all_machines(0.3, M1=0.5, M2=0.3),
        "other": all_machines(0.35, M1=0.35, M2=0.8),
        "coin": all_machines(0.5),
    }
    table = table_of({"better": 0.8, "other": 0.75, "coin": 0.5}, machines)
    published, sound = (crown(sheet(table), rule, TERMS) for rule in ("published", "sound"))
    assert published.leaderships["emulators"].leader == "M1"
    assert sound.judges == ("better", "other") and sound.leaderships["emulators"].leader == "M2"
    assert "by the mean over all sound detectors (better, other)" in verdict_of_side(sound, "emulators", 30)
    standings = emulator_standings(sheet(table), detector_standings(sheet(table)), sound).set_index("name")
    by_hand = np.mean(
        [
            table[(table["detector"] == judge) & (table["source"] == "M2")]["score"].mean()
            for judge in ("better", "other")
        ]
    )
    assert standings["score"]["M2"] == pytest.approx(by_hand) and standings.index[0] == "M2"
    assert standings["rank sound detectors"]["M2"] == 1 and standings["rank winning detector"]["M1"] == 1


def test_who_may_still_turn_out_sound_keeps_the_verdict_open():
    """`slow` is above a coin so far and not shown to be: the winner must lead with it counted in as well."""
    generator = Streams(4)["slow"].generator()
    machines = {"quick": all_machines(0.1, M1=0.95), "slow": all_machines(0.5)}
    table = table_of({"quick": 0.95, "slow": 0.5}, machines, trials=12)
    slow = table["detector"] == "slow"
    M1, M2 = (slow & (table["source"] == name) for name in ("M1", "M2"))
    table.loc[slow & table["is_human"], "score"] = np.log(0.52)
    table.loc[M1, "score"] = -0.2 + generator.normal(size=M1.sum())
    table.loc[M2, "score"] = -2.2 + generator.normal(size=M2.sum())
    table.loc[slow & table["source"].isin(["M3", "M4"]), "score"] = -0.05
    table["score"] = table["score"].clip(*TERMS.bounds)
    found = crown(sheet(table), "sound", TERMS)
    assert found.sound == ("quick",) and found.undecided == ("slow",)
    alone = crown(sheet(table[~slow]), "published", TERMS).leaderships["emulators"]
    assert alone.leader == "M1" and alone.is_established, "by the sound detector alone"
    assert found.leaderships["emulators"].leader == "M1" and not found.leaderships["emulators"].is_established
    assert "with slow counted in, which may still" in verdict_of_side(found, "emulators", 12)


def test_the_quick_look_of_the_run_says_what_the_whole_one_says(table):
    for rule in ("published", "sound"):
        quick, whole = (crown(sheet(table), rule, TERMS, whole=flag) for flag in (False, True))
        for side, leadership in whole.leaderships.items():
            assert quick.leaderships[side][:2] == leadership[:2]


def test_single_balanced_scores_have_the_mean_of_the_balanced_score(table):
    found = balanced_scores(table, TERMS.bounds, TERMS.chance)
    expected = balanced_trials(table)
    for name, trials in zip(found.names, found.trials, strict=True):
        np.testing.assert_allclose(trials + TERMS.chance, expected[name], atol=1e-12)
    assert np.nanmin(found.singles) >= found.bounds[0] and np.nanmax(found.singles) <= found.bounds[1]


def test_scores_without_a_bound_leave_the_assumption_and_say_so(tmp_path):
    plan = small_plan(zero_constant=-20.0, trials=2)
    assert score_bounds(plan) == (-np.inf, 0.0)
    assert score_bounds(Plan(system="quadratic")) == pytest.approx((-1.0, 1.0))
    result = run_tournament(plan, tmp_path / "run")
    assert not result.terms.are_bounded
    summary = json.loads((tmp_path / "run" / "results" / "summary.json").read_text())
    assert "no disaster is rarer" in summary["crown"]["rests_on"]


def test_runs_of_before_there_was_a_choice_are_read_as_published(tmp_path):
    old = "".join(line for line in plan_text(Plan(seed=7)).splitlines(True) if not line.startswith("crown"))
    (tmp_path / "run.toml").write_text(old)
    assert read_plan(tmp_path / "run.toml") == Plan(seed=7, crown="published")
    assert checked_plan(tmp_path / "run.toml", {}).crown == "sound", (
        "a plan of one's own gets today's default"
    )
    with pytest.raises(BadRequest, match="crown: input should be 'published' or 'sound'"):
        checked_plan(None, {"crown": "king"})


# Other people, other games


def cells(scores: dict[tuple[str, str], float], machine: dict[str, float]) -> pd.DataFrame:
    rows = [
        {"source": source, "game": game, "is_human": True, "score": score}
        for (source, game), score in scores.items()
    ]
    rows += [
        {"source": "M", "game": game, "is_human": False, "score": score} for game, score in machine.items()
    ]
    rows += [
        {"source": "N", "game": game, "is_human": False, "score": score + 1}
        for game, score in machine.items()
    ]
    return pd.DataFrame(rows).assign(detector="d", trial=1)


def again(table, **changes):
    settings = {"judges": ("d",), "emulator": "M", "confidence": 0.95} | changes
    return redraw(Streams(1)["redrawn"], sheet(table), **settings)


def test_redrawing_two_experiments_and_two_games_meets_every_mixture():
    """One experiment at 0, the other at -1, machines at -.5 and 0: the extremes draw one experiment twice."""
    people = {(source, game): -float(source == "B") for source in "AB" for game in ("g", "h")}
    found = again(cells(people, {"g": -1.0, "h": -1.0}))
    assert found.balanced["d"] == pytest.approx(((-1 - 0.5) / 2, (0 - 0.5) / 2))
    assert found.leads == {"N": pytest.approx((-1.0, -1.0))}
    assert "still too narrow" in found.caveat()


@pytest.mark.parametrize(
    ("sources", "games", "words"), [("A", "gh", "one experiment"), ("AB", "g", "one game")]
)
def test_a_single_experiment_or_game_cannot_be_redrawn_and_that_is_said(sources, games, words):
    people = {(source, game): -0.5 for source in sources for game in games}
    found = again(cells(people, dict.fromkeys(games, -0.5)))
    assert np.isnan(found.balanced["d"]).all() and words in found.caveat() and "too narrow" in found.caveat()


def test_a_rival_that_was_only_unlucky_so_far_is_still_a_rival(table):
    """`noisy` scores higher by the plan; its balanced score is below a coin's so far, and could be above."""
    generator = np.random.default_rng(4)
    rows = table[table["detector"] == "knowing"].copy()
    luck = dict(
        zip(sorted(set(rows["trial"])), generator.choice([-1.0, 0.9], rows["trial"].nunique()), strict=True)
    )
    rows["score"] = np.where(rows["is_human"], HALF - 0.35, HALF + 0.25) + 0.2 * rows["trial"].map(luck)
    rows["detector"] = "noisy"
    found = crown(sheet(pd.concat([table, rows])), "sound", TERMS)
    (noisy,) = (each for each in found.soundness if each.detector == "noisy")
    assert noisy.balanced < HALF and not noisy.is_sound
    assert noisy.may_be and found.undecided == ("noisy",)
