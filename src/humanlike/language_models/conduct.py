"""How a model conducted itself while it was asked in one way: choices, mass of labels, refusals."""

from dataclasses import dataclass


@dataclass
class ModelConduct:
    """Counts over all choices so far in this process."""

    choices: int = 0
    refusals: int = 0  # answers that were no choice
    failed_seats: int = 0
    masses: int = 0  # choices drawn from chances
    mass: float = 0.0  # sum of what labels held in them
    least_mass: float = 1.0
    written: int = 0  # choices read from written answers
    without_chances: bool = False  # chances were asked for, and the endpoint tells none

    def saw_mass(self, mass: float) -> None:
        """A choice was drawn from chances of which labels held so much."""
        self.masses += 1
        self.mass += mass
        self.least_mass = min(self.least_mass, mass)

    def told(self, name: str) -> list[str]:
        """What to mind about the choices, in sentences."""
        said = []
        if self.masses:
            mean = self.mass / self.masses
            said.append(
                f"{name}: {self.masses} answers drawn from the chances of labels, which held {mean:.3f} of the "
                f"probability on average, {self.least_mass:.3f} at least."
            )
        if self.without_chances:
            said.append(
                f"{name}: the endpoint tells no chances of labels, so written answers were read strictly."
            )
        if self.written:
            said.append(f"{name}: {self.written} answers read from what was written.")
        if self.refusals:
            said.append(
                f"{name}: {self.refusals} answers named no choice and were asked for again; none was made up."
            )
        if self.failed_seats:
            said.append(f"{name}: {self.failed_seats} seats stopped playing, since no answer named a choice.")
        return said
