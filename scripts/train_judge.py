"""Train the detector that `humanlike judge` uses (`results.studies.judge_material` says on what).

    python scripts/train_judge.py [--out FILE] [--seed 1]

Writes coefficients and fingerprints of the training matches, no play. `describe_judge.py` adds how the detector does on
what was held out.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from results.studies.judge_material import SEED, judge_material  # noqa: E402

from humanlike.detectors import logistic, train  # noqa: E402
from humanlike.detectors.trained import SHIPPED  # noqa: E402


def main() -> None:
    """Train and save; `describe_judge.py` then adds the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "src/humanlike/detectors/data" / SHIPPED)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    plays, human, sources, left_out = judge_material(options.seed)
    trained = train(logistic.DETECTOR, plays, human, sources)
    made_by = f"scripts/train_judge.py --seed {options.seed}"
    replace(trained, trained_on=replace(trained.trained_on, script=made_by)).save(options.out)
    print("\n".join([*(f"left out: {reason}" for reason in left_out), f"written to {options.out}"]))


if __name__ == "__main__":
    main()
