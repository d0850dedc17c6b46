import numpy as np
import pytest

from humanlike.language_models.reading import choice_probabilities, drawn, label_masses, written_choice
from humanlike.language_models.replies import Malformed, read_reply

LABELS = ("F", "J")


def test_masses_add_the_spellings_of_a_label_and_nothing_that_only_begins_like_it():
    chances = {"J": 0.3, " J": 0.1, "\nJ": 0.05, "Jump": 0.2, "j": 0.1, "F": 0.15}
    np.testing.assert_allclose(label_masses(chances, LABELS), [0.15, 0.45])


def test_chances_are_renormalised_at_the_temperature():
    """By hand: (.1, .3) is 1:3; at temperature 1/2 the ratio is squared, 1:9."""
    masses = np.array([0.1, 0.3])
    np.testing.assert_allclose(choice_probabilities(masses, 1.0), [0.25, 0.75])
    np.testing.assert_allclose(choice_probabilities(masses, 0.5), [0.1, 0.9])
    np.testing.assert_allclose(choice_probabilities(masses, 0.0), [0.0, 1.0])


def test_a_uniform_number_falls_on_its_action_and_never_on_an_impossible_one():
    assert [drawn(np.array([0.25, 0.75]), uniform) for uniform in (0.0, 0.249, 0.25, 0.999)] == [0, 0, 1, 1]
    assert drawn(np.array([1.0, 0.0]), 1.0 - 1e-17) == 0


@pytest.mark.parametrize(
    "text",
    ["J", " J\n", "'J'", "**J**", "J.", "Option J", "My choice is J.", "I choose: J"[2:], "(j)", "Answer: J"],
)
def test_a_label_and_what_names_it_is_a_choice(text):
    assert written_choice(text, LABELS) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "K",
        "J or F",
        "Not J",
        "I cannot choose.",
        "J because F is bad",
        "F J",
        "JJ",
        "\x1b[2J",
        "J" * 5000,
        " " * 5000,
    ],
)
def test_everything_else_is_no_choice(text):
    assert written_choice(text, LABELS) is None


def test_both_forms_of_chances_are_read():
    top = [{"token": "J", "logprob": np.log(0.5)}, {"token": "F", "logprob": np.log(0.25)}]
    chat = {
        "choices": [{"message": {"content": "J"}, "logprobs": {"content": [{**top[0], "top_logprobs": top}]}}]
    }
    plain = {
        "choices": [{"text": "J", "logprobs": {"top_logprobs": [{"J": np.log(0.5), "F": np.log(0.25)}]}}]
    }
    for document in (chat, plain):
        assert read_reply(document).chances == pytest.approx({"J": 0.5, "F": 0.25})


@pytest.mark.parametrize(
    "document", [None, [], {}, {"choices": []}, {"choices": [3]}, {"choices": [{"text": 5}]}]
)
def test_what_is_no_answer_is_said_to_be_malformed(document):
    with pytest.raises(Malformed):
        read_reply(document)


@pytest.mark.parametrize(
    "told", [[], 3, {"content": [3]}, {"content": [{"top_logprobs": 3, "token": 1}]}, {"top_logprobs": ["x"]}]
)
def test_odd_chances_are_none(told):
    assert read_reply({"choices": [{"text": "J", "logprobs": told}]}).chances is None


def test_chances_that_are_no_probabilities_are_left_out():
    entries = [
        {"token": "J", "logprob": 3.0},
        {"token": "F", "logprob": "x"},
        {"token": "K", "logprob": float("nan")},
    ]
    document = {"choices": [{"text": "J", "logprobs": {"content": [{"top_logprobs": entries}]}}]}
    assert read_reply(document).chances is None


def test_a_refusal_without_text_is_an_empty_answer():
    assert read_reply({"choices": [{"message": {"content": None, "refusal": "no"}}]}).text == ""
