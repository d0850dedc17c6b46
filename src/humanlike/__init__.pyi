from humanlike.studies.example import example
from humanlike.studies.next import next_choice as next
from humanlike.studies.play import play

__version__: str
VERBS: dict[str, str]

__all__ = ["VERBS", "__version__", "example", "next", "play"]
