"""The twelve rules of the paper's Table 1 by the symbols it uses.

References
----------
Mitropoulos (2001), Predictive success of learning rules, Table 1.
"""

PAPER_RULES = {
    "BM": "bush-mosteller",
    "MS": "mookherjee-sopher",
    "CR": "cross",
    "BS": "boergers-sarin",
    "RE": "roth-erev",
    "REL": "roth-erev-logit",
    "KA": "karandikar",
    "EX": "experimentation",
    "SV": "sarin-vahid",
    "RAND": "random",
    "WSLC": "win-stay-lose-change",
    "WSLR": "win-stay-lose-randomise",
}
