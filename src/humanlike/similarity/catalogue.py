"""Every metric by name; `d_Y<L>` and `responses-<L>` exist for any length L."""

import re
from collections.abc import Sequence

from humanlike.core import UnknownName, UnsuitableGame, look_up
from humanlike.similarity.metric import Metric
from humanlike.similarity.offer_metrics import (
    ACCEPTED_RECIPROCITY,
    OFFERS,
    PAPER_CHAINS,
    PERSONS_RECIPIENTS,
    RECIPIENTS,
    RECIPROCITY,
    REJECTIONS,
    chains,
)
from humanlike.similarity.play_metrics import PLAY_METRICS, responses

OFFER_METRICS = (OFFERS, RECIPIENTS, REJECTIONS, RECIPROCITY, chains(PAPER_CHAINS))
METRICS: dict[str, Metric] = {metric.name: metric for metric in (*OFFER_METRICS, *PLAY_METRICS)}
ON_REQUEST = {metric.name: metric for metric in (ACCEPTED_RECIPROCITY, PERSONS_RECIPIENTS)}  # second readings


def metric_named(name: str) -> Metric:
    """The metric called `name`.

    >>> metric_named("d_Y3").title
    'reciprocity chains up to 3'
    """
    found = re.fullmatch(r"(d_Y|responses-)(\d+)", name)
    if found and name not in METRICS:
        return chains(int(found[2])) if found[1] == "d_Y" else responses(int(found[2]))
    try:
        return look_up("metric", name, METRICS | ON_REQUEST)
    except UnknownName as error:
        raise UnknownName(f"{error} Lengths are free: d_Y3, responses-4.") from None


def metrics_for(looks_at: str, metrics: Sequence[str | Metric] = ()) -> list[Metric]:
    """The named (or given) metrics, or all that fit this kind of play."""
    if not metrics:
        return [metric for metric in METRICS.values() if metric.looks_at == looks_at]
    chosen = [metric_named(each) if isinstance(each, str) else each for each in metrics]
    for metric in chosen:
        if metric.looks_at != looks_at:
            fitting = ", ".join(each.name for each in METRICS.values() if each.looks_at == looks_at)
            raise UnsuitableGame(
                f"'{metric.name}' looks at {metric.looks_at}; for this kind of play there is: {fitting}."
            )
    return chosen
