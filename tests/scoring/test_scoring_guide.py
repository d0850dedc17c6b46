"""Every Python example of the guide prints what it says."""

import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "scoring.md"


def test_the_guide_tells_the_truth():
    result = doctest.testfile(str(GUIDE), module_relative=False)
    assert result.attempted > 20 and result.failed == 0
