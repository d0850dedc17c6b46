"""The strategies of repeated games that ship, in writing: state by state, what it plays and where 00, 01, 10, 11 lead.

Action 0 cooperates and action 1 defects, as in our prisoner's dilemmas; in another game of two actions each, they are
whatever its description calls actions 0 and 1. "The other's" last move is the one that was made, not the one intended.

References
----------
Dal Bó & Fréchette (2011), American Economic Review 101, 411-429 (the set df2011); Fudenberg, Rand & Dreber (2012),
American Economic Review 102, 720-749 (frd2012, and what else is lenient, slow or begins with D); Nowak & Sigmund
(1992), Nature 355, 250-253 (generous), (1993), Nature 364, 56-58 (win-stay lose-shift); Axelrod (1984), The Evolution
of Cooperation; Friedman (1971), Review of Economic Studies 38, 1-12 (grim).
"""

from humanlike.players.automata.automaton import Automaton, automaton

_WRITTEN = (
    ("always-defect", "D0000", "Plays 1 (defects), whatever happens."),
    ("always-cooperate", "C0000", "Plays 0 (cooperates), whatever happens."),
    ("tit-for-tat", "C0101-D0101", "Begins with 0, then repeats the other's last move."),
    ("suspicious-tit-for-tat", "D1010-C1010", "Begins with 1, then repeats the other's last move."),
    ("tit-for-two-tats", "C0101-C0202-D0202", "Plays 1 if the other did in both of the last two rounds."),
    (
        "tit-for-three-tats",
        "C0101-C0202-C0303-D0303",
        "Plays 1 if the other did in all of the last three rounds.",
    ),
    ("two-tits-for-tat", "C0101-D2121-D0101", "Plays 1 if the other did in either of the last two rounds."),
    (
        "two-tits-for-two-tats",
        "C0101-C0202-D3232-D0101",
        "Plays 1 if the other did in two running rounds of the last three.",
    ),
    ("suspicious-tit-for-two-tats", "D1212-C1212-C1313-D1313", "Begins with 1, then plays tit-for-two-tats."),
    (
        "suspicious-tit-for-three-tats",
        "D1212-C1212-C1313-C1414-D1414",
        "Begins with 1, then plays tit-for-three-tats.",
    ),
    ("grim", "C0111-D1111", "Plays 0 until either player plays 1, then 1 for ever."),
    (
        "lenient-grim-2",
        "C0111-C0222-D2222",
        "Plays 0 until two running rounds hold a 1 of either, then 1 for ever.",
    ),
    (
        "lenient-grim-3",
        "C0111-C0222-C0333-D3333",
        "Plays 0 until three running rounds hold a 1 of either, then 1 for ever.",
    ),
    (
        "win-stay-lose-shift",
        "C0110-D0110",
        "Plays 0 if both did the same last round, else 1 (perfect tit-for-tat).",
    ),
    (
        "win-stay-lose-shift-2",
        "C0221-D0223-D4221-C0223-D0221",
        "Plays 0 if both played 00 twice, 11 twice, or 11 and then 00; else 1 (perfect two-tits-for-tat).",
    ),
    (
        "trigger-2",
        "C0111-D2222-D0000",
        "Plays 0; a 1 of either is punished by two rounds of 1, then begins anew.",
    ),
    ("false-cooperator", "C1111-D1111", "Plays 0 once, then 1 for ever."),
    ("alternator", "D1111-C0000", "Plays 1 and 0 by turns."),
    ("coin", "?0000", "Plays either action evenly: what no strategy explains."),
)
GENEROUS = Automaton(
    "generous-tit-for-tat",
    ((1.0, 0.0), (1 / 3, 2 / 3)),
    (((0, 1), (0, 1)), ((0, 1), (0, 1))),
    "Tit-for-tat that forgives one 1 in three.",
)
STRATEGIES = {
    each.name: each for each in (*(automaton(text, name, said) for name, text, said in _WRITTEN), GENEROUS)
}
SHORT = {  # what papers call them
    "ad": "always-defect",
    "alld": "always-defect",
    "ac": "always-cooperate",
    "allc": "always-cooperate",
    "tft": "tit-for-tat",
    "d-tft": "suspicious-tit-for-tat",
    "stft": "suspicious-tit-for-tat",
    "tf2t": "tit-for-two-tats",
    "tf3t": "tit-for-three-tats",
    "2tft": "two-tits-for-tat",
    "2tf2t": "two-tits-for-two-tats",
    "d-tf2t": "suspicious-tit-for-two-tats",
    "d-tf3t": "suspicious-tit-for-three-tats",
    "g": "grim",
    "grim2": "lenient-grim-2",
    "grim3": "lenient-grim-3",
    "wsls": "win-stay-lose-shift",
    "ptft": "win-stay-lose-shift",
    "2ptft": "win-stay-lose-shift-2",
    "t2": "trigger-2",
    "c-to-alld": "false-cooperator",
    "dc-alt": "alternator",
    "gtft": "generous-tit-for-tat",
}
SETS = {
    "df2011": ("ad", "ac", "grim", "tft", "wsls", "t2"),
    "frd2012": ("ac", "tft", "tf2t", "tf3t", "2tft", "2tf2t", "grim", "grim2", "grim3", "ad", "d-tft"),
}
STRATEGY_SETS = {
    **{name: tuple(SHORT.get(word, word) for word in words) for name, words in SETS.items()},
    "all": tuple(STRATEGIES),
}
