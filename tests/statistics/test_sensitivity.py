"""Total sensitivity indices against functions whose indices are known."""

import numpy as np
import pytest

from humanlike.core import BadRecord, Streams
from humanlike.statistics import fixing_indices, jansen_indices, salib_indices

STREAM = Streams(1)["sensitivity"]


def model(x):
    """Y = 2 a + b + a b, independent standard normals: V = 4 + 1 + 1; total a = 5/6, b = 2/6, c = 0."""
    return 2 * x[..., 0] + x[..., 1] + x[..., 0] * x[..., 1]


TRUTH = np.array([5 / 6, 2 / 6, 0.0])


def jansen_outputs(n, seed=1):
    generator = Streams(seed)["design"].generator()
    base, other = generator.normal(size=(2, n, 3))
    columns = [model(base)]
    for factor in range(3):
        exchanged = base.copy()
        exchanged[:, factor] = other[:, factor]
        columns.append(model(exchanged))
    return np.column_stack(columns), model(other)


def test_jansen_finds_the_true_indices():
    result = jansen_indices(jansen_outputs(8000)[0])
    np.testing.assert_allclose(result.total, TRUTH, atol=0.03)
    assert (result.lower <= TRUTH + 1e-9).all() and (TRUTH <= result.upper + 1e-9).all()


def test_fixing_finds_the_true_indices():
    generator = Streams(2)["design"].generator()
    base = generator.normal(size=(600, 3))
    varied = np.empty((600, 3, 10))
    for factor in range(3):
        x = np.repeat(base[:, None], 10, axis=1)
        x[:, :, factor] = generator.normal(size=(600, 10))
        varied[:, factor] = model(x)
    result = fixing_indices(varied, model(generator.normal(size=(5000, 3))))
    np.testing.assert_allclose(result.total, TRUTH, atol=0.06)


def test_jansen_equals_salib_on_the_same_runs():
    outputs, other = jansen_outputs(256)
    both = np.concatenate([outputs[:, 0], other])
    ours = jansen_indices(outputs, variance=((both - both.mean()) / both.std()).var())
    standardised = jansen_indices((outputs - both.mean()) / both.std(), variance=1.0)
    theirs = salib_indices(["a", "b", "c"], np.column_stack([outputs, other]))
    np.testing.assert_allclose(standardised.total, theirs.total, rtol=1e-9)
    assert ours.total[0] > ours.total[1]
    assert theirs.first[0] == pytest.approx(4 / 6, abs=0.25)


def test_indices_are_computed_for_every_day_and_skip_missing_ones():
    outputs = np.stack([jansen_outputs(200)[0]] * 3, axis=2)
    outputs[:, :, 2] = np.nan
    outputs[5, 1, 1] = np.nan
    result = jansen_indices(outputs)
    assert result.total.shape == (3, 3)
    assert np.isnan(result.total[:, 2]).all()
    np.testing.assert_allclose(result.total[:, 1], result.total[:, 0], rtol=0.1)


def test_intervals_cover_the_truth_about_as_often_as_promised():
    covered = [
        (found.lower[0] <= TRUTH[0] <= found.upper[0])
        for found in (jansen_indices(jansen_outputs(60, seed)[0]) for seed in range(60))
    ]
    assert np.mean(covered) > 0.8  # percentile intervals of a ratio at n = 60 fall a little short of .95


def test_shapes_that_make_no_design_are_explained():
    with pytest.raises(BadRecord, match="Jansen"):
        jansen_indices(np.zeros((2, 4)))
    with pytest.raises(BadRecord, match="Factors fixing"):
        fixing_indices(np.zeros((5, 2, 1)), np.zeros(9))
    with pytest.raises(BadRecord, match="at least 3 random"):
        fixing_indices(np.zeros((5, 2, 3)), np.zeros(2))
    with pytest.raises(BadRecord, match="Saltelli"):
        salib_indices(["a"], np.zeros((4, 4)))
