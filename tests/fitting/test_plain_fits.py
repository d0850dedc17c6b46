"""What is kept of a fit is all of it."""

from dataclasses import asdict, fields, replace

import numpy as np

from humanlike.core import Play
from humanlike.fitting import fit_groups, held_out
from humanlike.fitting.plain_fits import fits_of, held_out_of, plain_fits, plain_held_out
from humanlike.games import GAMES
from humanlike.players import RULES

CROSS = RULES["cross"]
PLAY = Play(GAMES["chicken"], np.random.default_rng(1).integers(0, 2, (16, 12)))


def same(first, second):
    """Field by field, types included."""
    for field in fields(first):
        one, other = getattr(first, field.name), getattr(second, field.name)
        assert type(one) is type(other), field.name
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
        else:
            assert one == other, field.name


def test_fits_come_back_whole():
    fits = fit_groups(PLAY, CROSS, by="role", n_starts=1, unit="match")
    flagged = replace(fits, fits=(replace(fits[0], unidentified=("beta",), at_kink=("alpha",)), fits[1]))
    again = fits_of(CROSS, plain_fits(flagged))
    assert again.by == "role" and len(again) == 2
    for one, other in zip(flagged, again, strict=True):
        same(one, other)
    fixed = fit_groups(PLAY, RULES["random"])
    assert asdict(fits_of(RULES["random"], plain_fits(fixed))[0]).keys() == asdict(fixed[0]).keys()


def test_held_out_scores_come_back_whole():
    scored = held_out(PLAY, CROSS, n_folds=2, n_starts=1)
    same(scored, held_out_of(CROSS, plain_held_out(scored)))
