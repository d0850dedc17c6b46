"""Complete simulations meet whom people met: by record, by the design a record tells, or by one that is asked for."""

from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import FIXED, Game, Matching, Meetings, Play, Streams, draw_meetings
from humanlike.core.matching import kind_of_matching, matching_of
from humanlike.engine import everybody, simulate, simulate_actions
from humanlike.engine.replay import replay
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Settings, company_of, company_sentence
from humanlike.prediction.calibration import CalibratedRule
from humanlike.prediction.forecasts import simulate_completely
from humanlike.scoring import outcome_categories

CHICKEN, EWA = GAMES["chicken"], RULES["ewa"]
ROUNDS = 10
STREAM = Streams(9)["company"]
CALIBRATED = CalibratedRule(EWA, EWA.default, None, "published", ())


def recorded(word: Matching, n_subjects: int = 12, game: Game = CHICKEN) -> Play:
    meetings = draw_meetings(STREAM["people"], word, game, n_subjects, ROUNDS)
    population = everybody(game, [(EWA, EWA.default)], n_subjects // 2)
    return simulate(STREAM, game, population, n_rounds=ROUNDS, meetings=meetings)


def without_whom(play: Play) -> Play:
    return replace(play, partners=np.empty(0, dtype=np.int64))


def test_recorded_meetings_are_repeated_in_whole_experiments() -> None:
    play = recorded(Matching("strangers"))
    company = company_of(STREAM, play, None, 20)
    assert (
        company is not None and company.n_subjects == 48
    )  # four experiments of six pairs have twenty groups
    for start in range(0, 48, 12):
        np.testing.assert_array_equal(company.partners[start : start + 12], play.partners + start)


def test_rows_in_any_order_are_seated_by_role() -> None:
    play = recorded(Matching("groups", size=6))
    shuffled = play.rows(np.random.default_rng(1).permutation(12))
    company = company_of(STREAM, shuffled, None, 6)
    assert company is not None
    Meetings.of(company.partners, CHICKEN)  # row meets column, and pairs name each other


def test_a_record_of_what_was_met_is_re_matched_within_its_matches() -> None:
    play = without_whom(recorded(Matching("groups", size=6, mixed=True)))
    assert matching_of(play) == Matching("groups", size=6, mixed=True)
    company = company_of(STREAM, play, None, 10)
    assert company is not None and company.n_subjects == 24 and company.mixed
    assert (company.partners // 6 == np.arange(24)[:, None, None] // 6).all()
    assert company_sentence(play, None).endswith(
        "re-matched within groups of 6, every round, whatever the role, as people were."
    )


def test_people_who_stay_together_are_simulated_as_ever() -> None:
    play = simulate(STREAM, CHICKEN, everybody(CHICKEN, [(EWA, EWA.default)], 6), n_rounds=ROUNDS)
    assert matching_of(play) == FIXED and company_of(STREAM, play, None, 8) is None
    assert matching_of(without_whom(play)) == FIXED  # two in a match: each the other's partner


def test_a_design_asked_for_is_drawn_among_as_many_as_were_recorded() -> None:
    play = simulate(STREAM, CHICKEN, everybody(CHICKEN, [(EWA, EWA.default)], 6), n_rounds=ROUNDS)
    strangers = company_of(STREAM, play, Matching("strangers"), 20)
    zipped = company_of(STREAM, play, Matching("zipper"), 20)
    for company in (strangers, zipped):
        assert company is not None and company.n_subjects == 48
        assert (company.partners // 12 == np.arange(48)[:, None, None] // 12).all()
    np.testing.assert_array_equal(zipped.partners[12:24], zipped.partners[:12] + 12)


def test_complete_simulations_are_what_the_rule_plays_in_that_company() -> None:
    """Z by the engine, Q by replaying it, cells by going from table to table."""
    play = recorded(Matching("strangers"))
    company = company_of(STREAM, play, None, 12)
    found = simulate_completely(
        STREAM, CHICKEN, CALIBRATED, n_rounds=ROUNDS, n_simulations=12, meetings=company
    )
    population = everybody(CHICKEN, [(EWA, EWA.default)], 12)
    moves = simulate_actions(STREAM["choice"], CHICKEN, population, n_rounds=ROUNDS, meetings=company)
    np.testing.assert_array_equal(found.actions.categories.reshape(24, ROUNDS), moves)
    together = company.play(CHICKEN, np.ascontiguousarray(moves))
    chances = np.exp(replay(together, EWA, EWA.default).log_probabilities)
    np.testing.assert_allclose(found.actions.chances[0], chances[::2].mean(axis=0), rtol=1e-12)
    joint = np.zeros((ROUNDS, 4))
    for group in range(12):
        for t in range(ROUNDS):
            other = company.partners[2 * group, 0, t]
            cell = outcome_categories(moves[[2 * group, other], t][None], 2)[0]
            assert found.outcomes.categories[group, 0, t] == cell
            joint[t] += np.outer(chances[2 * group, t], chances[other, t]).reshape(-1)
    np.testing.assert_allclose(found.outcomes.chances[0], joint / 12, rtol=1e-12)


def test_kinds_of_matching_are_told_from_a_record() -> None:
    assert kind_of_matching(recorded(Matching("zipper"))) == "zipper"
    assert kind_of_matching(recorded(Matching("strangers"))) == "strangers"
    assert kind_of_matching(recorded(Matching("groups", size=6))) == "groups"
    assert kind_of_matching(without_whom(recorded(Matching("groups", size=6)))) == "groups"


SETTINGS = Settings(
    measures=("MSD",), methods=("Y,P", "Y,Z"), levels=("actions",), n_simulations=12, n_resamples=0
)


def test_gaps_in_the_record_leave_complete_simulations_undefined_with_a_way_out() -> None:
    play = recorded(Matching("strangers"))
    partners, actions = np.array(play.partners), play.actions.copy()
    pair = [0, int(partners[0, 0, 3])]
    partners[pair, 0, 3] = -1
    actions[pair, 3] = -1
    gaps = Play(CHICKEN, actions, roles=play.roles, partners=partners)
    found = hl.predict([gaps], "ewa:mixed-model-a", fit="published", settings=SETTINGS).document()
    told = {each["method"]: each["undefined"] for each in found["criteria"]}
    assert told["Y,P"] is None
    assert "Not every partner" in told["Y,Z"] and "(strangers) it can be simulated" in told["Y,Z"]
    again = hl.predict(
        [gaps], "ewa:mixed-model-a", fit="published", settings=SETTINGS, matching="strangers"
    ).document()
    assert not any(each["undefined"] for each in again["criteria"])


def test_rules_that_need_to_see_more_are_left_out() -> None:
    play = recorded(Matching("strangers"))
    found = hl.predict(
        [play], "roth-erev,ewa", fit="published", settings=SETTINGS, information="own"
    ).document()
    assert [each["rule"] for each in found["rules"]] == ["roth-erev"]
    assert found["information"] == "own" and "information 'actions' is enough" in found["refused"]["ewa"]


@pytest.mark.human_data
def test_rps_groups_is_simulated_in_its_groups_of_six() -> None:
    """With fixed pairs two best repliers circle for ever; among six they do not, and simulations know it."""
    said = {"fit": "published", "settings": replace(SETTINGS, n_simulations=60)}
    as_played = hl.predict("rps-groups", "cournot,random", **said)
    in_pairs = hl.predict("rps-groups", "cournot,random", **said, matching="fixed")
    told = "\n".join(map(str, as_played.story()))
    assert "within groups of 6, every round, whatever the role, as people were" in told
    (game,) = as_played.document()["games"]
    assert "groups of 6" in game["company"]
    for one, other in zip(as_played.document()["criteria"], in_pairs.document()["criteria"], strict=True):
        values = [[rule["value"] for rule in each["rules"]] for each in (one, other)]
        assert (values[0] == values[1]) == (one["method"] == "Y,P")
