"""`humanlike power`: of effect, games, alpha and power, any three give the fourth."""

import typer

from humanlike.cli.output import print_json, print_table


def power(
    effect: float | None = typer.Option(None, help="Mean difference / standard deviation."),
    games: int | None = typer.Option(None, "--games", "-n", help="Pairs, or games in each group."),
    alpha: float | None = typer.Option(None, help="Chance of a false alarm."),
    power: float | None = typer.Option(None, help="Chance to find the effect."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Leave one quantity out and it is solved for, for independent groups and for pairs."""
    from humanlike.statistics import DESIGNS, solve_power

    plans = {
        design: solve_power(design, effect=effect, n=games, alpha=alpha, power=power) for design in DESIGNS
    }
    given = {"effect": effect, "n": games, "alpha": alpha, "power": power}
    missing = next(name for name, value in given.items() if value is None)
    if as_json:
        solved = {design: getattr(plan, missing) for design, plan in plans.items()}
        print_json({**solved, "solved_for": missing, **{k: v for k, v in given.items() if v is not None}})
        return
    columns = ["design", "effect", "n", "alpha", "power"]
    print_table(f"Solved for {missing}", columns, [list(plan) for plan in plans.values()])
