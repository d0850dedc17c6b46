"""Which rule foretells a body of play, by which measure, and how surely."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import (
    AUTO,
    BadRequest,
    Experience,
    Game,
    Information,
    Matching,
    Play,
    Streams,
    carry_experience,
    look_up,
    whole_number,
)
from humanlike.core.progress import Progress, silent
from humanlike.naming.grammar import split_words
from humanlike.naming.matchings import find_information, find_matching
from humanlike.naming.plays import PlaysWord, find_plays, title_of
from humanlike.naming.predictions import PredictionsWord, find_predictions
from humanlike.naming.rules import RuleWords, find_rules
from humanlike.prediction import (
    LEVELS,
    MEASURES,
    METHODS,
    USUAL_LEVELS,
    USUAL_MEASURES,
    USUAL_METHODS,
    WHOLE_GAME,
    Settings,
    Split,
    Study,
    StudyFindings,
    Wishes,
    chosen,
    conduct,
    on_both_sides,
    ranked,
    settled,
    split_of,
    study_findings,
)
from humanlike.prediction.foreign import ForeignPredictions, laid_beside
from humanlike.studies.beginning import begin
from humanlike.studies.predict_document import document_of_study
from humanlike.studies.predict_story import paper_tables_of_study, plain_sentence, story_of_study
from humanlike.studies.result import Result
from humanlike.studies.telling import Part

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

EXPECTATIONS = {"exact": "exact", "simulated": "simulated"}
NO_RULES = "none"  # the word for predictions of others alone


@dataclass(frozen=True, eq=False, repr=False)
class PredictionResult(Result):
    """How well every rule foretold a body of play, in every way that was asked for."""

    data: str  # what was predicted, in words
    study: Study
    seed: int
    tables: bool = False  # also tell the paper's tables and how far rankings agree
    experience: Experience | None = None  # who kept what they learned, where that was asked for

    @cached_property
    def findings(self) -> StudyFindings:
        """What follows from the study: rankings, comparisons, the paper's tables."""
        return study_findings(self.study)

    def headline(self) -> str:
        """Who predicts best by the main way of measuring, and what a fit that ended on a bound has made of it."""
        found = self.findings
        said = f"{found.best.rule} predicts {self.data} best: {found.best.value:.4f} by {found.main.title}"
        if self.study.first is not None and found.main[:3] == ("LOG", "Y,P", "actions"):
            said = plain_sentence(self.data, self.study.first)
        return f"{said}; {found.on_bounds}" if found.on_bounds else said

    def story(self) -> Iterator[Part]:
        """Ranks on one screen, and what may be said about them."""
        try:
            yield self.headline()
        except BadRequest as nothing_measured:
            yield str(nothing_measured)
        if self.experience:
            yield self.experience.sentence
        yield from story_of_study(self.data, self.study)
        if self.tables:
            yield from paper_tables_of_study(self.findings)

    def document(self) -> dict[str, Any]:
        """Every criterion with the rules' values, ranks and rank sets, and what follows from them."""
        carried = self.experience.document() if self.experience else None
        return document_of_study(self.data, self.seed, self.study) | {"carried": carried}

    def frame(self) -> "pd.DataFrame":
        """One row for each criterion and rule."""
        import pandas as pd

        result = self.study.assessment
        rows = [(*each, *row) for each in result.criteria for row in ranked(result, each)]
        names = ["measure", "method", "level", "game", "rule", "value", "rank", "rank_lower", "rank_upper"]
        return pd.DataFrame(rows, columns=names)

    def predictions(self) -> "pd.DataFrame":
        """Every choice's chances by every rule, one row for each rule and choice."""
        from humanlike.prediction.predictions_table import predictions_table

        frame: pd.DataFrame = predictions_table(self.study).to_pandas()
        return frame

    def save_predictions(self, path: Path | str) -> Path:
        """Write the same to a .csv or .parquet file, which `predictions=` takes again; returns where."""
        from humanlike.datasets.predictions import write_predictions
        from humanlike.prediction.predictions_table import predictions_table

        return write_predictions(path, predictions_table(self.study))

    def plot(self) -> "Figure":
        """Ranks of the rules by every way of measuring."""
        return next(iter(self.plots().values()))

    def plots(self) -> "dict[str, Figure]":
        """Every picture there is a result for: ranks, games, paths, horizons."""
        from humanlike.studies.predict_pictures import pictures_of

        return pictures_of(self.study, title=self.data)

    def draw(self, path: Path | str) -> list[Path]:
        """Write the ranks to `path` and the other pictures beside it; returns what was written."""
        from humanlike.figures import figure_path, save

        place = figure_path(path)
        first, *others = self.plots().items()
        beside = [place.with_name(f"{place.stem}-{name}{place.suffix}") for name, _ in others]
        return [
            save(picture, file) for (_, picture), file in zip((first, *others), (place, *beside), strict=True)
        ]


def predict(
    data: PlaysWord,
    rules: RuleWords = "paper",
    *,
    fit: str = "",
    test: str = "",
    simulations: int | None = None,
    resamples: int | None = None,
    settings: Settings | None = None,
    wishes: Wishes | None = None,
    games: str = "",
    game: str | Path | Game | None = None,
    people: PlaysWord | None = None,
    predictions: PredictionsWord | None = None,
    allow_missing: bool = False,
    renormalise: bool = False,
    unit: str = AUTO,
    matching: str | Matching | None = None,
    information: str | Information = "game",
    ceiling: bool = True,
    tables: bool = False,
    carry: bool = False,
    seed: int = 1,
    workers: int = 0,
    cluster: str = "",
    out: str | Path | None = None,
    progress: Progress = silent,
) -> PredictionResult:
    """Predict play with learning rules and rank them by every accepted way of measuring success.

    `fit` says whose choices the rules are fitted to ('role 1', 'half', 'half the persons', each with 'by game'; game,
    pooled, published), `test` whose are predicted ('role 2', all); by default role 1 and the others, or half the units
    where all play one role or people change roles. `unit` is what is independent: redrawn, fitted or predicted as
    a whole (person, dyad, match, connected, session, study; auto picks it from the data).
    `matching` says whom the players of complete simulations meet (fixed, strangers, zipper, groups:size=6; by default
    whom people met), `information` what players saw (own, actions, game): rules that need more are left out.
    `carry` lays each person's matches of one game end to end, so that rules keep what they learned.
    `simulations` are complete ones a rule, `resamples` stand behind every set of ranks;
    `settings` say what else is measured and how carefully, `wishes` what more is wanted; `games` keeps some games;
    `game` is the game of plain text; `people` are those whom `RULE:fitted` was fitted to before. Rules are worked on by
    `workers` processes (0: one a core) or the Dask scheduler at `cluster`, and kept in the directory `out` as they
    finish; the same call again, or `hl.resume(out)`, continues there. `ceiling`: how well the same choices can be
    predicted at all, by boosted trees on documented features; `tables`: also tell Tables 6 to 10 of the paper.

    `predictions` are files or tables of other people's (`humanlike.datasets.predictions` says what stands in them),
    measured beside the rules, or alone with the rules 'none'. They give a chance to every choice under test; with
    `allow_missing` everybody is measured on the choices that all predict. `renormalise` mends sums other than 1.
    """
    effort = begin("predict", locals())
    plays = find_plays(data, game=game, games=games, seed=seed)
    experience = _carried(plays, fit, test, predictions) if carry else None
    plays = list(experience.plays) if experience else plays
    foreign = [
        each
        for table in find_predictions(predictions, renormalise=renormalise)
        for each in laid_beside(table, plays, allow_missing=allow_missing)
    ]
    alone = bool(foreign) and rules == NO_RULES
    rules_found = [] if alone else find_rules(rules, people=find_plays(people) if people is not None else ())
    _refuse_namesakes([rule.name for rule in rules_found], foreign)
    wanted = replace(wishes or Wishes(), ceiling=ceiling)
    if unit != AUTO:
        wanted = replace(wanted, unit=unit)
    split = _split(fit, test, plays, wanted.unit)
    if alone:
        whose = f"Nothing is fitted here. Whose choices count: {split.sentence}"
        split = split._replace(by="published", sentence=whose)
    study = conduct(
        Streams(seed)["predict"],
        plays,
        rules_found,
        split,
        _careful(_designed(settings or Settings(), matching, information), simulations, resamples),
        wanted,
        foreign=foreign,
        allow_missing=allow_missing,
        effort=effort,
    )
    result = PredictionResult(title_of(data), study, seed, tables, experience)
    effort.keep(result.document)
    return result


def _carried(plays: Sequence[Play], fit: str, test: str, predictions: PredictionsWord | None) -> Experience:
    """The plays with people's matches end to end; where roles are told apart, role by role."""
    if predictions is not None:
        raise BadRequest(
            "Predictions of others name matches and rounds as recorded and cannot be measured where people carry what "
            "they learned: leave out --carry or --predictions."
        )
    return carry_experience(plays, by_role="role" in f"{fit} {test}")


def _refuse_namesakes(names: list[str], foreign: Sequence[ForeignPredictions]) -> None:
    """Whoever predicts has a name of their own."""
    for each in foreign:
        if each.rule in names:
            raise BadRequest(
                f"'{each.rule}' of {each.source} has a namesake among those who predict: rename it in the file, or "
                f"leave the other out (--rules {NO_RULES}: the files alone)."
            )
        names.append(each.rule)


def _designed(
    settings: Settings, matching: str | Matching | None, information: str | Information
) -> Settings:
    """The settings, with the experiment's design on top."""
    if matching:
        settings = replace(settings, matching=find_matching(matching))
    seen = min(Information.called(settings.information), find_information(information))
    return replace(settings, information=seen.word)


def _careful(settings: Settings, simulations: int | None, resamples: int | None) -> Settings:
    """The settings, with these counts on top."""
    if simulations is not None:
        settings = replace(settings, n_simulations=simulations)
    return settings if resamples is None else replace(settings, n_resamples=resamples)


def _split(fit: str, test: str, plays: Sequence[Play], unit: str) -> Split:
    """What was asked for; by default role 1 is fitted and the others are predicted, as in the paper.

    Where that puts people on both sides, half of the units are fitted instead, or half of the persons.
    """
    n_roles = max(play.game.n_players for play in plays)
    if fit:
        return split_of(fit, test or None, n_roles)
    studied = [set(play.roles[play.studied].tolist()) for play in plays]
    usual = ["role 1"] if all({0, 1} <= roles for roles in studied) else []
    splits = [split_of(words, test or None, n_roles) for words in (*usual, "half")]
    return next(
        (each for each in splits if not _shares_people(each, plays, unit)),
        split_of("half the persons", test or None, n_roles),
    )


def _shares_people(split: Split, plays: Sequence[Play], unit: str) -> bool:
    """Whether somebody is known to have choices fitted and choices predicted."""
    try:
        return on_both_sides(plays, settled(split, plays, unit))[0] > 0
    except BadRequest:  # nobody recorded who is who
        return False


def settings_of(
    *,
    measures: str = "usual",
    methods: str = "usual",
    levels: str = "usual",
    simulations: int = 10_000,
    resamples: int = 500,
    expectation: str = "exact",
    block: int = Settings.block,
) -> Settings:
    """What to measure, from words: `MSD,LOG`, `'Y,P Y,Z'` (separated by spaces or ;), `actions`; usual, or all."""
    ways = tuple(word.strip() for word in methods.replace(";", " ").split())
    look_up("expectation", expectation, EXPECTATIONS)
    return Settings(
        measures=chosen("measure", split_words(measures), MEASURES, USUAL_MEASURES),
        methods=chosen("method", ways, METHODS, USUAL_METHODS),
        levels=chosen("level", split_words(levels), LEVELS, USUAL_LEVELS),
        n_simulations=simulations,
        n_resamples=resamples,
        expectation="exact" if expectation == "exact" else "simulated",
        block=block,
    )


def wishes_of(*, horizons: str = "", uncertain: bool = False, checks: bool = False) -> Wishes:
    """What else is wanted, from words: horizons are `1,2,5,T`."""
    steps = []
    for word in split_words(horizons):
        if word.upper() != "T" and not whole_number(word):
            raise BadRequest(
                f"A horizon is a number of rounds from 1 up, or T for the whole game, not '{word}'."
            )
        steps.append(WHOLE_GAME if word.upper() == "T" else int(word))
    return Wishes(horizons=tuple(dict.fromkeys(steps)), uncertain=uncertain, checks=checks)
