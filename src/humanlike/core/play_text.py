"""How a play introduces itself: numbers with their nouns, and a small table for notebooks."""

from html import escape
from typing import TYPE_CHECKING

from humanlike.core.kinds import PLURALS

if TYPE_CHECKING:
    from humanlike.core.play import Play


def play_page(play: "Play") -> str:
    """What is in a play, as a table in HTML."""
    made = int((play.actions >= 0).sum())
    facts = {
        "data set": play.provenance.get("dataset", ""),
        **{PLURALS[kind]: f"{count:,}" for kind, count in play.n_players_of().items()},
        "matches": f"{play.labels('match').n_different:,}",
        "sessions": f"{play.labels('session').n_different:,}",
        "rounds": f"{play.n_rounds:,}",
        "choices": f"{made:,}",
        "not under study": f"{int((~play.studied).sum()):,} rows" if not play.studied.all() else "",
    }
    lines = [f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in facts.items() if text]
    return f"<table><caption>Play of {escape(play.game.name)}</caption>{''.join(lines)}</table>"


def counted(count: int, noun: str, ending: str = "s") -> str:
    """A number with its noun."""
    return f"{count:,} {noun}{ending if count != 1 else ''}"
