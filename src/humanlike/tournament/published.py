"""What Arifovic, McKelvey & Pevnitskaya (2005) printed: Table 3 (centres), Tables 4-11 (payoffs) and 12-18 (scores).

Kept as printed, so that ours can be laid beside it. Known slips (settled in the docstrings where they matter): Table 3
names its games in reverse order (kept here under the games they are); Table 10 swaps the totals of Fictitious and
AdjReinf; Table 12 is printed rotated and only seven of its data columns survive; Payoff Change's median game is -.70 by
Table 13 but printed -.670; the weighted means of alg1, Cournot and AdjReinf do not follow from the other tables.
"""

from typing import NamedTuple

CITATION = (
    "Arifovic, McKelvey & Pevnitskaya (2006), An initial implementation of the Turing tournament to learning "
    "in repeated two-person games, Games and Economic Behavior 57, 93-122 (working paper of October 2005)"
)


class PayoffRow(NamedTuple):
    """One line of Tables 4-11: subjects, mean and population SD of the pairs' mean payoffs, total."""

    n: int
    row_mean: float
    row_sd: float
    column_mean: float
    column_sd: float
    total: float


# The order of the paper's eight games; sessions follow it.
PUBLISHED_GAMES = (
    "ochs",
    "stag-hunt-2",
    "stag-hunt-3",
    "ultimatum-3",
    "centipede-3",
    "prisoners-dilemma",
    "battle-of-the-sexes",
    "chicken",
)
EXPERIMENTS = ("CIT", "PCC1", "PCC2")
# Our name of each machine row of the tables.
PUBLISHED_EMULATORS = {
    "Random": "random",
    "Cournot": "cournot",
    "Fictitious": "fictitious-play",
    "AdjReinf": "adjusted-reinforcement",
    "EWA": "ewa",
    "alg1": "alg1",
    "alg2": "alg2",
}
PUBLISHED_DETECTORS = {
    "Random": "random",
    "Dates": "dates",
    "Ninety%": "ninety-percent-tables",
    "Payoff Change": "payoff-change",
    "High Payoffs": "high-payoffs",
    "Coordination": "coordination",
}

_ROWS = (*EXPERIMENTS, *PUBLISHED_EMULATORS)
_NUMBERS = {
    "ochs": """
        16 8.85 5.06 3.88 0.37 12.72   14 6.51 1.41 3.96 0.18 10.47   16 8.08 0.83 4.01 0.19 12.08
        14 8.14 0.84 4.02 0.15 12.16   16 7.96 0.15 4.00 0.00 11.96   16 4.53 0.13 4.39 0.13 8.92
        14 6.76 1.21 4.26 0.16 11.02   16 8.49 3.27 4.36 0.34 12.84   16 12.00 0.00 4.00 0.00 16.00
        12 4.87 0.80 4.31 0.11 9.17""",
    "stag-hunt-2": """
        16 5.95 0.10 5.94 0.12 11.88   14 5.12 1.08 5.07 1.19 10.19   16 4.75 1.17 4.94 1.10 9.68
        14 3.24 0.35 3.13 0.25 6.37    16 4.63 1.80 4.63 1.80 9.25    16 5.59 0.98 5.59 0.98 11.17
        14 4.04 0.84 4.01 0.85 8.05    16 4.00 0.73 4.03 0.58 8.03    16 6.00 0.00 6.00 0.00 12.00
        16 5.23 0.17 5.24 0.20 10.47""",
    "stag-hunt-3": """
        16 4.98 0.03 4.98 0.03 9.96    14 4.07 0.79 4.03 0.87 8.10    16 4.64 0.43 4.64 0.63 9.28
        14 3.01 0.19 3.08 0.20 6.09    16 2.69 0.83 2.69 0.83 5.38    16 3.23 0.45 3.23 0.45 6.46
        14 3.37 0.50 3.49 0.34 6.86    16 3.23 0.29 3.26 0.16 6.49    16 5.00 0.00 5.00 0.00 10.00
        16 4.57 0.09 4.58 0.12 9.15""",
    "ultimatum-3": """
        16 2.28 1.02 1.88 0.84 4.16    14 2.63 0.69 2.27 0.72 4.90    16 2.55 0.43 2.12 0.75 4.67
        14 2.62 0.29 1.61 0.20 4.23    16 4.96 0.03 1.04 0.03 6.00    16 4.92 0.05 1.08 0.05 6.00
        14 3.33 0.35 1.93 0.25 5.26    16 2.73 0.28 1.80 0.18 4.53    16 4.00 0.00 2.00 0.00 6.00
        16 2.80 0.28 1.79 0.18 4.59""",
    "centipede-3": """
        16 19.63 9.73 17.06 5.38 36.69 14 13.04 9.79 9.73 7.54 22.77  16 10.75 4.73 12.38 4.68 23.13
        14 12.31 3.33 8.54 1.11 20.86  16 4.01 0.11 1.21 0.09 5.21    16 6.54 4.61 4.49 2.84 11.03
        14 17.20 9.71 18.96 6.00 36.16 16 8.22 0.36 31.68 0.38 39.90  16 36.00 0.00 24.00 0.00 60.00
        16 19.48 3.54 16.14 1.81 35.61""",
    "prisoners-dilemma": """
        16 7.46 1.27 7.60 0.79 15.05   14 5.17 2.21 5.60 2.08 10.77   16 6.03 1.97 6.17 2.05 12.20
        14 4.88 0.74 5.29 0.59 10.17   16 2.05 0.06 2.01 0.04 4.06    16 2.05 0.06 2.01 0.04 4.06
        14 4.22 1.23 4.45 1.78 8.66    16 3.97 1.49 4.03 1.25 8.01    16 8.00 0.00 8.00 0.00 16.00
        16 5.53 0.64 5.39 0.64 10.92""",
    "battle-of-the-sexes": """
        16 11.28 0.64 10.38 2.31 21.66 14 7.91 2.91 9.66 2.49 17.57   16 9.71 2.93 8.66 3.17 18.38
        14 7.59 0.71 7.25 0.99 14.85   16 6.75 4.44 12.75 6.83 19.50  16 10.05 5.25 13.41 5.93 17.21
        14 8.16 3.43 9.05 3.88 23.46   16 4.82 0.95 5.60 2.34 10.41   16 12.00 0.00 12.00 0.00 24.00
        16 7.24 0.97 7.09 1.10 14.33""",
    "chicken": """
        16 4.70 0.69 4.69 0.75 9.40    14 4.49 0.59 4.46 0.61 8.95    16 4.27 0.82 4.07 1.16 8.34
        14 3.46 0.43 3.67 0.30 7.13    16 3.75 1.30 2.75 0.43 6.50    16 3.75 1.30 2.75 0.43 6.50
        14 3.71 1.01 3.95 0.84 7.65    16 3.60 0.65 3.40 0.62 7.00    16 5.49 0.05 3.52 0.18 9.02
        16 3.80 0.42 3.73 0.42 7.54""",
}


def _payoff_rows(numbers: str) -> dict[str, PayoffRow]:
    words = numbers.split()
    lines = [words[start : start + 6] for start in range(0, len(words), 6)]
    return {
        name: PayoffRow(int(line[0]), *(float(word) for word in line[1:]))
        for name, line in zip(_ROWS, lines, strict=True)
    }


# PAYOFFS[game][dataset as printed]
PAYOFFS: dict[str, dict[str, PayoffRow]] = {name: _payoff_rows(text) for name, text in _NUMBERS.items()}


class CentreRow(NamedTuple):
    """One line of Table 3: the geometric median of pairs' mean payoffs, and the Euclidean deviation about it."""

    row: float
    column: float
    spread: float


_CENTRED = ("Cournot", "Fictitious", "AdjReinf", "EWA", "human data")
# In the order of print, which labels the first block Ochs and the last one Chicken. As labelled most centres lie
# outside the polygon of possible payoffs; in reverse order, as here, two of 40 do (ultimatum: AdjReinf, human data).
_CENTRES = {
    "chicken": "3 3 3.08   3.46 4.51 3.48   3.73 3.62 2.41   3.79 3.78 2.18   4.93 4.94 2.41",
    "battle-of-the-sexes": "9.88 9.88 8.57   10.20 4.45 2.62   7.44 7.98 5.01   6.07 3.91 2.96   10.86 10.73 4.91",
    "prisoners-dilemma": "1.98 2.14 0.71   5.80 1.59 1.84   5.10 4.60 3.67   3.15 4.38 2.66   7.51 7.65 3.32",
    "centipede-3": "4.10 1.23 2.39   21.83 17.80 5.24   16.80 14.52 7.92   8.49 31.44 2.80   11.53 11.69 7.11",
    "ultimatum-3": "4.96 1.04 0.59   2.91 2.65 1.83   3.84 2.74 1.96   2.75 1.20 1.32   2.46 2.81 0.74",
    "stag-hunt-3": "2.89 2.90 2.52   3.24 3.27 1.22   3.15 3.13 1.73   3.16 3.20 1.40   4.96 4.97 1.01",
    "stag-hunt-2": "3 3 2.91   3.53 3.58789 2.10   3.34 3.9 2.17   3.31 3.30733 1.90   5.79 5.80 1.1",
    "ochs": "7.84 4 0.8   8.84 4.34 3.31   13.05 3.88 2.68   7.47 4.15 2.98   6.90 4.04 1.04",
}


def _centre_rows(numbers: str) -> dict[str, CentreRow]:
    values = [float(word) for word in numbers.split()]
    return {name: CentreRow(*values[3 * place : 3 * place + 3]) for place, name in enumerate(_CENTRED)}


# TABLE_3[game][dataset as printed]
TABLE_3: dict[str, dict[str, CentreRow]] = {name: _centre_rows(text) for name, text in _CENTRES.items()}


def _table(columns: tuple[str, ...], rows: dict[str, str]) -> dict[str, dict[str, float | None]]:
    """Rows of numbers by name; a dot stands for a number lost from the print."""
    return {
        name: {
            column: None if word == "." else float(word)
            for column, word in zip(columns, line.split(), strict=True)
        }
        for name, line in rows.items()
    }


# Table 12: detectors' overall scores, and their scores on the seven data columns that survive.
TABLE_12 = _table(
    ("score", "CIT", "PCC1", "PCC2", "Random", "Cournot", "AdjReinf", "alg1"),
    {
        "Random": "-.693 -.69 -.69 -.69 -.69 -.69 -.69 -.69",
        "Dates": "-.969 -.57 -.57 -.57 -.92 -.92 -1.09 -.92",
        "Ninety%": "-.830 -1.61 -1.44 -1.26 -1.61 -.40 -.92 -.40",
        "Payoff Change": "-.742 -1.15 -.77 -.46 -.62 -.02 -.67 -.02",
        "High Payoffs": "-.908 -.57 -.85 -.75 -.31 -.87 -.60 -4.40",
        "Coordination": "-.684 -.36 -.37 -.35 -.50 -.77 -.67 -1.96",
    },
)
# Table 13: detectors' scores by game.
TABLE_13 = _table(
    ("average", *PUBLISHED_GAMES),
    {
        "Random": "-.693 -.69 -.69 -.69 -.69 -.69 -.69 -.69 -.69",
        "Dates": "-.969 -.43 -1.40 -1.40 -.50 -.85 -.36 -1.40 -1.40",
        "Ninety%": "-.830 -.85 -.78 -.92 -.92 . -.85 -.78 -.78",
        "Payoff Change": "-.742 -1.07 -1.03 -.63 -.44 -.71 -.70 -.65 -.70",
        "High Payoffs": "-.908 -.86 -.83 -.56 -2.06 -.91 -.68 -1.13 -.25",
        "Coordination": "-.683 -.69 -1.45 -.57 -.69 -.69 -.39 -.28 -.69",
    },
)
# Table 14: scores by dataset in the battle of the sexes.
TABLE_14 = _table(
    ("score", *_ROWS),
    {
        "Dates": "-1.401 -.22 -.22 -.22 -1.61 -1.61 -1.61 -1.61 -1.61 -1.61 -1.61",
        "Random": "-.693 -.69 -.69 -.69 -.69 -.69 -.69 -.69 -.69 -.69 -.69",
        "Ninety%": "-.777 -1.61 -1.61 -1.61 -1.61 -.22 -.22 -.22 -.22 -1.61 -1.61",
        "Payoff Change": "-.652 -.32 -.22 -.32 -.70 -.01 -.35 -.22 -.38 -.01 -1.28",
        "High Payoffs": "-1.127 -.11 -.87 -.81 -.37 -1.62 -3.43 -.52 -.01 -4.61 -.33",
        "Coordination": "-.279 -.01 -.06 -.02 -.21 -.04 -.04 -.12 -.06 -3.22 -.78",
    },
)
# Tables 15 and 16: detectors under three schemes, scores and ranks.
TABLE_15 = _table(
    ("mean", "minimax", "median game"),
    {
        "Random": "-.693 -.693 -.693",
        "Dates": "-.968 -1.609 -1.124",
        "Ninety%": "-.830 -1.609 -.812",
        "Payoff Change": "-.742 -4.605 -.670",
        "High Payoffs": "-.908 -4.60 -.843",
        "Coordination": "-.684 -3.219 -.693",
    },
)
TABLE_16 = _table(
    ("mean", "minimax", "median game"),
    {
        "Random": "2 1 2",
        "Dates": "6 2 6",
        "Ninety%": "4 2 4",
        "Payoff Change": "3 5 1",
        "High Payoffs": "5 5 5",
        "Coordination": "1 4 2",
    },
)
# Tables 17 and 18: emulators under four schemes, scores and ranks.
TABLE_17 = _table(
    tuple(PUBLISHED_EMULATORS),
    {
        "winning detector": "-.50 -.76 -.76 -.66 -.56 -1.956 -1.100",
        "unweighted mean": "-.77 -.61 -.79 -.77 -.72 -1.40 -1.070",
        "weighted mean": "-.72 -.51 -.64 -.75 -.69 -.79 -1.18",
        "median game": "-.78 -.56 -.67 -.76 -.76 -1.28 -1.14",
    },
)
TABLE_18 = _table(
    tuple(PUBLISHED_EMULATORS),
    {
        "winning detector": "7 3 3 5 6 1 2",
        "unweighted mean": "4 7 3 5 6 1 2",
        "weighted mean": "4 7 6 3 5 2 1",
        "median game": "3 7 6 5 4 1 2",
    },
)

# Starting profiles that reproduce Cournot and fictitious play exactly: {(row, column): pairs}.
FIRST_ROUNDS_2 = {(0, 0): 1, (1, 0): 2, (1, 1): 5}
FIRST_ROUNDS_3 = {(0, 0): 1, (0, 1): 1, (0, 2): 2, (1, 1): 2, (2, 0): 2}
