from humanlike.naming.plays import find_plays as read
from humanlike.studies import data, market, social
from humanlike.studies.audit import audit
from humanlike.studies.audit_plan import plan_audit
from humanlike.studies.bayes import bayes
from humanlike.studies.call import call_for_entries
from humanlike.studies.classes import classes
from humanlike.studies.compare import compare
from humanlike.studies.compete import compete
from humanlike.studies.decide import decide
from humanlike.studies.delphi import delphi
from humanlike.studies.describe_game import describe_game
from humanlike.studies.describe_model import describe_model
from humanlike.studies.describe_rule import describe_rule
from humanlike.studies.design import design
from humanlike.studies.discriminate import discriminate
from humanlike.studies.draw import draw
from humanlike.studies.entry import check_entry
from humanlike.studies.example import example
from humanlike.studies.fit import fit
from humanlike.studies.identify import identify
from humanlike.studies.judge import judge
from humanlike.studies.liken import liken
from humanlike.studies.next import next_choice as next
from humanlike.studies.play import play
from humanlike.studies.pool import pool
from humanlike.studies.power import power
from humanlike.studies.predict import predict
from humanlike.studies.propriety import propriety
from humanlike.studies.published import run_published as run
from humanlike.studies.recover import confuse, recover
from humanlike.studies.resume import resume
from humanlike.studies.score import score
from humanlike.studies.strategies import strategies
from humanlike.studies.transfer import transfer

__version__: str
VERBS: dict[str, str]

__all__ = [
    "VERBS",
    "__version__",
    "audit",
    "bayes",
    "call_for_entries",
    "check_entry",
    "classes",
    "compare",
    "compete",
    "confuse",
    "data",
    "decide",
    "delphi",
    "describe_game",
    "describe_model",
    "describe_rule",
    "design",
    "discriminate",
    "draw",
    "example",
    "fit",
    "identify",
    "judge",
    "liken",
    "market",
    "next",
    "plan_audit",
    "play",
    "pool",
    "power",
    "predict",
    "propriety",
    "read",
    "recover",
    "resume",
    "run",
    "score",
    "social",
    "strategies",
    "transfer",
]
