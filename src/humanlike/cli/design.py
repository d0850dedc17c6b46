"""Options of an experiment's design that several commands share: who meets whom, and what players see."""

import typer

DESIGNS = (
    "fixed, strangers, zipper or groups:size=6; spell=K re-matches every K rounds, roles=any mixes roles"
)
LEVELS = "own (action and payoff), actions (also the others'), game (also their payoffs)"
MATCHING = typer.Option("fixed", help=f"Who meets whom: {DESIGNS}.")
INFORMATION = typer.Option("game", help=f"What players see: {LEVELS}; rules that need more are refused.")
CARRY = typer.Option(
    False, "--carry", help="Lay each person's matches of a game end to end: rules keep what they learned."
)
