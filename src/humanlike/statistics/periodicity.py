r"""Do curves of several conditions rise and fall on the same days? A spectral test of common, periodic timing.

Each curve (detrended, of unit variance) has Fourier coefficients :math:`z_{mk}`. If peaks belong to the calendar and
not to chance, conditions agree in phase, and the coherence

.. math:: C_k = |\bar z_k|^2 \,/\, \overline{|z_{mk}|^2} \in [0, 1]

is large at the frequency of the peaks. A single curve cannot tell: any random walk has peaks. Under the null hypothesis
every condition could as well have begun on another day, so each curve is shifted round by days of its own, at random,
which keeps its spectrum and all its peaks but not their common dates. The largest :math:`C_k` of shifted curves
corrects for looking at all frequencies: periods from two days to a quarter of the days (four cycles at least).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams

Floats = npt.NDArray[np.float64]
FEWEST_CURVES, FEWEST_DAYS, CYCLES = 3, 16, 4


class Periodicity(NamedTuple):
    """What frequencies say, each [frequencies]; p-values are corrected for all of them."""

    period: Floats  # days
    coherence: Floats
    p_value: Floats

    @property
    def strongest(self) -> int:
        """The frequency at which curves agree most."""
        return int(self.coherence.argmax())


def common_periods(stream: Streams, curves: npt.ArrayLike, *, n_shifts: int = 1999) -> Periodicity:
    """Test curves [conditions, days] for common periods; days nobody knows (NaN) are bridged.

    >>> noise = Streams(1)["own"].generator().normal(size=(6, 80))  # equal curves would agree at every frequency
    >>> found = common_periods(Streams(1), np.sin(np.arange(80) * 2 * np.pi / 10) + noise)
    >>> round(float(found.period[found.strongest]))
    10
    """
    data = np.asarray(curves, dtype=np.float64)
    if data.ndim != 2 or len(data) < FEWEST_CURVES or data.shape[1] < FEWEST_DAYS:
        raise BadRecord(
            f"Common periods need at least {FEWEST_CURVES} conditions of {FEWEST_DAYS} days, not {data.shape}: with "
            "fewer nobody can tell the calendar's peaks from chance's."
        )
    usable = [_prepared(row) for row in data if np.isfinite(row).sum() > data.shape[1] / 2]
    kept = np.array([row for row in usable if row.std() > 0])
    if len(kept) < FEWEST_CURVES:
        raise BadRecord(
            f"Only {len(kept)} curves vary and are known on half of the days; {FEWEST_CURVES} are needed."
        )
    n_days = kept.shape[1]
    numbers = np.arange(CYCLES, n_days // 2 + 1)
    waves = np.fft.rfft(kept / kept.std(axis=1, keepdims=True), axis=1)[:, numbers]
    power = (np.abs(waves) ** 2).mean(axis=0)
    coherence = np.abs(waves.mean(axis=0)) ** 2 / power
    shifts = stream.generator().integers(n_days, size=(n_shifts, len(kept)))
    turned = np.zeros((n_shifts, len(numbers)), dtype=np.complex128)
    for wave, shift in zip(waves, shifts.T, strict=True):
        turned += wave * np.exp(-2j * np.pi * shift[:, None] * numbers / n_days)
    largest = (np.abs(turned / len(kept)) ** 2 / power).max(axis=1)
    beyond = (largest[:, None] >= coherence - 1e-12).sum(axis=0)
    return Periodicity(n_days / numbers, coherence, (1 + beyond) / (n_shifts + 1))


def _prepared(curve: Floats) -> Floats:
    """A curve without gaps and without its trend (a parabola)."""
    days = np.arange(len(curve), dtype=np.float64)
    known = np.isfinite(curve)
    whole = np.interp(days, days[known], curve[known])
    place = np.linspace(-1, 1, len(curve))
    return np.asarray(
        whole - np.polynomial.polynomial.polyval(place, np.polynomial.polynomial.polyfit(place, whole, 2))
    )
