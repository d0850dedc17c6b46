"""Which way of measuring finds the truth: rates with intervals, what is blind, what other estimators cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from results.pages.markdown import pictures, table
from results.shelf import MadePart

TWELVE, MIXED, MEASURED = "twelve truths", "mixtures", "estimators"
FINDS = 0.9
ALL = "all"


def page(parts: Mapping[str, MadePart]) -> list[str]:
    """The twelve truths first, then mixtures, then estimators."""
    lines = []
    tellers = {TWELVE: _twelve, MIXED: _mixed, MEASURED: _measured}
    for part, made in parts.items():
        lines += [*tellers[part](made.document), *pictures(made.pictures)]
    return lines


def _twelve(found: Mapping[str, Any]) -> list[str]:
    rates = [each for each in found["rates"] if each["game"] == ALL]
    often, never = ([each for each in rates if wanted(each)] for wanted in (_is_often, _is_never))
    symbols = found["truths"]
    likely = [each for each in rates if each["estimator"] == "likelihood"]
    likely.sort(key=lambda each: -each["rate"])
    return [
        f"{found['size']}, {found['simulations']:,} complete simulations. Players 1 are fitted, players 2 predicted. A "
        "way of measuring finds a truth if the rule that made the play is first and nobody else shares its place. "
        f"Shares of {rates[0]['trials']} experiments with 95 % intervals (Clopper and Pearson), all games:",
        "",
        f"**More than 90 %** ({len(often)} of {len(rates)}): {_listed(often)}.",
        "",
        f"**Never** ({len(never)}): {_listed(never)}.",
        "",
        *table(
            [
                "way of measuring",
                *found["estimators"],
                "truths always found",
                "truths never found",
                "the paper warns",
            ],
            _rows(rates, found),
        ),
        f"Truths always and never found are of {len(found['truths'])}, in {found['experiments']} experiments each, "
        f"fitted by {found['estimators'][0]}.",
        "",
        *(f"- {key}: {told}" for key, told in found["warnings"].items()),
        "",
        "Truth by truth, fitted by likelihood (experiments of "
        f"{found['experiments']} in which the truth is found; the ten best ways and the ten worst):",
        "",
        *table(["", *symbols], [[_way(each), *each["by_truth"]] for each in (*likely[:10], *likely[-10:])]),
        "Ways of measuring that cannot discriminate are left out, each for its reason:",
        "",
        *(f"- {', '.join(ways)}. {why}" for why, ways in _by_reason(found["excluded"]).items()),
        "",
        "Game by game (the best way of each, fitted by likelihood):",
        "",
        *table(["game", "way of measuring", "share"], _best_of_games(found)),
    ]


def _mixed(found: Mapping[str, Any]) -> list[str]:
    rates = sorted((each for each in found["rates"] if each["game"] == ALL), key=lambda each: -each["rate"])
    return [
        "## Mixtures as truth",
        "",
        f"{found['size']} ({', '.join(found['candidates'])}). The rule that most subjects follow is to be found.",
        "",
        *table(
            ["way of measuring", "share", *found["truths"]],
            [[_way(each), _share(each), *each["by_truth"]] for each in (*rates[:8], *rates[-4:])],
        ),
    ]


def _measured(found: Mapping[str, Any]) -> list[str]:
    rates = [each for each in found["rates"] if each["game"] == ALL and each["level"] == "actions"]
    return [
        "## Parameters fitted by the measures themselves",
        "",
        f"{found['size']} ({', '.join(found['candidates'])}), {found['simulations']:,} complete simulations. Each "
        "column is what parameters were fitted by, each row what rules were judged by, held out. Share of experiments "
        "in which the truth is first:",
        "",
        *table(
            ["judged by", *found["estimators"]],
            [[way, *(f"{each['rate']:.2f}" for each in by.values())] for way, by in _by_way(rates).items()],
        ),
        "Regret: how much worse the true rule predicts than with the estimator that suits the row best, in standard "
        "deviations of the row over candidates:",
        "",
        *table(
            ["judged by", *found["estimators"]],
            [
                [_way(each), *("-" if value is None else f"{value:.2f}" for value in each["regret"].values())]
                for each in found["regret"]
                if each["level"] == "actions"
            ],
        ),
    ]


def _is_often(each: Mapping[str, Any]) -> bool:
    return bool(each["rate"] > FINDS)


def _is_never(each: Mapping[str, Any]) -> bool:
    return not each["found"]


def _way(each: Mapping[str, Any]) -> str:
    return f"{each['measure']}({each['method']}), {each['level']}"


def _share(each: Mapping[str, Any]) -> str:
    return f"{each['rate']:.2f} [{each['lower']:.2f}, {each['upper']:.2f}]"


def _listed(rates: Sequence[Mapping[str, Any]]) -> str:
    told = [f"{_way(each)} after {each['estimator']} {_share(each)}" for each in rates]
    return "; ".join(told) if told else "none"


def _by_way(rates: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Mapping[str, Any]]]:
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for each in rates:
        found.setdefault(_way(each), {})[each["estimator"]] = each
    return found


def _rows(rates: Sequence[Mapping[str, Any]], found: Mapping[str, Any]) -> list[list[str]]:
    """Ways of measuring, best by likelihood first."""
    by_way = _by_way(rates)
    order = sorted(by_way, key=lambda way: -by_way[way][found["estimators"][0]]["rate"])
    return [
        [
            way,
            *(_share(by_way[way][name]) for name in found["estimators"]),
            *_extremes(by_way[way][found["estimators"][0]], found["experiments"]),
            ", ".join(next(iter(by_way[way].values()))["cautions"]),
        ]
        for way in order
    ]


def _extremes(each: Mapping[str, Any], experiments: int) -> list[str]:
    """How many truths are found in all experiments, and how many in none."""
    return [str(sum(hits == wanted for hits in each["by_truth"])) for wanted in (experiments, 0)]


def _by_reason(excluded: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for each in excluded:
        reasons.setdefault(each["why"], []).append(f"{each['measure']}({each['method']})")
    return reasons


def _best_of_games(found: Mapping[str, Any]) -> list[list[str]]:
    rows = []
    for game in found["games"]:
        own = [each for each in found["rates"] if each["game"] == game and each["estimator"] == "likelihood"]
        best = max(own, key=lambda each: each["rate"])
        rows.append([game, _way(best), _share(best)])
    return rows
