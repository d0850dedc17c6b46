r"""2-ToM: the other is a 0-ToM or a 1-ToM; find out which, and its parameters, and be a step ahead.

.. math::

    p = \sum_{j=0}^{1} \lambda_j\, s\left(\frac{f_j}{(1 + .36\, v_j)^{1/2}}\right), \qquad
    \lambda_j \leftarrow \frac{\lambda'_j P_j(c)}{\sum_i \lambda'_i P_i(c)}, \qquad
    \lambda'_j = (1 - \delta) \lambda_j + \tfrac{\delta}{2}

:math:`f_j` are the log-odds of what a j-ToM would do in the other's seat, :math:`\lambda_j` the chance that the other
is one, and :math:`P_j(c)` how likely such a one found its last move; a dilution :math:`\delta` forgets of that (0: as
in the source). Everything else stands with the recursion (`theory_of_mind.py`). Two players with two actions each;
temperatures are in units of payoff.

References
----------
Devaine, Hollard & Daunizeau (2014), PLOS Computational Biology 10, e1003992.
"""

from humanlike.players.theory_of_mind import rule_of_level

RULE = rule_of_level(2)
