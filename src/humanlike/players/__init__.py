"""Players: ways of learning, one per file.

Each file holds one rule as three pure functions for a single player and ends with the `RULE` that binds
them. The engine plays it; the fitting room reads it backwards from human choices.

In:  parameters and what was seen.    Out: log-weights of the next choice.
Knows nothing of: games, data files, fitting, plots, batches.
To add a rule: its file, its line in `RULES`, its worked example in `tests/players/worked_examples.py`.
"""

from humanlike.players import (
    action_sampling,
    adaptive_dynamics,
    adjusted_reinforcement,
    alg1,
    alg2,
    boergers_sarin,
    bush_mosteller,
    cournot,
    cross,
    ewa,
    experimentation,
    fictitious_play,
    i_saw,
    impulse_matching,
    karandikar,
    kinds,
    learned_player,
    memory_1,
    memory_2,
    memory_3,
    memory_one,
    mookherjee_sopher,
    noisy_best_reply,
    patterns,
    person_means,
    random,
    repeated_game_strategies,
    roth_erev,
    roth_erev_logit,
    rule_learning,
    sarin_vahid,
    self_tuning_ewa,
    sophisticated_ewa,
    strategic_ewa,
    tom_0,
    tom_1,
    tom_2,
    win_stay_lose_change,
    win_stay_lose_randomise,
)

_MODULES = (
    random,
    cournot,
    fictitious_play,
    adjusted_reinforcement,
    ewa,
    alg1,
    alg2,
    bush_mosteller,
    mookherjee_sopher,
    cross,
    boergers_sarin,
    roth_erev,
    roth_erev_logit,
    karandikar,
    experimentation,
    sarin_vahid,
    win_stay_lose_change,
    win_stay_lose_randomise,
    memory_one,
    noisy_best_reply,
    strategic_ewa,
    rule_learning,
    adaptive_dynamics,
    memory_1,
    memory_2,
    memory_3,
    kinds,
    patterns,
    person_means,
    learned_player,
    self_tuning_ewa,
    sophisticated_ewa,
    impulse_matching,
    action_sampling,
    i_saw,
    tom_0,
    tom_1,
    tom_2,
    repeated_game_strategies,
)
RULES = {module.RULE.name: module.RULE for module in _MODULES}
DESCRIPTIONS = {module.RULE.name: module.__doc__ or "" for module in _MODULES}

__all__ = ["DESCRIPTIONS", "RULES"]
