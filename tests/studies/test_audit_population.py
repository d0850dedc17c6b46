"""Shares and flags on people and GPT-4, whose seats are known: a small version of results/audit_population."""

import numpy as np
import pytest
from results.studies.audit_population import DATA, bodies, halved, looked_at, polluted, seats

import humanlike as hl
from humanlike.core import BadFile
from humanlike.core.streams import Streams
from humanlike.datasets import find_data


def _is_here():
    try:
        find_data(DATA)
    except BadFile:
        return False
    return True


pytestmark = [
    pytest.mark.human_data,
    pytest.mark.skipif(not _is_here(), reason=f"{DATA} is not here; set HUMANLIKE_DATA"),
]
N_SPLITS = 4


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_the_share_of_gpt4_among_people_nobody_saw_is_found_and_flags_are_right(share):
    people, machines, n_persons = bodies(hl.read(DATA))
    stream, rows = Streams(3)["small"], []
    for split in range(N_SPLITS):
        half = halved(stream[str(split)], people, machines, n_persons)
        generator = stream[f"populations {split}"].generator()
        rows += [looked_at(half, *seats(generator, half.unseen, share, again=True), share) for _ in range(5)]
    assert abs(np.mean([row["error"] for row in rows])) < 0.05
    assert np.mean([row["held"] for row in rows]) >= 0.75
    assert np.mean([row["conformal false discoveries"] for row in rows]) <= 0.1


def test_a_polluted_experiment_says_of_nobody_that_gpt4_took_part():
    plays, verified, machines = polluted(Streams(3)["polluted"], 0.2)
    assert len(machines) == 20
    assert not machines & set(verified)
    for play in plays:
        taking_part = {name for name, human in zip(play.labels("person"), play.studied, strict=True) if human}
        assert len(machines - taking_part) <= 2  # who did not play this game
        assert set(play.labels("kind").different()) == {"human", "language model"}
