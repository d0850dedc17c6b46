"""The published tournament as before, and Table 3 beside it."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import humanlike as hl
from humanlike.games import GAMES, payoff_polygon
from humanlike.tournament.published import PUBLISHED_GAMES, TABLE_3


def lies_in(game, point):
    hull = ConvexHull(np.array([[float(x), float(y)] for x, y in payoff_polygon(GAMES[game])]))
    return bool((hull.equations @ [*point, 1.0] <= 0.02).all())


def test_centres_lie_in_their_game_if_the_printed_names_are_reversed_but_for_two():
    def outside(names):
        blocks = zip(PUBLISHED_GAMES, (TABLE_3[name] for name in names), strict=True)
        return {(game, who) for game, own in blocks for who, row in own.items() if not lies_in(game, row[:2])}

    assert outside(PUBLISHED_GAMES) == {("ultimatum-3", "AdjReinf"), ("ultimatum-3", "human data")}
    assert len(outside(reversed(PUBLISHED_GAMES))) > 20


@pytest.mark.slow
def test_without_failures_the_published_tournament_ends_as_before(tmp_path):
    result = hl.run(out=tmp_path / "run", workers=1)
    found = result.document()
    winners = {side: (each["leader"], each["established_after"]) for side, each in found["winners"].items()}
    assert winners == {"detectors": ("coordination", 10), "emulators": ("alg1", 12)} and found["trials"] == 12
    scores = {row["name"]: row["score"] for row in found["detectors"]}
    assert scores["coordination"] == pytest.approx(-0.5416663295, abs=1e-9)
    assert found["prizes"] == {"detectors": {"coordination": 1.0}, "emulators": {"alg1": 1.0}}
    assert all(row["failed"] == 0 and row["disqualified"] == "" for row in found["detectors"])
    assert "A constant .15 would score -.423: no detector beats it" in result.headline()
    table = found["published"][0]
    assert table["title"].startswith("Table 3") and len(table["rows"]) == 8 * 5
    people = {row[0]: row[2:] for row in table["rows"] if row[1] == "people (reconstruction)"}
    assert people["Prisoner's dilemma"] == ["7.37 (7.51)", "7.49 (7.65)", "3.19 (3.32)"]
