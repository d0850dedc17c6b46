"""`humanlike judge`: was this played by people? With what speaks for it and what against."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from humanlike.core import Play
    from humanlike.detectors import TrainedDetector, Verdict
    from humanlike.detectors.judging import JudgedPlay, Refused, Whose
    from humanlike.detectors.labelled import GuessScore, LabelledScore

SHOWN = 5


def judge(
    plays: list[str] = typer.Argument(..., metavar="PLAY...", help="Files, folders or names of data sets."),
    detector: str = typer.Option(
        "",
        help="A saved trained detector (.json), one from the catalogue, or a tournament's run directory: its "
        "winner; none: the one that ships.",
    ),
    game: Path | None = typer.Option(None, help="The game file, where the play names none (plain text)."),
    seats: str = typer.Option(
        "studied", help="Whose seats: studied (not the bots they met), machines or all."
    ),
    score: bool = typer.Option(False, help="Score single seats where the play says which are machines'."),
    guesses: Path | None = typer.Option(None, help="People's guesses about machines (CSV: id, game, guess)."),
    limit: int = typer.Option(20, min=0, help="How many matches to list for each data set; 0: all."),
    seed: int = typer.Option(1, help="Seed of the bootstrap."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """P(human) of anybody's play, per match and per data set; refuses games unlike those it was trained on."""
    from humanlike.core import Streams
    from humanlike.detectors.judging import judge_plays
    from humanlike.detectors.labelled import score_guesses, score_labelled

    whose = _whose(seats)
    chosen = _detector(detector)
    bodies = [play for name in plays for play in _read(name, game)]
    judged, refused = judge_plays(chosen, bodies, whose=whose)
    kept = {(each.dataset, each.game) for each in judged}
    stream = Streams(seed)["judge"]
    scores = score_labelled(stream, chosen, [play for play in bodies if _key(play) in kept]) if score else []
    people = score_guesses(stream, guesses) if guesses is not None else []
    if as_json:
        print_json(_document(chosen, judged, refused, scores, people))
        return
    for each in judged:
        _show(each, limit)
    _show_refused(refused)
    _show_scores(scores, people)
    console.print(f"Detector: {chosen.name}, {chosen.sentence}.", markup=False)


def _whose(seats: str) -> "Whose":
    from humanlike.core import look_up

    choices: dict[str, Whose] = {"studied": "studied", "machines": "machines", "all": "all"}
    return look_up("choice of seats", seats, choices)


def _key(play: "Play") -> tuple[str, str]:
    from humanlike.detectors.judging import dataset_of

    return dataset_of(play), play.game.name


def _read(name: str, game: Path | None) -> "list[Play]":
    from humanlike.datasets import find_data, read_plays

    return read_plays(Path(name) if Path(name).exists() else find_data(name), game)


def _detector(name: str) -> "TrainedDetector":
    """The shipped model, a saved one, a run's winner, or a detector of the catalogue that needs no training."""
    from humanlike.core import BadRequest, look_up
    from humanlike.detectors import DETECTORS, TrainedDetector, shipped_detector

    if name in ("", "logistic"):
        return shipped_detector()
    if Path(name).suffix == ".json" or Path(name).is_file():
        return TrainedDetector.load(Path(name))
    if Path(name).is_dir():
        from humanlike.tournament.winner import winner_of

        return winner_of(Path(name))
    found = look_up("detector", name, DETECTORS)
    if found.fit is not None:
        raise BadRequest(
            f"Detector '{name}' needs training and none is saved for it; give a saved detector file (.json), "
            "the run directory of a tournament it won, or leave --detector out for the one that ships."
        )
    return TrainedDetector(found)


def _reasons(verdict: "Verdict", count: int) -> dict[str, list[dict[str, Any]]]:
    from humanlike.detectors.features import meaning_of
    from humanlike.detectors.judging import strongest_terms

    def entry(term: tuple[str, float]) -> dict[str, Any]:
        name, value = term
        return {"feature": name, "log_odds": value, "meaning": meaning_of(name)}

    speaking_for, against = strongest_terms(verdict.terms, count)
    return {"for": [entry(term) for term in speaking_for], "against": [entry(term) for term in against]}


def _document(
    judge: "TrainedDetector",
    judged: "list[JudgedPlay]",
    refused: "list[Refused]",
    scores: "list[LabelledScore]",
    people: "list[GuessScore]",
) -> dict[str, Any]:
    return {
        "detector": judge.name,
        "trained_on": judge.trained_on.summary(),
        "plays": [_play_document(each) for each in judged],
        "refused": [each._asdict() for each in refused],
        "scores": [_plain_score(each) for each in scores],
        "people_as_detectors": [_plain_score(each) for each in people],
    }


def _play_document(judged: "JudgedPlay") -> dict[str, Any]:
    return {
        "dataset": judged.dataset,
        "game": judged.game,
        "seats": judged.n_seats,
        "probability": judged.verdict.probability,
        **_reasons(judged.verdict, SHOWN),
        "in_training": {**judged.in_training._asdict(), "warning": judged.in_training.sentence},
        "matches": [
            {
                "match": match.match,
                "subjects": list(match.subjects),
                "rounds": match.n_rounds,
                "probability": match.verdict.probability,
                **_reasons(match.verdict, SHOWN),
            }
            for match in judged.matches
        ],
    }


def _plain_score(score: "LabelledScore | GuessScore") -> dict[str, Any]:
    return {
        key: value._asdict() if hasattr(value, "_asdict") else value for key, value in score._asdict().items()
    }


def _show(judged: "JudgedPlay", limit: int) -> None:
    console.print(
        f"{judged.dataset} {judged.game}: P(human) = {judged.verdict.probability:.3f} "
        f"({judged.n_seats} seats, {len(judged.matches)} matches)",
        markup=False,
    )
    for word, entries in _reasons(judged.verdict, SHOWN).items():
        for entry in entries:
            console.print(
                f"  {word}: {entry['feature']} {entry['log_odds']:+.2f} ({entry['meaning']})", markup=False
            )
    if judged.in_training.sentence:
        console.print(f"  Warning: {judged.in_training.sentence}", markup=False)
    shown = judged.matches[: limit or None]
    rows = [
        (each.match, each.n_rounds, each.verdict.probability, *_main_reasons(each.verdict)) for each in shown
    ]
    print_table("", ("match", "rounds", "P(human)", "most for", "most against"), rows)
    if len(shown) < len(judged.matches):
        console.print(f"... and {len(judged.matches) - len(shown)} more matches (--limit 0 lists all).")


def _main_reasons(verdict: "Verdict") -> tuple[str, str]:
    reasons = _reasons(verdict, 1)
    texts = [
        f"{entries[0]['feature']} {entries[0]['log_odds']:+.2f}" if entries else "-"
        for entries in reasons.values()
    ]
    return texts[0], texts[1]


def _show_refused(refused: "list[Refused]") -> None:
    for each in refused:
        console.print(f"Not judged: {each.reason}", markup=False)


def _show_scores(scores: "list[LabelledScore]", people: "list[GuessScore]") -> None:
    def text(estimate: Any) -> str:
        return f"{estimate.value:.3f} [{estimate.lower:.3f}, {estimate.upper:.3f}]"

    if scores:
        columns = ("seats of", "people", "balanced score", "people's", "machines'", "balanced accuracy")
        rows = [
            (
                each.name,
                each.n_people,
                text(each.balanced_score),
                text(each.human_score),
                text(each.machine_score),
                text(each.balanced_accuracy),
            )
            for each in scores
        ]
        print_table(
            "Known makers (a constant earns at best -0.693; 95 % intervals over people)", columns, rows
        )
    if people:
        heading = ("guesses about machines in", "guesses", "right", "mean log z at .8/.2")
        body = [
            (each.game, each.n_guesses, text(each.machine_accuracy), text(each.machine_score))
            for each in people
        ]
        print_table("People as detectors", heading, body)
