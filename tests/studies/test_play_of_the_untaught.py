"""A rule that learns from people and has met none plays all the same, and the result says that it knows nothing."""

import humanlike as hl


def test_who_has_learned_from_nobody_is_named_once():
    found = hl.play("chicken", "kinds", "patterns", pairs=4, rounds=3)
    assert [remark.split(":")[0] for remark in found.document()["remarks"]] == ["Mind kinds", "Mind patterns"]
    assert all("learned from nobody" in remark for remark in found.remarks)


def test_who_has_learned_and_who_need_not_are_not_named():
    people = [hl.play(game, "ewa", pairs=8, rounds=6) for game in ("chicken", "stag-hunt-2")]
    plays = [play for result in people for play in result.plays]
    assert hl.play("chicken", "memory-1:fitted", people=plays, pairs=4, rounds=3).remarks == []
    assert people[0].remarks == []
