"""How much can be played at once: what would not fit into memory is refused before it is tried."""

from humanlike.core import BadRequest

MOST_CHOICES = 2_000_000_000  # a byte each, and several times that while playing


def check_size(n_subjects: int, n_rounds: int) -> None:
    """Refuse a play of more choices than can be held.

    >>> check_size(16, 99_999_999_999)
    Traceback (most recent call last):
    humanlike.core.errors.BadRequest: 16 players x 99,999,999,999 rounds are too many choices: at most 2,000,000,000.
    """
    if n_subjects * n_rounds > MOST_CHOICES:
        raise BadRequest(
            f"{n_subjects:,} players x {n_rounds:,} rounds are too many choices: at most {MOST_CHOICES:,}."
        )
