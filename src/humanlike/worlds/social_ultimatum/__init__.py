"""The Social Ultimatum Game: everybody chooses whom to make an offer, everybody answers.

In:  a SocialSetting and a Seating (which agent with which parameters sits where), or traces of play.
Out: OfferTables (of `core`; `similarity` measures them), learned parameters.
Knows nothing of: the market, matrix games, distances, figures.
To add an agent: its file with an `AGENT`, its line in `simulation.SOCIAL_AGENTS`, its worked example in the tests.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011), "Learning and evaluating human-like NPC behaviors in dynamic games",
AIIDE 7, 8-13.
"""

from humanlike.worlds.social_ultimatum.attached import Parameters as AttachedParameters
from humanlike.worlds.social_ultimatum.beliefs import Parameters as AdaptiveParameters
from humanlike.worlds.social_ultimatum.best_reply import (
    Pairs,
    Proposal,
    Worth,
    best_proposals,
    greed_of,
    pairs_of,
    worth_of,
)
from humanlike.worlds.social_ultimatum.chances import STEADY, Chances, Tremble
from humanlike.worlds.social_ultimatum.contract import check_social_agent
from humanlike.worlds.social_ultimatum.distribution_based import Parameters as DistributionParameters
from humanlike.worlds.social_ultimatum.forecasts import Forecasts, LogChances, forecast
from humanlike.worlds.social_ultimatum.held_out import (
    HOLD_OUT,
    Fold,
    folds_of,
    parameters_held_out,
    resimulate_held_out,
)
from humanlike.worlds.social_ultimatum.learned_files import learned_document, read_learned, write_learned
from humanlike.worlds.social_ultimatum.learning import (
    Learned,
    adaptive_parameters,
    learn,
    resimulate,
    with_rejection,
)
from humanlike.worlds.social_ultimatum.maximum_likelihood import SocialFit, fit_agent, fit_players
from humanlike.worlds.social_ultimatum.missing import (
    LeftOut,
    Traces,
    find_missing,
    left_out_document,
    tell_left_out,
)
from humanlike.worlds.social_ultimatum.responders import Responders, read_responders
from humanlike.worlds.social_ultimatum.setting import SocialAgent, SocialSetting
from humanlike.worlds.social_ultimatum.simulation import SOCIAL_AGENTS, Seating, play_tables
from humanlike.worlds.social_ultimatum.summary import SeatSummary, summarise_seats
from humanlike.worlds.social_ultimatum.traces import read_traces, write_traces

__all__ = [
    "HOLD_OUT",
    "SOCIAL_AGENTS",
    "STEADY",
    "AdaptiveParameters",
    "AttachedParameters",
    "Chances",
    "DistributionParameters",
    "Fold",
    "Forecasts",
    "Learned",
    "LeftOut",
    "LogChances",
    "Pairs",
    "Proposal",
    "Responders",
    "SeatSummary",
    "Seating",
    "SocialAgent",
    "SocialFit",
    "SocialSetting",
    "Traces",
    "Tremble",
    "Worth",
    "adaptive_parameters",
    "best_proposals",
    "check_social_agent",
    "find_missing",
    "fit_agent",
    "fit_players",
    "folds_of",
    "forecast",
    "greed_of",
    "learn",
    "learned_document",
    "left_out_document",
    "pairs_of",
    "parameters_held_out",
    "play_tables",
    "read_learned",
    "read_responders",
    "read_traces",
    "resimulate",
    "resimulate_held_out",
    "summarise_seats",
    "tell_left_out",
    "with_rejection",
    "worth_of",
    "write_learned",
    "write_traces",
]
