"""Strangers: exports in which people are matched anew, change places, and meet again under another group number."""

import numpy as np
import pytest
import tomli_w

from humanlike.core import BadRecord, Game
from humanlike.datasets import read_export, read_plays, write_plays

DILEMMA = {"game": "prisoners-dilemma", "action": "d", "actions": {"C": 0, "D": 1}}
# round by round: who sits in which group, first and second place, and what everybody does
TABLES = [
    ({1: "ab", 2: "cd"}, "CDCD"),
    ({2: "ba", 1: "cd"}, "DDCC"),  # a and b again, in another group, places changed
    ({1: "ac", 2: "db"}, "CCDD"),
    ({1: "ab", 2: "dc"}, "DCDC"),  # a and b meet again later
]


def seated() -> list[tuple[int, str, int, int, str]]:
    """Round, who, group, place in it, choice."""
    return [
        (number + 1, who, group, pair.index(who) + 1, choices["abcd".index(who)])
        for number, (groups, choices) in enumerate(TABLES)
        for group, pair in groups.items()
        for who in sorted(pair)
    ]


def wide() -> str:
    columns = ["participant.code", "session.code"]
    rows = {who: [who, "s"] for who in "abcd"}
    for number in range(1, len(TABLES) + 1):
        start = f"pd.{number}"
        columns += [f"{start}.player.id_in_group", f"{start}.player.d", f"{start}.group.id_in_subsession"]
        for round_, who, group, place, choice in seated():
            if round_ == number:
                rows[who] += [str(place), choice, str(group)]
    return "\n".join(map(",".join, [columns, *rows.values()])) + "\n"


def per_app() -> str:
    header = "participant.code,session.code,player.id_in_group,player.d,group.id_in_subsession,subsession.round_number"
    rows = [f"{who},s,{place},{choice},{group},{round_}" for round_, who, group, place, choice in seated()]
    return "\n".join([header, *rows]) + "\n"


def session_file() -> str:
    lines = []
    for number in range(1, len(TABLES) + 1):
        lines.append("date\t1\tglobals\tPeriod\tNumPeriods")
        lines.append("date\t1\tsubjects\tPeriod\tSubject\tGroup\tProfit\td")
        for round_, who, group, _, choice in seated():
            if round_ == number:
                lines.append(f"date\t1\tsubjects\t{round_}\t{'abcd'.index(who) + 1}\t{group}\t0\t{choice}")
    return "\n".join(lines) + "\n"


EXPORTS = {
    "all_apps_wide": (wide, "e.csv", {"format": "otree-wide", "app": "pd"}),
    "per app": (per_app, "e.csv", {"format": "otree-app"}),
    "z-Tree": (session_file, "e.xls", {"format": "ztree"}),
}


def imported(tmp_path, name, **more):
    make, file, mapping = EXPORTS[name]
    (tmp_path / file).write_text(make())
    return read_by(tmp_path / file, DILEMMA | mapping | more)


def read_by(path, mapping, game=None):
    (path.parent / "mapping.toml").write_text(tomli_w.dumps(mapping))
    (play,) = read_export(path, path.parent / "mapping.toml", game)
    return play


@pytest.mark.parametrize("name", EXPORTS)
def test_the_same_company_is_a_match_until_somebody_else_comes(tmp_path, name):
    """By hand: a-b and c-d for two rounds, a-c and b-d for one, a-b and c-d once more: six matches."""
    play = imported(tmp_path, name)
    assert play.labels("match").n_different == 6 and play.n_rounds == 2 and play.partners.shape == (12, 1)
    letter = {f"date-{number}": who for number, who in enumerate("abcd", start=1)}
    found = {
        frozenset(letter.get(play.subjects[row], play.subjects[row]) for row in pair.tolist()): []
        for pair in play.groups()
    }
    for pair in play.groups():
        who = [letter.get(play.subjects[row], play.subjects[row]) for row in pair.tolist()]
        moves = dict(zip(who, play.actions[pair].tolist(), strict=True))
        found[frozenset(who)].append(
            {each: [move for move in row if move >= 0] for each, row in moves.items()}
        )
    assert found[frozenset("ab")] == [{"a": [0, 1], "b": [1, 1]}, {"a": [1], "b": [0]}]
    assert found[frozenset("ac")] == [{"a": [0], "c": [1]}] and found[frozenset("bd")] == [
        {"b": [0], "d": [1]}
    ]
    assert len(found[frozenset("cd")]) == 2


def test_a_match_ends_for_both_when_one_of_them_meets_somebody_else(tmp_path):
    """b sits out in round 2 while a meets c: a and b in round 3 are a new match, also for b."""
    header = per_app().splitlines(keepends=True)[0]
    rows = "a,s,1,C,1,1\nb,s,2,D,1,1\na,s,1,C,1,2\nc,s,2,D,1,2\na,s,1,D,1,3\nb,s,2,D,1,3\n"
    (tmp_path / "e.csv").write_text(header + rows)
    play = read_by(tmp_path / "e.csv", DILEMMA | {"format": "otree-app"})
    assert set(play.matches) == {"1@1", "1@2", "1@3"} and play.n_rounds == 1


def test_a_match_is_called_after_its_first_group(tmp_path):
    """a and b begin in group 1 and go on in group 2: both rounds belong to 1@1."""
    assert set(imported(tmp_path, "per app").matches) == {"1@1", "2@1", "1@3", "2@3", "1@4", "2@4"}


@pytest.mark.parametrize("name", EXPORTS)
def test_strangers_may_stay_in_one_match_with_partners_that_change(tmp_path, name):
    play = imported(tmp_path, name, rematching="rounds")
    assert play.n_subjects == 4 and play.n_rounds == 4 and play.partners.shape == (4, 1, 4)
    order = np.argsort(play.subjects)
    assert play.actions[order].tolist() == [[0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0]]
    met = {0: [1, 1, 1, 0], 1: [0, 1, 1, 1], 2: [1, 0, 0, 0], 3: [0, 0, 0, 1]}
    assert {place: play.situations[row].tolist() for place, row in enumerate(order)} == met
    write_plays(tmp_path / "one" / "play.parquet", [play])
    write_plays(tmp_path / "two" / "play.csv", read_plays(tmp_path / "one"))
    (again,) = read_plays(tmp_path / "two")
    assert again.partners.tolist() == play.partners.tolist()
    assert again.situations.tolist() == play.situations.tolist()


def test_where_seats_differ_a_change_of_roles_begins_a_new_match(tmp_path):
    """In matching pennies b moves from second to first place in round 2, so that is another match."""
    play = imported(tmp_path, "all_apps_wide", game="matching-pennies")
    assert play.labels("match").n_different == 7
    for row in range(play.n_subjects):
        partner = int(play.partners[row, 0])
        assert {int(play.roles[row]), int(play.roles[partner])} == {0, 1}


def test_where_seats_differ_and_strangers_stay_in_one_match_everybody_has_a_row_for_each_role(tmp_path):
    """Matching pennies: a sits first in rounds 1, 3, 4 and second in round 2; moves outside a role are missing."""
    play = imported(tmp_path, "all_apps_wide", game="matching-pennies", rematching="rounds")
    rows = {(play.subjects[row], int(play.roles[row])): row for row in range(play.n_subjects)}
    assert len(rows) == play.n_subjects == 8 and play.n_players_of() == {"human": 4}
    assert play.actions[rows["a", 0]].tolist() == [0, -1, 0, 1] and play.actions[rows["a", 1]].tolist() == [
        -1,
        1,
        -1,
        -1,
    ]
    assert play.situations[rows["a", 0]].tolist() == [1, -1, 1, 0]
    assert play.situations[rows["a", 1]].tolist() == [-1, 1, -1, -1]
    partner = play.partners[:, 0]
    known = partner >= 0
    assert (play.roles[partner][known] == (1 - play.roles)[:, None].repeat(4, axis=1)[known]).all()
    write_plays(tmp_path / "one" / "play.parquet", [play])
    write_plays(tmp_path / "two" / "play.csv", read_plays(tmp_path / "one"))
    (again,) = read_plays(tmp_path / "two")
    for name in ("actions", "situations", "partners", "roles"):
        assert getattr(again, name).tolist() == getattr(play, name).tolist(), name
    assert (
        again.subjects == play.subjects
        and len((tmp_path / "two" / "play.csv").read_text().splitlines()) == 17
    )
    parts = play.split("session")
    assert next(iter(parts.values())).partners.tolist() == play.partners.tolist()


def test_a_filter_keeps_what_it_names_and_rounds_count_from_one_again(tmp_path):
    play = imported(tmp_path, "z-Tree", filter={"Period": [3, 4]})
    assert play.labels("match").n_different == 4 and play.n_rounds == 1
    play = imported(tmp_path, "per app", filter={"subsession.round_number": 4, "session.code": "s"})
    assert play.labels("match").n_different == 2


def test_periods_that_begin_again_with_a_treatment_are_other_matches(tmp_path):
    text = session_file()
    (tmp_path / "e.xls").write_text(text + text.replace("date\t1\t", "date\t2\t"))
    mapping = DILEMMA | {"format": "ztree"}
    play = read_by(tmp_path / "e.xls", mapping)
    assert play.labels("match").n_different == 12
    pools = read_by(tmp_path / "e.xls", mapping | {"rematching": "rounds"})
    assert pools.n_subjects == 8 and pools.labels("match").n_different == 2
    second = read_by(tmp_path / "e.xls", mapping | {"treatments": [2]})
    assert second.labels("match").n_different == 6


def test_matches_that_the_export_numbers_itself_begin_where_its_number_changes(tmp_path):
    """The same two in rounds 1-2, but a new supergame begins in round 2."""
    header = (
        "participant.code,session.code,player.id_in_group,player.d,player.supergame,"
        "group.id_in_subsession,subsession.round_number\n"
    )
    rows = "".join(
        f"{who},s,{place},C,{supergame},1,{round_}\n"
        for round_, supergame in ((1, 1), (2, 1), (3, 2))
        for place, who in enumerate("ab", start=1)
    )
    (tmp_path / "e.csv").write_text(header + rows)
    mapping = DILEMMA | {"format": "otree-app"}
    assert set(read_by(tmp_path / "e.csv", mapping).matches) == {"1@1"}
    play = read_by(tmp_path / "e.csv", mapping | {"match": "supergame"})
    assert play.matches == ("1", "1", "2", "2") and play.actions.tolist() == [[0, 0]] * 2 + [[0, -1]] * 2


def test_a_group_larger_than_the_game_is_refused_with_a_way_out(tmp_path):
    text = per_app().replace(",2,1\n", ",1,1\n")
    (tmp_path / "e.csv").write_text(text)
    with pytest.raises(BadRecord, match=r"line 2: group 1 has 4 members in round 1.*partner_action"):
        read_by(tmp_path / "e.csv", DILEMMA | {"format": "otree-app"})


def test_groups_of_three_are_matched_anew_too(tmp_path):
    """Six people in two trios, everybody's company new in round 2; a sum game looks the same from every seat."""

    trio = Game("trio", tuple(np.arange(6.0).reshape(2, 3) for _ in range(3)), (("0", "1"),) * 3, "sum")
    header = per_app().splitlines(keepends=True)[0]
    tables = {1: ["abc", "def"], 2: ["dbf", "aec"]}
    actions = {"a": 0, "b": 1, "c": 1, "d": 1, "e": 0, "f": 0}
    rows = "".join(
        f"{who},s,{place + 1},{actions[who]},{group},{round_}\n"
        for round_, both in tables.items()
        for group, table in enumerate(both)
        for place, who in enumerate(table)
    )
    (tmp_path / "e.csv").write_text(header + rows)
    mapping = {"format": "otree-app", "game": "trio", "action": "d"}
    play = read_by(tmp_path / "e.csv", mapping, trio)
    assert play.labels("match").n_different == 4 and play.n_rounds == 1
    pool = read_by(tmp_path / "e.csv", mapping | {"rematching": "rounds"}, trio)
    met = {label: pool.situations[row].tolist() for row, label in enumerate(pool.subjects)}
    assert met == {"a": [2, 1], "b": [1, 1], "c": [1, 0], "d": [0, 1], "e": [1, 1], "f": [1, 2]}


@pytest.mark.parametrize("rematching", ["matches", "rounds"])
@pytest.mark.parametrize("game", ["prisoners-dilemma", "matching-pennies"])
def test_everybody_meets_in_the_play_whom_they_met_in_the_export(tmp_path, game, rematching):
    """Forty rounds among six people, groups and places drawn anew: role, own move and met move of every round."""
    random = np.random.default_rng(7)
    lines, truth = [per_app().splitlines()[0]], set()
    for round_ in range(1, 41):
        people, moves = random.permutation(6), random.integers(0, 2, 6)
        for place, who in enumerate(people.tolist()):
            other = int(people[place ^ 1])
            lines.append(f"p{who},s,{place % 2 + 1},{'CD'[moves[who]]},{place // 2},{round_}")
            role = place % 2 if game == "matching-pennies" else 0
            truth.add((f"p{who}", round_, role, int(moves[who]), f"p{other}", int(moves[other])))
    (tmp_path / "e.csv").write_text("\n".join(lines))
    play = read_by(
        tmp_path / "e.csv", DILEMMA | {"format": "otree-app", "game": game, "rematching": rematching}
    )
    found = set()
    for row, round_ in np.argwhere(play.actions >= 0).tolist():
        first = int(play.matches[row].split("@")[1]) if rematching == "matches" else 1
        partner = play.partners[row, 0] if play.partners.ndim == 2 else play.partners[row, 0, round_]
        role = int(play.roles[row]) if game == "matching-pennies" else 0
        met = int(play.situations[row, round_])
        found.add(
            (
                play.subjects[row],
                first + round_,
                role,
                int(play.actions[row, round_]),
                play.subjects[partner],
                met,
            )
        )
    assert found == truth
