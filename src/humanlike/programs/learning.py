"""A detector program that learns: labelled plays in; files out, which are before it when it judges.

It is called ``TRAIN_COMMAND MATERIAL MODEL``. MATERIAL is a directory, read-only, with `labels.txt`, one line a play in
random order::

    game-1.txt dataset-1.txt 1
    game-2.txt dataset-2.txt 0

(a game, a dataset, 1 for people and 0 for machines), and the files it names, in the forms in which a detector is shown
them (`detecting`). MODEL is an empty directory for whatever the program wants to remember. When it judges, the same
directory is its fourth word and read-only: ``COMMAND GAME DATASET OUTPUT MODEL``.

Who made a play, in which study, and which plays belong together is not told.
"""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Play, Streams
from humanlike.games.files import plain_text
from humanlike.programs.detecting import dataset_text
from humanlike.programs.ending import Ending
from humanlike.programs.learned_model import LearnedModel
from humanlike.programs.workshop import Program

LABELS = "labels.txt"


def teach(program: Program, plays: Sequence[Play], is_human: npt.ArrayLike) -> tuple[LearnedModel, Ending]:
    """What the program remembers of plays it was told the makers of, and what the run took.

    The order is drawn by lot from the plays themselves: equal material gives equal files, hence equal models.
    """
    program.entry.require("detector")
    if program.entry.description.train is None:
        raise BadRequest(f"Entry '{program.name}' has no command 'train': it judges as it is.")
    return program.learn(material_of(plays, np.asarray(is_human, dtype=np.bool_).tolist()))


def material_of(plays: Sequence[Play], is_human: Sequence[bool]) -> dict[str, str]:
    """The files of MATERIAL: name and text."""
    told = [
        (plain_text.text_of(play.game), dataset_text(play), int(human))
        for play, human in zip(plays, is_human, strict=True)
    ]
    told.sort()  # the order the plays came in must not show, not even through the lot
    summary = hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()
    order = Streams(0)["order of training material"][summary].generator().permutation(len(told))
    files: dict[str, str] = {}
    games: dict[str, str] = {}  # what is already told, by its text
    labels: list[str] = []
    for number, place in enumerate(order, start=1):
        game, dataset, label = told[place]
        name = games.setdefault(game, f"game-{len(games) + 1}.txt")
        files[name], files[f"dataset-{number}.txt"] = game, dataset
        labels.append(f"{name} dataset-{number}.txt {label}\n")
    return {LABELS: "".join(labels), **files}
