"""The Turing tournament: entrants, games and trials in; standings out."""
