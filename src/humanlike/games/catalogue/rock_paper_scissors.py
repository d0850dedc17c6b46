"""Rock, paper, scissors: each action beats one and loses to one; the only equilibrium is uniform."""

from humanlike.core import Game

WINS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]

GAME = Game.from_matrices(
    "rock-paper-scissors",
    WINS,
    [[-won for won in row] for row in WINS],
    labels=(("rock", "paper", "scissors"), ("rock", "paper", "scissors")),
    title="Rock, paper, scissors",
    citation="Wang, Xu & Zhou (2014), Social cycling and conditional responses in the Rock-Paper-Scissors "
    "game, Scientific Reports 4, 5830",
    note="A win pays 1, a tie 0, a loss -1.",
)
