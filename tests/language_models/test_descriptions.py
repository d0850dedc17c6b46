"""Model files: what is wrong with one is said in a sentence, and a book outlives whoever writes in it."""

import json
import multiprocessing

import pytest
from loopback import described

from humanlike.core import BadFile
from humanlike.games import GAMES
from humanlike.language_models import WAYS, answers_of, estimated_cost, read_description
from humanlike.language_models.answer_book import AnswerBook
from humanlike.language_models.description import MOST_BYTES, Prices
from humanlike.language_models.requests import ModelRequest

GOOD = 'name = "mine"\nmodel = "m"\nurl = "https://api.example.com/v1/"\n'


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def test_a_file_is_read_and_its_book_stands_beside_it(tmp_path):
    about = read_description(written(tmp_path, GOOD + 'labels = ["J", "F"]\n[budget]\nrequests = 5'))
    assert (about.url, about.labels, about.budget.requests) == ("https://api.example.com/v1", ("J", "F"), 5)
    assert answers_of(about) == tmp_path / "mine.answers.jsonl"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD + "temprature = 1", "temprature: extra inputs are not permitted"),
        (GOOD + "temperature = -1", "temperature: input should be greater than or equal to 0"),
        (GOOD + 'way = "nice"', "way: no way of asking is called 'nice'. Known: akata"),
        (GOOD + 'labels = ["J", "j"]', "labels: labels must differ"),
        (GOOD + 'labels = ["J", ""]', "a label is a word on one line"),
        (GOOD + "[budget]\nmoney = 1.0", "without prices nobody knows"),
        (GOOD + "[sends]\nmessages = []", "not for a file to set"),
        (GOOD.replace("https", "ftp"), "an address begins with http"),
        (GOOD.replace("api.", "user:word@api."), "an address holds no key"),
        (GOOD.replace("https", "http") + 'key = "K"', "over https only"),
        (GOOD + 'key = "sk-123"', "key: string should match"),
        (GOOD + 'weights = "w.gguf"', "either an address is asked or weights"),
        ("name = ", "cannot be read as TOML"),
        ("#" * (MOST_BYTES + 1), "larger than"),
        ("", "name: field required; model: field required"),
    ],
)
def test_a_wrong_file_is_told_in_a_sentence(text, told, tmp_path):
    with pytest.raises(BadFile, match=told):
        read_description(written(tmp_path, text))


def test_a_cost_by_hand(tmp_path):
    """Two subjects, one round: the prompt is known, four letters a token, and 3 and 4 dollars a million."""
    about = described(
        "http://127.0.0.1:1", tmp_path / "b", labels="game", prices=Prices(prompt=3.0, answer=4.0)
    )
    cost = estimated_cost(about, WAYS["plain"], GAMES["prisoners-dilemma"], 2, 1)
    rules = (
        "You play a game of several rounds with another player. In every round you choose U or D without seeing what "
        "is chosen on the other side. What can happen in a round:\n"
        + "\n".join(
            f"- you {own}, the other player {other}; points: you {mine}, the other player {theirs}"
            for own, other, mine, theirs in (
                ("U", "L", 8, 8),
                ("U", "R", 1, 9),
                ("D", "L", 9, 1),
                ("D", "R", 2, 2),
            )
        )
    )
    letters = len(rules) + len("Round 1. Which do you choose, U or D? Answer with the label only.")
    tokens = round(letters / 4) * 2
    assert cost[:3] == (2, tokens, 2)
    assert cost.money == pytest.approx((3 * tokens + 4 * 2) / 1e6)


def test_predictions_double_requests_and_longer_histories_cost_more(tmp_path):
    about, game = described("http://127.0.0.1:1", tmp_path / "b"), GAMES["prisoners-dilemma"]
    plain, predicting = (
        estimated_cost(about, WAYS[way], game, 4, 10) for way in ("plain", "predict-then-act")
    )
    assert (plain.requests, predicting.requests) == (40, 80)
    windowed = estimated_cost(about.model_copy(update={"window": 2}), WAYS["plain"], game, 4, 10)
    assert windowed.prompt_tokens < plain.prompt_tokens


REQUEST = ModelRequest("/completions", {"prompt": "p" * 5000})


def _write(place, who):
    book = AnswerBook(place)
    for number in range(50):
        book.keep(f"{who}-{number}", "here", REQUEST, 200, {"choices": [{"text": "x" * 3000}]})


def test_processes_write_in_one_book_without_harming_a_line(tmp_path):
    place = tmp_path / "book.jsonl"
    spawning = multiprocessing.get_context("fork")
    writers = [spawning.Process(target=_write, args=(place, who)) for who in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(timeout=60)
    digests = {json.loads(line)["digest"] for line in place.read_text().splitlines()}
    assert digests == {f"{who}-{number}" for who in range(2) for number in range(50)}
    assert AnswerBook(place).spent.requests == 100


def test_a_book_learns_what_others_add_and_passes_over_rubbish(tmp_path):
    place = tmp_path / "book.jsonl"
    one, other = AnswerBook(place), AnswerBook(place)
    one.keep("a", "here", REQUEST, 200, {"choices": []})
    place.open("ab").write(b'\xff\xfe nonsense\n{"digest": 3}\n[1]\n{"half')
    one.keep("b", "here", REQUEST, 200, {"choices": [1]})
    one.keep("c", "here", REQUEST, 500, {"error": "x"})
    other.refresh()
    assert (other.find("a", ""), other.find("b", ""), other.find("c", "")) == (
        {"choices": []},
        {"choices": [1]},
        None,
    )
    assert other.spent.requests == 3
