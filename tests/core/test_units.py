"""Who is independent of whom: one function picks the unit from what a record says."""

import numpy as np
import pytest

from humanlike.core import BadRecord, BadRequest, Game, Play, UnknownName, find_units

COINS = Game.from_matrices("coins", [[1, 0], [0, 1]], [[0, 1], [1, 0]])
PENNIES = Game.from_matrices("pennies", [[2, 0], [0, 2]], [[0, 2], [2, 0]])


def play(*pairs: str, game: Game = COINS, **more: object) -> Play:
    """A match of three rounds for each pair of names, such as 'ann bob'."""
    names = tuple(name for pair in pairs for name in pair.split())
    return Play(game, np.zeros((len(names), 3), dtype=np.int64), subjects=names, **more)  # type: ignore[arg-type]


def strangers(n: int) -> list[str]:
    """Everybody meets the next in a ring of n."""
    return [f"p{index} p{(index + 1) % n}" for index in range(n)]


def test_matches_are_the_unit_where_nobody_plays_twice():
    units = find_units([play("ann bob", "cid dan")])
    assert (units.unit, units.n_units, units.caveat) == ("match", 2, "")
    assert [part.tolist() for part in units.numbers] == [[0, 0, 1, 1]]


def test_two_who_play_again_are_one_unit_whatever_their_seats():
    units = find_units([play("ann bob", "bob ann", "cid dan")])
    assert (units.unit, units.n_units) == ("dyad", 2)
    assert units.numbers[0].tolist() == [0, 0, 0, 0, 1, 1]


def test_people_who_meet_one_program_are_told_apart_and_it_goes_with_whom_it_met():
    units = find_units([play("ann bot", "bob bot", "ann bot", kinds=("human", "program") * 3)])
    assert (units.unit, units.n_units, units.caveat) == ("person", 2, "")
    assert units.numbers[0].tolist() == [0, 0, 1, 1, 0, 0]


def test_circles_are_the_unit_where_there_are_enough_of_them():
    pairs = [f"{name}{circle} {other}{circle}" for circle in range(12) for name, other in ("ab", "bc", "ca")]
    units = find_units([play(*pairs)])
    assert (units.unit, units.n_units, units.caveat) == ("connected", 12, "")


def test_persons_are_the_unit_where_all_met_in_turn_and_it_is_said_which_way_that_errs():
    units = find_units([play(*strangers(20))])
    assert (units.unit, units.n_units) == ("person", 20)
    assert "too narrow" in units.caveat


def test_a_person_is_the_same_in_all_games_of_a_record_and_another_in_another_record():
    same = [play("ann bob", game=game, provenance={"dataset": "one"}) for game in (COINS, PENNIES)]
    other = play("ann bob", game=PENNIES, provenance={"dataset": "two"})
    assert find_units(same).n_units == 1
    assert find_units([same[0], other]).n_units == 2


def test_labels_that_nobody_gave_are_nobody_elsewhere():
    plays = [Play(game, np.zeros((4, 2), dtype=np.int64)) for game in (COINS, PENNIES)]
    assert find_units(plays).n_units == 4


def test_unknown_persons_are_said_and_cannot_be_asked_for():
    unknown = play("a b", "c d", persons=("",) * 4)
    assert find_units([unknown]).unit == "match"
    assert "too narrow" in find_units([unknown]).caveat
    with pytest.raises(BadRequest, match="Nobody recorded which rows are one person's"):
        find_units([unknown], "person")


def test_guessed_partners_make_no_circles():
    pairs = [f"{name}{circle} {other}{circle}" for circle in range(12) for name, other in ("ab", "bc", "ca")]
    assert find_units([play(*pairs, provenance={"partners": "guessed"})]).unit == "person"


def test_a_unit_that_cuts_a_circle_is_said_to_err():
    record = play(*strangers(6), sessions=("1",) * 12)
    assert "too narrow" in find_units([record], "match").caveat
    assert find_units([record], "session").caveat == find_units([record], "session").sentence
    assert "nothing says how another would differ" in find_units([record], "session").sentence


def test_a_study_that_contradicts_itself_is_refused():
    with pytest.raises(BadRecord, match="one study"):
        find_units([play("ann bob", studies=("x", "y"))], "study")


def test_unknown_units_are_named():
    with pytest.raises(UnknownName, match="unit"):
        find_units([play("ann bob")], "round")
    with pytest.raises(BadRequest, match="no play"):
        find_units([])


def test_persons_studies_and_families_survive_a_table_and_a_join():
    record = play("a b", "c d", persons=("x", "", "y", ""), studies=("s",) * 4, families=("", "f", "", "g"))
    again = Play.from_frame(record.to_frame(), COINS)
    for by in ("person", "study", "family"):
        assert again.labels(by) == record.labels(by)
        assert Play.join(record.split("match").values()).labels(by) == record.labels(by)


def test_an_empty_column_of_persons_says_that_nobody_knows_them():
    table = play("a b", "c d").to_frame().assign(person="")
    assert "Nobody recorded" in find_units([Play.from_frame(table, COINS)]).caveat


def test_versions_of_a_language_model_are_one_family():
    models = ("gpt-4-0613", "gpt-3.5-turbo", "bot1", "")
    assert play("a b", "c d", models=models).labels("family") == ("gpt", "gpt", "bot1", "")


def test_one_row_that_names_nobody_does_not_make_everybody_unknown():
    persons = ("ann", "", "ann", "", "bob", "", "", "")
    units = find_units(
        [
            play(
                *["a b"] * 4,
                persons=persons,
                matches=(0, 0, 1, 1, 2, 2, 3, 3),
                kinds=("human", "program") * 4,
            )
        ]
    )
    assert (units.unit, units.n_units) == ("person", 3)
    assert "1 of 4 rows name nobody" in units.caveat


def test_names_that_recur_in_plays_of_no_data_set_are_said():
    assert (
        "several plays that name no data set"
        in find_units([play("ann bob"), play("ann bob", game=PENNIES)]).caveat
    )


def test_sessions_that_are_none_are_said():
    record = play("a b", "c d", sessions=("x", "x", "y", "y"), provenance={"sessions": "treatments"})
    assert "are treatments" in find_units([record], "session").caveat
