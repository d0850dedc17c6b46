"""Looking for rubbish less often than Python does.

Loading our libraries makes half a million objects, all of which stay; looking again and again whether some of them can
go takes a fifth of the time.
"""

import gc

NEW_OBJECTS = 100_000  # Python looks after 700


def look_for_rubbish_seldom() -> None:
    """From now on Python looks through new objects after so many of them; what nobody refers to goes at once anyway."""
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
