"""`humanlike next`: what a player would do next, round by round."""

from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.games import find_game
from humanlike.cli.output import print_json, print_table
from humanlike.cli.words import assignments, own_payoff_history, player_with, profile_of

if TYPE_CHECKING:
    from humanlike.core import Game, Rule


def next_(
    player: str = typer.Argument(..., help="A rule, or rule:set for a named parameter set."),
    history: str = typer.Option(
        "", help="What happened: 'A1 A0 B1' (action and own payoff) or 'UL DR' (cells of --game)."
    ),
    game: str | None = typer.Option(
        None, help="A game or game file; needed by rules that see more than payoffs."
    ),
    role: str = typer.Option("row", help="Whose history it is, where payoffs are given: row or column."),
    set_: list[str] = typer.Option([], "--set", help="name=value, a parameter; repeat for more."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Show the choice probabilities before every round of a history, and for the round after it."""
    from humanlike.core import BadRequest, Information

    rule, parameters = player_with(player, assignments(set_))
    words = history.replace(",", " ").split()
    by_payoff = rule.needs == Information.OWN_PAYOFF and not _are_cells(words, game)
    if by_payoff:
        document = _after_payoffs(rule, parameters, words, game, role)
    elif game is None:
        raise BadRequest(
            f"{rule.name} needs {rule.needs.sentence}: name the game with --game and give the history as its cells."
        )
    else:
        document = _after_cells(rule, parameters, words, find_game(game))
    if as_json:
        print_json(document)
    else:
        _show(document)


def _are_cells(words: list[str], game: str | None) -> bool:
    """Whether a history is given as cells: no word ends in a payoff."""
    return game is not None and bool(words) and not any(word[-1].isdigit() for word in words)


def _after_payoffs(
    rule: "Rule", parameters: Any, words: list[str], name: str | None, role: str
) -> dict[str, Any]:
    """A player who sees only own payoffs; without a game: actions A and B that pay 0 or 1."""
    import numpy as np

    from humanlike.core import BadRequest, Game, Information, Play

    if role not in ("row", "column"):
        raise BadRequest(f"--role is row or column, not '{role}'.")
    seat = 0 if role == "row" or name is None else 1
    game = (
        Game.from_matrices("payoffs 0 or 1", [[0, 1], [0, 1]], np.zeros((2, 2)))
        if name is None
        else find_game(name)
    )
    actions, situations = own_payoff_history(game.tables[seat], game.labels[seat], words)
    play = Play(
        game,
        np.array([[*actions, 0]], dtype=np.int16),  # the last round is only a place to look
        roles=np.array([seat]),
        situations=np.array([[*situations, 0]], dtype=np.int64),
    )
    return _rounds(rule, parameters, play, 0, Information.OWN_PAYOFF)


def _after_cells(rule: "Rule", parameters: Any, words: list[str], game: "Game") -> dict[str, Any]:
    """Everybody's view of a history of cells, by role."""
    import numpy as np

    from humanlike.core import Information, Play

    profiles = [profile_of(game, word) for word in words]
    profiles.append((0,) * game.n_players)  # only a place to look
    play = Play(game, np.array(profiles, dtype=np.int16).T)
    return {
        game.role_name(seat): _rounds(rule, parameters, play, seat, Information.GAME)
        for seat in range(game.n_players)
    }


def _rounds(rule: "Rule", parameters: Any, play: Any, subject: int, information: Any) -> dict[str, Any]:
    import numpy as np

    from humanlike.engine import replay

    chances = np.exp(replay(play, rule, parameters, information=information).log_probabilities[subject])
    labels = play.game.labels[play.roles[subject]]
    return {
        "player": rule.name,
        "parameters": parameters._asdict(),
        "rounds": [
            {"round": number + 1, "probabilities": dict(zip(labels, row.tolist(), strict=False))}
            for number, row in enumerate(chances)
        ],
    }


def _show(document: dict[str, Any]) -> None:
    views = {"": document} if "rounds" in document else document
    for role, view in views.items():
        settings = ", ".join(f"{name} {value:g}" for name, value in view["parameters"].items())
        title = " ".join(part for part in (role, view["player"], f"({settings})" if settings else "") if part)
        labels = list(view["rounds"][0]["probabilities"])
        rows = [
            [each["round"], *(f"{p:.6f}" for p in each["probabilities"].values())] for each in view["rounds"]
        ]
        print_table(title, ["round", *labels], rows)
