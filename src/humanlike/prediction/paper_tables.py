"""The paper's own rank tables, and the fifteen correlations it quotes from them.

Rows are read as printed (a decimal comma in Table 4 is a point). `QUOTED` names for each correlation in the text
the two rows it compares; all fifteen are Spearman's with midranks.

Mitropoulos (2001), Tables 4 and 6-10, 13; sections 6.3 and 6.4 (the second "MFC" of section 6.4 is MP).
"""

from typing import NamedTuple

from humanlike.statistics import spearman

ORDER = ("BM", "MS", "CR", "BS", "RE", "REL", "KA", "EX", "SV", "RAND", "WSLC", "WSLR")


class Row(NamedTuple):
    """Which row of which table."""

    table: int
    measure: str
    method: str
    game: str = "all"
    level: str = "actions"


class Quoted(NamedTuple):
    """A correlation the paper quotes."""

    first: Row
    second: Row
    correlation: float


def _ranks(text: str) -> tuple[float, ...]:
    return tuple(float(word) for word in text.split())


RANKS: dict[Row, tuple[float, ...]] = {
    Row(4, "MSD", "Y,P"): _ranks("2 1 6 3 5 7 8 12 4 11 10 9"),
    Row(4, "MSD", "Y,X"): _ranks("5 6 9 2 8 10 4 12 7 11 1 3"),
    Row(4, "MAD", "Y,P"): _ranks("5 6 9 2 8 10 4 12 7 11 1 3"),
    Row(4, "MAD", "Y,X"): _ranks("5 6 9 2 8 10 4 12 7 11 1 3"),
    Row(4, "POI", "Y,P"): _ranks("5 3 10 1 9 8 7 12 4 11 2 6"),
    Row(4, "POI", "Y,X"): _ranks("5 6 9 2 8 10 4 12 7 11 1 3"),
    Row(4, "KS", "Y,P"): _ranks("7 3 10 1 9 8 6 11.5 4 11.5 2 5"),
    Row(4, "KS", "Y,X"): _ranks("6 5 10 2 9 8 4 11 7 12 1 3"),
    Row(6, "MSD", "Y,P"): _ranks("2 1 6 3 5 7 8 12 4 11 10 9"),
    Row(6, "MSD", "mY,mP"): _ranks("2 1 8 5 9 4 6 12 3 11 10 7"),
    Row(6, "MAD", "Y,P"): _ranks("5 6 9 2 8 10 4 12 7 11 1 3"),
    Row(6, "MAD", "mY,mP"): _ranks("5 1 8 2 10 4 7 12 3 11 9 6"),
    Row(6, "POI", "Y,P"): _ranks("5 3 10 1 9 8 7 12 4 11 2 6"),
    Row(6, "POI", "mY,mP"): _ranks("3.5 3.5 10.5 7.5 10.5 3.5 3.5 12 3.5 7.5 9 3.5"),
    Row(6, "KS", "Y,P"): _ranks("7 3 10 1 9 8 6 11.5 4 11.5 2 5"),
    Row(6, "KS", "mY,mP"): _ranks("3.5 3.5 9.5 7 9.5 3.5 3.5 11.5 3.5 11.5 8 3.5"),
    Row(7, "MSD", "Y,Z"): _ranks("8 9 2 11 3 6 4 7 12 5 10 1"),
    Row(7, "MSD", "mY,mQ"): _ranks("4 5 8 1 7 11 3 10 6 9 12 2"),
    Row(7, "MAD", "Y,Z"): _ranks("8 9 2 11 3 6 4 7 12 5 10 1"),
    Row(7, "MAD", "mY,mQ"): _ranks("4 5 9 1 7 11 3 10 6 8 12 2"),
    Row(7, "POI", "Y,Z"): _ranks("8 9 2 11 3 6 4 7 12 5 10 1"),
    Row(7, "POI", "mY,mQ"): _ranks("6 9.5 11 6 8 6 2.5 9.5 2.5 12 2.5 2.5"),
    Row(7, "KS", "Y,Z"): _ranks("10 4 7 9 5 3 8 1 6 2 12 11"),
    Row(7, "KS", "mY,mQ"): _ranks("8 6 12 8 10 8 3.5 11 3.5 1 3.5 3.5"),
    Row(8, "MSD", "Y,Z", "MFC"): _ranks("9 11 3 10 5 6 4 8 12 7 1 2"),
    Row(8, "MSD", "mY,mQ", "MFC"): _ranks("3 2 7 11 6 9 4 8 1 10 12 5"),
    Row(8, "MSD", "Y,Z", "FCBC"): _ranks("8 9 2 10 3 4 7 6 12 5 11 1"),
    Row(8, "MSD", "mY,mQ", "FCBC"): _ranks("9 10 4 12 3 7 2 6 11 5 8 1"),
    Row(8, "MSD", "Y,Z", "CO"): _ranks("8 9 2 11 3 6 4 7 12 5 10 1"),
    Row(8, "MSD", "mY,mQ", "CO"): _ranks("5 9 1 11 2 3 6 8 4 10 12 7"),
    Row(8, "MSD", "Y,Z", "MP"): _ranks("7 10 6 2 8 5 11 9 3 4 12 1"),
    Row(8, "MSD", "mY,mQ", "MP"): _ranks("7 9 5 12 4 6 3 8 11 1 10 2"),
    Row(9, "MSD", "Y,X", "MFC"): _ranks("5 6 9 1 7 10 4 12 8 11 3 2"),
    Row(9, "MSD", "Y,Z", "MFC"): _ranks("9 11 3 10 5 6 4 8 12 7 1 2"),
    Row(9, "MSD", "Y,X", "FCBC"): _ranks("5 6 7 4 8 10 2 12 9 11 1 3"),
    Row(9, "MSD", "Y,Z", "FCBC"): _ranks("8 9 2 10 3 4 7 6 12 5 11 1"),
    Row(9, "MSD", "Y,X", "MP"): _ranks("7 5 10 2 9 8 4 12 6 11 1 3"),
    Row(9, "MSD", "Y,Z", "MP"): _ranks("7 10 6 2 8 5 11 9 3 4 12 1"),
    Row(10, "MSD", "mY,mP", "MFC"): _ranks("5 3 7 1 10 8 2 12 6 11 9 4"),
    Row(10, "MSD", "mY,mQ", "MFC"): _ranks("3 2 7 11 6 9 4 8 1 10 12 5"),
    Row(10, "MSD", "mY,mP", "FCBC"): _ranks("5 2 9 1 10 8 3 12 6 11 7 4"),
    Row(10, "MSD", "mY,mQ", "FCBC"): _ranks("9 10 4 12 3 7 2 6 11 5 8 1"),
    Row(10, "MSD", "mY,mP", "MP"): _ranks("2 1 6 4 5 10 8 12 3 7 11 9"),
    Row(10, "MSD", "mY,mQ", "MP"): _ranks("7 9 5 12 4 6 3 8 11 1 10 2"),
    Row(13, "MSD", "Y,P", level="outcomes"): _ranks("1 2 4 5 6 7 8 12 3 10 11 9"),
    Row(13, "MSD", "Y,X", level="outcomes"): _ranks("5 6 7 4 8 10 3 11 9 12 1 2"),
    Row(13, "MAD", "Y,P", level="outcomes"): _ranks("5 6 7 4 8 10 3 12 9 11 1 2"),
    Row(13, "MAD", "Y,X", level="outcomes"): _ranks("5 6 7 4 8 10 3 11 9 12 1 2"),
    Row(13, "POI", "Y,P", level="outcomes"): _ranks("5 3 10 1 9 7 8 11 4 12 2 6"),
    Row(13, "POI", "Y,X", level="outcomes"): _ranks("5 6 7 4 8 10 3 11 9 12 1 2"),
}


def _quoted(
    table: int, measure: str, methods: tuple[str, str], correlation: float, game: str = "all"
) -> Quoted:
    return Quoted(Row(table, measure, methods[0], game), Row(table, measure, methods[1], game), correlation)


ONE_STEP = ("Y,P", "mY,mP")
COMPLETE = ("Y,Z", "mY,mQ")
SHARES = ("mY,mP", "mY,mQ")
QUOTED = (
    _quoted(6, "MSD", ONE_STEP, 0.85),
    _quoted(6, "MAD", ONE_STEP, 0.43),
    _quoted(6, "POI", ONE_STEP, 0.45),
    _quoted(6, "KS", ONE_STEP, 0.57),
    _quoted(7, "MSD", COMPLETE, 0.03),
    _quoted(7, "MAD", COMPLETE, 0.01),
    _quoted(7, "POI", COMPLETE, -0.23),
    _quoted(7, "KS", COMPLETE, -0.22),
    _quoted(8, "MSD", COMPLETE, -0.41, "MFC"),
    _quoted(8, "MSD", COMPLETE, 0.81, "FCBC"),
    _quoted(8, "MSD", COMPLETE, 0.46, "CO"),
    _quoted(8, "MSD", COMPLETE, 0.08, "MP"),
    _quoted(10, "MSD", SHARES, 0.38, "MFC"),
    _quoted(10, "MSD", SHARES, -0.34, "FCBC"),
    _quoted(10, "MSD", SHARES, -0.27, "MP"),
)


def recomputed(quoted: Quoted) -> float:
    """The correlation of the two printed rows.

    >>> print(round(recomputed(QUOTED[0]), 2), QUOTED[0].correlation)
    0.85 0.85
    """
    return spearman(RANKS[quoted.first], RANKS[quoted.second])
