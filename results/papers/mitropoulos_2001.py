"""Mitropoulos (2001): the predictive success of learning theories."""

from results.papers.row import Paper, Row

NOT_PUBLIC = "simulated subjects"

TABLES, TRUTH = "mitropoulos_tables", "result:bush-mosteller"
PEOPLE = "humanlike predict people --predictions predictions.csv --rules none --resamples 0"
STYLISED = (
    "humanlike predict table11 --predictions table11/predictions.csv --rules none --fit published --test all "
    "--measures MSD,MAD --methods Y,P --resamples 0"
)


def _game(name: str, what: str) -> Row:
    return Row(
        where="Table 2",
        what=f"{what}: payoffs of player 1 and of player 2, rows A and B of player 1",
        command=f"humanlike games {name}",
        ours=("payoffs/row", "payoffs/column"),
        why="The printed matrices show one number a cell in our copy; they are read as sections 4 and 6 describe them.",
        decimals=0,
    )


def _rule(where: str, rule: str, estimates: dict[str, str] | None = None, why: str = "") -> Row:
    """One learning rule: its estimates as shipped, and the chance of B in round 6 of one history."""
    known = estimates or {}
    return Row(
        where=f"section 5, {where}" + (", Table 3" if known else ""),
        what=f"{', '.join(known)}{' and ' if known else ''}the chance of B after A1 A0 B1 B0 A1",
        command=f'humanlike next {rule} --history "A1 A0 B1 B0 A1"',
        published=", ".join(known.values()),
        ours=(*(f"parameters/{name}" for name in known), "rounds/5/probabilities/B"),
        why=why,
        decimals=4,
    )


def _ranks(table: int, way: str, printed: str, why: str = NOT_PUBLIC) -> Row:
    """One row of a rank table: BM MS CR BS RE REL KA EX SV RAND WSLC WSLR."""
    return Row(
        where=f"Table {table}",
        what=f"{way}: ranks of BM MS CR BS RE REL KA EX SV RAND WSLC WSLR",
        result=TABLES,
        published=printed,
        ours=f"{TRUTH}/tables/Table {table}/{way}/written",
        why=why,
    )


def _correlation(section: str, table: int, measure: str, game: str, printed: str, why: str = "") -> Row:
    """A correlation of the text: from the printed ranks, and in our simulated subjects."""
    name = f"Table {table} {measure} {game}"
    return Row(
        where=f"section {section}",
        what=f"rank correlation of the two methods of Table {table}, {measure}, {game}: from the printed ranks; ours",
        result=TABLES,
        published=printed,
        ours=(f"result:printed/{name}/recomputed", f"{TRUTH}/correlations/{name}"),
        why=why or f"first Spearman's of the printed ranks, then {NOT_PUBLIC}",
        decimals=2,
    )


def _rand(way: str, printed: str) -> Row:
    return Row(
        where="Table 5",
        what=f"ranks of RAND by {way}: MFC FCBC CO MP all",
        result=TABLES,
        published=printed,
        ours=f"{TRUTH}/rand/{way}/written",
        why=NOT_PUBLIC,
    )


def _value(place: int, rule: str) -> str:
    """The value of a rule by the criterion at this place."""
    return f"criteria/{place}/rules/rule={rule}/value"


INTRODUCTION = (
    Row(
        where="section 1, Table 1",
        what="every measure x method x level x game in one run; Kendall's W between all ways of measuring",
        command=PEOPLE,
        ours="concordance/2/kendall_w",
        why="Two proper scores (LOG, SPH) stand beside the paper's four measures; predictions of a file have no "
        "complete simulations.",
    ),
    Row(
        where="section 1, The MSD",
        what="the quadratic score makes honesty the best policy (Selten's incentive compatibility)",
        command="humanlike propriety quadratic",
        ours="proper",
    ),
    Row(
        where="section 1, The MSD",
        what="whole histories as observations, the purist's way: nats a history of two models, and 1 less its chance",
        command=f"{PEOPLE} --levels match --measures LOG,MAD --methods Y,P",
        ours=(_value(5, "counting"), _value(5, "habit"), _value(4, "counting"), _value(4, "habit")),
        why="Not intractable: the chance of a history is the product of its one-step chances. But after ten rounds "
        "nearly no history has a chance, so that distances tell hardly anybody apart; the log score does.",
        decimals=6,
    ),
    Row(
        where="section 1, component (i)",
        what="an equitable score beyond two states: Gerrity's, and each outcome against the others",
        command=f"{PEOPLE} --levels outcomes --measures GS,EQ --methods Y,P",
        ours=(_value(4, "habit"), _value(5, "habit")),
        why="The paper has none (footnote 5).",
    ),
    Row(
        where="section 1, component (ii)",
        what="aggregates over individuals, and over periods: blocks of 5 rounds, and each subject's shares (MSD)",
        command=f'{PEOPLE} --levels actions --measures MSD --methods "mY,mP bY,bP sY,sP" --block 5',
        ours=(_value(6, "habit"), _value(7, "habit"), _value(8, "habit")),
        why="The paper names aggregates over periods (section 3) and does not use them.",
        decimals=4,
    ),
    Row(
        where="section 1, one further issue",
        what="between one period ahead and the complete simulation: MSD at horizons 1, 2 and T",
        command="humanlike predict people --rules cross --fit published --test all --levels actions --measures MSD "
        "--methods Y,P --games chicken --horizons 1,2,T --simulations 500 --resamples 0",
        ours=tuple(f"horizons/{place}/rules/0/value" for place in range(3)),
        why="The paper uses the two extremes only.",
    ),
    Row(
        where="section 1, component (iii)",
        what="Complete simulations, in the company people had: groups of six, re-matched in every round. "
        "MSD(Y,Z) of Bush-Mosteller",
        result="predicted_humans",
        ours="result:rps-groups/ranks/MSD(Y,Z)/bush-mosteller/0",
    ),
    Row(
        where="section 1, related work",
        what="the paper takes estimates as given; `fit` estimates by maximum likelihood",
        command="humanlike fit people --rule cross",
        ours="0/log_likelihood",
    ),
)
NOTATION = (
    Row(
        where="section 2, footnote 1",
        what="action sets that differ between players: outcomes are refused with a reason, actions are predicted role "
        "by role",
        why="A group outcome needs the same actions in every seat; games with unequal roles are predicted at the level "
        "of actions.",
    ),
    Row(
        where="section 2, footnote 2",
        what="Histories of own actions and payoffs only, and other informational settings: "
        "own, actions or game; rules that need more are refused",
        command="humanlike play mutual-fate-control bush-mosteller --information own --pairs 60 --rounds 40",
    ),
    Row(
        where="section 2, group outcomes",
        what="Y^o and P^o: the group's outcome, and the product of the members' chances",
        command=f"{PEOPLE} --levels outcomes --measures LOG --methods Y,P",
        ours=(_value(2, "counting"), _value(2, "habit")),
        why="The paper leaves the log score out (section 5).",
    ),
    Row(
        where="section 2, predictions",
        what="every choice's chances as a table; it comes back without loss",
        command="humanlike predict people --rules random --methods Y,P --resamples 0 --save-predictions mine.csv; "
        "humanlike predict people --rules none --predictions mine.csv --methods Y,P --resamples 0",
        ours="criteria/0/rules/0/value",
    ),
)
MEASURES = (
    Row(
        where="section 3, MSD, MAD, POI",
        what="MSD(Y,P), MAD(Y,P) and POI(Y,P) of two models, root included",
        command=f"{PEOPLE} --levels actions --measures MSD,MAD,POI --methods Y,P",
        ours=tuple(_value(place, "habit") for place in (6, 7, 8)),
    ),
    Row(
        where="section 3, footnote 3",
        what="S, the number of simulations",
        command=PEOPLE,
        published="10,000",
        ours="simulations",
    ),
    Row(
        where="section 3, footnote 5",
        what="KS beyond two states: undefined, said with its reason; GS and EQ are equitable there",
        command=f"{PEOPLE} --levels outcomes --measures KS --methods Y,P",
        ours="criteria/0/undefined",
        why="As in the paper; Gerrity (1992) carries it on.",
    ),
    Row(
        where="section 3, footnote 6",
        what="subjects for whom KS is undefined (one action only), and all subjects: counted, never 0",
        command=f"{PEOPLE} --levels actions --measures KS --methods Y,P",
        ours=("undefined_counts/0/n_undefined", "undefined_counts/0/n_all"),
        why="The paper does not say what became of them. Ties go to action 1, as in its footnote.",
    ),
)
DATA = (
    Row(
        where="section 4",
        what="Ten subjects, paired anew at random after every 40 periods, told their own payoff",
        command="humanlike play mutual-fate-control bush-mosteller --matching strangers:spell=40 "
        "--pairs 5 --rounds 160 --information own",
        why="There also the game changes after 40 periods; here it stays.",
    ),
    _game("mutual-fate-control", "MFC"),
    _game("fate-behaviour-control", "FCBC"),
    _game("coordination", "CO"),
    _game("matching-pennies", "MP"),
    Row(
        where="section 4, footnote 7",
        what="the design: pairs of each game, rounds; four games",
        command="humanlike data summary simulated:bush-mosteller",
        published="240 pairs in all, 40 rounds",
        ours=("0/n_matches", "1/n_matches", "2/n_matches", "3/n_matches", "0/n_rounds"),
        why="Games were assigned at random in the paper; ours have 60 pairs each. Who met whom in which session is not "
        "printed.",
    ),
    Row(
        where="section 4",
        what="share of rounds that subjects of Bush-Mosteller spend in the efficient cells of MFC (BB) and CO (AA, BB)",
        command="humanlike data summary simulated:bush-mosteller",
        published="about 50 % of pairs end there in MFC, 90 % in CO",
        ours=("0/cells/BB", "2/cells/AA", "2/cells/BB"),
        why="Simulated subjects, and all rounds instead of the last ones.",
        decimals=2,
    ),
)
RULES = (
    _rule("Bush-Mosteller", "bush-mosteller", {"alpha": ".27", "beta": ".12"}),
    _rule(
        "Mookherjee-Sopher",
        "mookherjee-sopher",
        {"alpha": ".22", "beta": ".23"},
        "The second term is printed without its minus sign.",
    ),
    _rule("Cross", "cross", {"alpha": ".18", "beta": ".03"}),
    _rule(
        "Börgers-Sarin",
        "boergers-sarin",
        {"alpha": ".40", "beta": ".06"},
        "The aspiration is read to move as KA's does.",
    ),
    _rule("Roth-Erev", "roth-erev", {"alpha": "3.00", "beta": ".91"}),
    _rule(
        "variant of Roth-Erev",
        "roth-erev-logit",
        {"alpha": "13.76", "beta": "11.22"},
        "The logit is read to be of the propensities; the printed beta is doubtful.",
    ),
    _rule(
        "Karandikar et al.",
        "karandikar",
        {"alpha": ".49", "beta": "0.00"},
        "A chance of 0 is kept as 1e-300; likelihoods say which floor they use.",
    ),
    _rule(
        "experimentation",
        "experimentation",
        {"cap": "8.00", "top": ".99"},
        "Read as a cap of 8 and a top chance of .99, as the formula needs them.",
    ),
    _rule(
        "Sarin-Vahid",
        "sarin-vahid",
        {"alpha": ".13", "beta": ".27"},
        "Read as a probit of the two assessments, both .5 at first.",
    ),
    _rule("WSLC", "win-stay-lose-change", why="0, kept as 1e-300."),
    _rule("WSLR", "win-stay-lose-randomise", why="0, kept as 1e-300."),
    _rule("RAND", "random"),
    Row(
        where="Table 3",
        what="BM fitted to role 1: alpha and beta of simulated subjects who have the printed ones",
        result=TABLES,
        published=".27, .12",
        ours=f"{TRUTH}/fitted/BM",
        why="Recovered, not estimated from people. Log-likelihoods of people who are not public cannot be had again.",
        decimals=3,
    ),
)
CHARACTERISTICS = (
    Row(
        where="section 6.1",
        what="MAD = POI for realised predictions of two actions, and their MSD is the mean of roots",
        command=f"{PEOPLE} --levels actions --measures MSD,MAD,POI --methods Y,X",
        ours=tuple(_value(place, "habit") for place in (6, 7, 8)),
        why="The printed closed form of E MSD(Y,X) is an upper bound (the root of a mean).",
        decimals=4,
    ),
    _ranks(4, "MSD M(Y,P) actions all", "2 1 6 3 5 7 8 12 4 11 10 9"),
    _ranks(4, "MSD M(Y,X) actions all", "5 6 9 2 8 10 4 12 7 11 1 3"),
    _ranks(4, "MAD M(Y,P) actions all", "5 6 9 2 8 10 4 12 7 11 1 3"),
    _ranks(4, "MAD M(Y,X) actions all", "5 6 9 2 8 10 4 12 7 11 1 3"),
    _ranks(4, "POI M(Y,P) actions all", "5 3 10 1 9 8 7 12 4 11 2 6"),
    _ranks(4, "POI M(Y,X) actions all", "5 6 9 2 8 10 4 12 7 11 1 3"),
    _ranks(4, "KS M(Y,P) actions all", "7 3 10 1 9 8 6 11.5 4 11.5 2 5"),
    _ranks(4, "KS M(Y,X) actions all", "6 5 10 2 9 8 4 11 7 12 1 3"),
    Row(
        where="section 6.1",
        what="which way finds the rule that made the play? LOG(Y,P) of the true rule and of WSLC, ranks by MSD(Y,X)",
        result="predicted_truth",
        ours=(
            "result:bush-mosteller/ranks/LOG(Y,P)/bush-mosteller/0",
            "result:bush-mosteller/ranks/LOG(Y,P)/win-stay-lose-change/0",
            "result:bush-mosteller/ranks/MSD(Y,X)/bush-mosteller/1",
            "result:bush-mosteller/ranks/MSD(Y,X)/win-stay-lose-change/1",
        ),
        why="The paper recommends realised predictions; with a known truth they miss it, a proper score finds it.",
        decimals=2,
    ),
    Row(
        where="footnote 8",
        what="predictions and observations are of different type",
        why="A remark on the literature; nothing to compute.",
    ),
    Row(
        where="footnote 9",
        what="MSD(Y,X) = MAD(Y,X) = POI(Y,X) but for normalisation",
        command=f"{PEOPLE} --levels outcomes --measures MAD,POI --methods Y,X",
        ours=(_value(4, "habit"), _value(5, "habit")),
        why="Of four outcomes MAD is half of POI; MSD's mean of roots may rank close rules otherwise.",
        decimals=4,
    ),
)
KUIPERS = (
    _rand("M(Y,P) MSD", "10 10 11 7 11"),
    _rand("M(Y,P) KS", "11.5 11.5 11.5 11.5 11.5"),
    _rand("M(Y,X) MSD", "11 11 12 11 11"),
    _rand("M(Y,X) KS", "12 11 12 12 12"),
    _rand("M(Y,Z) MSD", "3 6 11 1 2"),
    _rand("M(Y,Z) KS", "1 6 10 1 2"),
    _rand("M(mY,mQ) MSD", "10 5 10 1 9"),
    _rand("M(mY,mQ) KS", "12 4 - 2 1"),
    _rand("M(mY,mP) MSD", "11 11 11 7 11"),
    _rand("M(mY,mP) KS", "6.5 11.5 - 7 11.5"),
    Row(
        where="section 6.2",
        what="no skill scores 0 by EQ on outcomes, as RAND does by KS on actions: RAND's and Bush-Mosteller's values",
        result=TABLES,
        published="0 (KS, actions)",
        ours=(f"{TRUTH}/beyond/EQ(Y,P), outcomes/RAND/value", f"{TRUTH}/beyond/EQ(Y,P), outcomes/BM/value"),
        why="The paper leaves outcomes without an equitable score.",
    ),
)
AGGREGATED = (
    _ranks(6, "MSD M(mY,mP) actions all", "2 1 8 5 9 4 6 12 3 11 10 7"),
    _ranks(6, "MAD M(mY,mP) actions all", "5 1 8 2 10 4 7 12 3 11 9 6"),
    _ranks(6, "POI M(mY,mP) actions all", "3.5 3.5 10.5 7.5 10.5 3.5 3.5 12 3.5 7.5 9 3.5"),
    _ranks(6, "KS M(mY,mP) actions all", "3.5 3.5 9.5 7 9.5 3.5 3.5 11.5 3.5 11.5 8 3.5"),
    _correlation("6.3", 6, "MSD", "all", ".85"),
    _correlation("6.3", 6, "MAD", "all", ".43"),
    _correlation("6.3", 6, "POI", "all", ".45"),
    _correlation("6.3", 6, "KS", "all", ".57"),
    _ranks(7, "MSD M(Y,Z) actions all", "8 9 2 11 3 6 4 7 12 5 10 1"),
    _ranks(7, "MSD M(mY,mQ) actions all", "4 5 8 1 7 11 3 10 6 9 12 2"),
    _ranks(7, "MAD M(Y,Z) actions all", "8 9 2 11 3 6 4 7 12 5 10 1"),
    _ranks(7, "MAD M(mY,mQ) actions all", "4 5 9 1 7 11 3 10 6 8 12 2"),
    _ranks(7, "POI M(Y,Z) actions all", "8 9 2 11 3 6 4 7 12 5 10 1"),
    _ranks(7, "POI M(mY,mQ) actions all", "6 9.5 11 6 8 6 2.5 9.5 2.5 12 2.5 2.5"),
    _ranks(7, "KS M(Y,Z) actions all", "10 4 7 9 5 3 8 1 6 2 12 11"),
    _ranks(7, "KS M(mY,mQ) actions all", "8 6 12 8 10 8 3.5 11 3.5 1 3.5 3.5"),
    _correlation("6.3", 7, "MSD", "all", ".03"),
    _correlation("6.3", 7, "MAD", "all", ".01"),
    _correlation("6.3", 7, "POI", "all", "-.23"),
    _correlation("6.3", 7, "KS", "all", "-.22"),
    _ranks(8, "MSD M(Y,Z) actions MFC", "9 11 3 10 5 6 4 8 12 7 1 2"),
    _ranks(8, "MSD M(mY,mQ) actions MFC", "3 2 7 11 6 9 4 8 1 10 12 5"),
    _ranks(8, "MSD M(Y,Z) actions FCBC", "8 9 2 10 3 4 7 6 12 5 11 1"),
    _ranks(8, "MSD M(mY,mQ) actions FCBC", "9 10 4 12 3 7 2 6 11 5 8 1"),
    _ranks(8, "MSD M(Y,Z) actions CO", "8 9 2 11 3 6 4 7 12 5 10 1"),
    _ranks(8, "MSD M(mY,mQ) actions CO", "5 9 1 11 2 3 6 8 4 10 12 7"),
    _ranks(8, "MSD M(Y,Z) actions MP", "7 10 6 2 8 5 11 9 3 4 12 1"),
    _ranks(8, "MSD M(mY,mQ) actions MP", "7 9 5 12 4 6 3 8 11 1 10 2"),
    _correlation("6.3", 8, "MSD", "MFC", "-.41"),
    _correlation("6.3", 8, "MSD", "FCBC", ".81"),
    _correlation("6.3", 8, "MSD", "CO", ".46"),
    _correlation("6.3", 8, "MSD", "MP", ".08"),
)
ONE_STEP_OR_COMPLETE = (
    _ranks(9, "MSD M(Y,X) actions MFC", "5 6 9 1 7 10 4 12 8 11 3 2"),
    _ranks(9, "MSD M(Y,X) actions FCBC", "5 6 7 4 8 10 2 12 9 11 1 3"),
    _ranks(9, "MSD M(Y,X) actions MP", "7 5 10 2 9 8 4 12 6 11 1 3"),
    _ranks(10, "MSD M(mY,mP) actions MFC", "5 3 7 1 10 8 2 12 6 11 9 4"),
    _ranks(10, "MSD M(mY,mP) actions FCBC", "5 2 9 1 10 8 3 12 6 11 7 4"),
    _ranks(10, "MSD M(mY,mP) actions MP", "2 1 6 4 5 10 8 12 3 7 11 9"),
    _correlation("6.4", 10, "MSD", "MFC", ".38"),
    _correlation("6.4", 10, "MSD", "FCBC", "-.34"),
    _correlation(
        "6.4",
        10,
        "MSD",
        "MP",
        "-.27",
        f"printed as a second MFC; the ranks say that it is MP; then {NOT_PUBLIC}",
    ),
)
OUTCOMES = (
    Row(
        where="Tables 11 and 12",
        what="MSD of the point predicting and the probabilistic rule: actions, then outcomes",
        command=STYLISED,
        published=".707, .500; .707, .433",
        ours=(_value(0, "point"), _value(0, "probabilistic"), _value(2, "point"), _value(2, "probabilistic")),
    ),
    Row(
        where="Tables 11 and 12",
        what="MAD of the two rules: actions, then outcomes",
        command=STYLISED,
        published=".500, .500; .500, .375",
        ours=(_value(1, "point"), _value(1, "probabilistic"), _value(3, "point"), _value(3, "probabilistic")),
    ),
    Row(
        where="section 6.5",
        what="MAD of outcomes: of chances, and expected of realised predictions",
        command=f"{PEOPLE} --levels outcomes --measures MAD --methods 'Y,P Y,X'",
        published="realised predictions cost a probabilistic rule more",
        ours=(_value(4, "habit"), _value(5, "habit")),
        why="They do not: both are equal in any number of states. In Table 12 the probabilistic rule misses fewer "
        "outcomes on average (3 of 4 against 4 of 4), and that is why it is ahead.",
        decimals=5,
    ),
    _ranks(13, "MSD M(Y,P) outcomes all", "1 2 4 5 6 7 8 12 3 10 11 9"),
    _ranks(13, "MSD M(Y,X) outcomes all", "5 6 7 4 8 10 3 11 9 12 1 2"),
    _ranks(13, "MAD M(Y,P) outcomes all", "5 6 7 4 8 10 3 12 9 11 1 2"),
    _ranks(13, "MAD M(Y,X) outcomes all", "5 6 7 4 8 10 3 11 9 12 1 2"),
    _ranks(13, "POI M(Y,P) outcomes all", "5 3 10 1 9 7 8 11 4 12 2 6"),
    _ranks(13, "POI M(Y,X) outcomes all", "5 6 7 4 8 10 3 11 9 12 1 2"),
)
DISCUSSION = (
    Row(
        where="section 7",
        what="robustness over all ways of measuring, for people: ranks on real play",
        result="predicted_humans",
        why="Seven bodies of human play instead of the paper's one.",
    ),
    Row(
        where="section 7",
        what="other people's models, from any language, by the same ways of measuring, with rank sets over matches",
        command="humanlike predict people --rules random --predictions predictions.csv --methods Y,P --resamples 200",
        ours="comparisons/0/sentence",
    ),
    Row(
        where="section 7",
        what="the same predictions as probability forecasts: mean quadratic score of each model",
        command="humanlike score predictions.csv",
        ours=("means/counting", "means/habit"),
    ),
    Row(
        where="section 7",
        what="and pooled: the weight that the log score earns",
        command="humanlike pool predictions.csv --method score-weighted",
        ours=("weights/habit",),
    ),
    Row(
        where="section 7",
        what="predictions that carry the variance of the parameters: LOG plugged in, and averaged over parameters",
        command="humanlike predict people --rules cross --games chicken --levels actions --measures LOG --methods Y,P "
        "--resamples 0 --uncertain",
        ours=("criteria/0/rules/0/value", "uncertain/0/rules/0/value"),
        decimals=4,
    ),
    Row(where="Technical note", what="Stata 6.0 and 7.0", why="Python; the same seed gives the same bytes."),
)

PAPER = Paper(
    title="On the measurement of the predictive success of learning theories in repeated games",
    citation="Mitropoulos (2001), Otto-von-Guericke-Universität Magdeburg, version 1.0, July 2001.",
    about="Twelve learning rules, four games, and every accepted way of saying which rule predicts people best. The "
    "paper's people are not public: where the reason says *simulated subjects*, ours are 240 pairs in the same design "
    "who follow Bush and Mosteller, so that the true rule is known.",
    chapters={
        "1 Introduction": INTRODUCTION,
        "2 Observations and predictions": NOTATION,
        "3 Measures and aggregates": MEASURES,
        "4 The data set and the games": DATA,
        "5 The learning rules": RULES,
        "6.1 Characteristics of the classical MSD": CHARACTERISTICS,
        "6.2 The MSD versus the KS": KUIPERS,
        "6.3 Disaggregated versus aggregated data": AGGREGATED,
        "6.4 One period ahead versus complete simulations": ONE_STEP_OR_COMPLETE,
        "6.5 Actions versus group outcomes": OUTCOMES,
        "7 Discussion": DISCUSSION,
    },
)
