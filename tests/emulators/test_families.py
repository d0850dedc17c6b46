"""A rule, its parameter sets, options, mixtures and fitted variants are one family."""

import pytest

from humanlike.emulators import EMULATORS, Emulator
from humanlike.naming.emulators import find_emulator


@pytest.mark.parametrize(
    ("word", "families"),
    [
        ("ewa", {"ewa"}),
        ("ewa:mixed-model-a", {"ewa"}),
        ("cournot+lapse", {"cournot"}),
        ("mix(ewa:.5,cournot+lapse:.5)", {"ewa", "cournot"}),
        ("mixed-ewa", {"ewa"}),
        ("mixed-all-five", {"random", "cournot", "fictitious-play", "adjusted-reinforcement", "ewa"}),
    ],
)
def test_an_emulator_is_of_the_families_of_its_rules(word, families):
    assert find_emulator(word).families == families


def test_what_plays_no_rule_is_a_family_of_its_own():
    assert Emulator("mine", lambda *_: None).families == {"mine"}
    assert all(emulator.families for emulator in EMULATORS.values())
