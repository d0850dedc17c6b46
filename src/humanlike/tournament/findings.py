"""Everything a report shows of a finished tournament, computed once: who won, how sure, why, where it comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from humanlike.tournament import insights, provenance
from humanlike.tournament.material import commitment_of
from humanlike.tournament.plan import plan_text
from humanlike.tournament.replication import ReplicatedTable, comparisons
from humanlike.tournament.result import TournamentResult
from humanlike.tournament.scenes import Scene, scenes
from humanlike.tournament.standings import DETECTOR_SCHEMES, EMULATOR_SCHEMES
from humanlike.tournament.verdicts import other_verdict

SIDES = ("detectors", "emulators")
LEAK_TESTS = ("dates", "shape-only")
MOST_FEATURES = 12


@dataclass(frozen=True)
class Side:
    """One side of the tournament: its standings, how they depend on the scheme, and how sure the leader is."""

    standings: pd.DataFrame
    schemes: tuple[str, ...]
    first: tuple[tuple[str, str], ...]  # who is first under each scheme; ties are shared
    agreement: pd.DataFrame  # Spearman's correlations between schemes
    differences: tuple[insights.Difference, ...]


@dataclass(frozen=True)
class ScoreTables:
    """Mean scores on people's and machines' datasets."""

    middle: float  # log(1/2), or the mean of all answers under another system
    detectors_by_game: pd.DataFrame
    datasets_by_detector: pd.DataFrame
    emulators_by_game: pd.DataFrame
    in_each_game: Mapping[str, pd.DataFrame]  # datasets by detector


@dataclass(frozen=True)
class LeakTest:
    """A detector that sees only what must not tell anything."""

    detector: str
    balanced: float
    leaks: bool


@dataclass(frozen=True)
class Origins:
    """All that is needed to repeat the run and to check it."""

    plan: str
    commitment: str | None  # of the seed; None if nothing was committed to
    versions: Mapping[str, str]
    people: Sequence[provenance.Item]
    others: Sequence[provenance.Item]


@dataclass(frozen=True)
class TournamentFindings:
    """A tournament's result and everything that follows from it."""

    result: TournamentResult
    other_verdict: str  # by the rule that the plan did not choose
    sides: Mapping[str, Side]
    estimates: tuple[insights.DetectorEstimate, ...]
    beliefs: tuple[insights.Belief, ...]
    scores: ScoreTables
    giveaways: tuple[insights.Giveaway, ...]
    features: pd.DataFrame  # emulators by the features that tell most: mean difference over games
    reliability: Mapping[str, Sequence[insights.Bin]]
    scenes: tuple[Scene, ...]
    marked_answers: Sequence[Sequence[object]]  # detector, mark, how often
    marked_plays: Sequence[Sequence[object]]  # emulator, game, mark, trials
    leak_tests: tuple[LeakTest, ...]
    published: Sequence[ReplicatedTable]
    origins: Origins

    @property
    def is_logarithmic(self) -> bool:
        """Whether log(1/2) and the best constant are references of these scores."""
        return insights.is_logarithmic(self.result.plan)

    @property
    def share_of_people(self) -> float:
        """Among the datasets judged."""
        return float(self.result.table["is_human"].mean())


def tournament_findings(result: TournamentResult) -> TournamentFindings:
    """Compute all that follows from `result`; the same result gives the same findings."""
    estimates = tuple(insights.estimates(result))
    features = insights.feature_differences(result)
    detectors = [each.name for each in result.material.detectors]
    return TournamentFindings(
        result=result,
        other_verdict=other_verdict(result),
        sides={side: _side(result, side) for side in SIDES},
        estimates=estimates,
        beliefs=tuple(insights.beliefs(result)),
        scores=_scores(result),
        giveaways=tuple(insights.giveaways(result, features)),
        features=_telling_features(features, [str(name) for name in result.emulators["name"]]),
        reliability={name: insights.reliability(result.table, name) for name in detectors},
        scenes=scenes(result),
        marked_answers=_counted(result.table, ["detector", "mark"]),
        marked_plays=_counted(result.datasets, ["source", "game", "mark"]),
        leak_tests=_leak_tests(result, estimates),
        published=comparisons(result),
        origins=Origins(
            plan_text(result.plan),
            commitment_of(result.plan),
            provenance.versions(),
            provenance.human_items(result),
            provenance.other_items(result),
        ),
    )


def _side(result: TournamentResult, side: str) -> Side:
    is_detectors = side == "detectors"
    standings = result.detectors if is_detectors else result.emulators
    known = DETECTOR_SCHEMES if is_detectors else EMULATOR_SCHEMES
    schemes = tuple(each for each in known if each in standings)
    ranks = {each: standings[f"rank {each}"] for each in schemes}
    return Side(
        standings,
        schemes,
        tuple((each, ", ".join(standings.loc[ranks[each] == 1, "name"].astype(str))) for each in schemes),
        insights.scheme_agreement(standings, schemes),
        tuple(insights.differences(result, side)),
    )


def _scores(result: TournamentResult) -> ScoreTables:
    ordered, played = _in_order(result, result.table), _in_order(result, result.scores.games)
    middle = insights.CHANCE if insights.is_logarithmic(result.plan) else float(result.table["score"].mean())
    return ScoreTables(
        middle,
        insights.mean_scores_by(ordered, "detector", "game"),
        insights.mean_scores_by(ordered, "source", "detector"),
        insights.mean_scores_by(played, "source", "game"),
        {
            str(game): insights.mean_scores_by(ordered[ordered["game"] == game], "source", "detector")
            for game in dict.fromkeys(result.table["game"])
        },
    )


def _in_order(result: TournamentResult, frame: pd.DataFrame) -> pd.DataFrame:
    """All scores, people's datasets first, then emulators and detectors as they stand."""
    people = sorted(set(frame.loc[frame["is_human"], "source"].astype(str)))
    orders = {
        "source": [*people, *result.emulators["name"].astype(str)],
        "detector": [str(name) for name in result.detectors["name"]],
        "game": list(dict.fromkeys(frame["game"])),
    }
    places = {
        column: frame[column].map({name: place for place, name in enumerate(names)})
        for column, names in orders.items()
    }
    return frame.loc[pd.DataFrame(places).sort_values(list(orders), kind="stable").index]


def _telling_features(features: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    """Signed mean differences to people in the features that tell most, emulators as they stand."""
    sizes = insights.root_mean_square(features).dropna().sort_values(ascending=False, kind="stable")
    means = features[list(sizes.index[:MOST_FEATURES])].groupby(level="source", sort=False).mean()
    return means.loc[[name for name in order if name in means.index]]


def _leak_tests(
    result: TournamentResult, estimates: Sequence[insights.DetectorEstimate]
) -> tuple[LeakTest, ...]:
    if not insights.is_logarithmic(result.plan):
        return ()
    return tuple(
        LeakTest(each.name, each.balanced, insights.earns_something(each))
        for each in estimates
        if each.name in LEAK_TESTS
    )


def _counted(frame: pd.DataFrame, columns: list[str]) -> list[list[object]]:
    """How often each mark occurs, in the order of appearance."""
    marked = frame.loc[frame["mark"] != "", columns]
    counted = marked.assign(count=1).groupby(columns, sort=False, as_index=False)["count"].sum()
    return [list(row) for row in counted.itertuples(index=False)]
