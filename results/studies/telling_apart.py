"""People told from machines: matched, unseen, and ordinary machines, with what the same way finds in nothing."""

from typing import Any

from results.studies import dilemma_material, zoo_material
from results.studies.telling_matched import DATA_SET, matched_document
from results.studies.telling_unseen import unseen_document
from results.studies.telling_zoo import zoo_document
from results.study import EVERY, Desk, Needs, Study


def compute(part: str, desk: Desk) -> Any:
    """The figures of one way of testing."""
    if part == "matched":
        return matched_document()
    return unseen_document() if part == "unseen" else zoo_document(part)


STUDY = Study(
    title="People told from machines: a known study, unseen studies, ordinary machines",
    command="python -m results --only telling_apart",
    parts={
        "matched": Needs(data=(DATA_SET,)),
        "unseen": Needs(data=dilemma_material.DATA_SETS),
        **{name: Needs(data=(name,), rules=EVERY) for name in zoo_material.DATA_SETS},
    },
    compute=compute,
)
