"""The six detectors of the paper: worked examples, promises that hold for every one of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import Game, Play, Streams
from humanlike.detectors import DETECTORS, Detector
from humanlike.detectors.coordination import optimal_cells
from humanlike.detectors.ninety_percent import Convergence, ninety_percent
from humanlike.detectors.payoff_change import Window, change, payoff_change
from humanlike.detectors.ranking import RankMap
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.tournament import published

UNTRAINED = {name: detector for name, detector in DETECTORS.items() if detector.fit is None}
every_detector = pytest.mark.parametrize("detector", UNTRAINED.values(), ids=UNTRAINED.keys())
BOS, PD, CHICKEN = GAMES["battle-of-the-sexes"], GAMES["prisoners-dilemma"], GAMES["chicken"]


def play_of(game: Game, *rows: list[int], stamp: str = "") -> Play:
    return Play(game, np.array(rows), provenance={"stamp": stamp} if stamp else {})


def judged(name: str, *plays: Play) -> list[float]:
    return DETECTORS[name].probabilities(None, plays[0].game, plays).tolist()


def test_random_always_says_one_half():
    assert judged("random", play_of(PD, [0, 1], [1, 1]), play_of(PD, [0, 0], [1, 0])) == [0.5, 0.5]


@pytest.mark.parametrize("stamp", ["", "2004-05-01T00:00:00", "17"])
def test_one_common_stamp_tells_dates_nothing(stamp):
    plays = [play_of(PD, [0, 1], [1, 1], stamp=stamp) for _ in range(5)]
    assert judged("dates", *plays) == [0.5] * 5


@pytest.mark.parametrize(
    ("stamps", "answers"),
    [
        (["1", "1", "9"], [0.2, 0.2, 0.8]),
        (["2001-01-01", "2004-01-01", "2004-01-03"], [0.8, 0.2, 0.2]),
        (["", "", "", "lab"], [0.2, 0.2, 0.2, 0.8]),
        (["1", "1", "2", "2"], [0.5, 0.5, 0.5, 0.5]),
        (["10", "11", "12", "50", "51"], [0.2, 0.2, 0.2, 0.8, 0.8]),
    ],
)
def test_the_smaller_group_of_stamps_is_human(stamps, answers):
    assert judged("dates", *(play_of(PD, [0], [1], stamp=stamp) for stamp in stamps)) == answers


def test_ninety_percent_means_more_than_ninety():
    settled = play_of(PD, [0] * 19 + [1], [1] * 20)
    exactly = play_of(PD, [0] * 18 + [1] * 2, [1] * 20)
    assert judged("ninety-percent", settled, exactly) == [0.7, 0.3]
    restless = play_of(PD, [0] * 18 + [1] * 2, [0, 1] * 10)
    assert judged("ninety-percent-tables", settled, exactly, restless) == [0.2, 0.2, 0.8]


def test_the_tables_variant_gives_alg1_the_published_score():
    """One unsettled game of eight, the battle of the sexes: (7 log .8 + log .2) / 8 = -.40, as in Table 12."""
    alg1, scores = RULES["alg1"], []
    for name in published.PUBLISHED_GAMES:
        game = GAMES[name]
        play = simulate(Streams(1)[name], game, everybody(game, [(alg1, ())], 8), n_rounds=50)
        scores.append(np.log(1 - judged("ninety-percent-tables", play)[0]))
    assert np.mean(scores) == pytest.approx(-0.396, abs=5e-4)


def test_both_members_must_settle_and_more_than_half_of_the_pairs():
    one_sided = play_of(PD, [0] * 20, [0, 1] * 10)
    half = play_of(PD, [0] * 20, [0] * 20, [0, 1] * 10, [0] * 20)
    assert judged("ninety-percent", one_sided, half) == [0.3, 0.3]
    lenient = ninety_percent(Convergence(pairs=0.4))
    assert lenient.probabilities(None, PD, [half]).tolist() == [0.7]


def test_ranks_run_from_one_to_ninety_nine_percent_with_midranks():
    found = RankMap().probabilities(np.array([5.0, 1.0, 5.0, 9.0, np.nan]))
    np.testing.assert_allclose(found, [0.5, 0.01, 0.5, 0.99, 0.5])


def test_high_payoffs_ranks_mean_payoffs():
    cooperate = play_of(PD, [0] * 4, [0] * 4)  # 8 each
    defect = play_of(PD, [1] * 4, [1] * 4)  # 2 each
    mixed = play_of(PD, [0] * 4, [1] * 4)  # 1 and 9
    np.testing.assert_allclose(judged("high-payoffs", cooperate, defect, mixed), [0.99, 0.01, 0.5])


def test_payoff_change_compares_the_first_and_last_twelve_rounds():
    """12 rounds of (D,D) paying 2, a middle that does not count, 12 of (C,C) paying 8: change 6."""
    learned = [1] * 12 + [0] * 3 + [0] * 12
    play = play_of(PD, learned, learned[:12] + [1] * 3 + learned[15:])
    assert change(play, Window()) == pytest.approx(6.0)
    backwards = play_of(PD, learned[::-1], learned[::-1])
    assert change(backwards, Window()) == pytest.approx(6.0)
    assert change(backwards, Window(signed=True)) == pytest.approx(-6.0)
    still = play_of(PD, [0] * 27, [0] * 27)
    np.testing.assert_allclose(judged("payoff-change", play, still), [0.99, 0.01])
    signed = payoff_change(Window(signed=True)).probabilities(None, PD, [play, still, backwards])
    np.testing.assert_allclose(signed, [0.99, 0.5, 0.01])


def test_payoff_change_halves_short_matches_and_skips_missing_rounds():
    short = play_of(PD, [1, 1, -1, 0, 0, -1], [1, 1, -1, 0, 0, -1])
    assert change(short, Window()) == pytest.approx(6.0)
    assert np.isnan(change(play_of(PD, [0], [0]), Window()))


def test_coordination_worked_examples():
    turns = [round_ % 2 for round_ in range(50)]
    perfect = play_of(BOS, turns, turns)
    never = play_of(BOS, [0] * 50, [1] * 50)
    stuck = play_of(BOS, [0] * 50, [0] * 50)
    np.testing.assert_allclose(judged("coordination", perfect, never, stuck), [0.96, 0.04, 0.04])
    assert judged("coordination", play_of(CHICKEN, turns, turns)) == [0.5]
    nearly = play_of(BOS, turns, [*turns[:-2], 1, 1])  # the last two steps go through (0, 1)
    assert judged("coordination", nearly) == pytest.approx([1 - abs(47 - 0.96 * 49) / 49])


def test_coordination_holds_on_to_a_dominant_cell():
    cooperate, defect = play_of(PD, [0] * 50, [0] * 50), play_of(PD, [1] * 50, [1] * 50)
    np.testing.assert_allclose(judged("coordination", cooperate, defect), [0.96, 0.04])


def test_coordination_recognises_the_games_of_table_13():
    """Scores other than -.69 in Table 13: both stag hunts, prisoner's dilemma, battle of the sexes."""
    published = ["ochs", "stag-hunt-2", "stag-hunt-3", "ultimatum-3", "centipede-3"]
    published += ["prisoners-dilemma", "battle-of-the-sexes", "chicken"]
    known = [name for name in published if optimal_cells(GAMES[name])]
    assert known == ["stag-hunt-2", "stag-hunt-3", "prisoners-dilemma", "battle-of-the-sexes"]


def test_steps_over_a_missing_round_do_not_count():
    gap = play_of(BOS, [0, 1, -1, 1, 0], [0, 1, -1, 1, 0])
    assert judged("coordination", gap) == pytest.approx([0.96])
    assert judged("coordination", play_of(BOS, [0, -1], [0, -1])) == [0.5]


def test_detectors_that_compare_plays_say_so():
    whole = {name for name, detector in UNTRAINED.items() if detector.looks_at == "the whole set"}
    assert {"dates", "payoff-change", "high-payoffs"} <= whole
    assert not whole & {"random", "ninety-percent", "coordination"}


@every_detector
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), game=st.sampled_from(["stag-hunt-3", "ochs", "battle-of-the-sexes"]))
def test_probabilities_of_any_play_with_gaps_and_early_ends(detector: Detector, seed, game):
    generator = Streams(seed)["plays"].generator()
    plays = []
    for _ in range(4):
        actions = generator.integers(-1, GAMES[game].n_actions[0], size=(6, 8))
        actions[:2, generator.integers(0, 8) :] = -1
        plays.append(Play(GAMES[game], actions))
    answers = detector.probabilities(None, GAMES[game], plays)
    assert np.all((answers >= 0) & (answers <= 1))
