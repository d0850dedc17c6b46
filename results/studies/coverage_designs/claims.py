"""Every claim of certainty that the package prints, and the worlds in which it is tried."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from humanlike.core import Streams
from humanlike.similarity import PLAY_METRICS
from humanlike.statistics import power_of
from results.studies.coverage_designs import (
    comparisons,
    detection,
    fitting,
    prediction,
    ranks,
    sequences,
    similarity,
    tournament,
)
from results.studies.coverage_designs.outcome import Outcome

Design = Callable[[Streams, int], Outcome]
REPETITIONS = 1000  # each takes less than a second
MANY_BEFORE = 200  # of how it was done in version 0.1


@dataclass(frozen=True)
class Claim:
    """What the package says, the world in which it is tried, and how often it may be wrong there."""

    says: str
    world: str
    design: Design
    allowed: float = 0.05
    repetitions: int = REPETITIONS
    before: Design | float | None = (
        None  # how version 0.1 did it, or how often it was found wrong in that world
    )
    excluded: bool = False  # the world breaks an assumption that stands beside the claim


COMPARISONS = (
    *(
        Claim(
            f"{name} holds the difference, 95 % (`compare`, `market compare`)",
            f"two variants in the same {n} markets, scores correlated .7",
            partial(comparisons.paired_interval, n=n, way=way),
        )
        for n in (10, 40)
        for name, way in (
            ("the paired interval", "paired"),
            ("the bootstrap interval", "bootstrap"),
            ("the interval of independent groups", "independent"),
        )
    ),
    *(
        Claim(
            f"{name} is at most .05 (`compare`)",
            "two equal variants in the same 12 markets",
            partial(comparisons.paired_p_value, n=12, test=test),
        )
        for name, test in (
            ("the paired t-test's p", "paired"),
            ("Wilcoxon's p", "wilcoxon"),
            ("the permutation test's p", "permutation"),
            ("the p of independent groups", "independent"),
        )
    ),
    Claim(
        "a variant differs from the baseline, by Holm, 5 % over all",
        "five equal variants and a baseline, 12 markets",
        comparisons.many_variants,
    ),
    Claim(
        "34 pairs find half a standard deviation with this chance (`power`)",
        "normal differences",
        partial(comparisons.planned_power, effect=0.5, n=34),
        allowed=1 - power_of("paired", 0.5, 34, 0.05),
    ),
    Claim(
        "games planned from a pilot find the difference in 80 % of studies",
        "a pilot of 30 pairs",
        comparisons.pilot_plan,
        allowed=0.2,
    ),
    *(
        Claim(
            "the interval of a standard deviation holds it, 95 % (`market compare`, `market noise`)",
            f"{n} normal scores",
            partial(comparisons.spread_interval, n=n),
            before=partial(comparisons.spread_by_percentiles, n=n),
        )
        for n in (20, 40)
    ),
    Claim(
        "the ratio of controlled to random spread is in its interval, 95 % (`market noise`)",
        "5 markets of 20 games, 40 random games",
        comparisons.noise_ratio,
    ),
    Claim(
        "an index by fixing is in its interval, 95 % (`market sensitivity`)",
        "5 markets of 10 games, 20 random games",
        comparisons.fixing_index,
    ),
    Claim(
        "an index by Jansen's design is in its interval, 95 % (`market sensitivity`)",
        "60 conditions",
        comparisons.jansen_index,
    ),
    Claim(
        "Student's interval of demand-adjusted profits holds the difference, 95 %",
        "40 games of each of two equal variants, demand explains .8 of the variance",
        comparisons.adjusted_scores,
        before=partial(comparisons.adjusted_scores, one_centre=False),
    ),
    Claim(
        "the worse of two forecasters is ahead with this chance (`discriminate`)",
        "100 questions of chance .5, forecasts .5 and .6, quadratic",
        comparisons.misranked,
        allowed=comparisons.said_of_misranking(),
    ),
)
LOOKING = (
    *(
        Claim(
            "the bounded sequence holds the mean at every look, 95 %",
            f"{words}, 300 looks",
            partial(sequences.bounded_coverage, kind=kind),
        )
        for kind, words in (
            ("coin", "fair coins"),
            ("seldom", "one in fifty"),
            ("uniform", "uniform scores"),
            ("skewed", "beta (1, 20) scores"),
        )
    ),
    Claim(
        "intervals of the leader, picked by the data, over its rivals, 95 %",
        "six equal entrants, normal scores without bound, 100 looks",
        sequences.picked_leader,
    ),
    *(
        Claim(
            "the winner of a tournament is established, 5 % however often one looks",
            f"equal detectors, one of them sure and wrong once in {once_in:,} datasets",
            partial(tournament.rare_disasters, once_in=once_in),
            before=partial(tournament.rare_disasters, once_in=once_in, by_means_alone=True),
        )
        for once_in in (500, 1000, 5000)
    ),
    Claim(
        "the winner of a tournament is established, 5 % however often one looks",
        "six equal detectors, well-behaved",
        tournament.well_behaved_equals,
        before=partial(tournament.well_behaved_equals, by_means_alone=True),
    ),
    *(
        Claim(
            "a detector is sound: better than a coin, 5 % over all detectors and looks",
            words,
            partial(tournament.ignorant_detectors, once_in=once_in),
            before=partial(tournament.ignorant_detectors, once_in=once_in, by_means_alone=True),
        )
        for once_in, words in (
            (0, "six detectors no better than a coin"),
            (1000, "the same, sure and wrong once in 1,000 datasets"),
        )
    ),
    Claim(
        "the leader is established (`score`, `delphi`), 5 % however often one looks",
        "logarithmic scores of 100 questions of chance .98: honest .98 against .999",
        sequences.overconfident_leader,
        before=partial(sequences.overconfident_leader, bounded=False),
    ),
    *(
        Claim(
            "`market compare --reach`: decided, 5 % however often one looks",
            f"equal agents, one of them ruined in {chance:.0%} of games, the most that can be lost stated",
            partial(sequences.ruin_within_reach, chance=chance),
            before=partial(sequences.rare_ruin, chance=chance),
        )
        for chance in (0.02, 0.05)
    ),
    *(
        Claim(
            "`market compare`: decided, assuming that no ruin is rarer than the games show",
            f"equal agents, one of them ruined in {chance:.0%} of games: the assumption is false",
            partial(sequences.rare_ruin, chance=chance),
            excluded=True,
        )
        for chance in (0.02, 0.05)
    ),
)
RANKS = (
    *(
        Claim(
            "a rule is worse than the best (`predict`), 5 % over all rules",
            f"{n_rules} equally good rules, 100 units",
            partial(prediction.equal_rules, n_rules=n_rules),
            before=before,
        )
        for n_rules, before in ((5, 0.105), (12, 0.165), (20, 0.245))
    ),
    Claim(
        "the ranks of the best rule hold rank 1 (`predict`), 95 %",
        "12 rules a fifth of a standard error apart",
        prediction.rank_of_the_best,
        before=0.28,
    ),
    Claim(
        "the ranks of all rules hold at once (`predict`), 95 %",
        "12 rules a fifth of a standard error apart",
        prediction.all_ranks,
        before=0.72,
    ),
    Claim(
        "somebody's rank is ruled out (rank sets), 5 % over all",
        "5 equal entrants, exponential losses, 30 units",
        ranks.skewed_criteria,
    ),
    Claim(
        "the best are in the model confidence set, 95 %",
        "three best of twelve rules, the others a standard error apart each",
        ranks.confidence_set,
    ),
    Claim(
        "somebody's rank is ruled out (`delphi`), 5 % over all",
        "three equal experts, two questions",
        ranks.equal_experts,
        before=0.31,
    ),
    Claim(
        "one expert is ranked ahead of another (`score`, `delphi`), 5 %",
        "logarithmic scores of 200 questions of chance .98: honest .98 against .999",
        ranks.overconfident_ranks,
    ),
    Claim(
        "one expert is ranked ahead of another (`score`, `delphi`), 5 %",
        "100 even chances, forecasts .6 and .4, quadratic, the file sorted by what happened",
        ranks.sorted_questions,
    ),
    Claim(
        "a rule is worse than the best (`predict`), 5 %",
        "two equally good rules, 40 people in several matches each",
        prediction.people_who_return,
        before=partial(prediction.people_who_return, unit="match"),
    ),
)
FITS = (
    *(
        Claim(
            "the interval of a parameter holds it (`fit`), 95 %",
            f"{n_persons} persons who differ, several matches each",
            partial(fitting.persons_differ, n_persons=n_persons),
            before=partial(fitting.persons_taken_as_alike, n_persons=n_persons),
        )
        for n_persons in (20, 50, 100)
    ),
    *(
        Claim(
            "the interval of a mean score over persons holds it (`fit --held-out`), 95 %",
            f"persons of {words} choices",
            partial(fitting.unequal_persons, choices=choices),
        )
        for choices, words in (
            ((20, 20, *[1] * 8), "20, 20 and eight times 1"),
            ((40, 20, 10, 5, 3, 2, *[1] * 14), "40, 20, 10, 5, 3, 2 and fourteen times 1"),
        )
    ),
    Claim(
        "the interval of the held-out score holds it (`fit --held-out`), 95 %",
        "50 persons who differ, several matches each",
        partial(fitting.held_out_score, n_persons=50),
        before=partial(fitting.held_out_score, n_persons=50, unit="match"),
    ),
)
ALIKE = (
    *(
        Claim(
            "the interval of a corrected distance holds it (`similarity`), 95 %",
            f"{metric.name}, 50 matches a side",
            partial(similarity.corrected_interval, metric=metric.name),
        )
        for metric in PLAY_METRICS
    ),
    *(
        Claim(
            "two bodies are not of one population (`similarity`), p at most .05",
            f"one population, five matches each {words}",
            partial(similarity.same_population, meeting=meeting),
            before=partial(similarity.same_population, meeting=meeting, unit="match"),
        )
        for meeting, words in (
            ("machines", "against machines"),
            ("partners", "with the same partner"),
            ("circle", "in circles of six"),
            ("strangers", "with any strangers"),
        )
    ),
    Claim(
        "people differ from each other more, or less (`similarity`, between-persons), p at most .05",
        "two mixed crowds of one population, 50 matches a side",
        similarity.crowd_of_clones,
    ),
    *(
        Claim(
            "the interval of the balanced score holds it (`judge --score`), 95 %",
            f"{n_people} people who differ, 5 matches each",
            partial(detection.score_interval, n_people=n_people, n_matches=5),
        )
        for n_people in (12, 30)
    ),
    *(
        Claim(
            "these matches were in the training material (`judge`), one in 1,000",
            f"fresh play of the same population, {n_judged} matches of {n_rounds} rounds",
            partial(detection.met_before, n_rounds=n_rounds, n_judged=n_judged),
            allowed=0.001,
        )
        for n_rounds, n_judged in ((10, 100), (40, 20))
    ),
)
GROUPS: dict[str, tuple[Claim, ...]] = {
    "comparisons": COMPARISONS,
    "looking at any time": LOOKING,
    "ranks": RANKS,
    "fits": FITS,
    "likeness": ALIKE,
}
