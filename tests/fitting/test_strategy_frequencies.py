"""Strategy frequencies: against an independent count, known shares, execution errors, and what cannot be told apart."""

import numpy as np
import pytest

from humanlike.core import BadRequest, Play, UnsuitableGame
from humanlike.fitting import fit_mixture, fit_one
from humanlike.fitting.strategy_classes import bic_of, fit_strategies, log_likelihood_of
from humanlike.fitting.strategy_counts import count_strategies
from humanlike.games import GAMES
from humanlike.naming.strategies import find_strategies
from humanlike.players.automata import STRATEGIES, STRATEGY_RULES, gamma_of

PRISONERS = GAMES["prisoners-dilemma"]


def people(seed, shares, tremble, n_persons=60, n_matches=5, n_rounds=6, slips=0.0):
    """Persons with one strategy each, meeting at random; with `slips`, moves are executed wrongly now and then."""
    generator = np.random.default_rng(seed)
    names = list(shares)
    strategy = generator.choice(len(names), n_persons, p=list(shares.values()))
    rows, meant, subjects, matches = [], [], [], []
    for match in range(n_matches):
        order = generator.permutation(n_persons).reshape(-1, 2)
        for number, pair in enumerate(order):
            state, own, wish = [0, 0], [[], []], [[], []]
            for _ in range(n_rounds):
                for side in (0, 1):
                    wanted = STRATEGIES[names[strategy[pair[side]]]].prescribed(state[side])
                    wish[side].append(wanted ^ int(generator.random() < tremble))
                    own[side].append(wish[side][-1] ^ int(generator.random() < slips))
                for side in (0, 1):
                    table = STRATEGIES[names[strategy[pair[side]]]].after
                    state[side] = table[state[side]][own[side][-1]][own[1 - side][-1]]
            rows += own
            meant += wish
            subjects += [f"p{person:03d}" for person in pair]
            matches += [f"{match}-{number}"] * 2
    intended = {"intended": np.array(meant)} if slips else {}
    play = Play(PRISONERS, np.array(rows), subjects=tuple(subjects), matches=tuple(matches), **intended)
    return play, {f"p{person:03d}": names[strategy[person]] for person in range(n_persons)}


def estimated(play, words, by="game", unit="person", **settings):
    (counts,) = count_strategies([play], find_strategies(words), by=by, unit=unit)
    return fit_strategies(counts, **settings)


SHARES = {"always-defect": 0.4, "tit-for-tat": 0.35, "always-cooperate": 0.25}


def test_known_shares_trembles_and_followers_are_found_again():
    play, followed = people(1, SHARES, 0.06)
    found = estimated(play, "df2011")
    known = dict(zip(found.counts.names, found.shares, strict=True))
    truth = {name: list(followed.values()).count(name) / len(followed) for name in SHARES}
    assert known == pytest.approx({**dict.fromkeys(known, 0.0), **truth}, abs=0.06)
    assert found.trembles[0] == pytest.approx(0.06, abs=0.012) and found.converged
    likeliest = [found.counts.names[place] for place in found.responsibilities.argmax(axis=1)]
    right = [
        followed[name.partition(":")[2]] == said
        for name, said in zip(found.counts.persons, likeliest, strict=True)
    ]
    assert np.mean(right) > 0.9
    np.testing.assert_allclose(found.responsibilities.sum(axis=1), 1.0)


@pytest.mark.parametrize("trembles", ["shared", "own"])
def test_the_optimum_is_that_of_a_plain_em_written_by_hand(trembles):
    play, _ = people(2, SHARES, 0.1, n_persons=24, n_matches=3)
    found = estimated(play, "ad,ac,tft", trembles=trembles)
    hits, misses = found.counts.hits, found.counts.misses
    shares, tremble = np.full(3, 1 / 3), np.full(3, 0.1)
    for _ in range(3000):
        like = shares * (1 - tremble) ** hits * tremble**misses
        member = like / like.sum(axis=1, keepdims=True)
        shares = member.mean(axis=0)
        wrong, all_of = (member * misses).sum(axis=0), (member * (hits + misses)).sum(axis=0)
        tremble = wrong / all_of if trembles == "own" else np.full(3, wrong.sum() / all_of.sum())
    assert found.log_likelihood == pytest.approx(np.log(like.sum(axis=1)).sum(), abs=1e-6)
    np.testing.assert_allclose(found.shares, shares, atol=1e-4)
    np.testing.assert_allclose(found.trembles, tremble, atol=1e-4)


def test_standard_errors_are_those_of_a_binomial_where_everybody_is_surely_one():
    """Long matches leave no doubt: the share's error is sqrt(s (1 - s) / (n - 1)), the tremble's its own binomial's."""
    play, _ = people(
        3, {"always-defect": 0.3, "always-cooperate": 0.7}, 0.05, n_persons=40, n_matches=6, n_rounds=10
    )
    found = estimated(play, "ad,ac")
    share = found.shares[0]
    assert found.share_errors == pytest.approx(np.sqrt(share * (1 - share) / 39) * np.ones(2), rel=1e-3)
    low, high = found.share_intervals[0]

    def nats(value):
        return 40 * (share * np.log(value) + (1 - share) * np.log(1 - value))

    for end in (low, high):
        assert 2 * (nats(share) - nats(end)) == pytest.approx(
            4.09, abs=0.1
        )  # t squared, 39 degrees of freedom
    drawn = estimated(play, "ad,ac", n_resamples=300)
    assert drawn.share_errors[0] == pytest.approx(found.share_errors[0], rel=0.15)
    assert drawn.share_intervals[0] == pytest.approx(found.share_intervals[0], abs=0.04)


def test_a_share_of_nobody_has_an_upper_end():
    play, _ = people(4, {"always-defect": 1.0}, 0.05, n_persons=30)
    found = estimated(play, "ad,ac")
    assert found.empty.tolist() == [False, True] and np.isnan(found.share_errors[1])
    assert found.share_intervals[1, 0] == 0
    assert found.share_intervals[1, 1] == pytest.approx(1 - 0.025 ** (1 / 30), abs=0.002)  # (1 - s)^30 = .025


def test_the_likelihood_is_that_of_the_rules_and_of_their_mixture():
    play, _ = people(5, {"always-defect": 0.5, "tit-for-tat": 0.5}, 0.08, n_persons=16, n_matches=3)
    alone = estimated(play, "tft")
    fit = fit_one(play, STRATEGY_RULES["tit-for-tat"])
    assert alone.log_likelihood == pytest.approx(fit.log_likelihood, abs=1e-6)
    assert alone.trembles[0] == pytest.approx(fit.parameters.tremble, abs=1e-5)
    own = estimated(play, "ad,tft", trembles="own")
    mixed = fit_mixture(play, [STRATEGY_RULES["always-defect"], STRATEGY_RULES["tit-for-tat"]], n_starts=2)
    assert own.log_likelihood == pytest.approx(mixed.log_likelihood, abs=1e-3)
    assert bic_of([own]) == pytest.approx(mixed.bic, abs=2e-3)
    np.testing.assert_allclose(own.shares, mixed.shares, atol=1e-3)
    assert own.share_errors == pytest.approx(mixed.share_errors, rel=0.02)
    assert own.tremble_errors == pytest.approx([each[0] for each in mixed.errors], rel=0.02)


def test_what_was_intended_is_judged_and_what_was_made_is_remembered():
    """Grim, whose partner never defects but whose own hand slipped in round 2: it means 1 for ever after."""
    play = Play(
        PRISONERS,
        np.array([[0, 1, 1, 1], [0, 0, 0, 0]]),
        intended=np.array([[0, 0, 1, 1], [0, 0, 0, -1]]),
    )
    (counts,) = count_strategies([play], find_strategies("grim,tft"), by="game", unit="match")
    assert counts.names == ("grim", "tit-for-tat") and counts.n_slips == 1
    assert counts.hits.tolist() == [[4, 2], [2, 2]] and counts.misses.tolist() == [[0, 2], [2, 2]]
    slipping, _ = people(6, {"grim": 0.5, "tit-for-tat": 0.5}, 0.02, slips=0.15)
    found = estimated(slipping, "grim,tft")
    assert found.trembles[0] == pytest.approx(0.02, abs=0.01), "slips are not trembles"
    made = Play(PRISONERS, slipping.actions, subjects=slipping.subjects, matches=slipping.matches)
    assert estimated(made, "grim,tft").trembles[0] > 0.1


def test_strategies_that_prescribe_the_same_are_one_class():
    """Where nobody ever defects, all that are nice are one."""
    peaceful = Play(PRISONERS, np.zeros((20, 5), dtype=int))
    found = estimated(peaceful, "df2011", unit="match")
    assert len(found.counts.classes) == 2 and found.counts.names[0] == "always-defect"
    assert found.counts.names[1].count(" = ") == 4 and found.shares[1] == pytest.approx(1.0)


def test_missing_moves_count_nothing_and_states_stand_still():
    play = Play(PRISONERS, np.array([[0, -1, 0, 1], [1, 0, 1, 1]]))
    (counts,) = count_strategies([play], find_strategies("tft"), by="game", unit="match")
    # the row meets 1, then nothing is learned of round 2, then 1: tit-for-tat wants 0, -, 1, 1
    assert counts.hits[0].tolist() == [2] and counts.misses[0].tolist() == [1]


def test_what_cannot_be_estimated_is_refused():
    play, _ = people(7, SHARES, 0.1, n_persons=6, n_matches=2)
    with pytest.raises(UnsuitableGame, match="3 x 3"):
        estimated(Play(GAMES["rock-paper-scissors"], np.zeros((2, 3), dtype=int)), "tft")
    with pytest.raises(BadRequest, match="person's matches are one class"):
        estimated(play, "tft,ad", unit="match")
    with pytest.raises(BadRequest, match="at least 20"):
        estimated(play, "tft,ad", n_resamples=3)


@pytest.mark.slow
def test_intervals_cover_the_shares_that_made_the_play():
    """Of 120 plays by 40 persons; rare strategies and one that nobody follows among them."""
    shares = {"always-defect": 0.5, "tit-for-tat": 0.4, "always-cooperate": 0.05, "grim": 0.05}
    covered, trembles = [], []
    for seed in range(120):
        play, _ = people(1000 + seed, shares, 0.08, n_persons=40, n_matches=6, n_rounds=5)
        found = estimated(play, "ad,ac,tft,grim,t2", n_starts=3)
        truth = np.array([shares.get(name, 0.0) for name in found.counts.names])
        low, high = found.share_intervals.T
        covered.append((low - 1e-3 <= truth) & (truth <= high + 1e-3))
        low, high = found.tremble_intervals[0]
        trembles.append(low <= 0.08 <= high)
    assert np.mean(covered, axis=0).min() > 0.88 and np.mean(covered) > 0.93
    assert np.mean(trembles) > 0.88


@pytest.mark.human_data
def test_the_published_frequencies_are_found_again():
    """Dal Bó & Fréchette (2011), Table 7, delta 1/2 and R 32; the total over six treatments as stratEst finds it."""
    from humanlike.core import HumanlikeError
    from humanlike.datasets import read_plays

    try:
        plays = read_plays("df2011")
    except HumanlikeError as error:
        pytest.skip(str(error))
    counts = count_strategies(plays, find_strategies("df2011"), by="game", unit="person")
    fits = {each.group: fit_strategies(each) for each in counts}
    first = fits["pd-d5r32"]
    shares = dict(zip(first.counts.names, first.shares, strict=True))
    assert shares == pytest.approx(
        {**dict.fromkeys(shares, 0.0), "always-defect": 0.920, "tit-for-tat": 0.080}, abs=0.005
    )
    assert gamma_of(float(first.trembles[0])) == pytest.approx(0.362, abs=0.005)
    assert log_likelihood_of(list(fits.values())) == pytest.approx(-2217.2, abs=0.1)
    assert bic_of(list(fits.values())) == pytest.approx(4754.9, abs=0.2)
    assert all(each.n_agreeing == each.n_starts for each in fits.values())
