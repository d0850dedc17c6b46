"""Authors' names, compared as eyes compare them: spelling tricks make nobody somebody else.

Case, blanks, punctuation, accents and letters of other alphabets that look like Latin ones do not count.
"""

import unicodedata

OURS = "humanlike"
LOOK_ALIKES = str.maketrans("аеіоһкмнԁрсухѕαειοκνυτρχ", "aeiohkmhdpcyxsaeioknutpx")  # Cyrillic, Greek


def author_key(author: str) -> str:
    """What is left of a name when its spelling no longer matters; two authors with one key are one.

    >>> author_key("Human-Like"), author_key("ｈｕｍａｎｌíｋе"), author_key("Ä. Berg") == author_key("a berg")
    ('humanlike', 'humanlike', True)
    """
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", author).casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(LOOK_ALIKES)
    return "".join(letter for letter in plain if letter.isalnum()) or plain
