"""Loads the tournament once and runs it in forked children, one for each line `OUT` on standard input.

Without an argument the interrupted plan alone; with a folder the tournament of the programs in it, by two workers.
These are forked too, instead of started anew: in thirty runs the loading of packages alone would take minutes.
Answers each line with the child's process id, so that a test can kill it, then with its exit code. Nothing of JAX has
run before a fork.
"""

import os
import sys
import warnings
from pathlib import Path

from joblib.externals.loky.backend.context import set_start_method
from small_tournaments import interrupted_plan, tournament_of_programs

from humanlike.tournament import run_tournament
from humanlike.work import ALONE, Effort, Workforce


def main(programs: Path | None) -> None:
    warnings.simplefilter("ignore")  # JAX warns of forks; its threads start only in the child
    set_start_method("fork", force=True)
    plan = tournament_of_programs(programs) if programs else interrupted_plan()
    effort = Effort(Workforce(2)) if programs else ALONE
    for line in sys.stdin:
        child = os.fork()
        if not child:
            try:
                run_tournament(plan, Path(line.strip()), effort=effort)
                os._exit(0)
            except BaseException as error:
                print(error, file=sys.stderr, flush=True)
                os._exit(1)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
