"""Independent units of a play: what may be redrawn, halved and relabelled.

A unit is everybody who met: a match, or the whole group where partners change. A reader that knows better
(who met is not recorded, or one person plays several matches) says so in `provenance["units"]`, a JSON list
with one label a subject.
"""

import json

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from humanlike.core import BadRecord, Play


def units_of_play(play: Play) -> tuple[npt.NDArray[np.int64], int]:
    """The unit of every subject, counted from 0, and how many there are."""
    if "units" in play.provenance:
        labels = json.loads(play.provenance["units"])
        if len(labels) != play.n_subjects:
            raise BadRecord(
                f"'{play.game.name}': {len(labels)} unit labels for {play.n_subjects} subjects; one each is needed."
            )
        names, codes = np.unique(np.asarray(labels, dtype=str), return_inverse=True)
        return codes.astype(np.int64), len(names)
    if not play.partners.size:
        return np.arange(play.n_subjects), play.n_subjects
    met = play.partners.reshape(play.n_subjects, -1)
    known = met >= 0
    rows = np.broadcast_to(np.arange(play.n_subjects)[:, None], met.shape)[known]
    links = coo_array((np.ones(len(rows)), (rows, met[known])), shape=(play.n_subjects, play.n_subjects))
    count, components = connected_components(links, directed=False)
    return np.asarray(components, dtype=np.int64), int(count)
