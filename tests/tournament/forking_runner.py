"""Loads the tournament once and runs it in forked children, one for each line `OUT` on standard input.

Answers each line with the child's process id, so that a test can kill it. Nothing of JAX has run before a fork.
"""

import os
import sys
import warnings
from pathlib import Path

from small_tournaments import interrupted_plan

from humanlike.tournament import run_tournament


def main() -> None:
    warnings.simplefilter("ignore")  # JAX warns of forks; its threads start only in the child
    for line in sys.stdin:
        child = os.fork()
        if not child:
            try:
                run_tournament(interrupted_plan(), Path(line.strip()))
                os._exit(0)
            except BaseException as error:
                print(error, file=sys.stderr, flush=True)
                os._exit(1)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
