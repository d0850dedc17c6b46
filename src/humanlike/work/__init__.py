"""Work: independent pieces, done in this process, on this machine's cores or on a cluster, kept as they finish.

In:  a function of the package and a list of pieces (trials, games, folds, starts, replicates, persons).
Out: the results in the order of the pieces; the same bytes whoever did the work, and after any interruption.
Knows nothing of: what the pieces mean.

A study makes one `Effort` and hands it down; each room that has many things to do says::

    effort.carry_out("games", run_job, jobs)

The function is called as `function(*shared, piece)`, gives back plain records (`core.plain_documents`), and draws its
random numbers from named streams, never from what was done before it.
To add a way to work: a file like `processes.py` that yields (number, result), and its line in `Workforce.finished`.
"""

from humanlike.work.cores import available_cores, cores_granted, granted_cores
from humanlike.work.effort import ALONE, Effort, FinishedRow
from humanlike.work.fingerprint import fingerprint, machine
from humanlike.work.ownership import LOCK, hold_at, holding, is_abandoned
from humanlike.work.run_directory import RunDirectory, begun_in, study_in
from humanlike.work.workforce import Workforce

__all__ = [
    "ALONE",
    "LOCK",
    "Effort",
    "FinishedRow",
    "RunDirectory",
    "Workforce",
    "available_cores",
    "begun_in",
    "cores_granted",
    "fingerprint",
    "granted_cores",
    "hold_at",
    "holding",
    "is_abandoned",
    "machine",
    "study_in",
]
