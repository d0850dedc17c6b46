"""A detector program: game and one dataset in; one probability out.

It is called ``COMMAND GAME DATASET OUTPUT`` and writes one number from 0 to 1 to OUTPUT: the probability that people
made the dataset. One that has learned (`learning`) is called
``COMMAND GAME DATASET OUTPUT MODEL``. Every dataset has the same name, the same time stamps and a sandbox of its
own; a program is not told how many there are, how many are people's, or what it said before.

One whose entry says ``reads = "all games"`` is shown all that one source played, and answers once: it is called
``COMMAND PLAYS OUTPUT``. PLAYS is a directory with `plays.txt`, one line a play, and the files it names::

    game-1.txt dataset-1.txt
    game-2.txt dataset-2.txt

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122, sections 2.1-2.3, note 15

"""

import re
from collections.abc import Sequence
from dataclasses import replace

from humanlike.core import BadRequest, Game, Play
from humanlike.core.foreign_text import harmless
from humanlike.games.files import plain_text
from humanlike.programs.ending import Ending, EntryFailed
from humanlike.programs.learned_model import LearnedModel
from humanlike.programs.workshop import Program

ARGUMENTS = ("{input}/game.txt", "{input}/dataset.txt", "{output}/probability.txt")
REMEMBERING = "{model}"
PLAYS = "plays.txt"
FILE_ARGUMENTS = ("{input}", "{output}/probability.txt")
MOST_BYTES = 256
NUMBER = re.compile(rb"\s*([0-9]+\.?[0-9]*([eE][-+]?[0-9]{1,3})?|\.[0-9]+)\s*", re.ASCII)


def detect(
    program: Program, game: Game, play: Play, model: LearnedModel | None = None
) -> tuple[float, Ending]:
    """P(human) for one play, and what the run took; one that learns needs the model it has learned."""
    program.entry.require("detector")
    if model is None and program.entry.description.train is not None:
        raise BadRequest(f"Entry '{program.name}' must be trained before it can judge.")
    arguments = ARGUMENTS if model is None else (*ARGUMENTS, REMEMBERING)
    inputs = {"game.txt": plain_text.text_of(game), "dataset.txt": dataset_text(play)}
    return _probability(program, *program.run(inputs, arguments, "probability.txt", MOST_BYTES, model))


def detect_file(program: Program, plays: Sequence[Play]) -> tuple[float, Ending]:
    """P(human) for all that one source played, and what the run took."""
    program.entry.require("detector")
    inputs = {PLAYS: ""}
    for number, play in enumerate(plays, start=1):
        game, dataset = f"game-{number}.txt", f"dataset-{number}.txt"
        inputs |= {game: plain_text.text_of(play.game), dataset: dataset_text(play)}
        inputs[PLAYS] += f"{game} {dataset}\n"
    return _probability(program, *program.run(inputs, FILE_ARGUMENTS, "probability.txt", MOST_BYTES))


def _probability(program: Program, content: bytes, ending: Ending) -> tuple[float, Ending]:
    """The number a program wrote, if it is a probability."""
    found = NUMBER.fullmatch(content)
    if found is None or not 0 <= float(found[1]) <= 1:
        shown = harmless(content[:40].decode(errors="replace"))
        reason = f"'{shown}' is no probability from 0 to 1"
        raise EntryFailed(program.name, replace(ending, outcome="bad output", reason=reason))
    return float(found[1]), ending


def dataset_text(play: Play) -> str:
    """The moves and nothing else: Q lines of N numbers, actions counted from 1, 0 for a missing move."""
    actions = play.actions[play.groups().ravel()].astype(int) + 1
    return "".join(" ".join(map(str, row)) + "\n" for row in actions.tolist())
