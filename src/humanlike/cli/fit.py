"""`humanlike fit`: which parameters make a rule find what people did most likely."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table
from humanlike.cli.progress import progress_bar
from humanlike.naming.games import game_or_file

if TYPE_CHECKING:
    from humanlike.core import Play, Rule
    from humanlike.fitting import Fit, Fits, HeldOutFit


def fit(
    data: str = typer.Argument(..., metavar="DATA", help="A file, a folder, or a data set's name."),
    rule: str = typer.Option("all", help="A rule, several by commas, or all; options: ewa+lapse+stickiness."),
    by: str = typer.Option("pooled", help="pooled, game, role, session, subject, match; joined by +."),
    role: int | None = typer.Option(None, min=1, help="Only the choices of this role."),
    criterion: str = typer.Option("likelihood", help="likelihood, msd or mad."),
    starts: int = typer.Option(4, min=1, help="Starting points, run side by side."),
    cluster: str = typer.Option("", help="Standard errors robust within: match, session or subject."),
    held_out: str = typer.Option(
        "", help="Also score choices held out by match, subject, session, game or role."
    ),
    folds: int = typer.Option(5, min=2, help="Folds of the held-out score."),
    lapse: bool = typer.Option(False, "--lapse", help="Let every rule choose blindly now and then."),
    stickiness: bool = typer.Option(False, "--stickiness", help="Let every rule favour its last action."),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    figure: Path | None = typer.Option(None, help="Draw the fits (.svg, .png, .pdf)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Fit learning rules to recorded play and say how well they fit, and how sure the parameters are."""
    from humanlike.datasets import read_plays
    from humanlike.fitting import criterion_named
    from humanlike.fitting import fit_groups as fit_rule
    from humanlike.fitting import held_out as score_held_out

    plays = read_plays(data, game_or_file(game))
    rules, refused = chosen_rules(rule, plays, lapse=lapse, stickiness=stickiness)
    results: list[tuple[Fits, HeldOutFit | None]] = []
    with progress_bar(f"fitting {len(rules)} rules") as advance:
        for number, each in enumerate(rules):
            found = fit_rule(
                plays,
                each,
                by=by,
                role=None if role is None else role - 1,
                criterion=criterion_named(criterion),
                n_starts=starts,
                cluster=cluster or None,
            )
            scored = score_held_out(plays, each, unit=held_out, by=by, n_folds=folds) if held_out else None
            results.append((found, scored))
            advance(number + 1, len(rules))
    if figure is not None:
        import numpy as np

        from humanlike.figures import save
        from humanlike.figures.fitting import draw_fits

        groups = {found.rule.name: np.array([each.nats_per_choice for each in found]) for found, _ in results}
        whole = {found.rule.name: found.nats_per_choice for found, _ in results}
        save(draw_fits(groups, whole, chance=whole.get("random"), data=data), figure)
    if as_json:
        print_json([document(each, scored) for found, scored in results for each in found])
    else:
        _show(data, results, refused)


def chosen_rules(
    words: str, plays: "list[Play]", *, lapse: bool = False, stickiness: bool = False
) -> "tuple[list[Rule], dict[str, str]]":
    """The rules asked for, with the options every one should take; for 'all', those that apply."""
    from humanlike.fitting import applicable, with_lapse, with_stickiness
    from humanlike.naming.rules import find_rules
    from humanlike.players import RULES

    if words == "all":
        rules, refused = applicable(plays, RULES)
    else:
        rules, refused = find_rules(words), {}
    if stickiness:
        rules = [with_stickiness(each) for each in rules]
    if lapse:
        rules = [with_lapse(each) for each in rules]
    return rules, refused


def document(each: "Fit", scored: "HeldOutFit | None" = None) -> dict[str, Any]:
    """Everything `--json` prints about one fit; a parameter without a standard error has null."""
    errors = dict(zip(each.rule.parameter_names, each.standard_errors, strict=True))
    found = {
        "rule": each.rule.name,
        "group": each.group,
        "choices": each.n_choices,
        "nats_per_choice": each.nats_per_choice,
        "parameters": dict(zip(each.rule.parameter_names, each.parameters, strict=True)),
        "standard_errors": {name: error if isfinite(error) else None for name, error in errors.items()},
        "log_likelihood": each.log_likelihood,
        "criterion": each.criterion,
        "loss_per_choice": each.loss,
        "aic": each.aic,
        "bic": each.bic,
        "converged": each.converged,
        "at_bound": list(each.at_bound),
        "at_kink": list(each.at_kink),
        "unidentified": list(each.unidentified),
        "starts": each.n_starts,
        "starts_agreeing": each.n_agreeing,
        "clusters": each.n_clusters or None,
        "floor": each.floor,
    }
    if scored is not None:
        found["held_out"] = {
            "unit": scored.unit,
            "folds": scored.n_folds,
            "units": scored.n_units,
            "nats_per_choice": scored.nats_per_choice,
            "standard_error": scored.standard_error,
        }
    return found


def _show(data: str, results: "list[tuple[Fits, HeldOutFit | None]]", refused: dict[str, str]) -> None:
    several = any(len(found) > 1 for found, _ in results)
    ordered = sorted(
        results, key=lambda result: result[1].nats_per_choice if result[1] else result[0].nats_per_choice
    )
    rows = []
    for found, scored in ordered:
        outside = f"{scored.nats_per_choice:.4f} ({scored.standard_error:.4f})" if scored else "-"
        rows.append(
            [
                found.rule.name,
                len(found),
                found.n_choices,
                f"{found.nats_per_choice:.4f}",
                outside,
                f"{found.bic:.1f}",
            ]
        )
    columns = ["rule", "groups", "choices", "nats per choice", "held out (SE)", "BIC"]
    print_table(f"{data}: rules, best first", columns, rows)
    for found, _ in ordered:
        if found.rule.parameter_names and (not several or len(results) == 1):
            _show_parameters(found)
    for name, reason in refused.items():
        console.print(f"left out {name}: {reason}", markup=False, style="dim")


def _show_parameters(found: "Fits") -> None:
    names = found.rule.parameter_names
    rows = [
        [each.group, each.n_choices, f"{each.nats_per_choice:.4f}", *_cells(each), _flags(each)]
        for each in found
    ]
    console.print()
    print_table(found.rule.name, ["group", "choices", "nats", *names, "remarks"], rows)


def _cells(each: "Fit") -> list[str]:
    cells = []
    for value, error in zip(each.parameters, each.standard_errors, strict=True):
        cells.append(f"{value:.4g} ({error:.2g})" if isfinite(error) else f"{value:.4g}")
    return cells


def _flags(each: "Fit") -> str:
    words = [] if each.converged else ["not converged"]
    for what, names in (
        ("bound", each.at_bound),
        ("kink", each.at_kink),
        ("unidentified", each.unidentified),
    ):
        if names:
            words.append(f"{what}: {', '.join(names)}")
    return "; ".join(words)
