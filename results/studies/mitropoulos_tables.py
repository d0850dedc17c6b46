"""The rank tables of Mitropoulos (2001): as printed, and in the paper's design with subjects of a known rule."""

from collections.abc import Sequence
from typing import Any

import humanlike as hl
from humanlike.players.symbols import PAPER_RULES
from humanlike.prediction import Assessment, Criterion, rank_table, ranks_of
from humanlike.prediction.design import PAPER_GAMES
from humanlike.prediction.paper_tables import ORDER, QUOTED, RANKS, Row, recomputed
from humanlike.prediction.undefined import undefined_counts
from humanlike.statistics import spearman
from humanlike.studies.predict import settings_of
from results.study import Desk, Needs, Study

TRUTH, SIMULATIONS = "bush-mosteller", 4_000
RAND_PRINTED = {  # Table 5: MFC, FCBC, CO, MP, all
    "M(Y,P) MSD": (10, 10, 11, 7, 11),
    "M(Y,P) KS": (11.5, 11.5, 11.5, 11.5, 11.5),
    "M(Y,X) MSD": (11, 11, 12, 11, 11),
    "M(Y,X) KS": (12, 11, 12, 12, 12),
    "M(Y,Z) MSD": (3, 6, 11, 1, 2),
    "M(Y,Z) KS": (1, 6, 10, 1, 2),
    "M(mY,mQ) MSD": (10, 5, 10, 1, 9),
    "M(mY,mQ) KS": (12, 4, None, 2, 1),
    "M(mY,mP) MSD": (11, 11, 11, 7, 11),
    "M(mY,mP) KS": (6.5, 11.5, None, 7, 11.5),
}
BEYOND = (  # what the paper names and does not do
    ("KS", "Y,P", "actions"),
    ("EQ", "Y,P", "actions"),
    ("GS", "Y,P", "outcomes"),
    ("EQ", "Y,P", "outcomes"),
    ("EQ", "Y,X", "outcomes"),
    ("LOG", "Y,P", "actions"),
    ("LOG", "Y,P", "match"),
    ("MAD", "Y,P", "match"),
    ("MSD", "mY,mP", "actions"),
    ("MSD", "bY,bP", "actions"),
    ("MSD", "bY,bQ", "actions"),
    ("MSD", "sY,sP", "actions"),
)


def compute(part: str, desk: Desk) -> Any:
    """The correlations the paper quotes, recomputed from its printed ranks; or all tables under a known truth."""
    if part == "printed":
        return {
            _name(each.first): {"quoted": each.correlation, "recomputed": recomputed(each)} for each in QUOTED
        }
    settings = settings_of(measures="all", methods="all", levels="all", simulations=SIMULATIONS, resamples=0)
    found = hl.predict(f"simulated:{part}", "paper", settings=settings, **desk.effort)
    result = found.study.assessment
    return {
        "choices": sum(result.n_observations.values()),
        "matches": result.n_independent,
        "fitted": {
            symbol: list(map(float, found.study.calibrations[rule, found.study.samples[0].name].parameters))
            for symbol, rule in PAPER_RULES.items()
        },
        "tables": _tables(result),
        "rand": _rand(result),
        "correlations": {_name(each.first): _correlation(result, each.first, each.second) for each in QUOTED},
        "beyond": {
            f"{measure}({method}), {level}": _values(result, Criterion(measure, method, level, "all"))
            for measure, method, level in BEYOND
        },
        "undefined": [each.sentence for each in undefined_counts(found.study)],
    }


def _name(row: Row) -> str:
    return f"Table {row.table} {row.measure} {row.game}"


def _criterion(row: Row) -> Criterion:
    return Criterion(row.measure, row.method, row.level, PAPER_GAMES.get(row.game, row.game))


def _ranks(result: Assessment, criterion: Criterion) -> list[float | None]:
    """Ranks in the paper's order of rules."""
    ranks = dict(zip(result.rules, ranks_of(result.of(criterion), criterion.measure).tolist(), strict=True))
    found = [ranks[PAPER_RULES[symbol]] for symbol in ORDER]
    return [None if rank != rank else rank for rank in found]


def _tables(result: Assessment) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for row, printed in RANKS.items():
        ours = _ranks(result, _criterion(row))
        known = [rank if rank is not None else float("nan") for rank in ours]
        way = f"{row.measure} M({row.method}) {row.level} {row.game}"
        tables.setdefault(f"Table {row.table}", {})[way] = {
            "printed": list(printed),
            "ours": ours,
            "written": _written(ours),
            "spearman": _number(spearman(printed, known)),
        }
    return tables


def _rand(result: Assessment) -> dict[str, Any]:
    """Table 5: the ranks of RAND, games in the paper's order."""
    found = rank_table(result, 5)
    columns = [found.columns.index(PAPER_GAMES[symbol]) for symbol in ("MFC", "FCBC", "CO", "MP")]
    columns.append(found.columns.index("all"))
    ours = {
        " ".join(label): [_number(ranks[place]) for place in columns]
        for label, ranks in zip(found.rows, found.ranks, strict=True)
    }
    return {
        way: {"printed": list(printed), "ours": ours[way], "written": _written(ours[way])}
        for way, printed in RAND_PRINTED.items()
    }


def _written(ranks: Sequence[float | None]) -> str:
    """Ranks in one line, as the paper's page shows them."""
    return " ".join("-" if rank is None else f"{rank:g}" for rank in ranks)


def _correlation(result: Assessment, first: Row, second: Row) -> float | None:
    ways = (_criterion(first), _criterion(second))
    return _number(spearman(*(ranks_of(result.of(each), each.measure) for each in ways)))


def _values(result: Assessment, criterion: Criterion) -> dict[str, Any]:
    values = dict(zip(result.rules, result.of(criterion).tolist(), strict=True))
    return {
        symbol: {"value": _number(values[PAPER_RULES[symbol]]), "rank": rank}
        for symbol, rank in zip(ORDER, _ranks(result, criterion), strict=True)
    }


def _number(value: float) -> float | None:
    return None if value != value else float(value)


STUDY = Study(
    title="The rank tables of Mitropoulos (2001)",
    command=f"humanlike predict simulated:{TRUTH} --simulations {SIMULATIONS} --measures all --methods all "
    "--levels all",
    parts={
        "printed": Needs(),
        TRUTH: Needs(rules=tuple(PAPER_RULES.values()), games=tuple(PAPER_GAMES.values())),
    },
    compute=compute,
)
