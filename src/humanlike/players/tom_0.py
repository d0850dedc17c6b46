r"""0-ToM: the other has a habit that drifts; find it out and answer it.

.. math::

    V \leftarrow \left[\tfrac{1}{V + \sigma} + s(\mu)(1 - s(\mu))\right]^{-1}, \qquad
    \mu \leftarrow \mu + V\,(c - s(\mu)), \qquad
    \log\frac{p_1}{p_0} = u\left(s\left(\frac{\mu}{(1 + .36\,V)^{1/2}}\right)\right) / \tau + b

:math:`\mu` and :math:`V` are mean and variance of the log-odds with which the other plays action 1, :math:`c` is
what it played, :math:`u` the gain of action 1 over 0. The lowest level of theory of mind (`theory_of_mind.py`).
Two players with two actions each; temperatures are in units of payoff.

References
----------
Devaine, Hollard & Daunizeau (2014), PLOS Computational Biology 10, e1003992.
"""

from humanlike.players.theory_of_mind import rule_of_level

RULE = rule_of_level(0)
