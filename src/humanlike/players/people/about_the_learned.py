"""What to mind about what was learned by counting, in sentences: few people, too long a memory, empty kinds."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from humanlike.players.people.learned import FEW, Counted, Floats

NOBODY = -500.0  # log-share of kinds that only fill up an array


def teller(memory: int, most_kinds: int) -> Callable[[Mapping[str, Mapping[str, Floats]]], list[str]]:
    """What a rule that would look back at so many rounds, for so many kinds, says of what it learned."""

    def told(learned: Mapping[str, Mapping[str, Floats]]) -> list[str]:
        return [
            f"in seats of {form} outcomes {sentence}" if len(learned) > 1 else sentence
            for form, each in learned.items()
            for is_round, numbers in enumerate(each["counted"])
            for sentence in _sentences(
                Counted(*numbers.tolist()), each["shares"][is_round, 0, -1], memory, most_kinds
            )
        ]

    return told


def _sentences(counted: Counted, shares: Floats, memory: int, most_kinds: int) -> Iterator[str]:
    """On the people in seats of one form; `shares` are the logarithmic ones of the kinds, [kinds]."""
    if not counted.people:
        return
    whose = f"{counted.people:.0f} {'person' if counted.people == 1 else 'people'}"
    if not counted.parts:
        one = " how many kinds there are was not asked but set to one, and" if most_kinds > 1 else ""
        yield (
            f"{whose} could not be cut into parts:{one} while parameters are fitted everybody is foretold by what was "
            "learned from them, too."
        )
    if counted.memory < memory:
        yield f"it looks back at {_rounds(counted.memory)}, not {memory}: there would be too many contexts."
    if counted.rare > counted.choices / 2:
        yield (
            f"memory is longer than its data: {counted.rare:,.0f} of {counted.choices:,.0f} choices were made after "
            f"rounds that came fewer than {FEW} times ({_rounds(counted.memory)} looked back at)."
        )
    never = counted.possible - counted.visited
    if never:
        yield (
            f"{never:,.0f} of {counted.possible:,.0f} contexts of {_rounds(counted.memory)} "
            "were never visited: shorter memories stand in."
        )
    empty = int(((shares > NOBODY) & (np.exp(shares) * counted.people < 1.0)).sum())
    if empty:
        kinds = f"{empty} of {(shares > NOBODY).sum()} kinds"
        yield f"{kinds} collapsed: fewer than one of {whose} {'is' if empty == 1 else 'are'} of such a kind."


def _rounds(number: float) -> str:
    return "1 round" if number == 1 else f"{number:.0f} rounds"
