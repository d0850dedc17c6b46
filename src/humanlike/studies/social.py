"""The Social Ultimatum Game: let agents play, learn them from traces, hold them against the traces.

`hl.social.play(...)`, `hl.social.learn(...)`, `hl.social.compare(...)`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from humanlike.core import BadParameters, BadRequest, OfferTable, Streams
from humanlike.naming.agents import SocialAgentWord, find_social_agents
from humanlike.naming.bodies import find_traces, title_of_body
from humanlike.similarity import DistanceMethod, compare_bodies, metrics_for
from humanlike.studies.social_results import SocialCompareResult, SocialLearnResult, SocialPlayResult
from humanlike.worlds.social_ultimatum import (
    AdaptiveParameters,
    Learned,
    Seating,
    SocialAgent,
    SocialSetting,
    play_tables,
    read_learned,
    read_responders,
    resimulate,
    with_rejection,
)
from humanlike.worlds.social_ultimatum import (
    learn as learn_from,
)
from humanlike.worlds.social_ultimatum.setting import Targeting

PAPER_AGENTS = "adaptive,dba,dbra,game-theoretic"
ADAPTIVE, UNASKED = "adaptive", "attached"  # who plays if nobody is named: with parameters, and without
Agents = SocialAgentWord | Sequence[SocialAgentWord]
Numbers = str | float | Sequence[float]  # one for all seats, or one for each

__all__ = ["compare", "learn", "play"]


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
) -> SocialLearnResult:
    """Learn distributions and player parameters from traces: a file, a table, or tables of offers.

    `responders` is a long table of one-shot ultimatum answers that rejection probabilities are taken from instead.
    Where an offer or an answer is `missing`, 'refuse' the traces, 'drop-round' or 'drop-game'.
    """
    people = find_traces(traces, endowment=endowment, step=step, missing=missing)
    learned = learn_from(people)
    if responders is not None:
        rejection = read_responders(Path(responders)).rejection(endowment=endowment, step=step)
        learned = with_rejection(learned, rejection)
    return SocialLearnResult(learned, people.left_out)


def compare(
    traces: Any,
    *,
    agents: Agents = PAPER_AGENTS,
    times: int = 10,
    chains: int = 8,
    window: int = 5,
    floor: float = 1e-6,
    resamples: int = 500,
    endowment: int = 10,
    step: int = 1,
    missing: str = "refuse",
    seed: int = 1,
) -> SocialCompareResult:
    """Table 1 of the paper: how far each agent, learned from the traces, is from them.

    Each observed game is played again `times` times; `chains` is the longest reciprocity chain, `floor` the smallest
    probability in Kullback-Leibler. Where an offer or an answer is `missing`, 'refuse' the traces, 'drop-round' or
    'drop-game'.
    """
    people = find_traces(traces, endowment=endowment, step=step, missing=missing)
    learned = learn_from(people)
    method = DistanceMethod(
        floor=floor, n_resamples=resamples, corrected="jensen-shannon"
    )  # alike for all agents
    metrics = metrics_for("offers", ["d_O", "d_R", "d_B", "d_Y", f"d_Y{chains}"])
    stream = Streams(seed)["social ultimatum"]
    bodies: dict[str, list[OfferTable]] = {
        agent.name: [
            resimulate(stream, table, learned, agent, times=times, window=window) for table in people
        ]
        for agent in find_social_agents(agents)
    }
    likenesses = {
        name: tuple(compare_bodies(stream["compare"], people, body, metrics, method))
        for name, body in bodies.items()
    }
    title = Path(title_of_body(traces, "traces")).stem
    return SocialCompareResult(title, people, bodies, likenesses, method, times, chains)
