"""The Social Ultimatum Game: let agents play, learn them from traces, hold them against the traces.

`hl.social.play(...)`, `hl.social.learn(...)`, `hl.social.compare(...)`; agents fitted, predicting, entered and judged:
`hl.social.fit(...)`, `hl.social.predict(...)`, `hl.social.tournament(...)`, `hl.social.judge(...)`; and what pays among
such people: `hl.social.reply(...)`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from humanlike.core import BadParameters, BadRequest, Streams
from humanlike.naming.agents import find_social_agents
from humanlike.naming.bodies import find_traces
from humanlike.studies.social_compare import compare
from humanlike.studies.social_fit import Agents, fit
from humanlike.studies.social_predict import predict
from humanlike.studies.social_reply import reply
from humanlike.studies.social_results import SocialLearnResult, SocialPlayResult
from humanlike.worlds.social_ultimatum import (
    AdaptiveParameters,
    Learned,
    Seating,
    SocialAgent,
    SocialSetting,
    play_tables,
    read_learned,
    read_responders,
    with_rejection,
)
from humanlike.worlds.social_ultimatum import (
    learn as learn_from,
)
from humanlike.worlds.social_ultimatum.setting import Targeting

if TYPE_CHECKING:
    from humanlike.studies.social_tournament import judge, tournament

ADAPTIVE, UNASKED = "adaptive", "attached"  # who plays if nobody is named: with parameters, and without
Numbers = str | float | Sequence[float]  # one for all seats, or one for each

__all__ = ["compare", "fit", "judge", "learn", "play", "predict", "reply", "tournament"]


def __getattr__(name: str) -> Any:
    """Detectors take a second to load, which nobody who only plays should wait for."""
    if name in ("judge", "tournament"):
        from humanlike.studies import social_tournament

        return getattr(social_tournament, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def play(
    agents: Agents = "",
    *,
    players: int = 5,
    rounds: int = 50,
    games: int = 1,
    learned: Path | str | Learned | None = None,
    fairness: Numbers = "",
    reactivity: Numbers = "",
    exploration: Numbers = "",
    window: int = 5,
    targeting: str = "proportional",
    endowment: int = 10,
    step: int = 1,
    seed: int = 1,
) -> SocialPlayResult:
    """Let agents play: one for every seat of `players`, or one for each seat.

    Adaptive agents (the default where parameters are given) take theirs from what was `learned`, or `fairness`,
    `reactivity` and `exploration`, one number for all seats or one for each. Without any, the synthetic population
    `attached` plays: the paper prints no parameters that could stand in for people's.
    """
    given = {"fairness": fairness, "reactivity": reactivity, "exploration": exploration}
    with_parameters = learned is not None or any(_is_given(value) for value in given.values())
    unasked = isinstance(agents, str) and not agents.strip()
    chosen = find_social_agents((ADAPTIVE if with_parameters else UNASKED) if unasked else agents)
    seated = chosen * players if len(chosen) == 1 else chosen
    setting = SocialSetting(
        len(seated), rounds, endowment, step, window=window, targeting=_targeting(targeting)
    )
    parameters = _parameters(setting, seated, learned, given, games)
    table = play_tables(Streams(seed)["social ultimatum"], setting, Seating(seated, parameters), games)
    return SocialPlayResult(table, tuple(agent.name for agent in seated), unasked and not with_parameters)


def _targeting(word: str) -> Targeting:
    for known in get_args(Targeting):
        if word == known:
            targeting: Targeting = known
            return targeting
    raise BadRequest(f"--targeting is proportional or most, not '{word}'.")


def _parameters(
    setting: SocialSetting,
    seated: Sequence[SocialAgent],
    learned: Path | str | Learned | None,
    given: Mapping[str, Numbers],
    games: int,
) -> dict[str, Any]:
    """Parameter sets by the agents' names, from what was learned and what was given."""
    parameters: dict[str, Any] = {}
    if learned is not None:
        known = learned if isinstance(learned, Learned) else read_learned(Path(learned))
        if (known.endowment, known.step) != (setting.endowment, setting.step):
            source = "It" if isinstance(learned, Learned) else str(learned)
            raise BadRequest(
                f"{source} was learned with endowment {known.endowment} and step {known.step}; play with the same."
            )
        parameters |= known.parameters(setting.n_players)
        parameters[ADAPTIVE] = known.players_again(setting.n_players, games)
    if any(_is_given(value) for value in given.values()):
        if not all(_is_given(value) for value in given.values()):
            raise BadRequest("Give --fairness, --reactivity and --exploration together.")
        parameters[ADAPTIVE] = AdaptiveParameters(
            *(_by_seat(name, value, setting.n_players) for name, value in given.items())
        )
    if ADAPTIVE not in parameters and any(agent.name == ADAPTIVE for agent in seated):
        raise BadRequest(
            "Adaptive agents need --learned FILE, or --fairness, --reactivity and --exploration."
        )
    return parameters


def _is_given(value: Numbers) -> bool:
    return not (isinstance(value, str) and not value.strip())


def _by_seat(name: str, value: Numbers, seats: int) -> Any:
    """One number for each seat."""
    if isinstance(value, str):
        words: Sequence[Any] = value.split(",")
    else:
        words = [value] if isinstance(value, int | float) else list(value)
    try:
        numbers = [float(word) for word in words]
    except (TypeError, ValueError) as error:
        raise BadParameters(f"--{name} must be numbers separated by commas, not '{value}'.") from error
    if len(numbers) not in (1, seats):
        raise BadParameters(f"--{name} must be 1 or {seats} numbers, not {len(numbers)}.")
    return numbers if len(numbers) == seats else numbers * seats


def learn(
    traces: Any,
    *,
    responders: Path | str | None = None,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    groups: str | int | Sequence[int] = "",
) -> SocialLearnResult:
    """Learn distributions and player parameters from traces: a file, a table, or tables of offers.

    `responders` is a long table of one-shot ultimatum answers that rejection probabilities are taken from instead.
    Where an offer or an answer is `missing`, 'refuse' the traces, 'drop-round' or 'drop-game'. Of the traces only
    `groups` of so many players, if any are named.
    """
    people = find_traces(traces, endowment=endowment, step=step, missing=missing, groups=groups)
    learned = learn_from(people)
    if responders is not None:
        rejection = read_responders(Path(responders)).rejection(endowment=endowment, step=step)
        learned = with_rejection(learned, rejection)
    return SocialLearnResult(learned, people.left_out)
