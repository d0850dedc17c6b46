"""Ten rounds of a prisoner's dilemma by people of seven studies and language models of eight: all that was ever made
public and is here, seats of whatever length cut to the same first rounds.

Left out: who did not play ten rounds; role 2 of akata-llm-144games, which was told the wrong payoffs; df2011 and
df2011-all, which are a part of ipd-lab once more. Sources of one laboratory are of one group, for they share designs
and models.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from humanlike.core import Play, Streams
from humanlike.datasets import find_data, read_plays
from humanlike.detectors.distinct_seats import distinct_seats, first_rounds
from humanlike.detectors.known_seats import KnownBody
from humanlike.detectors.seat_forms import seat_form
from humanlike.games import GAMES

PEOPLE = ("akata-human-vs-gpt4", "ipd-lab")
MODELS = (
    "akata-human-vs-gpt4",
    "akata-llm-144games",
    "akata-llm-pd-tft",
    "fairgame-small",
    "fontana-gpt35",
    "fontana-llama2",
    "payne-ipd-2025",
    "pcaspa-llm-vs-strategies",
)
DATA_SETS = tuple(sorted({*PEOPLE, *MODELS}))
MOST = 300  # seats of a source, drawn where there are more
N_ROUNDS = 10
FORM = seat_form(GAMES["prisoners-dilemma"], 0).name


def laboratory(study: str) -> str:
    """What a study shares designs and models with."""
    return study.split("-")[0] if study.startswith(("akata", "fontana")) else study


def dilemma_bodies(n_rounds: int = N_ROUNDS, *, distinct: bool) -> list[KnownBody]:
    """The seats of every source, game by game; `distinct` leaves each different conduct in a game once."""
    bodies = [
        body
        for name in DATA_SETS
        for play in read_plays(find_data(name))
        for body in _bodies(name, play, n_rounds, distinct)
    ]
    sizes = Counter[str]()
    for body in bodies:
        sizes[body.source] += body.play.n_subjects
    return [thinned(body, MOST / sizes[body.source]) for body in bodies]


def _bodies(name: str, play: Play, n_rounds: int, distinct: bool) -> Iterator[KnownBody]:
    """What belongs here of one play."""
    kind, study, family = (np.array(list(play.labels(by))) for by in ("kind", "study", "family"))
    forms = np.array([seat_form(play.game, role).name for role in (0, 1)])[play.roles]
    alike = forms == FORM
    if name == "akata-llm-144games":
        alike &= play.roles == 0
    for human, wanted, names in (
        (True, kind == "human", study),
        (False, kind == "language model", np.char.add(np.char.add(study, "/"), family)),
    ):
        here = alike & wanted if name in (PEOPLE if human else MODELS) else np.zeros_like(alike)
        for source in np.unique(names[here]):
            cut = first_rounds(play.rows(np.flatnonzero(here & (names == source))), n_rounds)
            if cut.n_subjects:
                yield body_of(cut.rows(distinct_seats(cut)) if distinct else cut, human, str(source))


def body_of(play: Play, human: bool, source: str) -> KnownBody:
    """Seats of one source, each a player."""
    study, _, family = source.partition("/")
    group = laboratory(study)
    kin = frozenset({f"laboratory {group}", *([f"family {family}"] if family else [])})
    players = [f"{source} {play.game.name} {number}" for number in range(play.n_subjects)]
    return KnownBody(play, human, source, [group] * play.n_subjects, players, kin)


def thinned(body: KnownBody, share: float) -> KnownBody:
    """A share of the seats, drawn."""
    if share >= 1:
        return body
    n_seats = body.play.n_subjects
    drawn = Streams(17)[body.source][body.play.game.name].generator().permutation(n_seats)
    rows = np.sort(drawn[: max(1, round(share * n_seats))])
    return body_of(body.play.rows(rows), body.is_human, body.source)
