"""Was this played by people? With what speaks for it and what against."""

from collections.abc import Sequence
from pathlib import Path

from humanlike.core import AUTO, Game, Play, Streams, look_up
from humanlike.detectors import DETECTORS, Detector, TrainedDetector
from humanlike.detectors.judging import JudgedPlay, Refused, Whose, dataset_of, judge_plays
from humanlike.detectors.labelled import score_guesses, score_labelled
from humanlike.detectors.match_means import match_mean
from humanlike.detectors.shared_matches import shared_matches
from humanlike.naming.detectors import find_judge
from humanlike.naming.entries import is_entry
from humanlike.naming.kinds import refuse_tie
from humanlike.naming.plays import PlaysWord, find_plays
from humanlike.studies.judge_result import JudgeResult

SEATS: dict[str, tuple[Whose, ...]] = {
    "studied": ("studied",),
    "machines": ("machines",),
    "all": ("all",),
    "both": ("studied", "machines"),
}


def judge(
    plays: PlaysWord,
    detector: str | Path | Detector | TrainedDetector | None = None,
    *,
    game: str | Path | Game | None = None,
    seats: str = "studied",
    score: bool = False,
    guesses: Path | str | None = None,
    unit: str = AUTO,
    limit: int = 20,
    seed: int = 1,
    trust: bool = False,
) -> JudgeResult:
    """P(human) of anybody's play, per match and per data set; refuses games unlike those it was trained on.

    `detector` is a name, a saved file, an entry or run directory (its winner), a user's own, or the object; none: the
    one that ships. `seats` are `studied` (not the bots they met), `machines`, `all`, or `both` kinds apart. `score`
    scores single seats where the play says which are machines', `guesses` people's own guesses (CSV: id, game, guess).
    Intervals redraw `unit`s (person, dyad, match, connected, session, study; auto: the smallest that is independent).
    `limit` matches of each data set are listed (0: all).
    """
    whose = look_up("choice of seats", seats, SEATS)
    chosen = _judge_named(detector, trust)
    bodies = find_plays(plays, game=game)
    judged, refused = _judged(chosen, bodies, whose, unit)
    kept = {(each.dataset, each.game) for each in judged}
    stream = Streams(seed)["judge"]
    known = [play for play in bodies if (dataset_of(play), play.game.name) in kept]
    return JudgeResult(
        chosen,
        tuple(judged),
        tuple(match_mean(stream["matches"][f"{each.dataset} {each.game}"], each) for each in judged),
        tuple(refused),
        tuple(score_labelled(stream, chosen, known, unit)) if score else (),
        tuple(score_guesses(stream, Path(guesses))) if guesses is not None else (),
        tuple(shared_matches(bodies)),
        limit,
    )


def _judge_named(word: str | Path | Detector | TrainedDetector | None, trust: bool) -> TrainedDetector:
    """As `naming` says; besides, a directory that is no entry is a tournament's, and means its winner."""
    if isinstance(word, str | Path) and Path(word).is_dir() and str(word) and not is_entry(str(word)):
        from humanlike.tournament.winner import winner_of

        refuse_tie("detector", str(word), str(word) in DETECTORS, True)
        return winner_of(Path(word))
    return find_judge(word, trust=trust)


def _judged(
    judge: TrainedDetector, plays: Sequence[Play], whose: Sequence[Whose], unit: str
) -> tuple[list[JudgedPlay], list[Refused]]:
    """People and, where they are wanted apart and there are any, machines; play by play."""
    if len(whose) == 1:
        return judge_plays(judge, plays, whose=whose[0], unit=unit)
    people, refused = judge_plays(judge, plays, whose=whose[0], unit=unit)
    marked = [play for play in plays if not play.studied.all()]
    machines, strange = judge_plays(judge, marked, whose=whose[1], unit=unit)
    return people + machines, refused + strange
