"""Where strangers may know the people: public data sets and the reconstruction are anybody's to learn by heart."""

from humanlike.datasets import SOURCES
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parts_of
from humanlike.tournament.brought import is_unsandboxed
from humanlike.tournament.material import Material, detector_words, emulator_words
from humanlike.tournament.plan import Plan

RECONSTRUCTED = "(reconstruction)"


def exposure_notes(material: Material) -> list[str]:
    """A sentence if strangers meet people whose plays they could carry along; what to do stands in it."""
    strangers, public = _strangers(material.plan), _public(material)
    if not strangers or not public:
        return []
    few = ", ".join(strangers[:3]) + (", ..." if len(strangers) > 3 else "")
    asked = "the audit lays unpublished people beside them" if material.unpublished else _ADVICE
    return [
        f"Strangers ({few}) meet people whose plays anybody can get ({', '.join(public)}) and may know them by heart: "
        f"hold back human data of your own (--humans my_own.csv); {asked}."
    ]


_ADVICE = "at least let the audit see people nobody has published (--unpublished my_own.csv)"


def _strangers(plan: Plan) -> list[str]:
    """Words of the plan that bring programs or code that do not ship."""
    words = [("emulators", word) for word in emulator_words(plan)]
    words += [("detectors", word) for word in detector_words(plan)]
    return [
        word
        for setting, word in words
        if any(map(is_entry, parts_of(word))) or is_unsandboxed(plan, setting, word)
    ]


def _public(material: Material) -> list[str]:
    """Registered data sets and the reconstruction, among the people of this run."""
    experiments = [human.experiment for game in material.games for human in material.humans[game.name]]
    return list(dict.fromkeys(name for each in experiments if (name := _public_name(each))))


def _public_name(experiment: str) -> str:
    if experiment.endswith(RECONSTRUCTED):
        return "the shipped reconstruction"
    name = experiment.partition("/")[0]
    return name if name in SOURCES else ""
