"""Familiarity, verdicts on matches and seats, scores where the makers are known."""

import numpy as np
import pandas as pd
import pytest
from simulated_sources import best_reply, blind, played, sticky

from humanlike.core import BadFile, BadRequest, Game, Play, Streams, UnsuitableGame
from humanlike.detectors import DETECTORS, TrainedDetector, shipped_detector, train
from humanlike.detectors.familiarity import Familiarity, game_kind
from humanlike.detectors.judging import judge_play, judge_plays, seat_probabilities, strongest_terms
from humanlike.detectors.labelled import score_guesses, score_labelled
from humanlike.games import GAMES

PD, BOS = GAMES["prisoners-dilemma"], GAMES["battle-of-the-sexes"]


@pytest.fixture(scope="module")
def judge() -> TrainedDetector:
    plays, human = [], []
    for number in range(4):
        for slip in (0.05, 0.5, 1.0):
            for player in (sticky(1 - slip / 3), best_reply(slip)):
                plays.append(played(PD, player, Streams(number)[str(slip)]))
                human.append(len(human) % 2 == 0)
    return train(DETECTORS["logistic"], plays, human)


def test_the_shipped_detector_names_its_material_and_holds_no_play():
    shipped = shipped_detector()
    assert {"hash", "people", "machines", "script", "human plays"} <= set(shipped.trained_on.summary())
    assert not [name for name in shipped.trained_on.people if "akata" in name or "pennies" in name]
    assert set(shipped.document()["model"]) == {"games", "seats", "plays", "lowest", "highest"}


def test_games_unlike_the_training_games_are_refused(judge):
    with pytest.raises(UnsuitableGame, match="unlike the games"):
        judge_play(judge, played(BOS, blind, Streams(1)["x"]), np.arange(4))
    assert game_kind(PD).is_like(game_kind(PD))
    assert not game_kind(PD).is_like(game_kind(BOS))
    assert not game_kind(GAMES["rock-paper-scissors"]).is_like(game_kind(PD))


def test_the_shipped_detector_knows_three_kinds_of_games():
    familiarity = shipped_detector().model.familiarity
    known = {name for name, game in GAMES.items() if _is_known(familiarity, game)}
    assert known == {"prisoners-dilemma", "battle-of-the-sexes", "matching-pennies", "rock-paper-scissors"}


def _is_known(familiarity: Familiarity, game: Game) -> bool:
    try:
        familiarity.check_game(game)
    except UnsuitableGame:
        return False
    return True


def test_play_outside_the_training_range_is_refused(judge):
    with pytest.raises(UnsuitableGame, match="outside the training range"):
        judge_play(judge, Play(PD, np.tile([[0, 1]], (4, 15))), np.arange(4))


def test_what_can_be_judged_is_judged_and_the_rest_named(judge):
    known, strange = played(PD, blind, Streams(1)["x"]), played(BOS, blind, Streams(1)["x"])
    judged, refused = judge_plays(judge, [known, strange])
    assert [each.game for each in judged] == [PD.name] and [each.game for each in refused] == [BOS.name]
    with pytest.raises(UnsuitableGame):
        judge_plays(judge, [strange])


def test_each_match_gets_its_verdict(judge):
    judged = judge_play(judge, played(PD, blind, Streams(1)["x"], n_subjects=6), np.arange(6))
    assert [match.match for match in judged.matches] == ["1", "2", "3"]
    assert all(len(match.subjects) == 2 and match.n_rounds == 30 for match in judged.matches)


def test_a_seat_alone_is_judged_by_what_it_met(judge):
    play = played(PD, sticky(0.8), Streams(1)["x"], n_subjects=4)
    alone = play.rows([1, 3])
    np.testing.assert_allclose(seat_probabilities(judge, alone), seat_probabilities(judge, play)[[1, 3]])


def test_catalogue_detectors_judge_matches_and_rank_them():
    actions = np.array([[0] * 4, [0] * 4, [1] * 4, [1] * 4])
    judged = judge_play(TrainedDetector(DETECTORS["high-payoffs"]), Play(PD, actions), np.arange(4))
    np.testing.assert_allclose([match.verdict.probability for match in judged.matches], [0.99, 0.01])
    assert judged.verdict.probability == 0.5


def test_strongest_terms_come_first():
    terms = {"a": 0.5, "b": -2.0, "c": 1.5, "d": -0.1, "e": 0.0}
    assert strongest_terms(terms, 2) == ([("c", 1.5), ("a", 0.5)], [("b", -2.0), ("d", -0.1)])


def half_machines() -> Play:
    """Pairs of a person (sticky) and a machine (best reply)."""
    people, machines = (
        played(PD, player, Streams(21)["x"], n_subjects=40) for player in (sticky(0.8), best_reply(0.1))
    )
    actions = people.actions.copy()
    actions[1::2] = machines.actions[1::2]
    return Play(PD, actions, studied=np.arange(40) % 2 == 0)


def test_labelled_seats_are_scored_with_an_interval():
    chance = score_labelled(Streams(1)["s"], TrainedDetector(DETECTORS["random"]), [half_machines()])[0]
    assert chance.balanced_score == pytest.approx([np.log(0.5)] * 3)
    assert chance.balanced_accuracy.value == 0.5
    assert (chance.n_people, chance.n_human_seats, chance.n_machine_seats) == (20, 20, 20)


def test_a_trained_judge_scores_above_chance_on_seats_it_never_saw(judge):
    found = score_labelled(Streams(1)["s"], judge, [half_machines(), half_machines()])
    assert found[0].name == "all games"
    assert found[0].balanced_score.lower > np.log(0.5)


def test_unlabelled_play_cannot_be_scored(judge):
    with pytest.raises(BadRequest, match="which seats are machines'"):
        score_labelled(Streams(1)["s"], judge, [played(PD, blind, Streams(1)["x"])])


def test_people_are_scored_on_the_machines_they_met(tmp_path):
    place = tmp_path / "guesses.csv"
    place.write_text("id,game,guess\n1,pd,LLM\n2,pd,Human\n3,pd,LLM\n4,pd,LLM\n")
    overall, by_game = score_guesses(Streams(1)["s"], place)
    assert overall.machine_accuracy.value == by_game.machine_accuracy.value == 0.75
    assert overall.machine_score.value == pytest.approx(0.75 * np.log(0.8) + 0.25 * np.log(0.2))
    place.write_text("id,guess\n1,LLM\n")
    with pytest.raises(BadFile, match="lacks game"):
        score_guesses(Streams(1)["s"], place)


def test_ten_right_guesses_are_not_sure_of_the_next(tmp_path):
    table = pd.DataFrame({"id": range(10), "game": "g", "guess": "machine"})
    table.to_csv(tmp_path / "guesses.csv", index=False)
    found = score_guesses(Streams(1), tmp_path / "guesses.csv")[0].machine_accuracy
    assert found.value == found.upper == 1.0 and 0.6 < found.lower < 0.96
