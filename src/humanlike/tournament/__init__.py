"""Tournament: man or machine, decided.

Stage 1 chooses games and human plays, stage 2 lets every emulator play and every detector judge, stage 3
repeats that until the winner is established, stage 4 declares it. Everything is written to a run directory that
can be repeated and resumed.

In:  a Plan (humans, emulators, detectors, games, seed).
Out: a TournamentResult: standings under every scheme, and how sure.
Knows nothing of: how rules learn, how detectors think, what a page looks like.
To add an evaluation scheme: `standings.py`; a check for the organiser: `checks.py`, of an entry: `rehearsal.py`.
"""

from humanlike.tournament.document import document_of_run
from humanlike.tournament.findings import TournamentFindings, tournament_findings
from humanlike.tournament.material import checked_plan
from humanlike.tournament.plan import Plan, read_plan
from humanlike.tournament.rehearsal import CheckReport, rehearse
from humanlike.tournament.rehearsal_checks import Check
from humanlike.tournament.result import TournamentResult
from humanlike.tournament.run import resume_tournament, run_tournament

__all__ = [
    "Check",
    "CheckReport",
    "Plan",
    "TournamentFindings",
    "TournamentResult",
    "checked_plan",
    "document_of_run",
    "read_plan",
    "rehearse",
    "resume_tournament",
    "run_tournament",
    "tournament_findings",
]
