"""Public human data by name: where it came from, under which licence, and what to cite.

A data set is looked for as a folder with `play.csv` and `games.json` below the folder named by the environment
variable HUMANLIKE_DATA, then below `../shared/data`. Where neither has it, `fetch` downloads the publisher's
original file (extra `data`) and checks its checksum. The originals come in formats of their own, several with
the pairs still to be reconstructed; the notes say what the long table needs.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from humanlike.core import BadFile, BadRequest, MissingExtra, look_up

BESIDE = Path("..") / "shared" / "data"
DAL_BO_FRECHETTE = "Dal Bo & Frechette 2011"


@dataclass(frozen=True)
class DataSource:
    """A public data set."""

    name: str
    what: str
    repository: str  # owner/name on GitHub
    file: str  # within the repository; a folder where there are many
    sha256: str  # of the original file; empty where the data are a folder
    licence: str
    citation: str
    note: str = ""
    study: str | Mapping[str, str] = (
        ""  # its name, or the names of those its sessions are; empty: the set is one study
    )
    persons_known: bool = True  # whether `subject` says whose matches are one person's
    partners_guessed: bool = False  # whether who met whom was inferred
    sessions: str = ""  # what the sessions of the table are, if they are none

    @property
    def address(self) -> str:
        """Where the original file can be downloaded."""
        return f"https://raw.githubusercontent.com/{self.repository}/HEAD/{self.file}"


_SOURCES = (
    DataSource(
        "ipd-lab",
        "4710 matches of the repeated prisoner's dilemma from six laboratory experiments",
        "JohnNay/datafsm",
        "data/NV_games.rda",
        "30d120c026f859341ce07d5982e92961ea82e9dfbe5e2034af8977dfa27b0785",
        "package MIT; data of the original authors",
        "Nay & Vorobeychik (2016), PLoS ONE 11(5), e0155656, and the six experiments it compiles",
        "One player's history a run; pairs follow from mirror-image histories. Overlaps with df2011.",
        study={
            "AM": "Andreoni & Miller 1993",
            "BR": "Bereby-Meyer & Roth 2006",
            "DB": "Dal Bo 2005",
            "DF": DAL_BO_FRECHETTE,
            "DO": "Duffy & Ochs 2009",
            "FR": "Fudenberg, Rand & Dreber 2012",
        },
        persons_known=False,
        partners_guessed=True,
        sessions="studies",
    ),
    DataSource(
        "df2011",
        "266 subjects in the infinitely repeated prisoner's dilemma, six treatments",
        "fdvorak/stratEst",
        "data/DF2011.rda",
        "bf6d5db8cbee54cda28615382fe4097495d1f18b5e79c2812eec0bcd8ebfd821",
        "package GPL-3; data of the original authors",
        "Dal Bo & Frechette (2011), American Economic Review 101(1), 411-429",
        "Partners follow from mirror-image histories. Overlaps with ipd-lab: never test one on the other.",
        study=DAL_BO_FRECHETTE,
        partners_guessed=True,
        sessions="treatments",
    ),
    DataSource(
        "df2011-all",
        "all 6944 matches of the infinitely repeated prisoner's dilemma of df2011, with recorded pairs",
        "fdvorak/stratEst",
        "data/DF2011all.rda",
        "",
        "package GPL-3; data of the original authors",
        "Dal Bo & Frechette (2011), American Economic Review 101(1), 411-429",
        "One label for each subject and match. Contains df2011 and part of ipd-lab: never test one on the other.",
        study=DAL_BO_FRECHETTE,
        persons_known=False,
    ),
    DataSource(
        "rps-groups",
        "72 people in groups of six play rock-paper-scissors with random re-matching",
        "fdvorak/stratEst",
        "data/WXZ2014.rda",
        "b0a099e7891dc21c2feefe846309c6678a633af6c11d7dab28961f6002a4730f",
        "package GPL-3; data of the original authors",
        "Wang, Xu & Zhou (2014), Scientific Reports 4, 5830",
        "Groups follow from balancing own and met moves; partner_action holds what was met.",
    ),
    DataSource(
        "rps-dyads",
        "58 pairs play rock-paper-scissors 300 times",
        "erik-brockbank/rps",
        "data/v1",
        "",
        "none stated",
        "Brockbank & Vul (2020), Proc. Cognitive Science Society; (2021), Games 12(3), 70",
        "One JSON file a game; keep the games with all 300 rounds.",
    ),
    DataSource(
        "bos-conventions",
        "108 pairs play a battle of the sexes 50 or 60 times",
        "hawkrobe/socialConventions",
        "high_conflict_ballistic/completed",
        "",
        "article CC BY; repository states none",
        "Hawkins & Goldstone (2016), PLoS ONE 11(3), e0151670",
        "Choices are read from final positions relative to the high-payoff target.",
    ),
    DataSource(
        "pennies-vs-bots",
        "22 people play matching pennies against five programs",
        "fusaroli/AdvancedCognitiveModeling2023",
        "data/MP_MSc_CogSci22.csv",
        "",
        "none stated",
        "Fusaroli (2023), Advanced Cognitive Modeling, course materials",
        "Subjects bot-* are machines.",
    ),
    DataSource(
        "pgg-online",
        "25 groups of 2 to 19 play a linear public goods game",
        "marcelbinz/Psych-201",
        "alsobay2025publicGoodsGame/prompts.jsonl.zip",
        "",
        "Apache-2.0 (transcription)",
        "Alsobay, Rand, Watts & Almaatouq (2025), Integrative experiments on punishment in public goods games",
        "Contributions are read from transcripts; groups without chat, punishment or drop-outs.",
    ),
    DataSource(
        "akata-human-vs-gpt4",
        "195 people play a prisoner's dilemma and a battle of the sexes against GPT-4",
        "eliaka/repeatedgames",
        "human_experiment/analysis/repgames.csv",
        "f3c3d46a2e34f85f950bfdffd0d04d6c6fc748268c14e5700646e44b2d42d11a",
        "MIT",
        "Akata et al. (2025), Nature Human Behaviour 9, 1380-1390",
        "Role 2 is a machine; its moves follow from the person's move and score.",
    ),
    DataSource(
        "ultimatum-responders",
        "715 people answer 20 ultimatum offers each",
        "jpheffne/NC_emotion_classify",
        "data/behavioral/ug_data.csv",
        "b4d8f2522f76189e8566f6702e1ae521743065c28fe5096a2761e820c3544de4",
        "MIT",
        "Heffner & FeldmanHall (2022), Nature Communications 13, 1718",
        "A new partner every trial; only the responders are studied. No simultaneous game.",
    ),
)
SOURCES: dict[str, DataSource] = {source.name: source for source in _SOURCES}


def find_data(name: str) -> Path:
    """The folder of a data set, below HUMANLIKE_DATA or ../shared/data."""
    places = [Path(os.environ["HUMANLIKE_DATA"])] if os.environ.get("HUMANLIKE_DATA") else []
    for place in (*places, BESIDE):
        if (place / name).is_dir():
            return place / name
    source = look_up("file, folder or data set", name, SOURCES)
    raise BadFile(
        f"'{name}' is not here: set HUMANLIKE_DATA to a folder that holds {name}/play.csv and games.json. "
        f"Original: {source.repository}, {source.file} ({source.licence})."
    )


def fetch(name: str, place: Path | None = None) -> Path:
    """Download the publisher's original file of a data set and check it; needs a network and extra `data`."""
    source = look_up("data set", name, SOURCES)
    if not source.sha256:
        raise BadRequest(
            f"'{name}' is not one file with a known checksum; see {source.repository}, {source.file}. {source.note}"
        )
    try:
        import pooch
    except ImportError as error:
        raise MissingExtra("pooch", "data", "Downloading data") from error
    try:
        found = pooch.retrieve(
            source.address,
            known_hash=f"sha256:{source.sha256}",
            fname=Path(source.file).name,
            path=place or pooch.os_cache("humanlike"),
        )
    except (OSError, ValueError) as error:
        raise BadFile(
            f"'{name}' could not be downloaded from {source.repository}: {str(error)[:120]}."
        ) from error
    return Path(found)
