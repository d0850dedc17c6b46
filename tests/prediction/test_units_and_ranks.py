"""Who is redrawn, fitted and predicted together; ranks and who may be the best come from one test that holds."""

from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Play, Streams, find_units
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import Assessment, Criterion, Settings, compare_rules, ranked, samples_of, split_of
from humanlike.prediction.resampling import freedom_of, resampled
from humanlike.prediction.splits import fitted_rows, on_both_sides, predicted_rows, settled
from humanlike.reports.prediction_page import write_page

COINS, PENNIES = GAMES["coordination"], GAMES["matching-pennies"]
LOG = Criterion("LOG", "Y,P", "actions", "g")
QUICK = {"settings": Settings(methods=("Y,P",), measures=("LOG",), n_simulations=10, n_resamples=60)}


def play(*pairs, game=COINS, seed=1, **more):
    names = tuple(name for pair in pairs for name in pair.split())
    actions = np.random.default_rng(seed).integers(0, 2, (len(names), 6))
    return Play(game, actions, subjects=names, **more)


def ring(n):
    """Everybody plays twice, once in each role."""
    return [f"p{one} p{(one + 1) % n}" for one in range(n)]


def test_the_default_split_puts_nobody_on_both_sides_and_an_explicit_one_says_how_many():
    body = play(*ring(16))
    found = hl.predict(body, "random", **QUICK)
    assert found.study.split.halved == "person"
    assert on_both_sides([body], found.study.split) == (0, 16)
    assert "what partners did may be among those fitted" in found.study.split.sentence
    asked = hl.predict(body, "random", fit="role 1", **QUICK)
    assert "16 of 16 people sit on both sides" in asked.study.split.sentence
    strangers = play(*(f"a{one} b{one}" for one in range(16)))
    assert hl.predict(strangers, "random", **QUICK).study.split.fit_role == 0
    assert on_both_sides([body], settled(split_of("half", None, 2), [body], "match"))[0] > 0
    assert on_both_sides([body], hl.predict(body, "random", unit="match", **QUICK).study.split)[0] == 0


def test_a_unit_is_fitted_or_predicted_in_all_its_games():
    record = {"dataset": "one"}
    both = [
        play(*(f"a{n} b{n}" for n in range(6)), game=game, provenance=record) for game in (COINS, PENNIES)
    ]
    for words in ("half", "half by game"):
        split = settled(split_of(words, None, 2), both, "auto")
        assert split.halved == "dyad" and on_both_sides(both, split) == (0, 12)
        for fitted, predicted in zip(fitted_rows(both, split), predicted_rows(both, split), strict=True):
            assert fitted.sum() == predicted.sum() == 6


def test_a_unit_is_redrawn_in_all_its_games_at_once():
    record = {"dataset": "one"}
    first = play(*(f"a{n} b{n}" for n in range(8)), provenance=record)
    second = play(*(f"a{n} b{n}" for n in range(4, 12)), game=PENNIES, provenance=record)
    samples = samples_of([first, second])
    weights = resampled(Streams(1), samples, 200)
    np.testing.assert_array_equal(weights[COINS.name][:, 4:], weights[PENNIES.name][:, :4])
    np.testing.assert_allclose(weights[COINS.name][:, :4].sum(axis=1), 4.0)  # the design is kept
    assert weights[COINS.name][1:].var(axis=0).mean() == pytest.approx(
        1.0, rel=0.15
    )  # no bias for four units
    assert freedom_of(samples) == {COINS.name: 6, PENNIES.name: 6, "all": 9}


def test_the_unit_its_number_and_its_caveat_stand_in_story_document_and_page(tmp_path):
    unknown = replace(play(*ring(14)), persons=("",) * 28)
    found = hl.predict(unknown, "random,cross", **QUICK)
    document = found.document()
    assert (document["unit"], document["n_units"]) == ("match", 14)
    assert "Nobody recorded who played several matches" in document["caveat"]
    assert "nobody recorded who is who" in document["split"]
    write_page(found.findings, tmp_path / "page.html", title="unknown")
    for text in (str(found), (tmp_path / "page.html").read_text()):
        assert "14 matches" in text and "Nobody recorded who played several matches" in text
    with pytest.raises(BadRequest, match="persons cannot be the unit"):
        hl.predict(unknown, "random", unit="person")


def test_what_one_person_one_match_or_one_study_still_says():
    alone = play("ann bob")
    with pytest.raises(BadRequest, match="'pooled' fits and predicts the same choices"):
        hl.predict(alone, "random,cross", fit="half", **QUICK)
    found = hl.predict(alone, "random,cross", fit="pooled", **QUICK)
    assert "nothing says how another would differ" in str(found) and "nothing says how surely" in str(found)
    assert {row["rank_lower"] for row in found.document()["criteria"][0]["rules"]} == {None}
    study = hl.predict(
        play(*ring(14), studies=("s",) * 28), "random,cross", unit="study", fit="pooled", **QUICK
    )
    assert study.document()["n_units"] == 1


def assessment(values, noise, n_units=60, seed=1, n_resamples=500):
    """Rules whose scores per unit are `noise` [rules, units] around their values."""
    scores = np.asarray(values, dtype=np.float64)[:, None] + noise
    draws = np.random.default_rng(seed).multinomial(n_units - 1, np.full(n_units, 1 / n_units), n_resamples)
    return Assessment(
        rules=tuple(f"rule {number}" for number in range(len(scores))),
        criteria=(LOG,),
        values=scores.mean(axis=1)[None],
        resamples=(scores @ draws.T / (n_units - 1))[None],
        undefined={},
        kuipers_undefined={},
        n_units={"g": n_units},
        n_observations={"g": n_units},
        settings=Settings(),
    )


def test_ranks_and_the_best_never_contradict_each_other():
    rng = np.random.default_rng(2)
    for _ in range(40):
        found = assessment(-np.sort(rng.exponential(0.3, 12)), rng.standard_normal((12, 60)))
        rows, compared = ranked(found, LOG), compare_rules(found, LOG)
        for row in rows:
            assert row.rank_lower <= row.rank <= row.rank_upper
            best = row.rule == compared.best or row.rule in compared.not_apart
            assert best == (row.rank_lower == 1) == row.may_be_best


def test_equal_rules_are_rarely_told_apart_and_worse_ones_are():
    """At 5 %, 120 times twelve equal rules: Holm against the best was wrong in a sixth."""
    rng = np.random.default_rng(3)
    wrong = sum(
        bool(compare_rules(assessment(np.zeros(12), rng.standard_normal((12, 60)), seed=seed), LOG).apart)
        for seed in range(120)
    )
    assert wrong <= 13  # .05 and three standard errors
    clear = compare_rules(assessment([0.0, -0.2, *[-2.0] * 10], rng.standard_normal((12, 60)) / 2), LOG)
    assert clear.not_apart == ("rule 1",) and len(clear.apart) == 10
    assert clear.sentence == (
        "By LOG(Y,P), actions, g, rule 0 predicts best; rule 1 may be as good (95% model confidence set over matches); "
        "everybody else is worse."
    )


def test_ties_share_all_ranks():
    found = assessment(np.zeros(5), np.tile(np.random.default_rng(4).standard_normal(60), (5, 1)))
    assert {(row.rank, row.rank_lower, row.rank_upper) for row in ranked(found, LOG)} == {(3.0, 1.0, 5.0)}
    assert "any other may be as good" in compare_rules(found, LOG).sentence


def test_nothing_is_told_apart_by_a_handful_of_units():
    noise = np.random.default_rng(5).standard_normal((12, 6)) / 100
    found = assessment(-np.arange(12.0), noise, n_units=6)
    assert {(row.rank_lower, row.rank_upper) for row in ranked(found, LOG)} == {(1.0, 12.0)}


def test_persons_who_meet_are_the_unit_of_the_fit_that_predicts():
    from humanlike.prediction import calibrated_rules

    body = play(*ring(14), seed=6)
    split = settled(split_of("half", None, 2), [body], "auto")
    by_person = calibrated_rules([RULES["memory-one"]], [body], split)["memory-one", COINS.name]
    by_match = calibrated_rules([RULES["memory-one"]], [body], split, unit="match")["memory-one", COINS.name]
    assert find_units([body]).unit == "person"
    assert not np.allclose(by_person.covariance, by_match.covariance, equal_nan=True)
