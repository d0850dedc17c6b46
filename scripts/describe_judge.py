"""Renew what the shipped judge tells of its training, and nothing of its model.

    python scripts/describe_judge.py

Finds the material again (its hash must be the one in the file), and writes studies, families, fingerprints of the
training matches and the held-out figures of `results.studies.judge_held_out` into the file.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from results.studies.judge_held_out import WAYS, evaluated  # noqa: E402
from results.studies.judge_material import JudgeMaterial, judge_material  # noqa: E402

from humanlike.core import write_atomically  # noqa: E402
from humanlike.core.progress import silent  # noqa: E402
from humanlike.detectors.reliability import HeldOutFigures, HeldOutReliability  # noqa: E402
from humanlike.detectors.trained import SHIPPED  # noqa: E402
from humanlike.detectors.trained_on import material_of  # noqa: E402

TOLD = ("studies", "families", "matches", "reliability")


def main() -> None:
    """Rewrite the description in place."""
    path = ROOT / "src/humanlike/detectors/data" / SHIPPED
    document = json.loads(path.read_text(encoding="utf-8"))
    material = judge_material()
    found = material_of(material.plays, material.is_human, material.sources)
    if found.digest != document["trained_on"]["hash"]:
        sys.exit(f"The material found here ({found.digest}) is not what {SHIPPED} was trained on.")
    told = {**found.document(), "reliability": _reliability(material).document()}
    document["trained_on"] |= {name: told[name] for name in TOLD}
    write_atomically(path, json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    print(f"written to {path}")


def _reliability(material: JudgeMaterial) -> HeldOutReliability:
    parts = {}
    for kind in ("seats", "plays"):
        figures = evaluated(material, kind, silent)["figures"]
        for way in WAYS:
            parts[f"{kind}_{way}"] = HeldOutFigures(
                **{name: round(value, 4) for name, value in figures[way].items()}
            )
            print(kind, way, parts[f"{kind}_{way}"], flush=True)
    return HeldOutReliability(**parts)


if __name__ == "__main__":
    main()
