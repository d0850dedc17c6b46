"""Programs: strangers' programs in any language, run where they can learn and break nothing.

An entry is a directory with an `entry.toml`. Its program is copied, built and run in a sandbox with limits; what
comes back is checked before anybody believes it. `emulating`, `detecting`, `learning` and `playing` hold the protocols.

In:  an entry, limits; a game, a play, a seed.    Out: actions, a probability, a move; or a `Ending`.
Knows nothing of: tournaments, scores, who else has entered, who made a play.
To add a kind of entry: its protocol's file, its word in `entry.Kind`, its part in the tournament's rehearsal, hostile
tests.
"""

from humanlike.programs.authors import author_key
from humanlike.programs.detecting import detect, detect_file
from humanlike.programs.emulating import LARGEST_SEED, emulate
from humanlike.programs.ending import Ending, EntryFailed, SandboxTrouble
from humanlike.programs.entry import Description, Entry, read_entry
from humanlike.programs.learned_model import LearnedModel
from humanlike.programs.learning import teach
from humanlike.programs.limits import Limits
from humanlike.programs.playing import SeatedPlayer, play_match, seated_program
from humanlike.programs.sandbox import bubblewrap
from humanlike.programs.witness import witnessed
from humanlike.programs.workshop import Program, program_from_entry

__all__ = [
    "LARGEST_SEED",
    "Description",
    "Ending",
    "Entry",
    "EntryFailed",
    "LearnedModel",
    "Limits",
    "Program",
    "SandboxTrouble",
    "SeatedPlayer",
    "author_key",
    "bubblewrap",
    "detect",
    "detect_file",
    "emulate",
    "play_match",
    "program_from_entry",
    "read_entry",
    "seated_program",
    "teach",
    "witnessed",
]
