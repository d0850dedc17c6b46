"""`humanlike compare`: two emulators, two detectors or two market agents under common random numbers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table, progress_bar
from humanlike.naming.games import find_game

if TYPE_CHECKING:
    from humanlike.core import Game, Play

SMALLEST = 1e-3  # probabilities are kept this far from 0 and 1, so that one wild answer is not everything


def compare(
    first: str = typer.Argument(..., help="An emulator (or rule:set), a detector or a market agent."),
    second: str = typer.Argument(..., help="Its rival, of the same kind."),
    game: str = typer.Option("prisoners-dilemma", help="The game (emulators, detectors)."),
    trials: int = typer.Option(40, help="Paired trials, or markets."),
    pairs: int = typer.Option(8, min=1, help="Groups that play in a trial."),
    rounds: int = typer.Option(50, min=1, help="Rounds in a trial."),
    detector: str = typer.Option(
        "", help="Judge emulators by this detector's P(human); none: by mean payoff."
    ),
    against: str = typer.Option("ewa,cournot,random", help="Emulators whose plays detectors judge."),
    human: Path | None = typer.Option(None, help="Human plays of the game, for detectors."),
    alpha: float = typer.Option(0.05, help="Chance of a false alarm."),
    seed: int = typer.Option(1, help="Master seed."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Which of two is better, how surely, and how many paired trials that takes."""
    from humanlike.core import Streams

    kind, measure = kind_of(first, second), "profit in millions"
    if kind == "agents":
        pair = _agent_scores(first, second, trials, seed)
    elif kind == "emulators":
        measure = f"P(human) by {detector}" if detector else "mean payoff"
        pair = _emulator_scores((first, second), find_game(game), (trials, pairs, rounds), detector, seed)
    else:
        measure = "balanced mean log score" if human else "mean log score on machine plays"
        words = [name.strip() for name in against.split(",") if name.strip()]
        pair = _detector_scores((first, second), find_game(game), (trials, pairs, rounds), words, human, seed)
    _report(Streams(seed)["compare"], kind, measure, (first, second), pair, alpha, as_json)


def kind_of(first: str, second: str) -> str:
    """What both names are; an error if they are not of one kind."""
    from humanlike.core import UnknownName
    from humanlike.detectors import DETECTORS
    from humanlike.emulators import EMULATORS
    from humanlike.worlds.market import MARKET_AGENTS

    catalogues: dict[str, Any] = {"emulators": EMULATORS, "detectors": DETECTORS, "agents": MARKET_AGENTS}
    plain = [name.split(":")[0].removesuffix("+noise") for name in (first, second)]
    for kind, catalogue in catalogues.items():
        if all(name in catalogue for name in plain):
            return kind
    known = "; ".join(f"{kind}: {', '.join(sorted(catalogue))}" for kind, catalogue in catalogues.items())
    raise UnknownName(f"'{first}' and '{second}' are not two of one kind. Known {known}.")


def _agent_scores(first: str, second: str, trials: int, seed: int) -> tuple[list[float], list[float]]:
    from humanlike.naming.agents import find_market_agent
    from humanlike.worlds.market.analysis import scores_of
    from humanlike.worlds.market.studies import MarketSetting, play_paired

    with progress_bar("games") as report:
        variants = find_market_agent(first), find_market_agent(second)
        played = play_paired(MarketSetting(seed=seed, progress=report), variants, trials)
    one, two = (scores_of(games, played.seat).tolist() for games in (played.first, played.second))
    return one, two


def _emulator_scores(
    names: tuple[str, str], game: "Game", size: tuple[int, int, int], detector: str, seed: int
) -> tuple[list[float], list[float]]:
    """Both emulators draw from the shared name `contestant` in every trial."""
    judge = _untrained(detector) if detector else None
    series: tuple[list[float], list[float]] = ([], [])
    for plays in _plays_by_trial(names, game, size, seed, shared=True):
        for scores, play in zip(series, plays, strict=True):
            scores.append(float(judge.probabilities(None, game, [play])[0]) if judge else _mean_payoff(play))
    return series


def _mean_payoff(play: "Play") -> float:
    import numpy as np

    return float(np.nanmean(play.payoffs()))


def _plays_by_trial(
    names: Sequence[str], game: "Game", size: tuple[int, int, int], seed: int, *, shared: bool
) -> Iterator[list["Play"]]:
    from humanlike.core import Streams
    from humanlike.emulators import PlayShape
    from humanlike.naming.emulators import find_emulator

    trials, pairs, rounds = size
    emulators = [find_emulator(name) for name in names]
    shape = PlayShape.full(pairs * game.n_players, rounds)
    with progress_bar("trials") as report:
        for trial in range(trials):
            stream = Streams(seed)[f"trial {trial + 1}"]
            yield [
                each.play(stream["contestant" if shared else f"entrant {each.name}"], game, shape)
                for each in emulators
            ]
            report("trials", trial + 1, trials)


def _detector_scores(
    names: tuple[str, str],
    game: "Game",
    size: tuple[int, int, int],
    against: list[str],
    human: Path | None,
    seed: int,
) -> tuple[list[float], list[float]]:
    """Both detectors judge the same plays; with human plays the score is the mean over both kinds."""
    import numpy as np

    detectors = [_untrained(name) for name in names]
    people = _human_plays(human, game) if human else []
    series: tuple[list[float], list[float]] = ([], [])
    for plays in _plays_by_trial(against, game, size, seed, shared=False):
        for scores, each in zip(series, detectors, strict=True):
            answers = np.clip(each.probabilities(None, game, [*people, *plays]), SMALLEST, 1 - SMALLEST)
            machine = float(np.log(1 - answers[len(people) :]).mean())
            scores.append((machine + float(np.log(answers[: len(people)]).mean())) / 2 if people else machine)
    return series


def _human_plays(path: Path, game: "Game") -> list["Play"]:
    from humanlike.core import BadRequest
    from humanlike.datasets import read_plays

    plays = [play for play in read_plays(path) if play.game.name == game.name]
    if not plays:
        raise BadRequest(f"{path} holds no play of '{game.name}'.")
    return plays


def _untrained(name: str) -> Any:
    from humanlike.core import BadRequest, look_up
    from humanlike.detectors import DETECTORS

    found = look_up("detector", name, DETECTORS)
    if found.fit is not None:
        ready = ", ".join(sorted(key for key, each in DETECTORS.items() if each.fit is None))
        raise BadRequest(
            f"Detector '{name}' needs training, which is the tournament's task; ready to use: {ready}."
        )
    return found


def _report(
    stream: Any,
    kind: str,
    measure: str,
    names: tuple[str, str],
    pair: tuple[list[float], list[float]],
    alpha: float,
    as_json: bool,
) -> None:
    from humanlike.statistics import compare_paired as compare_series
    from humanlike.statistics import compare_sequentially, plan_from_pilot

    result = compare_series(stream, *pair, alpha=alpha)
    look = compare_sequentially(*pair, alpha=alpha)
    plan = plan_from_pilot(*pair, result.difference, alpha=alpha) if result.difference else None
    if as_json:
        document = {
            "kind": kind,
            "measure": measure,
            "first": names[0],
            "second": names[1],
            **result._asdict(),
        }
        winner = [*names, None][look.winner]
        needs = plan._asdict() if plan else None
        print_json({**document, "decided_after": look.decided_after, "winner": winner, "plan": needs})
        return
    rows = [
        ["paired", result.difference, result.sd_paired, result.paired_lower, result.paired_upper, result.paired_p],
        ["independent", result.difference, result.sd_independent, result.independent_lower,
         result.independent_upper, result.independent_p],
    ]  # fmt: skip
    print_table(
        f"{names[0]} minus {names[1]}: {measure}", ["method", "difference", "sd", "from", "to", "p"], rows
    )
    after = f"decided after {look.decided_after} pairs" if look.decided_after > 0 else "undecided"
    console.print(
        f"{result.n} pairs, correlation {result.correlation:.2f}; looking after every pair: {after}."
    )
    if plan:
        console.print(
            f"To find this difference: {plan.paired} pairs, or {plan.independent} of each unpaired."
        )
