"""Sodomka, Collins & Gini (2007): efficient comparison of trading agents."""

from results.papers.row import Paper, Row

OURS = "our agents are models of published ones, not the competition's binaries: compare signs and sizes"
NO_MODEL = "no agent of ours is modelled on it; another of ours for the size"
NO_VALUES = "no values in the text, only a picture; " + OURS
TWO = "--agents dummy,buffered --days 12"
NOISE, GROUPS, PAIRS, EVERY, VARIANTS, FACTORS = (
    "market_noise", "market_groups", "market_comparison", "market_processes", "market_variants", "market_factors",
)  # fmt: skip

INTRODUCTION = (
    Row(
        where="Introduction",
        what="the market itself: six manufacturers, a simulated year, performance is total profit",
        command="humanlike market play --agents planner,dummy --days 12 --seed 7",
        ours="agents/agent=planner/scores",
        published="nearly an hour a game",
        why="220 days and six agents take about a second here; the row plays twelve days and two agents",
    ),
    Row(
        where="Introduction, contribution 1",
        what="a method that needs fewer simulations for significance: pairs needed and independent games needed to see "
        "1 million, planner without its supplier curve",
        ours=(
            "result:supplier curve/methods/name=paired/needed",
            "result:supplier curve/methods/name=independent/needed",
        ),
        result=PAIRS,
    ),
    Row(
        where="Introduction, contribution 2",
        what="insights that control gives: effects of stochastic agents, and of single factors",
        result=EVERY,
    ),
)

RELATED = (
    Row(
        where="footnote 1",
        what="the server of SICS, on which researchers tested",
        why="re-implemented from a written description; what differs is listed in docs/market.md",
    ),
    Row(
        where="Managing Profile Variability",
        what="a set of opponents: own variations, the server's dummies, a fixed set; anybody's own agent file",
        command=f"humanlike market play {TWO}; humanlike market play --agents my_agent.py:Dearer,dummy --days 12",
    ),
    Row(
        where="Managing Profile Variability",
        what="the set closest to a game-theoretic equilibrium as background (Wellman et al.)",
        why="not here: the paper only reports it, and it needs thousands of games of many profiles",
    ),
    Row(
        where="Managing Market Variability",
        what="dimensions of variability: thirty-seven processes by number, here one alone varied",
        command=f'humanlike market play {TWO} --games 2 --vary "level high"',
        ours="varied",
    ),
    Row(
        where="Managing Market Variability",
        what="both variants in one simulation (Pardoe et al.; He et al.) and why not: how far the difference inside "
        "one game is from that of separate games, planner without its supplier curve, millions",
        command=f"humanlike market compare buffered dummy {TWO} --games 4 --together",
        published="could potentially distort the results",
        ours=(
            "result:supplier curve/together/bias",
            "result:supplier curve/together/lower",
            "result:supplier curve/together/upper",
        ),
        why="theirs is an expectation",
        result=PAIRS,
        decimals=2,
    ),
    Row(
        where="Managing Market Variability",
        what="demand-adjusted profit: any two games compared by coefficients that are fitted once and stored; share of "
        "the planner's variance removed in games they were not fitted on, by demand, and by demand and capacity",
        command="humanlike market play --agents dummy,buffered --days 12 --games 7 --adjust-by demand "
        "--save-adjustment coefficients.json; "
        "humanlike market play --agents dummy,buffered --days 12 --seed 9 --adjustment coefficients.json",
        ours=(
            "result:three variants/variance_removed/variates=demand&of=planner/held_out",
            "result:three variants/variance_removed/variates=demand,capacity&of=planner/held_out",
        ),
        result=VARIANTS,
        decimals=2,
    ),
    Row(
        where="Managing Market Variability",
        what="other factors influence profit that a demand-adjusted metric does not consider: spread of the difference "
        "adjusted by stored coefficients, and paired",
        ours=(
            "result:three variants/pairs/first=planner&second=planner-no-curve/methods/name=adjusted, stored/sd",
            "result:three variants/pairs/first=planner&second=planner-no-curve/methods/name=paired/sd",
        ),
        result=VARIANTS,
        decimals=2,
    ),
    Row(
        where="Managing Market Variability",
        what="coefficients may be inaccurate where strategies are new: said beside the comparison, and how often "
        "adjusted tests claim a difference that is not there (.05 asked), by stored coefficients, and with the "
        "mistake of centring each group on its own demand",
        ours=(
            "result:three variants/false_claims/method=adjusted, stored/false",
            "result:three variants/false_claims/method=adjusted, each group to its own mean (wrong)/false",
        ),
        result=VARIANTS,
    ),
    Row(
        where="Managing Market Variability",
        what="the controlled server (Borghetti & Sodomka 2006): the same market conditions again",
        command=f"humanlike market play {TWO} --save-seeds seeds.txt; humanlike market play {TWO} --seed-file "
        f"seeds.txt",
        ours="agents/agent=dummy/scores",
    ),
    Row(
        where="Reusable Trajectories",
        what="trajectory trees and random trajectories (Kearns et al.)",
        why="not here: the paper finds both inapplicable to this market, the first for want of a generative model, the "
        "second because no two agents act alike",
    ),
)

APPROACH = (
    Row(
        where="Testing in Paired Markets",
        what="N markets, each played with A and with A', paired t-test; Wilcoxon, sign flips and looks beside it",
        command=f"humanlike market compare buffered dummy {TWO} --games 5",
        ours=("difference", "paired_p"),
    ),
    Row(
        where="Testing in Paired Markets",
        what="more than two variants in the same markets, all claims together",
        command=f"humanlike market compare buffered dummy inventory {TWO} --games 4",
        ours=(
            "pairs/first=buffered&second=dummy/adjusted_p",
            "pairs/first=buffered&second=inventory/adjusted_p",
            "pairs/first=dummy&second=inventory/adjusted_p",
        ),
    ),
    Row(
        where="Testing in Paired Markets",
        what="the same for the scores of any other simulator: a table of condition, variant, score and variates",
        command="humanlike compare --scores scores.csv",
        ours=(
            "pairs/first=planner&second=planner-no-curve/difference",
            "pairs/first=planner&second=planner-no-curve/adjusted_p",
        ),
    ),
    Row(
        where="Analysis of Testing Methods",
        what="statistical power: of four parameters any three give the fourth; alpha .05, power .8, effect .5: a "
        "group, pairs",
        command="humanlike power --effect .5 --alpha .05 --power .8",
        published="alpha .05, power .8 (no table)",
        ours=("independent", "paired"),
        why="64 and 34 are Cohen's",
    ),
    Row(
        where="Analysis of Testing Methods",
        what="TacTex06's spread of 5.558 and a difference of 1 million: games a group",
        command="humanlike power --effect .17992 --alpha .05 --power .8",
        ours="independent",
        why="computed from Table 1; the paper gives none",
    ),
    Row(
        where="Analysis of Testing Methods",
        what="three methods: baseline, demand-adjusted, paired; effect size by the root mean square of two standard "
        "deviations, or that of the differences",
        command=f"humanlike market compare buffered dummy {TWO} --games 6",
        ours=("methods/name=independent/sd", "methods/name=demand-adjusted/sd", "methods/name=paired/sd"),
    ),
    Row(
        where="Analyzing Effects of Individual Market Factors",
        what="factors fixing (Saltelli 2002), equation (1): total index of every factor",
        command=f"humanlike market sensitivity --factors demand,agents {TWO} --markets 3 --repeats 4 --random-games 4 "
        "--output scores",
        ours="total",
    ),
    Row(
        where="Analyzing Effects of Individual Market Factors",
        what="not statistically distinguishable from stochastic agents alone: as a test, times the noise and Holm's p "
        "of supply, demand and the rest for prices",
        published="decided by eye",
        ours=("result:groups/against_noise/all/ratio", "result:groups/against_noise/all/adjusted_p"),
        why="a permutation test within markets, corrected for the number of factors; the last entry is the "
        "noise itself",
        result=FACTORS,
    ),
    Row(
        where="Analyzing Effects of Individual Market Factors",
        what="the same for thirty-seven processes one by one, Holm's p over all of them, for prices: level of the high "
        "segment, its requests' details",
        ours=(
            "result:processes/against_noise/all/adjusted_p/27",
            "result:processes/against_noise/all/adjusted_p/33",
        ),
        result=FACTORS,
    ),
    Row(
        where="Analyzing Effects of Individual Market Factors",
        what="every factor on its own, which the paper found impractical: 2,028 games; the level of the high segment, "
        "for prices",
        ours="result:processes/outputs/all/level high",
        result=EVERY,
    ),
)

CONTROL = (
    Row(
        where="Controlling the Market Space",
        what="which of thirty-seven pseudo-random processes vary is chosen by locking their starts",
        command=f"humanlike market play {TWO} --games 2 --hold supply,27",
        published="37",
        ours="varied",
        why="numbered 0 to 36, and 37 the agents' noise, which the paper could not control",
    ),
    Row(
        where="Controlling the Market Space",
        what="beyond the paper: one seat's own noise held or varied alone",
        command=f'humanlike market play {TWO} --games 2 --vary "seat 0"',
        ours="varied",
        why="38 is seat 0",
    ),
)

RESULTS = (
    Row(
        where="Experimental Results, agents",
        what="DeepMaize, Maxon, MinneTAC, PhantAgent, RationalSCM and TacTex from the agent repository",
        command="humanlike market play --days 10",
        why="binaries of the competition cannot be shipped; planner, marginal, tracking, inventory, buffered and "
        "dummy are modelled on published descriptions",
    ),
    Row(
        where="Improved Significance Testing, Figure 1",
        what="forty games each: standard deviation of the difference, independent, demand-adjusted, paired; planner "
        "without its supplier curve",
        published="paired smallest, demand-adjusted slightly higher",
        ours=(
            "result:supplier curve/methods/name=independent/sd",
            "result:supplier curve/methods/name=demand-adjusted/sd",
            "result:supplier curve/methods/name=paired/sd",
        ),
        why=NO_VALUES + "; our demand adjustment is nearer to independent games",
        result=PAIRS,
        decimals=2,
    ),
    Row(
        where="Figure 2",
        what="games of each variant to see 1 million: independent, demand-adjusted, paired",
        published="paired fewest",
        ours=(
            "result:supplier curve/methods/name=independent/needed",
            "result:supplier curve/methods/name=demand-adjusted/needed",
            "result:supplier curve/methods/name=paired/needed",
        ),
        why=NO_VALUES,
        result=PAIRS,
    ),
    Row(
        where="Improved Significance Testing",
        what="agents' own noise between the two games of a pair, shared and fresh: spread of the difference, planner "
        "without its end game",
        command=f"humanlike market compare buffered dummy {TWO} --games 4 --noise both",
        published="fresh only",
        ours=(
            "result:three variants/pairs/first=planner&second=planner-no-endgame/methods/name=paired/sd",
            "result:three variants/fresh/first=planner&second=planner-no-endgame/methods/name=paired/sd",
        ),
        why="the paper's agents drew their own numbers; " + OURS,
        result=VARIANTS,
        decimals=2,
    ),
    Row(
        where="Improved Significance Testing",
        what="the same for the planner without its supplier curve",
        published="fresh only",
        ours=(
            "result:three variants/pairs/first=planner&second=planner-no-curve/methods/name=paired/sd",
            "result:three variants/fresh/first=planner&second=planner-no-curve/methods/name=paired/sd",
        ),
        why="as above; variants that differ much drift apart whatever is shared",
        result=VARIANTS,
        decimals=2,
    ),
    Row(
        where="footnote 2",
        what="agents adapt within a simulation, not across",
        command=f"humanlike market play {TWO} --games 2 --hold all",
        ours=("agents/agent=dummy/scores", "agents/agent=buffered/scores"),
        why="an agent is made anew for every game, so the same seeds give the same game twice",
    ),
    Row(
        where="Figures 3 and 4",
        what="daily profit in a repeated market and in random ones",
        command=f"humanlike market noise {TWO} --markets 1 --repeats 2 --random-games 3",
        result=NOISE,
    ),
)


def _table_row(agent: str, published: str, ours: str, why: str = OURS) -> Row:
    numbers = ("mean_random", "sd_random", "sd_controlled", "ratio")
    return Row(
        where=f"Table 1, {agent}",
        what=f"mean, spread in random markets, spread with the market held, their ratio; ours {ours}",
        published=published,
        ours=tuple(f"result:default profile/rows/agent={ours}/{name}" for name in numbers),
        why=why,
        result=NOISE,
        decimals=2,
    )


TABLE = (
    _table_row("TacTex06", "8.0878, 5.558, 0.990 (.178)", "planner"),
    _table_row("DeepMaize", "6.303, 5.186, 1.067 (.206)", "marginal+noise"),
    _table_row("PhantAgent", "6.255, 6.611, 0.930 (.141)", "inventory", NO_MODEL),
    _table_row("Maxon", "1.99, 4.101, 0.782 (.191)", "buffered", NO_MODEL),
    _table_row("MinneTAC", "-1.331, 3.470, 0.867 (.250)", "tracking"),
    _table_row("RationalSCM", "-1.623, 5.301, 1.024 (.193)", "dummy", NO_MODEL),
    Row(
        where="below Table 1",
        what="daily order prices: the agents' noise as a share of the variance",
        published="similar results",
        ours="result:groups/outputs/all/agents/0",
        why="no number printed",
        result=GROUPS,
        decimals=2,
    ),
)

SPACE = (
    Row(
        where="Measuring Effects of the Market Space",
        what="170 simulations: five markets, ten games each for supply, demand and nothing varied, twenty random; "
        "total index of demand, supply and the agents' noise for the order price of products with the Pintel "
        "5.0 GHz processor",
        published="demand much larger than supply, supply above the stochastic agents",
        ours=(
            "result:groups/outputs/pintel-5/demand/0",
            "result:groups/outputs/pintel-5/supply/0",
            "result:groups/outputs/pintel-5/agents/0",
        ),
        why=NO_VALUES,
        result=GROUPS,
        decimals=2,
    ),
    Row(
        where="Figure 5",
        what="a single product, raw days; total index of supply, demand, other, agents' noise (mean over days)",
        command=f"humanlike market sensitivity --factors demand,agents {TWO} --markets 3 --repeats 2 --random-games 3 "
        "--output product-6 --smoothing 1",
        published="for one product, results were similar with others",
        ours="result:groups/means/product-6",
        why=NO_VALUES,
        result=FACTORS,
        decimals=2,
    ),
    Row(
        where="Figure 5, spikes",
        what="well-defined spikes at specific intervals for nearly all products: common periods of demand's effect, "
        "tested on product 6; strongest period in days, p corrected for all periods, and for all products",
        published="seen, not certain",
        ours=(
            "result:groups/periods/output=product-6&factor=demand/output",
            "result:groups/periods/output=product-6&factor=demand/factor",
            "result:groups/periods/output=product-6&factor=demand/period",
            "result:groups/periods/output=product-6&factor=demand/p_value",
            "result:groups/periods/output=product-6&factor=demand/adjusted_p",
        ),
        why="the paper asks for more markets; the page has every product",
        result=FACTORS,
    ),
)

FUTURE = (
    Row(
        where="Conclusions and Future Work",
        what="a more in-depth sensitivity analysis: is the abstraction to groups worth what it loses? Of demand's ten "
        "processes one of the largest, the level of the middle segment, and one that does nothing, for prices",
        ours=("result:processes/outputs/all/level mid/0", "result:processes/outputs/all/details mid/0"),
        why="single processes are affordable here; the group hides that its levels do nearly everything",
        result=EVERY,
        decimals=2,
    ),
    Row(
        where="Conclusions and Future Work",
        what="the profile space under a controlled market: other opponents in the same markets, from the same seed",
        command="humanlike market play --agents buffered,dummy --days 12 --seed 7 --games 3; "
        "humanlike market play --agents buffered,buffered --days 12 --seed 7 --games 3",
        ours="agents/0/scores",
        why="named future work; profits of one seat from both runs are a table for `compare --scores`",
    ),
)

PAPER = Paper(
    title="Efficient statistical methods for evaluating trading agent performance",
    citation="Sodomka, Collins & Gini (2007), Proceedings of the 22nd AAAI Conference on "
    "Artificial Intelligence.",
    about="A supply-chain market whose 37 random processes are held or varied one by one, so that few games tell two "
    "agents apart.",
    chapters={
        "Introduction": INTRODUCTION,
        "Related Work": RELATED,
        "Approach": APPROACH,
        "Controlling the Market Space": CONTROL,
        "Experimental Results": (*RESULTS, *TABLE, *SPACE),
        "Conclusions and Future Work": FUTURE,
    },
)
