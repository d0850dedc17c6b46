"""What a learning rule does: its equation, parameters, bounds and sources; or the list of all."""

import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from humanlike.core import Rule
from humanlike.naming.rules import RuleWord, find_rule
from humanlike.players import DESCRIPTIONS, RULES
from humanlike.players.automata import STRATEGIES, STRATEGY_RULES, description_of
from humanlike.studies.plain_mathematics import readable
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class DescribedRule(Result):
    """One rule, described."""

    rule: Rule
    text: str  # its documentation

    def headline(self) -> str:
        """The rule's own first sentence."""
        return readable(self.text).splitlines()[0] if self.text else self.rule.name

    def document(self) -> dict[str, Any]:
        """Everything known about the rule."""
        rule = self.rule
        symbols = rule.symbols or rule.parameter_names
        return {
            "name": rule.name,
            "summary": self.text.splitlines()[0] if self.text else "",
            "information": rule.needs.sentence,
            "actions": rule.n_actions or "any number",
            "players": rule.n_players or "any number",
            "situations": f"at most {rule.most_situations}" if rule.most_situations else "any number",
            "parameters": [
                {"name": name, "symbol": symbol, "value": value, **bound._asdict()}
                for name, symbol, value, bound in zip(
                    rule.parameter_names, symbols, rule.default, rule.bounds, strict=True
                )
            ],
            "published": {label: values._asdict() for label, values in rule.published.items()},
            "description": self.text,
        }

    def frame(self) -> "pd.DataFrame":
        """The parameters, one a row."""
        import pandas as pd

        columns = ["name", "symbol", "value", "lower", "upper"]
        return pd.DataFrame(self.document()["parameters"], columns=columns)

    def story(self) -> Iterator[Part]:
        """The documentation, then the parameters."""
        found = self.document()
        yield readable(self.text) + "\n"
        yield f"Must see: {found['information']}."
        yield (
            f"Actions: {found['actions']}; players: {found['players']}; "
            f"situations the others can create: {found['situations']}."
        )
        if not found["parameters"]:
            yield "No parameters."
            return
        columns = ["parameter", "symbol", "lower", "upper", *found["published"]]
        rows = [
            [each["name"], each["symbol"], each["lower"], each["upper"]]
            + [values[each["name"]] for values in found["published"].values()]
            for each in found["parameters"]
        ]
        yield StoryTable("Parameters and published values", columns, rows)
        ends = [[each["name"], each["at_lower"], each["at_upper"]] for each in found["parameters"]]
        if any(lower or upper for _, lower, upper in ends):
            yield StoryTable("What it is on a bound", ["parameter", "lower", "upper"], ends)


@dataclass(frozen=True, eq=False, repr=False)
class RuleList(Result):
    """All rules of the catalogue."""

    rules: tuple[DescribedRule, ...]
    strategies: tuple[DescribedRule, ...]

    def document(self) -> list[dict[str, Any]]:
        """A document for each rule."""
        return [each.document() for each in (*self.rules, *self.strategies)]

    def story(self) -> Iterator[Part]:
        """One line each."""
        rows = [[each.rule.name, each.headline(), each.rule.needs.sentence] for each in self.rules]
        yield StoryTable("Players", ["id", "what it does", "what it must see"], rows)
        written = [
            [each.rule.name, STRATEGIES[each.rule.name].text or "-", each.headline()]
            for each in self.strategies
        ]
        yield StoryTable("Strategies of repeated games", ["id", "in writing", "what it does"], written)


def describe_rule(rule: RuleWord | None = None) -> DescribedRule | RuleList:
    """One rule, by word or object; without one, all that ship."""
    if rule is None:
        return RuleList(_described(RULES), _described(STRATEGY_RULES))
    found = find_rule(rule)
    return DescribedRule(found, text_of_rule(found))


def _described(rules: Mapping[str, Rule]) -> tuple[DescribedRule, ...]:
    return tuple(DescribedRule(rule, text_of_rule(rule)) for rule in rules.values())


def text_of_rule(rule: Rule) -> str:
    """What the rule's own file says: that of the catalogue, or the module its functions come from."""
    base = rule.name.partition("+")[0].partition(":")[0]
    if base in DESCRIPTIONS:
        return inspect.cleandoc(DESCRIPTIONS[base])
    if base in STRATEGIES:
        return description_of(STRATEGIES[base])
    module = sys.modules.get(rule.update.__module__)
    return inspect.cleandoc((module.__doc__ if module is not None else None) or rule.name)
