"""`humanlike recover`: does fitting give back the parameters, and the rule, that made the play?"""

from math import isfinite
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import print_json, print_table
from humanlike.cli.progress import progress_bar

if TYPE_CHECKING:
    from humanlike.fitting import Confusion, Recovery


def recover(
    rule: str = typer.Argument(
        ..., metavar="RULE", help="A rule (ewa, ewa+lapse); several by commas with --confusion."
    ),
    game: str = typer.Option("chicken", help="The game to play: a name or a game file."),
    repetitions: int = typer.Option(400, min=1, help="Plays to simulate and fit."),
    pairs: int = typer.Option(200, min=1, help="Pairs (groups) in each play."),
    rounds: int = typer.Option(50, min=1, help="Rounds of each pair."),
    starts: int = typer.Option(2, min=1, help="Starting points of each fit."),
    set_: list[str] = typer.Option([], "--set", help="A true value, name=number; others as published."),
    confusion: bool = typer.Option(False, "--confusion", help="Instead: which rule is taken for which?"),
    seed: int = typer.Option(1, help="Seed of everything random."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Simulate from known parameters, fit, and count how often the truth lies in the 95 % interval."""
    from humanlike.core import Streams
    from humanlike.fitting import confuse
    from humanlike.fitting import recover_parameters as run
    from humanlike.naming.games import find_game
    from humanlike.naming.grammar import assignments
    from humanlike.naming.rules import find_rules

    rules = find_rules(rule)
    sizes = {"n_repetitions": repetitions, "n_pairs": pairs, "n_rounds": rounds, "n_starts": starts}
    stream = Streams(seed)["recovery"]
    with progress_bar("recovering") as advance:
        if confusion:
            players = [(each, each.default) for each in rules]
            matrix = confuse(stream, players, find_game(game), **sizes, progress=advance)
            _print_confusion(matrix, as_json)
            return
        truth = rules[0].with_parameters(assignments(set_))
        found = run(stream, rules[0], truth, find_game(game), **sizes, progress=advance)
    _print_recovery(found, as_json)


def document(found: "Recovery") -> dict[str, Any]:
    """Everything `--json` prints about a recovery study."""
    parameters = {}
    for index, name in enumerate(found.rule.parameter_names):
        errors = found.errors[:, index]
        given = [float(error) for error in errors if isfinite(error)]
        parameters[name] = {
            "truth": float(found.truth[index]),
            "mean": float(found.estimates[:, index].mean()),
            "standard_deviation": float(found.estimates[:, index].std()),
            "mean_standard_error": sum(given) / len(given) if given else None,
            "with_interval": len(given) / len(errors),
            "covered": float(found.covered[index]),
            "covered_given_interval": float(found.covered_given[index]) if given else None,
        }
    return {
        "rule": found.rule.name,
        "game": found.game,
        "repetitions": found.n_repetitions,
        "pairs": found.n_pairs,
        "rounds": found.n_rounds,
        "converged": found.converged,
        "parameters": parameters,
    }


def _print_recovery(found: "Recovery", as_json: bool) -> None:
    content = document(found)
    if as_json:
        print_json(content)
        return
    columns = ["truth", "mean", "standard_deviation", "mean_standard_error", "with_interval", "covered"]
    rows = [
        [name, *["-" if values[column] is None else values[column] for column in columns]]
        for name, values in content["parameters"].items()
    ]
    size = f"{found.n_repetitions} plays of {found.n_pairs} pairs, {found.n_rounds} rounds"
    title = f"{found.rule.name} in {found.game}: {size}"
    print_table(title, ["parameter", *[column.replace("_", " ") for column in columns]], rows)


def _print_confusion(found: "Confusion", as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "game": found.game,
                "repetitions": found.n_repetitions,
                "rules": list(found.rules),
                "chosen": found.chosen.tolist(),
            }
        )
        return
    rows = [[name, *row] for name, row in zip(found.rules, found.chosen.tolist(), strict=True)]
    print_table(
        f"{found.game}: share of plays, made by the row, ascribed to the column",
        ["made by", *found.rules],
        rows,
    )
