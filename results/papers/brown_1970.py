"""Brown (1970): reproducing scoring systems.

The examples of the memorandum are files of `humanlike example memo`.
"""

from results.papers.row import Paper, Row

UGANDA = "humanlike score memo/uganda.csv --outcomes memo/uganda_outcomes.csv --system"
TWO = "humanlike score memo/two.csv --outcomes memo/two_outcomes.csv --system"
THREE = "humanlike score memo/three.csv --outcomes memo/three_outcomes.csv --system"
FIRST = tuple(f"scores/{place}/score" for place in range(7))  # of expert 1, by true value
SECOND = tuple(f"scores/{place}/score" for place in range(7, 14))
INFINITE = "minus infinity is no number of JSON: undefined there, -inf in the printed table"

FORECASTS = (
    Row(
        where="preface, summary, contents, bibliography",
        what="what the memorandum is about, and the 25 works it cites",
        why="nothing to run; what the works cited give is cited where it is used",
    ),
    Row(
        where="section 1",
        what='"Nixon .60; Humphrey .38; Wallace .02" before the election of 1968, scored once Nixon had won',
        command="humanlike score memo/election.csv --outcomes memo/election_outcomes.csv --system quadratic",
        ours="scores/0/score",
        why="the memorandum does not score it: 2(.6) - (.36 + .1444 + .0004) - 1/3",
        decimals=4,
    ),
    Row(
        where="section 1 (c)",
        what="forecasts used by decision theory: with what actions pay, the action of highest expected payoff, and "
        "what it was worth between climatology (0) and perfect information (1)",
        command="humanlike decide forecasts.csv --payoffs payoffs.csv --outcomes outcomes.csv",
        ours=("worths/0/forecaster", "worths/0/worth", "worths/0/value"),
        why="an advantage named in one sentence; the forecasts are the sample's",
    ),
    Row(
        where="section 1 (d), table",
        what="consensus of (.5, .5) and (.1, .9): parimutuel",
        command="humanlike pool memo/consensus.csv --method parimutuel",
        published=".5, .5",
        ours=("questions/0/probabilities/alternative 1", "questions/0/probabilities/alternative 2"),
    ),
    Row(
        where="section 1 (d), table",
        what="the same by average probability",
        command="humanlike pool memo/consensus.csv --method average",
        published=".3, .7",
        ours=("questions/0/probabilities/alternative 1", "questions/0/probabilities/alternative 2"),
    ),
    Row(
        where="section 1 (d), table",
        what="the same by mean log odds",
        command="humanlike pool memo/consensus.csv --method log-odds",
        published=".25, .75",
        ours=("questions/0/probabilities/alternative 1", "questions/0/probabilities/alternative 2"),
    ),
    Row(
        where="section 1 (d)",
        what='the methods "may give quite different results": the largest total variation between two of them',
        command="humanlike pool memo/consensus.csv",
        ours="questions/0/methods_differ_by",
    ),
    Row(
        where="section 1, factors (a)-(e)",
        what="why few forecasts are probabilities: ignorance of them, desire for vagueness, pressure, epistemology, "
        "desire for credit",
        why="an argument; over- and underconfidence, named under (a), show in the calibration of `humanlike score "
        "--figure`",
    ),
)

WHY_REPRODUCING = (
    Row(
        where="section 2.1",
        what="a system is reproducing if honesty is strictly best: the search for a lie that gains, quadratic system",
        command="humanlike propriety quadratic --alternatives 2",
        ours=("proper", "gain"),
        why="the gain of the cheapest noticeable lie: negative, it costs",
        decimals=4,
    ),
    Row(
        where="section 2.2 (b)",
        what="better forecasters sorted from poorer ones over the long term: who leads, and is that established?",
        command="humanlike score forecasts.csv --outcomes outcomes.csv",
        ours=("comparison/leader", "comparison/established_after"),
        why="the sample's twenty questions establish nobody (-1), as section 5.3 says they would not",
    ),
    Row(
        where="section 2.3 (a)",
        what="f = r, the simplest system: one claims certainty of what one finds likeliest",
        command="humanlike propriety linear --alternatives 2",
        published="report 1 for the likeliest, 0 for the others",
        ours=("proper", "best_lie/belief", "best_lie/report"),
    ),
    Row(
        where="section 2.3 (b)",
        what="Dalkey's distance score: all mass goes where the expected distance is smallest",
        command="humanlike propriety distance --alternatives 2",
        published="all mass at the median (or mean)",
        ours=("proper", "best_lie/belief", "best_lie/report"),
    ),
    Row(
        where="section 2.3 (c)",
        what="Colonel Blotto: a point for the highest probability on what happens; against (1/3, 1/3, 1/3) a lie wins "
        "two thirds of the points",
        command="humanlike propriety blotto --alternatives 3",
        published="twice as likely to win",
        ours=("proper", "gain"),
        why="the liar wins with chance 2/3; who says what is believed, a hair from the rival, with 1/3: a gain of 1/3",
    ),
    Row(
        where="section 2.3 (c), optimal strategy",
        what="Gross's hemisphere: every probability is uniform between 0 and 2/3",
        why="`humanlike.scoring.exhibits.blotto.gross_strategy` draws from it; `tests/scoring` checks the distribution",
    ),
)

CLASSES = (
    Row(
        where="section 3.1",
        what="systems that are not symmetric: one generator for each alternative, as proper as the others",
        command="humanlike propriety memo/generators.py:ASYMMETRIC --alternatives 2",
        ours=("proper", "reason"),
        why="named as possible; here `asymmetric_gambling_house` builds them",
    ),
    Row(
        where="section 3.1",
        what="equal probabilities earn 0",
        command=f"{TWO} quadratic",
        published="0",
        ours=("scores/0/score", "scores/1/score"),
    ),
    Row(
        where="section 3.2, footnote; (3.2.1), (3.2.2)",
        what="every differentiable system of two alternatives is built from a generator; f is monotone (appendix A)",
        why="`humanlike.scoring.reproducing_condition` checks the condition for any system; no command",
    ),
    Row(
        where="section 3.3, (3.3.1), (3.3.2)",
        what="the gambling house: any positive generator, here phi = x^1.5, gives a proper system",
        command="humanlike propriety power:exponent=1.5 --alternatives 3",
        published="reproducing",
        ours=("proper", "gain"),
        decimals=5,
    ),
    Row(
        where="section 3.3",
        what="the gamblers read as decisions: weight of the cost-loss ratios .01 and .5, and the largest gap between "
        "the score and the sum of its decisions, for the quadratic system",
        command="humanlike decide forecasts.csv --payoffs payoffs.csv --system quadratic",
        ours=("systems/0/weights/0", "systems/0/weights/49", "systems/0/largest_gap"),
        why="the memorandum builds the score from bets and does not turn it round: w(t) = phi(t)/t + phi(1-t)/(1-t)",
    ),
    Row(
        where="section 3.3 (a), footnote",
        what="quadratic, 2r - v - 1/n, of (.5, .3, .2), if each of them happens",
        command=f"{THREE} quadratic",
        published="2r - v - 1/n",
        ours=("scores/0/score", "scores/1/score", "scores/2/score"),
        decimals=4,
    ),
    Row(
        where="section 3.3 (b)",
        what="logarithmic, log(n r), of the same; certainty of what does not happen costs infinitely much",
        command=f"{THREE} logarithmic",
        published="log(n r)",
        ours=("scores/0/score", "scores/1/score", "scores/2/score", "scores/4/score"),
        why=INFINITE,
        decimals=4,
    ),
    Row(
        where="section 3.3 (b)",
        what="an honest forecaster expects log n minus the entropy",
        why="`humanlike.scoring.shannon_entropy`; `tests/scoring` checks the identity; no command",
    ),
    Row(
        where="section 3.4",
        what="spherical, two alternatives: f(.7) and f(.9)",
        command=f"{TWO} spherical",
        published="r/sqrt(v) - 1/sqrt(n)",
        ours=("scores/2/score", "scores/4/score"),
        decimals=4,
    ),
    Row(
        where="section 3.4",
        what="spherical, three alternatives: proper although no generator is known",
        command="humanlike propriety spherical --alternatives 3",
        published="reproducing",
        ours=("proper", "gain"),
        decimals=5,
    ),
    Row(
        where="section 3.4, (3.4.1) and footnote",
        what="the condition for many alternatives, and Gleason's result that only the logarithm is local",
        why="`humanlike.scoring.reproducing_condition` and `locality_gap`; no command",
    ),
    Row(
        where="section 3.4",
        what="the logarithm cut off at a small epsilon (Shuford et al.) is not reproducing",
        command="humanlike propriety floored-logarithm:epsilon=.05 --alternatives 2",
        published="not for small r",
        ours=("proper", "gain", "best_lie/belief", "best_lie/report"),
    ),
    Row(
        where="section 3.4, (3.4.2)",
        what="the truncated logarithm, K = 10, of (.5, .48, .02) and of (1, 0, 0)",
        command=f"{THREE} truncated-logarithmic:K=10",
        published="log(nr) - v; Knr - log K - 1 - v",
        ours=("scores/6/score", "scores/7/score", "scores/8/score", "scores/3/score", "scores/4/score"),
        decimals=4,
    ),
    Row(
        where="section 3.4, (3.4.2)",
        what="and it is reproducing",
        command="humanlike propriety truncated-logarithmic:K=10 --alternatives 2",
        published="reproducing",
        ours=("proper", "gain"),
        decimals=5,
    ),
    Row(
        where="section 3.4, footnote",
        what='the intelligence officer who denied war every year: "I was only wrong twice"',
        why="an anecdote; what such certainty costs is in the row on the logarithm",
    ),
)

CONTINUOUS = (
    Row(
        where="section 3.5 (a), table",
        what="population of Uganda in 1980, quadratic: payoff to expert 1 for x below 7, 7-8, ... 11-12, above 12",
        command=f"{UGANDA} quadratic",
        published="-.2, .2, .2, .2, .2, .2, -.2",
        ours=FIRST,
        decimals=2,
    ),
    Row(
        where="section 3.5 (a), table",
        what="to expert 2",
        command=f"{UGANDA} quadratic",
        published="-.44, -.44, -.04, .76, -.04, -.44, -.44",
        ours=SECOND,
        decimals=2,
    ),
    Row(
        where="section 3.5 (b), table",
        what="spherical: to expert 1",
        command=f"{UGANDA} spherical",
        published="0, .447, .447, .447, .447, .447, 0",
        ours=FIRST,
    ),
    Row(
        where="section 3.5 (b), table",
        what="to expert 2",
        command=f"{UGANDA} spherical",
        published="0, 0, .302, .904, .302, 0, 0",
        ours=SECOND,
        why=".6/sqrt(.44) = .90453, printed .904 (cut, not rounded)",
    ),
    Row(
        where="section 3.5 (c), table",
        what="logarithmic: to expert 1",
        command=f"{UGANDA} logarithmic",
        published="-inf, -1.609, -1.609, -1.609, -1.609, -1.609, -inf",
        ours=FIRST,
        why=INFINITE,
    ),
    Row(
        where="section 3.5 (c), table",
        what="to expert 2",
        command=f"{UGANDA} logarithmic",
        published="-inf, -inf, -1.609, -.511, -1.609, -inf, -inf",
        ours=SECOND,
        why=INFINITE,
    ),
)

APPLICATIONS = (
    Row(
        where="section 4.2",
        what="+1 and -1 for true and false does not penalise guessing: it pays to claim certainty",
        command="humanlike propriety true-false --alternatives 2",
        published="one maximises by answering everything",
        ours=("proper", "gain"),
        why="between two, every claim on the likelier side earns the same: no way of showing uncertainty",
    ),
    Row(
        where="section 4.2",
        what='a test answered "true with probability .80": score, what it promised, overconfidence, +1/-1 marks',
        command="humanlike delphi forecasts.csv --mode test --outcomes outcomes.csv --system quadratic",
        ours=("ranking/0/expert", "ranking/0/mean", "marks/0/overconfidence"),
        why="no data in the memorandum; the sample's forecasters as students",
    ),
    Row(
        where="section 4.2",
        what="students rate their own tasks, and only some, drawn by lot, are performed",
        command="humanlike delphi memo/tasks.csv --mode audit --audit-share .5",
        ours=("audit/0/expert", "audit/0/question"),
        why="no data in the memorandum",
    ),
    Row(
        where="section 4.3",
        what="forecasts of people and of algorithms by several systems, on one scale: do the systems agree on ranks?",
        command="humanlike score forecasts.csv --outcomes outcomes.csv --system quadratic,logarithmic,spherical",
        ours=("agreements/0/correlation", "agreements/0/reversed_pairs", "standings/0/comparable"),
        why="the memorandum names three systems and compares none on data",
    ),
    Row(
        where="section 4.3",
        what="the logarithmic rule between two models is maximum likelihood",
        why="`humanlike.scoring.log_likelihood` is the sum of logarithmic scores; `humanlike fit` maximises it",
    ),
    Row(
        where="section 4.4",
        what="the four questions of 197X (two probabilities, six percentiles, six classes): the median fed back",
        command="humanlike delphi memo/news.csv",
        ours=("feedback/question=astronaut killed/median/yes", "feedback/question=House seats/median/0.7"),
        why="answers are invented; a .30 chance of more than x is written as a .70 chance of less",
    ),
    Row(
        where="section 4.4",
        what="paid in proportion to score within a budget of 1,000, whatever others score",
        command="humanlike delphi panel.csv --outcomes panel_outcomes.csv --system quadratic --budget 1000",
        ours=("payments/ann", "payments/bob", "payments/cyd"),
        why="no payments in the memorandum; quantities are ranked, not paid",
        decimals=2,
    ),
    Row(
        where="section 4.4",
        what="would forecasts improve? change from first to last round of members' score, consensus' score, "
        "disagreement; p of the last",
        command="humanlike delphi panel.csv --outcomes panel_outcomes.csv --system quadratic",
        ours=(
            "accuracy_by_round/changes/0/change",
            "accuracy_by_round/changes/1/change",
            "accuracy_by_round/changes/2/change",
            "accuracy_by_round/changes/2/p_value",
        ),
        why='asked, not answered ("barring an actual trial there is no way"); the sample\'s panel comes closer, not '
        "better",
        decimals=4,
    ),
    Row(
        where="section 4.4",
        what="greater weight for experts who were accurate before: weights earned on settled questions",
        command="humanlike pool forecasts.csv --method score-weighted --outcomes outcomes.csv",
        ours=("weights/ann", "weights/bob", "weights/cyd"),
        why="no numbers in the memorandum",
    ),
)

DIFFICULTIES = (
    Row(
        where="section 5.1",
        what="questions whose sole purpose is to see who is rational: what everybody knows is checked, not paid",
        command="humanlike delphi panel.csv --rationality rain:yes=.5",
        ours=("checks/0/expert", "checks/0/question"),
        why="the memorandum's question is who kicks off the Army-Navy game",
    ),
    Row(
        where="section 5.2",
        what="conflict of interest: a side payment larger than the score",
        why="no system helps, says the memorandum; nothing to compute",
    ),
    Row(
        where="section 5.2, top dog",
        what="certainty on an even chance, quadratic: if right, if wrong, and on average, a question",
        command=f"{TWO} quadratic",
        published="2.5 with chance 1/32 and -4 on average, over five questions",
        ours=("scores/6/score", "scores/7/score", "means/certain"),
        why="five questions: best 5 x .5 = 2.5; average 5 x -.5 = -2.5, so the printed -4 is a slip",
        decimals=1,
    ),
    Row(
        where="section 5.2, top dog",
        what="$1,000 for the best of a thousand: no longer reproducing",
        command="humanlike propriety top-dog",
        published="not wise to be honest",
        ours=("proper", "gain", "best_lie/belief", "best_lie/report"),
        why="gain in shares of the prize, against 999 who are honest",
    ),
    Row(
        where="section 5.2",
        what="nonlinear utility of money: the cautious shade their reports towards equality",
        command="humanlike propriety risk-averse-quadratic --alternatives 2",
        published="overcautious",
        ours=("proper", "best_lie/belief", "best_lie/report"),
    ),
    Row(
        where="section 5.3",
        what="1/2 against 3/5 on even chances, quadratic, 100 questions: mean/SD; chance that the worse leads (normal, "
        "exact)",
        command="humanlike discriminate --p .5 --y1 .5 --y2 .6 --system quadratic --n 100",
        published="1; one in six",
        ours=("ratio", "worse_leads_normal", "worse_leads_exact"),
        why="the exact chance leaves out ties (.0485)",
        decimals=4,
    ),
    Row(
        where="section 5.3",
        what="the same after 400",
        command="humanlike discriminate --p .5 --y1 .5 --y2 .6 --system quadratic --n 400",
        published="2; one in forty",
        ours=("ratio", "worse_leads_normal", "worse_leads_exact"),
        why="one in 44 by the normal approximation",
        decimals=4,
    ),
    Row(
        where="section 5.3",
        what="questions until the better one leads with .95: quadratic, and the system that is best for these two",
        command="humanlike discriminate --p .5 --y1 .5 --y2 .6 --best",
        published="a fairly large number",
        ours=("systems/system=quadratic/needed", "needed"),
        why="the memorandum bounds what a system can do and looks for no best one",
    ),
    Row(
        where="section 5.3, footnote",
        what="discrimination is quicker on events of high probability: .95 against .85 when .95 is true",
        command="humanlike discriminate --p .95 --y1 .95 --y2 .85 --system quadratic",
        published="more quickly",
        ours="needed",
        why="the same distance of .1 as above, in the middle of the range, takes 281 questions",
    ),
)

APPENDICES = (
    Row(
        where="appendix A",
        what="theorem A: the farther a report from the truth, on one side, the less it is worth; f is monotone",
        why="f0(1-x) in its first display should be f0(x); `tests/scoring` checks the theorem for every system; no "
        "command",
    ),
    Row(
        where="appendix B, (B.1), (B.5)",
        what="f(.9) and f(.1) from phi = 1 + t^2",
        command=f"{TWO} memo/generators.py:PLAIN",
        ours=("scores/4/score", "scores/5/score"),
        why="no numbers in the memorandum; (B.2) needs g where phi is printed",
        decimals=6,
    ),
    Row(
        where="appendix B, (B.5)",
        what="the same from its symmetrised form: another generator, one system",
        command=f"{TWO} memo/generators.py:SYMMETRISED",
        published="exactly the same f",
        ours=("scores/4/score", "scores/5/score"),
        decimals=6,
    ),
    Row(
        where="appendix C, (C.2), (C.3)",
        what="quadratic: a report .02 from the truth costs 2(.02)^2 = .0008 wherever the truth lies",
        command="humanlike propriety quadratic --alternatives 2",
        published="2(p - r)^2",
        ours="gain",
        decimals=4,
    ),
    Row(
        where="appendix C, (C.13)",
        what="the same system with f(1) = 1, on the scale on which systems are set side by side: .7 of what happens "
        "and of what does not, on average",
        command="humanlike score memo/two.csv --outcomes memo/two_outcomes.csv --system quadratic,spherical",
        published="1 - 4(1 - x)^2",
        ours="standings/forecaster=seven/comparable",
        why="x = .7 gives .64, x = .3 gives -.96",
        decimals=2,
    ),
    Row(
        where="appendix D, (D.4)",
        what=".95 and .6 of events of probability .9: mean/SD of one question, quadratic, and its bounds (D.8)",
        command="humanlike discriminate --p .9 --y1 .95 --y2 .6 --system quadratic --n 100",
        ours=("per_root_question/ratio", "per_root_question/bounds"),
        why="formulas only in the memorandum; (D.5) lacks a minus sign in its last member",
        decimals=4,
    ),
    Row(
        where="appendix D",
        what="logarithmic and spherical",
        command="humanlike discriminate --p .9 --y1 .95 --y2 .6 --best",
        ours=("systems/system=logarithmic/ratio", "systems/system=spherical/ratio"),
        why="formulas only in the memorandum",
        decimals=4,
    ),
    Row(
        where="appendix D, (D.9)",
        what="the quadratic system lies exactly half way between the bounds",
        command="humanlike discriminate --p .9 --y1 .95 --y2 .6 --best",
        published="(p - (y1 + y2)/2) / sqrt(p(1-p))",
        ours="systems/system=quadratic/ratio",
        why="(.9 - .775)/.3",
        decimals=4,
    ),
    Row(
        where="appendix D, last remark",
        what="a system that comes close to the limit depends on the two: mean/SD of the best one at closeness .01, "
        "and what symmetric systems reach",
        command="humanlike discriminate --p .9 --y1 .95 --y2 .6 --best",
        published="no one scheme is the best discriminator",
        ours=("per_root_question/ratio", "best/reachable_by_symmetric_systems", "best/system"),
        why="none for all pairs, but one for each pair: weight beside the forecaster farther from the truth",
        decimals=4,
    ),
    Row(
        where="appendix D, (D.8)",
        what="forecasts on either side of 1/2, .4 and .75 of .7: the bounds, and what symmetric systems reach of "
        "them",
        command="humanlike discriminate --p .7 --y1 .4 --y2 .75 --best",
        published="between (D.8)'s limits",
        ours=("per_root_question/bounds", "best/reachable_by_symmetric_systems"),
        why="(D.8) holds and is not sharp here: a symmetric system weighs t and 1 - t alike, so what lies between .4 "
        "and .6 averages 1/2",
        decimals=4,
    ),
)

PAPER = Paper(
    title="Probabilistic forecasts and reproducing scoring systems",
    citation="Brown (1970), RM-6299-ARPA, The RAND Corporation.",
    about="Scores that make honesty the best policy, how to construct them, consensus, Delphi, and how many questions "
    "tell a good forecaster.",
    chapters={
        "1. Why put forecasts in probabilistic terms?": FORECASTS,
        "2. Why reproducing scoring systems?": WHY_REPRODUCING,
        "3. Classes of reproducing scoring systems": CLASSES,
        "3.5 Continuous cases": CONTINUOUS,
        "4. Applications": APPLICATIONS,
        "5. Potential difficulties": DIFFICULTIES,
        "Appendices A-D": APPENDICES,
    },
)
