"""Which rules can be fitted to a body of play at all: told first, so that nobody waits for a refusal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from humanlike.core import BadRequest, Game, HumanlikeError, Information, Play, Rule

Setting = tuple[Game, int, Information]  # a game, a role from 0, and what whoever sits there sees


def applicable(
    plays: Sequence[Play],
    rules: Iterable[Rule],
    *,
    role: int | None = None,
    information: Information = Information.GAME,
) -> tuple[list[Rule], dict[str, str]]:
    """The rules that are defined for every studied seat of `plays` (of one `role`, from 0), and why others are not."""
    return suitable(list(_settings(plays, role, information)), rules)


def suitable(settings: Sequence[Setting], rules: Iterable[Rule]) -> tuple[list[Rule], dict[str, str]]:
    """The rules that are defined in all `settings`, and why the others are not; it is an error if none is."""
    good, refused = [], {}
    for rule in rules:
        try:
            for game, role, information in settings:
                rule.check_setting(game, role, information)
            good.append(rule)
        except HumanlikeError as error:
            refused[rule.name] = error
    if not good and len(refused) == 1:
        raise next(iter(refused.values()))
    if not good:
        raise BadRequest(f"None of the rules applies: {_grouped(refused)}.")
    return good, {name: str(error) for name, error in refused.items()}


def left_out_sentence(refused: Mapping[str, object]) -> str:
    """Who is left out, and why.

    >>> left_out_sentence({"a": "a is defined for 2 actions.", "b": "b is defined for 2 actions."})
    'Left out, as they do not apply: a and b (defined for 2 actions).'
    """
    return f"Left out, as {'it does' if len(refused) == 1 else 'they do'} not apply: {_grouped(refused)}."


def _grouped(refused: Mapping[str, object]) -> str:
    """Rules with one reason stand together."""
    reasons: dict[str, list[str]] = {}
    for name, told in refused.items():
        why = str(told).removesuffix(".").removeprefix(f"{name} ").removeprefix("is ")
        reasons.setdefault(why, []).append(name)
    return ", ".join(f"{_listed(names)} ({why})" for why, names in reasons.items())


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _settings(plays: Sequence[Play], role: int | None, information: Information) -> Iterator[Setting]:
    """Every role whose choices are to be fitted, with what is known of it."""
    for play in plays:
        for each in sorted(set(play.roles[play.studied].tolist())):
            if role in (None, each):
                yield play.game, int(each), min(information, _recorded(play, int(each)))


def _recorded(play: Play, role: int) -> Information:
    """What the play can show to those in `role`: where nothing they met is recorded, not what the others did."""
    here = play.studied & (play.roles == role)
    met = play.situations[here][play.actions[here] >= 0]
    return Information.GAME if not met.size or (met >= 0).any() else Information.OWN_PAYOFF
