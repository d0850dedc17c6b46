"""Runs the tournament of programs with two workers in forked children, one for each line `OUT` on standard input.

Workers are forked too, instead of started anew: in thirty runs the loading of packages alone would take minutes.
Answers each line with the child's process id, then with its exit code. Nothing of JAX has run before a fork.
"""

import os
import sys
import warnings
from pathlib import Path

from joblib.externals.loky.backend.context import set_start_method
from small_tournaments import tournament_of_programs

from humanlike.tournament import run_tournament
from humanlike.work import Effort, Workforce


def main() -> None:
    warnings.simplefilter("ignore")  # JAX warns of forks; its threads start only in the child
    set_start_method("fork", force=True)
    plan = tournament_of_programs(Path(sys.argv[1]))
    for line in sys.stdin:
        child = os.fork()
        if not child:
            try:
                run_tournament(plan, Path(line.strip()), effort=Effort(Workforce(2)))
                os._exit(0)
            except BaseException as error:
                print(error, file=sys.stderr, flush=True)
                os._exit(1)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
