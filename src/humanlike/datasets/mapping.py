"""The mapping file (TOML): which column of an export or of a table of one's own says what.

::

    format = "otree-wide"        # "otree-app", "ztree", or "table": any CSV with a row for each choice or each pair
    game = "prisoners-dilemma"   # the game's name, in the catalogue or in the game file given
    action = "decision"          # the field that holds the choice
    actions = { Cooperate = 0, Defect = 1 }   # what stands in the field; left out: whole numbers from 0

    app = "my_app"               # otree-wide: the app whose rounds are read
    treatments = [1, 2]          # ztree: only these
    dataset = "my experiment"    # optional, as all below
    filter = { "session.code" = ["a1", "b2"], Period = [5, 6] }   # only records in which these stand

    subject = "participant.code" # who chose
    session = "session.code"
    group = "group.id_in_subsession"   # who sits together in a round
    match = "supergame"          # a new match begins where this changes, and its rounds count from 1
    round = "subsession.round_number"
    role = "id_in_group"         # the role, from 1; ztree, table: left out where the game looks the same to all
    roles = { row = 1, column = 2 }    # what stands there; left out: whole numbers from 1
    rematching = "matches"       # new partners begin a new match; "rounds": one match with partners that change
    payoff = "payoff"
    intended = "meant"           # the move that was meant where the hand trembled

    partner = "opponent"         # whom one met, in the same row
    partner_action = "their_decision"  # what the partner did
    partner_payoff = "their_payoff"
    partner_kind = "program"     # partners without rows of their own get some: a kind, or a column that says it
    partner_model = "bot_name"   # who has a model is a machine where partner_kind does not say more
    kind = "player_type"         # human, program, language model: such a word, or a column that says it
    kinds = { "1" = "program", "0" = "human" }  # what stands in these columns
    model = "model"
    keep = ["rt", "participant.age"]   # further columns, carried along as text

A row that holds several games side by side has lists: ``action = ["decision_1", "decision_2"]`` and as many partner
actions, payoffs and so on.
"""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from humanlike.core import BadFile, BadRequest, Game
from humanlike.core.frames import COLUMNS, COMPANY
from humanlike.core.kind_columns import KIND_COLUMNS
from humanlike.core.kinds import KINDS, kind_of

Scalar = bool | int | float | str
Fields = str | list[str]
SIDE_BY_SIDE = (
    "action",
    "payoff",
    "intended",
    "partner",
    "partner_action",
    "partner_payoff",
    "partner_kind",
    "partner_model",
)
KNOWN = {*COLUMNS, *COMPANY, *KIND_COLUMNS, "model", "intended"}
ONLY_FOR = {"app": "otree-wide", "treatments": "ztree"}


class ExportMapping(BaseModel):
    """How an export is to be read."""

    model_config = ConfigDict(extra="forbid")
    format: Literal["otree-wide", "otree-app", "ztree", "table"]
    game: str
    action: Fields
    actions: dict[str, int] = {}
    app: str = ""
    treatments: list[int] = []
    dataset: str = ""
    filter: dict[str, Scalar | list[Scalar]] = {}
    subject: str = ""
    session: str = ""
    group: str = ""
    match: str = ""
    round: str = ""
    role: str = ""
    roles: dict[str, int] = {}
    rematching: Literal["matches", "rounds"] = "matches"
    payoff: Fields = ""
    intended: Fields = ""
    partner: Fields = ""
    partner_action: Fields = ""
    partner_payoff: Fields = ""
    partner_kind: Fields = ""
    partner_model: Fields = ""
    kind: str = ""
    kinds: dict[str, str] = {}
    model: str = ""
    keep: list[str] = []

    @property
    def n_parts(self) -> int:
        """How many games stand side by side in a row."""
        return 1 if isinstance(self.action, str) else len(self.action)

    def field(self, name: str, part: int) -> str:
        """The field that says something of one of the games side by side; empty if none does."""
        value: Fields = getattr(self, name)
        return value if isinstance(value, str) else value[part]


def read_mapping(source: Path | str | Mapping[str, object]) -> tuple[ExportMapping, str]:
    """A mapping from its file or as a dictionary, and what to call it."""
    if isinstance(source, Mapping):
        return _validated(dict(source), "the mapping"), "the mapping"
    path = Path(source)
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"'{path.name}' is no TOML: {error}.") from error
    return _validated(found, f"'{path.name}'"), f"'{path.name}'"


def _validated(found: dict[str, object], name: str) -> ExportMapping:
    known = list(ExportMapping.model_fields)
    for key in found:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f" Did you mean '{near[0]}'?" if near else f" There are {', '.join(known)}."
            raise BadFile(f"{name} has a key '{key[:40]}', which no mapping knows.{hint}")
    try:
        how = ExportMapping.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if str(part) in found or part == first["loc"][0])
        said = "it must be given" if first["type"] == "missing" else _lower(str(first["msg"]))
        if first["loc"][0] == "filter":
            where, said = (
                "filter",
                'it is a table of columns and what must stand there: { Period = [1, 2], group = "A" }',
            )
        raise BadFile(f"{name}, {where}: {said}.") from error
    _check_together(how, name)
    return how


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _check_together(how: ExportMapping, name: str) -> None:
    """Keys that need one another, or exclude one another."""
    for key, format_ in ONLY_FOR.items():
        if getattr(how, key) and how.format != format_:
            raise BadFile(f"{name}, {key}: only {format_} exports have it, not {how.format}.")
    if how.n_parts == 0 or not how.field("action", 0):
        raise BadFile(f"{name}, action: it must name the field that holds the choice.")
    for key in SIDE_BY_SIDE[1:]:
        value: Fields = getattr(how, key)
        if isinstance(value, list) and len(value) != how.n_parts:
            raise BadFile(
                f"{name}, {key}: {len(value)} fields, but action names {how.n_parts}; give one for each."
            )
    _check_words(how, name)


def _check_words(how: ExportMapping, name: str) -> None:
    """Words that mean something only beside others, and words for kinds."""
    for key in ("partner_payoff", "partner_model", "partner_kind"):
        if getattr(how, key) and not how.partner_action and how.format != "table":
            raise BadFile(f"{name}, {key}: it says nothing without partner_action.")
    for field in how.keep:
        if field in KNOWN:
            raise BadFile(
                f"{name}, keep: a long table has a column '{field}' of its own; map it, or rename it."
            )
    if how.roles and not how.role:
        raise BadFile(f"{name}, roles: say in 'role' which field holds these words.")
    for word, kind in how.kinds.items():
        if not kind_of(kind):
            raise BadFile(f"{name}, kinds: '{word}' is '{kind[:40]}', but a kind is {', '.join(KINDS)}.")


def check_numbers(how: ExportMapping, name: str, game: Game) -> None:
    """Refuse actions and roles that the game does not have."""
    most = max(game.n_actions)
    for word, number in how.actions.items():
        if not -1 <= number < most:
            raise BadFile(
                f"{name}, actions: '{word}' is action {number}, but '{game.name}' has actions 0-{most - 1}."
            )
    for word, number in how.roles.items():
        if not 1 <= number <= game.n_players:
            raise BadFile(
                f"{name}, roles: '{word}' is role {number}, but '{game.name}' has roles 1-{game.n_players}."
            )
    if how.partner_action and game.n_players != 2:
        raise BadRequest(
            f"{name}, partner_action: it is what one partner did, but '{game.name}' has {game.n_players} players; "
            "name the group, or all partners joined by '|'."
        )
