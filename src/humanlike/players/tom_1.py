r"""1-ToM: the other is a 0-ToM, who takes me for a creature of habit; find out its parameters and be a step ahead.

.. math::

    p = s\left(\frac{f(\mu)}{(1 + .36 \sum_i V_i f'^2_i)^{1/2}}\right), \qquad
    \mu_i \leftarrow \mu_i + V_i f'_i\,(c - s(f))

:math:`f` are the log-odds of what a 0-ToM with the estimated parameters :math:`\mu` would do after my moves, and
:math:`f'` their slopes; how variances :math:`V` move, and how :math:`p` becomes a choice, stands with the
recursion (`theory_of_mind.py`). Two players with two actions each; temperatures are in units of payoff.

References
----------
Devaine, Hollard & Daunizeau (2014), PLOS Computational Biology 10, e1003992.
"""

from humanlike.players.theory_of_mind import rule_of_level

RULE = rule_of_level(1)
