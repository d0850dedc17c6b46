"""Families by name: rules, mixtures, fitted variants, language models, strangers."""

import pytest

from humanlike.emulators import EMULATORS, Emulator
from humanlike.naming.emulators import find_emulator
from humanlike.naming.families import families_of


@pytest.mark.parametrize(
    ("name", "families"),
    [
        ("ewa", {"ewa"}),
        ("ewa:mixed-model-a", {"ewa"}),
        ("ewa:fitted", {"ewa"}),
        ("cournot+lapse", {"cournot"}),
        ("mix(ewa:.5,cournot+lapse:.5)", {"ewa", "cournot"}),
        ("mixed-ewa", {"ewa"}),
        ("mixed-all-five", {"random", "cournot", "fictitious-play", "adjusted-reinforcement", "ewa"}),
        ("gpt-4-0613", {"gpt"}),
        ("openai/gpt-3.5-turbo", {"gpt"}),
        ("Llama-2-70b-chat", {"llama"}),
        ("my stranger", {"my stranger"}),
    ],
)
def test_a_name_tells_its_families(name, families):
    assert families_of(name) == families


def test_an_emulator_is_of_the_families_its_name_tells():
    for name, emulator in EMULATORS.items():
        assert emulator.families == families_of(name)
    for word in ("mix(ewa:.5,cournot:.5)", "cournot+lapse", "ewa:mixed-model-b"):
        assert find_emulator(word).families == families_of(word)
    assert Emulator("mine", lambda *_: None).families == {"mine"}
