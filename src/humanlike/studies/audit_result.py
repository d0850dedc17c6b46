"""What an audit found: of every participant, and of the study."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from humanlike.core.play_text import counted
from humanlike.detectors.cross_evidence import Evidence
from humanlike.detectors.tells import Trace
from humanlike.studies.audit_suspects import Answered
from humanlike.studies.audit_verdict import TELLS_APART, AuditVerdict, FlagsBy, Standards
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, interval_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SHOWN = 12  # participants told in a terminal
DRAWN = 6  # and drawn on a page
TELLS = 3  # reasons given of each
ETHICS = (
    "A flag is not proof: it says that somebody played as suspects do and few people would. It must never be the sole "
    "ground for refusing payment or for leaving somebody out: ask, look at other signs, and say in the paper what was "
    "done."
)
STANDING = (
    "Suspects answered opponents who are on record and do not react to what is answered.",
    "The share is of machines like the suspects that are looked for: where hard ones are named that are not there, it "
    "comes out too large; the table says what it would be if all machines were one suspect.",
    "A machine unlike every suspect, or told to play like people, is not found by this.",
)


@dataclass(frozen=True, eq=False, repr=False)
class AuditResult(Result):
    """Participants, suspects and what is claimed; arrays are [persons] in the order of `persons`."""

    title: str
    persons: tuple[str, ...]
    verified: npt.NDArray[np.bool_]
    evidence: Evidence
    suspects: tuple[str, ...]
    verdict: AuditVerdict
    judged: Standards
    traces: tuple[Trace, ...]
    made: tuple[Answered, ...]
    on_record: tuple[str, ...]
    others: dict[str, int]  # rows of people by other study
    fdr: float
    flags_by: FlagsBy
    seed: int
    remarks: tuple[str, ...]

    @property
    def asked(self) -> npt.NDArray[np.intp]:
        """The participants of whom nobody knows, those who look most like a machine first."""
        mine = np.flatnonzero(~self.verified)
        return mine[np.argsort(-np.nan_to_num(self.evidence.score[mine], nan=-np.inf), kind="stable")]

    @property
    def flagged(self) -> list[str]:
        """Who is flagged."""
        return [self.persons[person] for person in self.asked if self.verdict.flagged[person]]

    def headline(self) -> str:
        """The share and the flags; or that they are withheld."""
        asked = counted(len(self.asked), "participant")
        found = self.verdict.contamination
        if found is None:
            return f"{self.title}: of {asked}, no share of machines and no flags: this use is unmatched."
        return (
            f"{self.title}: of {asked}, an estimated {interval_text(found.share, found.lower, found.upper, 2)} are "
            f"machines like these suspects; {len(self.flagged) or 'nobody'} "
            f"{'are' if self.flagged[1:] else 'is'} flagged at a false discovery rate of {self.fdr:g}."
        )

    @property
    def cannot_tell(self) -> list[str]:
        """What this audit cannot tell, in sentences."""
        found = list(self.verdict.unmatched)
        if found:
            found.append(
                "Shares and flags are therefore withheld. What follows ranks participants at even prior odds."
            )
        if self.verdict.would_pass:
            found.append(
                f"Not told from people (area below {TELLS_APART:g}): {', '.join(self.verdict.would_pass)}. Such "
                "machines would pass here; longer matches or further games may unmask them (humanlike audit --plan)."
            )
        unknown = int(np.isnan(self.evidence.score[self.asked]).sum())
        if unknown:
            found.append(
                f"Of {counted(unknown, 'participant')} nothing can be said: nobody known sat in such seats."
            )
        for each in self.made:
            found += [f"{each.name} did not play everything: {reason}" for reason in each.refused]
        return found

    @property
    def minded(self) -> list[str]:
        """What to mind about the record, and about suspects."""
        return [*self.remarks, *(told for each in self.made for told in each.told)]

    def reasons(self, person: int) -> list[str]:
        """What gave a person away, on the side on which the evidence stands."""
        side = np.sign(self.evidence.score[person])
        tells = [tell for tell in self.traces[person].tells if tell.worth * side > 0]
        return [tell.sentence for tell in tells[:TELLS]]

    def resembled(self, person: int) -> tuple[str, float]:
        """The suspect a person resembles most, and how likely it is if it was one of them."""
        weights = self.evidence.resembles[person]
        if np.isnan(weights).any():
            return "unknown", float("nan")
        best = int(np.argmax(weights))
        return self.suspects[best], float(weights[best])

    def document(self) -> dict[str, Any]:
        """Everything that is claimed, and of whom."""
        verdict, found = self.verdict, self.verdict.contamination
        return {
            "title": self.title,
            "matched": verdict.is_matched,
            "share": None if found is None else [found.share, found.lower, found.upper],
            "flagged": self.flagged,
            "fdr": self.fdr,
            "flags_by": self.flags_by,
            "falsely_accused": None if verdict.accused is None else list(verdict.accused),
            "cannot_tell": self.cannot_tell,
            "suspects": {name: list(area) for name, area in verdict.areas.items()},
            "share_by_suspect": {name: list(claim) for name, claim in verdict.alone.items()},
            "on_record": list(self.on_record),
            "people": {name: len(about.human) for name, about in self.judged.people.items()},
            "participants": [self.participant(person) for person in self.asked],
            "remarks": self.minded,
            "ethics": ETHICS,
            "seed": self.seed,
        }

    def participant(self, person: int) -> dict[str, Any]:
        """What is said of one."""
        chances, (name, weight) = self.verdict.chances, self.resembled(person)
        return {
            "person": self.persons[person],
            "log_likelihood_ratio": float(self.evidence.score[person]),
            "probability": [float(each[person]) for each in chances],
            "p_value": float(self.verdict.p_values[person]),
            "flagged": bool(self.verdict.flagged[person]),
            "resembles": name,
            "resemblance": weight,
            "rounds": sum(len(match.own) for match in self.traces[person].matches),
            "reasons": self.reasons(person),
        }

    def frame(self) -> "pd.DataFrame":
        """One row a participant, those who look most like a machine first."""
        import pandas as pd

        rows = [self.participant(person) for person in self.asked]
        frame = pd.DataFrame(rows)
        ends = pd.DataFrame(frame.pop("probability").tolist(), columns=["probability", "lower", "upper"])
        frame["reasons"] = frame["reasons"].str.join("; ")
        return pd.concat([frame.iloc[:, :2], ends, frame.iloc[:, 2:]], axis=1)

    def story(self) -> Iterator[Part]:
        """The verdict, what cannot be told, suspects, and those who look most like a machine."""
        yield self.headline()
        yield from self.cannot_tell
        if self.verdict.accused is not None:
            yield f"People who would be flagged falsely: {interval_text(*self.verdict.accused)} of all people."
        yield self._suspect_table()
        yield self._participant_table()
        if len(self.asked) > SHOWN:
            yield f"... and {len(self.asked) - SHOWN} more participants (--json, --report)."
        for person in self.asked[:3]:
            for reason in self.reasons(int(person)):
                yield f"  {self.persons[person]}: {reason}"
        yield from self.minded
        yield from STANDING
        yield ETHICS

    def _suspect_table(self) -> StoryTable:
        people = ", ".join(f"{len(about.human)} of {name}" for name, about in self.judged.people.items())
        alone = self.verdict.alone
        rows = [
            [
                name,
                interval_text(*area, digits=2),
                interval_text(*alone[name], digits=2) if name in alone else "-",
            ]
            for name, area in sorted(self.verdict.areas.items(), key=lambda each: -each[1].value)
        ]
        return StoryTable(
            f"Suspects against people ({people}): how often the suspect scores higher, looked for alone; .5 is chance",
            ["suspect", "area [95 %]", "share if all machines were it [95 %]"],
            rows,
        )

    def _participant_table(self) -> StoryTable:
        rows = []
        for person in self.asked[:SHOWN]:
            each = self.participant(int(person))
            chance, lower, upper = each["probability"]
            rows.append(
                [
                    each["person"],
                    f"{each['log_likelihood_ratio']:+.2f}",
                    interval_text(chance, lower, upper, digits=2),
                    "flagged" if each["flagged"] else "",
                    f"{each['resembles']} ({each['resemblance']:.2f})",
                ]
            )
        odds = "at the estimated share" if self.verdict.is_matched else "at even prior odds"
        return StoryTable(
            f"Participants, machine-like first (log-likelihood ratio; P(machine) {odds})",
            ["participant", "log ratio", "P(machine) [range]", "", "resembles"],
            rows,
        )

    def plot(self) -> "Figure":
        """Scores of people, suspects and participants."""
        from humanlike.studies.audit_pictures import scores_picture

        return scores_picture(self)

    def plots(self) -> "dict[str, Figure]":
        """The scores, and the most telling match of whoever looks most like a machine."""
        from humanlike.studies.audit_pictures import match_pictures, scores_picture

        return {"scores": scores_picture(self), **match_pictures(self)}
