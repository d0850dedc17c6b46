"""People against fitted rules on real play: what fits one step ahead is told apart over time."""

import os
from pathlib import Path

import pytest

from humanlike.similarity import DistanceMethod

DATA = Path(os.environ.get("HUMANLIKE_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
METRICS = ("cells", "responses-1", "responses-2", "runs", "alternation", "switching")


@pytest.mark.slow
@pytest.mark.human_data
@pytest.mark.skipif(not DATA.is_dir(), reason="no human data: set HUMANLIKE_DATA to the folder that holds it")
def test_rules_fitted_to_battle_of_the_sexes_are_told_from_people_over_time():
    from results.studies.likened_humans import compare_with_people

    from humanlike.datasets import read_plays

    results = compare_with_people(
        read_plays(DATA / "bos-conventions"), metrics=METRICS, method=DistanceMethod(n_resamples=300)
    )
    by_name = {player: {each.name: each for each in own} for player, own in results.items()}
    assert all(each.p_value_holm > 0.05 for each in by_name["people"].values())
    # memory-one is built from responses to the last round, and matches nothing beyond them
    assert by_name["memory-one"]["responses-1"].p_value_holm > 0.05
    assert by_name["memory-one"]["switching"].p_value_holm > 0.05
    for name in ("cells", "responses-2", "runs", "alternation"):
        assert by_name["memory-one"][name].p_value_holm < 0.05
        assert by_name["ewa"][name].p_value_holm < 0.05
    assert all(each.p_value_holm < 0.05 for each in by_name["fictitious-play"].values())
