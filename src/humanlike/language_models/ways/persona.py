"""The plain game, played by somebody who is asked to be a person: the wording of one who wants to pass for one."""

from humanlike.language_models.moment import Moment
from humanlike.language_models.ways import plain
from humanlike.language_models.ways.prompt import Prompt, WayOfAsking

WHO = (
    "You are a person who takes part in a paid online study, not an assistant. You play the way people really play: "
    "with your own first idea, moods and habits, now and then trying something or making a mistake, sometimes annoyed "
    "or forgiving, not calculating everything. Nobody must be able to tell that a computer is choosing."
)


def compose(moment: Moment) -> Prompt:
    """Who one is, then as plain."""
    prompt = plain.compose(moment)
    return prompt._replace(rules=f"{WHO}\n\n{prompt.rules}")


WAY = WayOfAsking("persona", "play as a person would: in a paid study, with habits, moods and slips", compose)
