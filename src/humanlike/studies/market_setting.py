"""What every study of the market begins with: who plays, what varies, stored coefficients."""

from collections.abc import Sequence
from pathlib import Path

from humanlike.core import BadRequest
from humanlike.naming.agents import MarketAgentWord, find_market_profile
from humanlike.work import Effort
from humanlike.worlds.market import Rules, varied_processes
from humanlike.worlds.market.adjustment import Adjustment, read_adjustment
from humanlike.worlds.market.processes import AGENT_NOISE, MOST_SEATS, seat_of
from humanlike.worlds.market.studies import MarketSetting

DAYS = 220
Profile = MarketAgentWord | Sequence[MarketAgentWord]  # one seat, or several; "" is one of each kind
Words = str | Sequence[str | int]  # processes: groups, names, numbers


def market_setting(agents: Profile, seed: int, days: int, effort: Effort) -> MarketSetting:
    """Who plays, from which seed, how long, and who does the work."""
    return MarketSetting(find_market_profile(agents), seed, Rules(days=days), effort)


def varied_by(setting: MarketSetting, hold: Words, vary: Words) -> frozenset[int]:
    """What varies from game to game; seats named must be there."""
    chosen = varied_processes(joined(hold), joined(vary))
    seats = sorted(seat_of(number) for number in chosen if number > AGENT_NOISE)
    if not seats:
        return chosen
    count = len(setting.profile)
    if vary and seats[-1] >= count:
        raise BadRequest(f"There is no seat {seats[-1]} to vary; this profile has seats 0 to {count - 1}.")
    if count > MOST_SEATS:
        raise BadRequest(f"Seats are held and varied one by one among at most {MOST_SEATS}, not {count}.")
    return frozenset(number for number in chosen if number <= AGENT_NOISE or seat_of(number) < count)


def stored_adjustment(
    adjustment: Path | str | Adjustment | None, setting: MarketSetting
) -> Adjustment | None:
    """Stored coefficients, by file or themselves, if they are of this market; None where none are given."""
    if adjustment is None or isinstance(adjustment, Adjustment):
        found = adjustment
    else:
        found = read_adjustment(Path(adjustment))
    return None if found is None else found.check_market(setting.rules)


def joined(words: Words) -> str:
    """Words by commas."""
    return words if isinstance(words, str) else ",".join(map(str, words))
