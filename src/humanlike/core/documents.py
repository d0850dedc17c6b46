"""Documents: results as plain Python, and as JSON that every reader of JSON accepts.

RFC 8259 knows no NaN and no infinity: what is unknown or beyond all numbers is null.
"""

import json
import math
from collections.abc import Mapping
from typing import Any


def plain(value: Any) -> Any:
    """`value` in dicts, lists, strings and numbers only; NaN and infinities become None.

    >>> plain({"score": float("-inf"), "rounds": (1, 2)})
    {'score': None, 'rounds': [1, 2]}
    """
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy, JAX and pandas
        value = value.tolist()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {_key(name): plain(content) for name, content in value.items()}
    if isinstance(value, list | tuple):
        return [plain(content) for content in value]
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"cannot write {type(value).__name__} as JSON")


def _key(name: Any) -> Any:
    return name.item() if hasattr(name, "item") else name


def strict_json(document: Any) -> str:
    """One JSON document, indented, Unicode as it is; NaN and infinities are null.

    >>> print(strict_json({"mean": float("nan")}))
    {
      "mean": null
    }
    """
    return json.dumps(plain(document), indent=2, ensure_ascii=False, allow_nan=False)
