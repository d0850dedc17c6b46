"""Appendix B of Brown (1970): different generators of one system; and a system that is not symmetric (section 3.1).

humanlike propriety memo/generators.py:ASYMMETRIC --alternatives 2
humanlike score memo/two.csv --outcomes memo/two_outcomes.csv --system memo/generators.py:PLAIN
"""

import numpy as np

from humanlike.scoring import Generator, asymmetric_gambling_house, gambling_house, symmetrised

PHI = Generator("1+t^2", lambda t: 1 + t**2)
PLAIN = gambling_house(PHI, name="plain")
SYMMETRISED = gambling_house(symmetrised(PHI), name="symmetrised")
ASYMMETRIC = asymmetric_gambling_house([PHI, Generator("1", np.ones_like)], name="asymmetric")
