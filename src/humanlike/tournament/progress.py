"""What a tournament tells those who wait."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # what is going on, done, of how many
