"""The pictures of a tournament's report: who passes, leads, balanced scores, pairs in every game, calibration."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from markupsafe import Markup
from matplotlib.figure import Figure

from humanlike.figures.files import PAGE_COLOURS
from humanlike.figures.judgement import draw_passing
from humanlike.figures.payoffs import PairCloud
from humanlike.figures.style import NARROW, SMALL, WIDE, look_of_people, width_of
from humanlike.figures.tournament import (
    draw_balanced,
    draw_calibration,
    draw_leads,
    draw_machine,
    draw_people,
)
from humanlike.reports.page import picture
from humanlike.tournament import TournamentFindings
from humanlike.tournament.insights import Bin
from humanlike.tournament.scenes import Cloud, Scene

LONGEST_NAME = 0.5 * NARROW  # inches that names of rows may take of a narrow picture
GLYPHS = {"o": "●", "^": "▲", "v": "▼", "D": "◆", "P": "✚", "X": "✖", "*": "★"}
SHOWN = 3  # machines drawn beside people at once; the others are a click away
Pictures = tuple[Markup, Markup]  # for a desk, for a phone (empty where it would be no use)


class ScenePicture(NamedTuple):
    """One large picture: where it is, whom it shows, and the command that plays it again."""

    name: str
    picture: Markup
    anchor: str = ""
    command: str = ""


class DrawnScene(NamedTuple):
    """A game: people by experiment, the first machines beside them, and all others."""

    title: str
    key: tuple[tuple[str, str, str], ...]  # glyph, colour, experiment
    shown: tuple[ScenePicture, ...]
    others: tuple[ScenePicture, ...]


def replay_commands(findings: TournamentFindings) -> dict[tuple[str, str], str]:
    """For each emulator and game the command that plays its first delivered match again, in the page's folder."""
    played = findings.result.datasets
    played = played[(played["mark"] == "") & ~played["is_human"].astype(bool)]
    first = played.groupby(["source", "game"], sort=False)["trial"].min().reset_index()
    return {
        (source, game): shlex.join(["humanlike", "play", game, source, "--like", ".", "--trial", str(trial)])
        for source, game, trial in first.astype({"source": str, "game": str}).itertuples(index=False)
    }


def anchors(findings: TournamentFindings) -> dict[tuple[str, str], str]:
    """Where on the page a machine's pairs in a game are drawn: names are strangers', so places are numbers."""
    return {
        (name, scene.game): f"play-{place}-{number}"
        for place, scene in enumerate(findings.scenes)
        for number, (name, _) in enumerate(scene.machines)
    }


def draw_scenes(findings: TournamentFindings) -> list[DrawnScene]:
    """Every game as in Figures 1-8; people are drawn once a game and lie under every machine's pairs."""
    commands, places = replay_commands(findings), anchors(findings)
    return [_scene(scene, f"scene-{place}", commands, places) for place, scene in enumerate(findings.scenes)]


def _scene(
    scene: Scene,
    name: str,
    commands: Mapping[tuple[str, str], str],
    places: Mapping[tuple[str, str], str],
) -> DrawnScene:
    polygon, equilibria = np.array(scene.polygon), np.array(scene.equilibria).reshape(-1, 2)
    clouds = [cloud.points for _, cloud in scene.experiments]
    people = draw_people(f"{scene.game}: people", polygon, equilibria, clouds, _cloud(scene.people))
    panels = [ScenePicture("people alone", picture(people, name=name))]
    for source, cloud in scene.machines:
        drawn = draw_machine(f"{scene.game}: people and {source}", polygon, _cloud(cloud))
        where = (source, scene.game)
        panels.append(ScenePicture(source, picture(drawn, over=name), places[where], commands[where]))
    looks = [(look_of_people(place), each) for place, (each, _) in enumerate(scene.experiments)]
    key = tuple(
        (GLYPHS[look.marker], f"var({PAGE_COLOURS[look.colour]})", experiment) for look, experiment in looks
    )
    return DrawnScene(scene.title, key, tuple(panels[: 1 + SHOWN]), tuple(panels[1 + SHOWN :]))


def passing(findings: TournamentFindings, people: str) -> Pictures:
    """Who passes for human with the leading detector."""
    return _twice(partial(_passing, findings, people), [each.source for each in findings.beliefs])


def leads(findings: TournamentFindings) -> dict[str, Pictures]:
    """The leader of each side against its rivals, where there is something to compare."""
    return {
        side: _twice(partial(_leads, findings, side), [rival.rival for rival in each.differences])
        for side, each in findings.sides.items()
        if each.differences
    }


def balanced(findings: TournamentFindings) -> Pictures:
    """Detectors' balanced scores beside knowing nothing."""
    return _twice(partial(_balanced, findings), [each.name for each in findings.estimates])


def reliability(findings: TournamentFindings) -> list[tuple[str, Markup]]:
    """One small panel a detector."""
    return [(name, _calibration(name, bins)) for name, bins in findings.reliability.items()]


def _twice(draw: Callable[[float], Figure], names: Iterable[str]) -> Pictures:
    """A picture for a desk and, unless its names would leave no room for it, one for a phone."""
    longest = max((width_of(name, SMALL) for name in names), default=0.0)
    return picture(draw(WIDE)), picture(draw(NARROW)) if longest < LONGEST_NAME else Markup()


def _passing(findings: TournamentFindings, people: str, width: float) -> Figure:
    beliefs = findings.beliefs
    return draw_passing(
        [people if each.is_human else each.source for each in beliefs],
        [each.is_human for each in beliefs],
        np.array([each.probability for each in beliefs]),
        np.array([each.lower for each in beliefs]),
        np.array([each.upper for each in beliefs]),
        width=width,
        data=f"{_count(len(findings.result.material.games), 'game')}, {_count(findings.result.trials, 'trial')}",
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _leads(findings: TournamentFindings, side: str, width: float) -> Figure:
    found = findings.sides[side].differences
    return draw_leads(
        findings.result.leaderships[side].leader,
        [each.rival for each in found],
        np.array([each.mean for each in found]),
        np.array([each.lower for each in found]),
        np.array([each.upper for each in found]),
        higher_wins=side == "detectors",
        width=width,
    )


def _balanced(findings: TournamentFindings, width: float) -> Figure:
    found = findings.estimates
    return draw_balanced(
        [each.name for each in found],
        np.array([each.balanced for each in found]),
        np.array([each.anytime_lower for each in found]),
        np.array([each.anytime_upper for each in found]),
        chance=findings.result.chance,
        interval=f"{100 * findings.result.plan.confidence:g} % intervals valid at any stopping",
        width=width,
    )


def _cloud(cloud: Cloud) -> PairCloud:
    return PairCloud(cloud.points, np.array(cloud.centre), cloud.spread)


def _calibration(name: str, bins: Sequence[Bin]) -> Markup:
    predicted, observed, raw, answers = np.array(bins, dtype=float).reshape(-1, 4).T
    return picture(draw_calibration(f"calibration of {name}", predicted, observed, raw, answers))
