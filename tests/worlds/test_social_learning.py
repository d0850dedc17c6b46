"""Learning from traces: counts by hand, parameters by hand, files, real responders."""

import os
from pathlib import Path

import numpy as np
import pytest

from humanlike.core import BadFile, BadRecord, BadRequest, OfferTable, Streams
from humanlike.worlds.social_ultimatum import (
    SOCIAL_AGENTS,
    AttachedParameters,
    Seating,
    SocialSetting,
    adaptive_parameters,
    learn,
    play_tables,
    read_learned,
    read_responders,
    resimulate,
    with_rejection,
    write_learned,
)

DATA = Path(os.environ.get("HUMANLIKE_DATA", Path(__file__).parents[2].parent / "shared" / "data"))


def table_of(recipients, offers, accepted):
    return OfferTable(
        np.array([recipients], dtype=np.int8),
        np.array([offers], dtype=np.int16),
        np.array([accepted], dtype=bool),
    )


def people(n_games=6, n_players=5, n_rounds=20, seed=2):
    seating = Seating((SOCIAL_AGENTS["attached"],) * n_players, {"attached": AttachedParameters()})
    return play_tables(Streams(seed), SocialSetting(n_players, n_rounds), seating, n_games)


def test_reactivity_by_hand():
    """Player 1 offers player 2: 6, 6, 5, (to 3: 9,) 4: falls after K = 2 and after K = 1."""
    offers = [[6, 1, 1], [6, 1, 1], [5, 1, 1], [9, 1, 1], [4, 1, 1]]
    table = table_of([[1, 2, 0], [1, 2, 0], [1, 2, 0], [2, 2, 0], [1, 2, 0]], offers, np.ones((5, 3)))
    learned = adaptive_parameters(table)
    assert learned.reactivity[0, 0] == pytest.approx((0.2928932188 + 0.5) / 2)
    assert learned.reactivity[0, 1] == 0  # never lowers an offer
    assert learned.fairness[0].tolist() == [6, 1, 1]


@pytest.mark.parametrize(("steps", "beta"), [(1, 0.5), (2, 0.2928932188), (3, 0.2062994740)])
def test_reactivity_is_the_smallest_that_passes_the_middle(steps, beta):
    rounds = steps + 1
    table = table_of([[1, 2, 0]] * rounds, [[5, 1, 1]] * steps + [[4, 1, 1]], np.ones((rounds, 3)))
    assert adaptive_parameters(table).reactivity[0, 0] == pytest.approx(beta, abs=1e-10)
    assert (1 - beta) ** steps == pytest.approx(0.5, abs=1e-9)


def test_exploration_by_hand():
    """Offers 5 (yes), 4 (no), 5 (yes), 3 (yes), 2 (no): known lowest 5, 5, 5, 3: below it 4, 3, 2 of 4."""
    offers = [[5, 1, 1], [4, 1, 1], [5, 1, 1], [3, 1, 1], [2, 1, 1]]
    accepted = np.ones((5, 3))
    accepted[[1, 4], 0] = 0
    table = table_of([[1, 2, 0]] * 5, offers, accepted)
    assert adaptive_parameters(table).exploration[0].tolist() == [0.75, 0, 0]


def test_distributions_are_counts():
    offers = [[5, 3, 4], [5, 3, 5]]
    table = table_of([[1, 0, 0], [1, 0, 1]], offers, [[1, 0, 1], [1, 1, 1]])
    learned = learn([table]).distributions[3]
    np.testing.assert_allclose(learned.offers[[3, 4, 5]], [2 / 6, 1 / 6, 3 / 6])
    np.testing.assert_allclose(learned.rejection[[3, 4, 5]], [0.5, 0, 0])
    np.testing.assert_allclose(learned.rejection[[0, 10]], [0.5, 0])  # flat beyond what was offered
    np.testing.assert_allclose(learned.recipients, [(1 + 1 + 0.5) / 3, 0.5 / 3])
    assert learned.reciprocation == pytest.approx(2 / 3)  # 1->2 and 2->1 returned, 3->1 not


def test_each_game_is_played_again_with_its_own_players():
    observed = people()
    learned = learn([observed])
    again = resimulate(Streams(1), observed, learned, SOCIAL_AGENTS["adaptive"], times=10)
    assert again.n_games == 60
    first_offers = again.offers[:, 0].reshape(6, 10, 5)
    explored = first_offers < observed.offers[:, None, 0]
    same = first_offers == observed.offers[:, None, 0]
    assert np.all(same | explored) and same.mean() > 0.8


def test_shorter_games_stay_shorter():
    observed = people(2)
    recipients, offers, accepted = (
        observed.recipients.copy(),
        observed.offers.copy(),
        observed.accepted.copy(),
    )
    recipients[1, 12:], offers[1, 12:], accepted[1, 12:] = -1, 0, False
    observed = OfferTable(recipients, offers, accepted)
    again = resimulate(Streams(1), observed, learn([observed]), SOCIAL_AGENTS["dba"], times=3)
    assert again.lengths.tolist() == [20] * 3 + [12] * 3


def test_group_sizes_are_learned_apart():
    learned = learn([people(n_players=4), people(n_players=5)])
    assert len(learned.distributions[4].recipients) == 3
    assert len(learned.distributions[5].recipients) == 4
    np.testing.assert_array_equal(learned.distributions[4].offers, learned.distributions[5].offers)
    with pytest.raises(BadRequest, match="groups of 6; the traces have groups of 4, 5"):
        learned.parameters(6)


def test_empty_bodies_are_refused():
    with pytest.raises(BadRequest, match="empty"):
        learn([])


def test_learned_files_come_back_the_same(tmp_path):
    learned = learn([people(n_players=4), people()])
    write_learned(tmp_path / "learned.json", learned)
    again = read_learned(tmp_path / "learned.json")
    for size in (4, 5):
        for before, after in zip(learned.distributions[size], again.distributions[size], strict=True):
            np.testing.assert_array_equal(before, after)
        for before, after in zip(learned.adaptive[size], again.adaptive[size], strict=True):
            np.testing.assert_array_equal(before, after)
    (tmp_path / "learned.json").write_text('{"endowment": 10}')
    with pytest.raises(BadFile, match="step"):
        read_learned(tmp_path / "learned.json")
    with pytest.raises(BadFile, match="cannot be read"):
        read_learned(tmp_path / "absent.json")


def test_responders_by_hand(tmp_path):
    path = tmp_path / "play.csv"
    rows = ["session,match,role,round,action"]
    for match, (offer, refused) in enumerate([(2, 1), (2, 0), (10, 0), (10, 0)]):
        rows += [f"1,{match},1,1,{offer}", f"1,{match},2,1,{refused}"]
    path.write_text("\n".join(rows))
    responders = read_responders(tmp_path)
    np.testing.assert_allclose(responders.rejection(), [0.5, 0.5, 0.375, 0.25, 0.125, 0, 0, 0, 0, 0, 0])
    path.write_text("\n".join([*rows, "1,9,2,1,0"]))
    with pytest.raises(BadRecord, match="never made"):
        read_responders(path)
    path.write_text("match,role\n1,1")
    with pytest.raises(BadFile, match="lacks"):
        read_responders(path)


@pytest.mark.human_data
@pytest.mark.skipif(not DATA.is_dir(), reason="no human data: set HUMANLIKE_DATA to the folder that holds it")
def test_real_responders_give_the_dba_its_rejections():
    responders = read_responders(DATA / "ultimatum-responders")
    assert responders.cases.sum() == 14300
    rejection = responders.rejection()
    assert rejection[1] == pytest.approx(0.60, abs=0.01) and rejection[5] == pytest.approx(0.009, abs=0.001)
    assert np.all(np.diff(rejection) <= 0)
    observed = people(20)
    learned = with_rejection(learn([observed]), rejection)
    again = resimulate(Streams(1), observed, learned, SOCIAL_AGENTS["dba"], times=20)
    for offer in (2, 3, 4, 5):
        refused = 1 - again.accepted[again.offers == offer].mean()
        assert refused == pytest.approx(rejection[offer], abs=0.02)
