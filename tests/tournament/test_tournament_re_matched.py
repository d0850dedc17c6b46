"""Tournaments in which people changed partners: machines meet whom people met, and matching tells nobody anything."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest
from humanlike.emulators import Emulator
from humanlike.tournament import Plan
from humanlike.tournament.material import gather
from humanlike.tournament.trial import plays_of_trial, stripped

PEOPLE = {"pairs": 8, "rounds": 12, "trials": 2}


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Two experiments of sixteen who stand for people, re-matched in every round."""
    place = tmp_path_factory.mktemp("people") / "play.csv"
    return str(hl.play("chicken", "roth-erev", matching="strangers", **PEOPLE).write(place))


def plan(**changes) -> Plan:
    said = {
        "emulators": ("random", "cournot"),
        "detectors": ("random", "coordination"),
        "games": ("all",),
        "trials": 1,
    }
    return Plan(**(said | {"until": "fixed"} | changes))


def test_machines_meet_whom_people_met(people) -> None:
    material = gather(plan(humans=(people,)))
    (datasets,) = plays_of_trial(material, 1)[0].values()
    humans = {each.source: each.play for each in datasets if each.is_human}
    machines = [each for each in datasets if not each.is_human]
    assert len(humans) == 2 and len(machines) == 2
    for each in machines:
        np.testing.assert_array_equal(each.play.partners, humans[each.shape_of].partners)
        np.testing.assert_array_equal(each.play.roles, humans[each.shape_of].roles)


def test_nobody_is_shown_whom_anybody_met(people) -> None:
    material = gather(plan(humans=(people,)))
    (datasets,) = plays_of_trial(material, 1)[0].values()
    shapes = set()
    for each in datasets:
        shown = stripped(material, each)
        assert shown.partners.size == 0
        assert sorted(shown.payoffs().sum(axis=1)) == sorted(each.play.payoffs().sum(axis=1))
        shapes.add((shown.actions.shape, shown.labels("match").n_different, tuple(shown.roles)))
    assert len(shapes) == 1


def test_a_whole_tournament_is_held_and_played_again(people, tmp_path) -> None:
    hl.compete(plan(humans=(people,), detectors=("random", "high-payoffs")), out=tmp_path / "run")
    again = hl.play("chicken", "cournot", like=tmp_path / "run", trial=1)
    assert again.document()["matching"] == "as people met" and again.plays[0].partners.ndim == 3


def test_people_can_be_chosen_by_their_matching(people) -> None:
    assert gather(plan(humans=(people,), matching="strangers")).games
    with pytest.raises(BadRequest, match="with matching 'fixed'; leave it out"):
        gather(plan(humans=(people,), matching="fixed"))
    with pytest.raises(BadRequest, match=r"'reconstruction' holds no game.*with matching 'zipper'"):
        gather(plan(humans=("reconstruction",), matching="zipper"))


def test_one_game_is_played_in_one_kind_of_company(people) -> None:
    with pytest.raises(
        BadRequest, match=r"'chicken' in groups of different kinds or sizes.*--matching fixed"
    ):
        gather(plan(humans=(people, "reconstruction"), games=("chicken",)))
    material = gather(plan(humans=("reconstruction",), games=("chicken",), matching="fixed"))
    assert len(material.humans["chicken"]) == 3


def test_what_machines_see_can_be_narrowed(people) -> None:
    with pytest.raises(
        BadRequest, match=r"cournot needs the own payoff table.*information 'actions' is enough"
    ):
        gather(plan(humans=(people,), information="own"))
    narrow = gather(plan(humans=(people,), information="own", emulators=("random", "roth-erev")))
    assert len(narrow.emulators) == 2
    with pytest.raises(BadRequest, match=r"matching: input should be 'fixed'.*information: input should be"):
        hl.compete(humans=people, information="none", matching="stranger", out="never")


def _steady(stream, game, shape, session):
    return np.zeros(shape.made.shape, dtype=np.int8)


def test_who_knows_only_lasting_partners_is_refused_before_anything_runs(people) -> None:
    with pytest.raises(
        BadRequest, match="In chicken partners change, and steady can only be shown those who stay"
    ):
        hl.compete(plan(humans=(people,)), emulators=[Emulator("steady", _steady), "random"], out="never")


@pytest.mark.human_data
def test_rps_groups_can_be_entered() -> None:
    """Whom people met is not on record: machines meet in groups of six, and are shown as people are."""
    material = gather(plan(humans=("rps-groups",), matching="groups"))
    (datasets,) = plays_of_trial(material, 1)[0].values()
    assert {each.play.companies().shape for each in datasets} == {(2, 6)}
    for each in datasets:
        shown = stripped(material, each)
        assert shown.partners.size == 0 and not shown.roles.any()
        for pool in shown.companies():  # in every round the moves made in a group are the moves met in it
            made, met = np.sort(shown.actions[pool], axis=0), np.sort(shown.situations[pool], axis=0)
            np.testing.assert_array_equal(made, met)
