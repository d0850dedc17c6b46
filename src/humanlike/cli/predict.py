"""`humanlike predict`: which rule foretells a body of play, by which measure, and how surely."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table, progress_console

if TYPE_CHECKING:
    from humanlike.core import Play, Rule
    from humanlike.prediction import Assessment, Criterion, Split, Study

SPOKEN_OF = (("LOG", "Y,P"), ("MSD", "Y,P"), ("MSD", "Y,X"), ("MSD", "Y,Z"))
MOST_ACROSS = 12  # rules that fit side by side on a screen
STAGES = {
    "fit": "fitting",
    "predict": "predicting",
    "uncertain": "with uncertain parameters",
    "horizons": "looking further ahead",
    "check": "replicating the experiment",
}


def predict(
    data: str = typer.Argument(
        ...,
        metavar="DATA",
        help="A file, a folder, a data set's name, or simulated:RULE for the paper's design.",
    ),
    fit: str = typer.Option(
        "",
        help="'role 1', 'half the matches', either with 'by game'; game, pooled or published. None: role 1, or "
        "half the matches where all play one role.",
    ),
    test: str = typer.Option("", help="'role 2' or all; none: the roles that were not fitted."),
    rules: str = typer.Option("paper", help="paper (the twelve of Table 1), all, or names by commas."),
    measures: str = typer.Option("all", help="MSD, MAD, POI, KS, LOG, SPH by commas."),
    methods: str = typer.Option("all", help="'Y,P' 'Y,X' 'Y,Z' 'mY,mQ' 'mY,mP', separated by spaces or ;"),
    levels: str = typer.Option("all", help="actions, outcomes."),
    games: str = typer.Option("", help="Only these games, by commas."),
    game: str = typer.Option("", help="The game (file or name) of plain text data."),
    horizons: str = typer.Option("", help="Also h steps ahead: 1,2,5,10,T."),
    uncertain: bool = typer.Option(False, help="Also let predictions carry the parameters' uncertainty."),
    checks: bool = typer.Option(
        False, help="Also check learning curves and cell paths by replicate experiments."
    ),
    expectation: str = typer.Option("exact", help="How M(Y,X) is averaged: exact or simulated."),
    simulations: int = typer.Option(10_000, min=1, help="S, the number of complete simulations."),
    resamples: int = typer.Option(500, min=0, help="Bootstrap resamples behind every rank interval."),
    unit: str = typer.Option("match", help="What the bootstrap redraws: match, session or connected."),
    seed: int = typer.Option(1, help="Seed of everything random."),
    report: Path | None = typer.Option(None, help="Write one self-contained page (.html)."),
    figure: Path | None = typer.Option(
        None, help="Draw the ranks (.png, .svg, .pdf); more figures beside it."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Predict play with learning rules and rank them by every accepted way of measuring success."""
    from rich.progress import Progress

    from humanlike.core import Streams
    from humanlike.prediction import conduct

    plays = read_data(data, game, games, seed)
    split = _split(fit, test, plays)
    settings = _settings(measures, methods, levels, simulations, resamples, expectation)
    wishes = _wishes(unit, horizons, uncertain, checks or report is not None or figure is not None)
    chosen = _rules(rules)
    with Progress(console=progress_console, transient=True) as bar:
        task = bar.add_task("predicting", total=None)
        study = conduct(
            Streams(seed)["predict"],
            plays,
            chosen,
            split,
            settings,
            wishes,
            progress=lambda stage, rule: bar.update(task, description=f"{STAGES[stage]}: {rule}"),
        )
    if report is not None:
        from humanlike.prediction import study_findings
        from humanlike.reports.prediction_page import write_page

        write_page(study_findings(study), report, title=f"Predictive success: {data}")
    if figure is not None:
        from humanlike.reports.prediction_figures import draw_study

        draw_study(study, figure, title=data)
    if as_json:
        print_json(document_of_study(data, seed, study))
    else:
        show_study(data, study)


def read_data(data: str, game: str, games: str, seed: int) -> "list[Play]":
    """Plays from a file, a folder, a named data set, or a simulation of the paper's experiment."""
    from humanlike.core import look_up

    if data.startswith("simulated:"):
        plays = _simulated(data.removeprefix("simulated:"), seed)
    else:
        plays = _recorded(data, game)
    names = [name.strip() for name in games.split(",") if name.strip()]
    known = {play.game.name: play for play in plays}
    return [look_up("game in this body of play", name, known) for name in names] if names else plays


def _simulated(rule: str, seed: int) -> "list[Play]":
    from humanlike.core import Streams, look_up
    from humanlike.players import RULES
    from humanlike.prediction import simulated_experiment

    return simulated_experiment(Streams(seed)["simulated"], look_up("rule", rule, RULES))


def _recorded(data: str, game: str) -> "list[Play]":
    from humanlike.datasets import find_data, read_plays
    from humanlike.naming.games import find_game

    place = Path(data) if Path(data).exists() else find_data(data)
    return read_plays(place, find_game(game) if game else None)


def _split(fit: str, test: str, plays: "list[Play]") -> "Split":
    """What was asked for; by default role 1 is fitted and the others are predicted, as in the paper."""
    from humanlike.prediction import split_of

    n_roles = max(play.game.n_players for play in plays)
    studied = [set(play.roles[play.studied].tolist()) for play in plays]
    usual = "role 1" if all({0, 1} <= roles for roles in studied) else "half the matches"
    return split_of(fit or usual, test or None, n_roles)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _settings(
    measures: str, methods: str, levels: str, simulations: int, resamples: int, expectation: str
) -> Any:
    from humanlike.core import look_up
    from humanlike.prediction import LEVELS, MEASURES, METHODS, Settings, chosen

    ways = tuple(word.strip() for word in methods.replace(";", " ").split())
    return Settings(
        measures=chosen("measure", _words(measures), MEASURES),
        methods=chosen("method", ways, METHODS),
        levels=chosen("level", _words(levels), LEVELS),
        n_simulations=simulations,
        n_resamples=resamples,
        expectation=look_up("expectation", expectation, {"exact": "exact", "simulated": "simulated"}),
    )


def _wishes(unit: str, horizons: str, uncertain: bool, checks: bool) -> Any:
    from humanlike.core import BadRequest, look_up, whole_number
    from humanlike.prediction import UNITS, WHOLE_GAME, Wishes

    steps = []
    for word in _words(horizons):
        if word.upper() != "T" and not whole_number(word):
            raise BadRequest(
                f"A horizon is a number of rounds from 1 up, or T for the whole game, not '{word}'."
            )
        steps.append(WHOLE_GAME if word.upper() == "T" else int(word))
    return Wishes(look_up("unit", unit, UNITS), tuple(dict.fromkeys(steps)), uncertain, checks)


def _rules(text: str) -> "list[Rule]":
    from humanlike.core import look_up
    from humanlike.players import RULES
    from humanlike.prediction import PAPER_RULES

    if text == "all":
        return list(RULES.values())
    if text == "paper":
        return [RULES[name] for name in PAPER_RULES.values()]
    known = RULES | {symbol: RULES[name] for symbol, name in PAPER_RULES.items()}
    return list(dict.fromkeys(look_up("rule", word, known) for word in _words(text)))


def document_of_study(data: str, seed: int, study: "Study") -> dict[str, Any]:
    """What `--json` prints."""
    result = study.assessment
    games = [sample.name for sample in study.samples]
    return {
        "data": data,
        "seed": seed,
        "split": study.split.sentence,
        "simulations": result.settings.n_simulations,
        "resamples": result.settings.n_resamples,
        "expectation": result.settings.expectation,
        "floor": result.settings.floor,
        "games": [
            {
                "game": name,
                "units": result.n_units[name],
                "choices": result.n_observations[name],
                "kuipers_undefined": result.kuipers_undefined.get(name),
            }
            for name in games
        ],
        "rules": [_rule_entry(rule, games, study) for rule in result.rules],
        "refused": study.refused,
        "left_out": study.left_out,
        "caveats": list(result.caveats),
        "criteria": criteria_entries(result),
        "comparisons": _comparisons(result),
        "concordance": _concordances(result),
        "uncertain": criteria_entries(study.uncertain) if study.uncertain else None,
        "horizons": criteria_entries(study.horizons) if study.horizons else None,
        "checks": [
            {
                **each._asdict(),
                **{name: _numbers(getattr(each, name)) for name in ("observed", "mean", "lower", "upper")},
            }
            for each in study.checks
        ],
    }


def _rule_entry(rule: str, games: list[str], study: "Study") -> dict[str, Any]:
    from humanlike.prediction import symbol_of

    sets = {name: study.calibrations[rule, name] for name in games}
    parameters = {name: each.parameters._asdict() for name, each in sets.items()}
    return {
        "rule": rule,
        "symbol": symbol_of(rule),
        "source": study.assessment.sources[rule],
        "parameters": parameters,
    }


def _numbers(values: Any) -> list[float | None]:
    """Numbers that JSON knows: what is undefined becomes null."""
    return [None if value != value else float(value) for value in values]


def criteria_entries(result: "Assessment") -> list[dict[str, Any]]:
    """Every criterion with the rules' values, ranks and rank intervals."""
    from humanlike.prediction import ranked

    names = ("value", "rank", "rank_lower", "rank_upper")
    return [
        {
            **each._asdict(),
            "undefined": result.undefined.get(each),
            "rules": [
                {"rule": row.rule, **dict(zip(names, _numbers(row[1:]), strict=True))}
                for row in ranked(result, each)
            ],
        }
        for each in result.criteria
    ]


def _comparable(result: "Assessment") -> "list[Criterion]":
    import numpy as np

    if not result.settings.n_resamples:
        return []
    return [each for each in result.defined if not np.isnan(result.of(each)).all()]


def _comparisons(result: "Assessment") -> list[dict[str, Any]]:
    from humanlike.prediction import compare_rules

    return [
        {**found._asdict(), "criterion": each.title}
        for each in _comparable(result)
        for found in [compare_rules(result, each)]
    ]


def _concordances(result: "Assessment") -> list[dict[str, Any]]:
    from humanlike.core import BadRequest
    from humanlike.prediction import concordance

    found = []
    for game in result.games:
        try:
            each = concordance(result, game)
        except BadRequest:
            continue
        titles = [criterion.title for criterion in each.criteria]
        matrix = [_numbers(row) for row in each.spearman]
        found.append({"game": game, **each._asdict(), "criteria": titles, "spearman": matrix})
    return found


def show_study(data: str, study: "Study") -> None:
    """Ranks on one screen, and what may be said about them."""
    from humanlike.core import BadRequest
    from humanlike.prediction import compare_rules, concordance

    result = study.assessment
    where = result.games[-1]
    console.print(
        f"[bold]{data}[/bold]: {sum(result.n_observations.values())} choices, {len(study.samples)} games"
    )
    console.print(study.split.sentence, markup=False)
    for level in result.settings.levels:
        criteria = [each for each in result.defined if each.game == where and each.level == level]
        _show_ranks(result, criteria, f"{level}, {'all games' if where == 'all' else where}")
    for each in _comparable(result):
        if each.game == where and each.level == "actions" and (each.measure, each.method) in SPOKEN_OF:
            console.print(compare_rules(result, each).sentence, markup=False)
    try:
        console.print(concordance(result, where).sentence, markup=False)
    except BadRequest as error:
        console.print(str(error), markup=False)
    for sentence in (*result.caveats, *study.refused.values(), *study.left_out.values()):
        console.print(sentence, markup=False)


def _show_ranks(result: "Assessment", criteria: "list[Criterion]", where: str) -> None:
    """The paper's layout, rules across; many rules go down instead, a table for each method."""
    from humanlike.prediction import ranked, symbol_of

    ranks = {each: [_rank(row.rank) for row in ranked(result, each)] for each in criteria}
    if len(result.rules) <= MOST_ACROSS:
        rows = [(f"{each.measure}({each.method})", *ranks[each]) for each in criteria]
        print_table(f"Ranks, {where}", ("", *(symbol_of(rule) for rule in result.rules)), rows)
        return
    for method in dict.fromkeys(each.method for each in criteria):
        here = [each for each in criteria if each.method == method]
        columns = ("", *(each.measure for each in here))
        rows = [(rule, *(ranks[each][place] for each in here)) for place, rule in enumerate(result.rules)]
        print_table(f"Ranks by M({method}), {where}", columns, rows)


def _rank(rank: float) -> str:
    return "-" if rank != rank else f"{rank:g}"
