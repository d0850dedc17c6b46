"""One worked example per rule: what happened, and what the rule must do next.

Probabilities were computed by hand or carried over from the readings of the papers; they are compared to
1e-9. A low-information history lists (action, payoff); a full-information one lists cells of a game.
"""

from dataclasses import dataclass

A, B = 0, 1
FIVE_ROUNDS = ((A, 1), (A, 0), (B, 1), (B, 0), (A, 1))


@dataclass(frozen=True)
class Example:
    """`chances[t]` is the probability of the last action (B, D, R...) before round t+1, by role."""

    history: tuple[tuple[int, int], ...]
    chances: dict[int, tuple[float, ...]]
    game: str | None = None  # None: low information, two actions, payoffs 0 and 1


def low(*chances: float) -> Example:
    """Mitropoulos (2001), Table 3 parameters, after A1 A0 B1 B0 A1: p_B(1..6)."""
    return Example(FIVE_ROUNDS, {0: chances})


EXAMPLES: dict[str, Example] = {
    "random": low(0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
    "bush-mosteller": low(0.5, 0.365, 0.4412, 0.592076, 0.52102688, 0.3803496224),
    "mookherjee-sopher": low(0.5, 0.385, 0.5203, 0.625834, 0.48189218, 0.3710569786),
    "cross": low(0.5, 0.395, 0.38315, 0.5126885, 0.527307845, 0.4165731975),
    "boergers-sarin": low(0.5, 0.2, 0.5488, 0.815080192, 0.4521660625, 0.189247153),
    "roth-erev": low(0.5, 0.3659517426, 0.3659517426, 0.5210207706, 0.5210207706, 0.4022275239),
    "roth-erev-logit": low(0.5, 0.1940575039, 0.5, 0.8051484856, 0.5, 0.2443851412),
    "karandikar": low(0.5, 0.0, 0.5027586783, 1.0, 0.4972413217, 0.0),
    "experimentation": low(0.5, 0.43875, 0.5, 0.56125, 0.5, 0.43875),
    "sarin-vahid": low(0.5, 0.4324148616, 0.5088278016, 0.5762695886, 0.5, 0.4312839415),
    "win-stay-lose-change": low(0.5, 0.0, 1.0, 1.0, 0.0, 0.0),
    "win-stay-lose-randomise": low(0.5, 0.0, 0.5, 1.0, 0.5, 0.0),
    # Ochs after (U, L). Attractions (13.3142857143, 3.8285714286) give p_U = .9651085915; the column's
    # (4.0571428571, 3.8666666667) differ by .1904761905, times .35.
    "ewa": Example(((0, 0),), {0: (1 - 0.9426758241, 1 - 0.9651085915), 1: (0.5, 0.4833395034)}, "ochs"),
    # Ochs after (U, L): q_row = (27, 5.4), q_col = (3.6, 3.6).
    "adjusted-reinforcement": Example(((0, 0),), {0: (0.25, 1 / 6), 1: (0.5, 0.5)}, "ochs"),
    # Chicken: best reply to L is D, to R is U; to U is R, to D is L.
    "cournot": Example(((0, 0), (1, 1)), {0: (0.5, 1.0, 0.0), 1: (0.5, 1.0, 0.0)}, "chicken"),
    # Chicken after (U,L) (D,R): U earned 5+2, D 6+1: a tie, which goes to the lowest index.
    "fictitious-play": Example(((0, 0), (1, 1)), {0: (0.5, 1.0, 0.0), 1: (0.5, 1.0, 0.0)}, "chicken"),
    # Battle of the sexes: (U,L) first, then (D,R); the column leaves the plan in round 2 (L), the row is
    # punished... by the row only: U holds the column to 6 at most, D to 18, so U; the column goes on with (U,L).
    "alg1": Example(((0, 0), (1, 0)), {0: (0.0, 1.0, 0.0), 1: (0.0, 1.0, 0.0)}, "battle-of-the-sexes"),
    # Stag hunt: (D,R) is best for both, played with probability gamma.
    "alg2": Example(((0, 0),), {0: (0.895, 0.895), 1: (0.895, 0.895)}, "stag-hunt-2"),
    # Generous tit-for-tat in the prisoner's dilemma: forgives one defection in three.
    "memory-one": Example(
        ((0, 1), (1, 0)), {0: (0.0, 2 / 3, 0.0), 1: (0.0, 0.0, 2 / 3)}, "prisoners-dilemma"
    ),
    # Level 1, lambda 5, in chicken (scaled payoffs 0 to 1 are (x-1)/5): before round 1 against uniform
    # play U and D both promise 3.5; after L: U .8, D 1; after R: U .2, D 0.
    "noisy-best-reply": Example(
        ((0, 0), (1, 1)),
        {0: (0.5, 0.7310585786300049, 0.2689414213699951), 1: (0.5, 0.7310585786300049, 0.2689414213699951)},
        "chicken",
    ),
    # Ochs, myopic and sophisticated. Round 1: the row answers (1/2, 1/2) as EWA does; the column expects U with .9427,
    # so L promises 3 + 2*.0573 and R 5 - 2*.0573, times .35. After (U, L) the column's attractions forecast L with
    # .5166604966: U promises 12.2998889, D 3.9666790; the row's forecast U with .9651085915.
    "strategic-ewa": Example(
        ((0, 0),),
        {0: (1 - 0.9426758241, 0.0513378966), 1: (0.6501608130, 0.6572700226)},
        "ochs",
    ),
    # Chicken from 0 to 1 is ((.8, .2), (1, 0)). Before round 1 all evidence is even. After (U, L) the other's past is
    # (.75, .25): U promises .65, D .75; somebody who answers my (.75, .25) plays D with .6224593312. All four rules had
    # earned .9, so that propensities fade alike and gain 1.8: (.9, 1.8, .9, 1.35). Then (D, L).
    "rule-learning": Example(
        ((0, 0), (1, 0)),
        {0: (0.5, 0.5481450287, 0.6053200182), 1: (0.5, 0.5481450287, 0.4405492206)},
        "chicken",
    ),
    # Chicken after (U, L): values move half of the way from (3.5, 3.5) to (5, 6), and their difference of .5 weighs
    # .5 * 2**.5. Then (D, L): by .5 / 2**.5 on, the row to (5, 6), the column to (2, 1); weight .5 * 3**.5.
    "adaptive-dynamics": Example(
        ((0, 0), (1, 0)),
        {0: (0.5, 0.5874790008, 0.6424711399), 1: (0.5, 0.5874790008, 0.4934337213)},
        "chicken",
    ),
    # Ochs has no pure equilibrium: W = 2. After (U, L) and (D, L) the row has seen L only: phi = 1, N = 2, 3; U, not
    # played in round 2, would have paid more and counts: 16.5, then (33 + 21) / 3 = 18; D 7/3. Then R: h = (2/3,
    # 1/3), r = (1/2, 1/2), phi = 1 - (1/36 + 1/36) / 2 = 35/36. The column saw U, D, U: the same phi at last.
    "self-tuning-ewa": Example(
        ((0, 0), (1, 0), (0, 1)),
        {
            0: (0.0573241759, 0.0062122531, 0.0041382587, 0.0197508561),
            1: (0.5, 0.5866175789, 0.4133824211, 0.5464085896),
        },
        "ochs",
    ),
    # As strategic EWA's example, half of the players sophisticated and known to be: the eight half-steps by hand.
    "sophisticated-ewa": Example(
        ((0, 0),),
        {0: (0.0744306881, 0.0609280073), 1: (0.5723452371, 0.5520987798)},
        "ochs",
    ),
    # Chicken: 2 is safe, so U pays 3.5 or 2 and D 4 or 1. L is an impulse of .5 towards D, R one of 1 towards U.
    "impulse-matching": Example(((0, 0), (1, 1)), {0: (0.5, 1.0, 1 / 3), 1: (0.5, 1.0, 1 / 3)}, "chicken"),
    # Chicken: D is best where more than half of the sample is L. Then L, R, L: P(K > 6) + P(K = 6) / 2, K ~ B(12, 2/3).
    "action-sampling": Example(
        ((0, 0), (1, 1), (0, 0)),
        {0: (0.5, 1.0, 0.5, 0.8779149520), 1: (0.5, 1.0, 0.5, 0.8779149520)},
        "chicken",
    ),
    # Chicken from 0 to 1 is ((.8, .2), (1, 0)). After L nothing surprises: .12 / 2 + .88 * 0. After R payoffs fell by
    # .6 and 1, G = 3.2 / 4 and S = .9999877502: .3^S stays with D; samples LL, LR, RR of chances (.45, .55) recommend
    # D, U or D with M = (.5, .5): LR ties, D has .2025 + .495 / 2. Then (U, L), M = (.5, .5) before, (.6, .667) after.
    "i-saw": Example(
        ((0, 0), (1, 1), (0, 0)),
        {0: (0.5, 0.06, 0.6012021415, 0.6129239736), 1: (0.5, 0.06, 0.6012021415, 0.6129239736)},
        "chicken",
    ),
    # Matching pennies at tomsup's values, after (A, A) and (B, A). A 0-ToM's chances of B by hand, as in
    # test_theory_of_mind: variances 1/(1/(1 + e^-2) + 1/4) = .8842, then 1/(1/(.8842 + e^-2) + s(1 - s)).
    "tom-0": Example(
        ((0, 0), (1, 0)),
        {0: (0.5, 0.373548097768, 0.293457864612), 1: (0.5, 0.626451902232, 0.482907079563)},
        "matching-pennies",
    ),
    # A 1-ToM first thinks of a 0-ToM of bias -.4 (row) or +.4 and with even chances else; the second round is by hand
    # there, the third agrees with tomsup's to what its numerical slopes allow.
    "tom-1": Example(
        ((0, 0), (1, 0)),
        {0: (0.5, 0.460828360562, 0.275879662517), 1: (0.5, 0.683334919752, 0.594637548376)},
        "matching-pennies",
    ),
    "tom-2": Example(
        ((0, 0), (1, 0)),
        {0: (0.5, 0.515455362584, 0.377302089283), 1: (0.5, 0.609948632297, 0.603211523218)},
        "matching-pennies",
    ),
    # Prisoner's dilemma, cooperation first; computed again strategy by strategy, in plain lists, by
    # test_repeated_game_strategies. Before the experiment strategies that defect have earned most.
    "repeated-game-strategies": Example(
        ((0, 0), (1, 0)),
        {
            0: (0.140015676070, 0.088444106623, 0.311485989853),
            1: (0.140015676070, 0.088444106623, 0.767393342234),
        },
        "prisoners-dilemma",
    ),
    # What is learned by counting begins blindly; test_learned_by_counting works examples of rules that have learned.
    "memory-1": low(0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
    "memory-2": low(0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
    "memory-3": low(0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
    "kinds": low(0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
    # Own choices A A B B A, worth what is left of them (.98 each time), over eight even ones: 4/9, then 4/9.98, ...
    "person-means": low(0.5, 4 / 9, 4 / 9.98, 5 / 10.9404, 5.98 / 11.881592, 5.9404 / 12.80396016),
    # Chicken after (U, L): the habit gives D 4/9, patterns are new: 15 % and 70 % thereof, then 9 : 91, 2.7 : 97.3.
    # After (U, L) once more the habit gives 4/9.98, and U followed (U, L) before: 8 (.15 + .7 * .4008) / 9, and so on.
    "patterns": Example(
        ((0, 0), (0, 0), (1, 0)),
        {
            0: (0.5, 0.465566611111, 0.396157652861, 0.473361994973),
            1: (0.5, 0.465566611111, 0.396157652861, 0.416709495978),
        },
        "chicken",
    ),
    # Before it has learned every weight is zero.
    "learned-player": Example(((0, 0), (1, 0)), {0: (0.5, 0.5, 0.5), 1: (0.5, 0.5, 0.5)}, "chicken"),
    # Chicken, (U, L) again and again, .8 each: Q(U) before round 1 is .4; after L it is .4, then
    # .4 + .5 (.8 + .5 * .4 - .4) = .7; D stays at 0, and 4 times the difference decides.
    "q-learning": Example(
        ((0, 0), (0, 0), (0, 0)),
        {
            0: (0.5, 0.5, 0.16798161486607552, 0.057324175898868755),
            1: (0.5, 0.5, 0.16798161486607552, 0.057324175898868755),
        },
        "chicken",
    ),
    # B is untried until round 3; then B has paid more; at 1/2 after two rounds each they tie; at last A promises
    # 2/3 + (2 ln 5 / 3)^.5 = 1.703 and B 1/2 + (ln 5)^.5 = 1.769.
    "ucb": low(0.5, 1.0, 1.0, 1.0, 0.5, 1.0),
    # Two normal beliefs: Phi of the difference in means over the root of the summed squares, as (1/2 - 3/4) / .375^.5.
    "thompson": low(0.5, 0.3415456992, 0.5, 0.7080587896, 0.5, 0.3717103488),
}
