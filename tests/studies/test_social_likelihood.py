"""Social Ultimatum play fitted, predicted, entered and judged, from words, files and objects."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, HumanlikeError, UnknownName
from humanlike.studies.social_predict import game_nats
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS
from humanlike.worlds.social_ultimatum.learning import learn
from humanlike.worlds.social_ultimatum.maximum_likelihood import fit_agent


@pytest.fixture(scope="module")
def people():
    return hl.social.play("attached", players=3, games=4, rounds=10, seed=3)


@pytest.fixture(scope="module")
def predicted(people):
    return hl.social.predict(people.table, agents="dba,game-theoretic")


@pytest.fixture(scope="module")
def contest(people):
    return hl.social.tournament(people.table, agents="dba,game-theoretic", model="dba", times=2)


def test_a_forecast_is_to_the_bit_that_of_who_never_saw_the_game(people, predicted):
    """The last game, after three folds were fitted to it: nothing of them is left in the fourth."""
    table = people.table
    rest = [table.select(np.arange(3))]
    alone = fit_agent(rest, SOCIAL_AGENTS["dba"], learn(rest))
    assert np.array_equal(predicted.nats["dba"][3], game_nats(alone, table.select(np.array([3])))[0])


def test_a_fit_can_be_told_kept_and_played(people, tmp_path):
    result = hl.social.fit(people.table, agents="dbra,dba", by="population")
    document = result.document()
    assert document["agents"][0]["nats"] <= document["agents"][1]["nats"] < document["blind"]
    assert document["agents"][0]["agent"] == "dbra" and set(document["agents"][0]["parameters"]) > {
        "reciprocation"
    }
    assert "explains the traces best" in str(result)
    result.write(tmp_path / "fitted.json")
    again = hl.social.play("dbra", players=3, games=2, rounds=4, learned=tmp_path / "fitted.json")
    assert again.table.n_games == 2
    with pytest.raises(BadRequest, match="--by is population or player"):
        hl.social.fit(people.table, by="person")


def test_attached_players_that_were_fitted_play_again(people, tmp_path):
    """One short game is little: only that what was fitted is kept and played, and is not the default."""
    result = hl.social.fit(hl.social.play("attached", players=3, rounds=4).table, agents="attached")
    result.write(tmp_path / "fitted.json")
    kept = hl.social.play("attached", players=3, games=3, rounds=5, learned=tmp_path / "fitted.json")
    plain = hl.social.play("attached", players=3, games=3, rounds=5)
    assert not np.array_equal(kept.table.offers, plain.table.offers)


def test_held_out_people_are_predicted_better_than_blindly(predicted):
    document = predicted.document()
    best, *_, worst = document["agents"]
    assert best["agent"] == "dba" and worst["agent"] == "blind"
    assert best["gain_interval"][0] > 0 and best["nats"] < worst["nats"]
    assert worst["recipient"] == pytest.approx(np.log(2)) and worst["offer"] == pytest.approx(np.log(11))
    assert best["nats"] == pytest.approx((best["recipient"] + best["offer"] + best["answer"]) / 3)
    assert len(predicted.frame()) == 3 * 4 and "better than blindly" in predicted.headline()


def test_detectors_and_entrants_are_scored_held_out(contest):
    document = contest.document()
    assert document["detectors"]["coin"]["score"] == pytest.approx(np.log(0.5))
    for name in ("likelihood-ratio", "metrics"):
        means = document["detectors"][name]["mean_p_human"]
        assert means["people"] > 0.5 > means["game-theoretic"]
        assert document["detectors"][name]["score"] > np.log(0.5)
    assert document["most_human"] == "dba" and document["games"] == 4 + 2 * 2 * 4
    frame = contest.frame()
    assert frame["p_human"].between(0.01, 0.99).all() and set(frame["maker"]) == {
        "people",
        "dba",
        "game-theoretic",
    }
    assert "most human entrant: dba" in contest.headline()


def test_strangers_are_judged_and_acquaintances_refused(people):
    suspects = hl.social.play("game-theoretic", players=3, games=2, rounds=10, seed=8).table
    result = hl.social.judge(suspects, people.table, agents="dba,game-theoretic", model="dba", times=1)
    assert result.document()["mean_p_human"]["likelihood-ratio"] < 0.3
    assert all(
        each["nats"]["game-theoretic"] == min(each["nats"].values()) for each in result.document()["games"]
    )
    with pytest.raises(BadRequest, match="Game 1 of the suspects is also among people's"):
        hl.social.judge(people.table, people.table)
    with pytest.raises(UnknownName, match="No detector of Social Ultimatum play is called 'gut'"):
        hl.social.tournament(people.table, detectors="gut")


def test_one_game_cannot_be_held_out_but_compared(people):
    one = people.table.select([0])
    for verb in (hl.social.predict, hl.social.tournament):
        with pytest.raises(
            BadRequest, match=r"one game only: .* nothing is left to learn from.*social compare"
        ):
            verb(one)
    assert (
        hl.social.compare(one, agents="dba", times=1, chains=2, resamples=20).document()["hold_out"] is None
    )


def test_comparing_holds_out_and_takes_the_papers_settings(people):
    plain = hl.social.compare(people.table, agents="adaptive,dba", times=2, chains=3, resamples=20)
    held = hl.social.compare(
        people.table, agents="adaptive,dba", times=2, chains=3, resamples=20, hold_out="game"
    )
    assert held.document()["hold_out"] == "game" and "without the game they meet" in str(held)
    assert held.frame()["distance"].tolist() != plain.frame()["distance"].tolist()
    paper = hl.social.compare(
        people.table, agents="dba,game-theoretic", times=1, resamples=20, published=True, direct=True
    )
    document = paper.document()
    assert document["floor"] == 2.0**-52 and document["paper"]["d_Y8"]["game-theoretic"] == 97.02
    assert all(each["distance"] is not None for each in document["agents"]["dba"]["metrics"])
    assert [each["name"] for each in document["direct"]["dba"]] == ["euclidean", "edit", "warping"]
    assert "Table 1 of the paper" in str(paper) and "Direct distances" in str(paper)


def test_groups_of_one_size_can_be_picked(people):
    larger = hl.social.play("attached", players=4, games=3, rounds=10).table
    both = [people.table, larger]
    assert [group["n_players"] for group in hl.social.learn(both).document()["groups"]] == [3, 4]
    assert [group["n_players"] for group in hl.social.learn(both, groups=4).document()["groups"]] == [4]
    with pytest.raises(UnknownName, match=r"No group size in these traces is called '7'\. Known: 3, 4"):
        hl.social.reply(both, groups="7")


def test_gaps_are_left_out_on_request_everywhere(people):
    rows = people.frame()
    holed = rows.drop(index=rows[(rows["game"] == "2") & (rows["round"] == 3)].index[:1])
    with pytest.raises(HumanlikeError, match="--missing drop-round or drop-game"):
        hl.social.fit(holed, agents="dba")
    dropped = hl.social.fit(holed, agents="dba", missing="drop-round").document()
    assert dropped["left_out"][0]["round"] == 3 and dropped["agents"][0]["decisions"] == 3 * (4 * 10 - 1) * 3
    fewer = hl.social.predict(holed, agents="dba", missing="drop-game")
    assert fewer.games == ("1", "3", "4") and "Left out: 1 game" in str(fewer)
