"""Can this tournament be held? What fits badly is said in sentences, before anything runs."""

from collections.abc import Mapping, Sequence

from humanlike.core import Game, HumanlikeError, Information
from humanlike.detectors import Detector
from humanlike.emulators import Emulator
from humanlike.games import game_digest
from humanlike.tournament.humans import HumanPlay

Humans = Mapping[str, Sequence[HumanPlay]]  # by game name


def mismatched_games(games: Sequence[Game], humans: Humans) -> list[str]:
    """People must have played the game the machines will play, with these payoffs and actions."""
    problems = []
    for game in games:
        plays = humans.get(game.name, ())
        if not plays:
            problems.append(f"No human play of {game.name}; people played {', '.join(sorted(humans))}.")
        others = [each.experiment for each in plays if game_digest(each.play.game) != game_digest(game)]
        if others:
            problems.append(
                f"'{game.name}' was played with other payoffs in {', '.join(sorted(set(others)))}."
            )
    return problems


def unable_emulators(games: Sequence[Game], emulators: Sequence[Emulator]) -> list[str]:
    """Rules that are not defined for a game, one sentence each."""
    problems: list[str] = []
    for emulator in emulators:
        for (
            rule
        ) in emulator.rules:  # a stranger's program has none: left out of a game it fails in, with a mark
            for game in games:
                try:
                    for player in range(game.n_players):
                        rule.check_setting(game, player, Information.GAME)
                except HumanlikeError as error:
                    problems.append(str(error))
    return list(dict.fromkeys(problems))


def untrainable_detectors(games: Sequence[Game], humans: Humans, detectors: Sequence[Detector]) -> list[str]:
    """For every game and experiment to be judged there must be people in another game of another experiment."""
    trained = [each.name for each in detectors if each.fit is not None]
    if not trained:
        return []
    for game in games:
        elsewhere = [other for other in games if game_digest(other) != game_digest(game)]
        known = {human.experiment for other in elsewhere for human in humans.get(other.name, ())}
        for experiment in sorted({human.experiment for human in humans.get(game.name, ())}):
            if not known - {experiment}:
                return [
                    f"{', '.join(trained)}: to judge '{experiment}' in '{game.name}' there is nothing to be "
                    "trained on; it takes people in another game and another experiment."
                ]
    return []
