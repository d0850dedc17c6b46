"""What actions are called where a game does not say."""

from humanlike.core.game import default_labels

ROW_LABELS = {1: "U", 2: "UD", 3: "UMD"}
COLUMN_LABELS = {1: "L", 2: "LR", 3: "LMR"}


def usual_labels(n_rows: int, n_columns: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Up, (middle,) down and left, (middle,) right as in the papers; letters in larger games.

    >>> usual_labels(2, 3)
    (('U', 'D'), ('L', 'M', 'R'))
    """
    return (
        tuple(ROW_LABELS.get(n_rows, default_labels(n_rows))),
        tuple(COLUMN_LABELS.get(n_columns, default_labels(n_columns))),
    )
