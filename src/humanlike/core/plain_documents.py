"""Plain structures as JSON documents and back: data, never code, so a stranger's file can run nothing.

Plain is: None, truth values, numbers, texts; lists, tuples, mappings; NumPy arrays and scalars of numbers or texts;
and records (named tuples, dataclasses) of plain things. Numbers come back bit for bit. Everything that JSON does not
know is an object that names what it is::

    {"array": [1.5, "nan"], "dtype": "float64", "shape": [2]}     {"record": "Model", "fields": {...}}
    {"scalar": 3, "dtype": "int64"}     {"tuple": [...]}     {"mapping": [[key, value], ...]}     {"number": "inf"}

A document names a record by the name of its class only. Which classes there are is said by the reader, never by the
file: those that an annotation leads to (`record_types`).
"""

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args, get_type_hints

import numpy as np

RecordTypes = Mapping[str, type]
ODD_NUMBERS: Final = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
WHOLE: Final = tuple(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
DTYPES: Final = ("bool", "float16", "float32", "float64", *WHOLE)
MOST_AXES: Final = 16


class NotPlain(ValueError):
    """A value that no document can hold, or a document that no value belongs to."""


def record_types(annotation: Any) -> dict[str, type]:
    """Every record class an annotation leads to, through fields and brackets, by name."""
    found: dict[str, type] = {}
    waiting = [annotation]
    while waiting:
        each = waiting.pop()
        waiting += get_args(each)
        if not isinstance(each, type) or not is_record(each) or found.get(each.__qualname__) is each:
            continue
        if each.__qualname__ in found:
            raise NotPlain(f"it is made of two classes called {each.__qualname__}")
        found[each.__qualname__] = each
        waiting += type_hints(each).values()
    return found


def type_hints(thing: Any) -> dict[str, Any]:
    """The annotations of a class or function; none where one cannot be resolved."""
    try:
        return get_type_hints(thing)
    except (NameError, TypeError):
        return {}


def is_record(kind: type) -> bool:
    """Whether a class is a named tuple or a dataclass."""
    return dataclasses.is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def field_names(kind: type) -> tuple[str, ...]:
    """What a record of this class is built from."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if field.init)
    return tuple(getattr(kind, "_fields", ()))


def plain_document(value: Any, records: RecordTypes) -> Any:
    """The JSON document of a plain structure; `NotPlain` says what in it is not."""
    if value is None or type(value) in (bool, int, str):
        return value
    if type(value) is float:
        return value if math.isfinite(value) else {"number": str(value)}
    if isinstance(value, np.generic):
        array = np.asarray(value)
        return {"scalar": _flat(array)[0], "dtype": _dtype_name(array)}
    if is_record(type(value)):
        return _record_document(value, records)
    if isinstance(value, list | tuple):
        parts = [plain_document(each, records) for each in value]
        return parts if isinstance(value, list) else {"tuple": parts}
    if isinstance(value, Mapping):
        pairs = [[plain_document(part, records) for part in pair] for pair in value.items()]
        return {"mapping": pairs}
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        return {"array": _flat(array), "dtype": _dtype_name(array), "shape": list(array.shape)}
    raise NotPlain(f"it holds a {type(value).__qualname__}, which is no number, text, array or record")


def _record_document(value: Any, records: RecordTypes) -> dict[str, Any]:
    name = type(value).__qualname__
    if records.get(name) is not type(value):
        raise NotPlain(
            f"it holds a {name}, to which no annotation leads "
            f"(known: {', '.join(sorted(records)) or 'no record'})"
        )
    fields = {field: plain_document(getattr(value, field), records) for field in field_names(type(value))}
    return {"record": name, "fields": fields}


def _dtype_name(array: np.ndarray[Any, Any]) -> str:
    name = "str" if array.dtype.kind == "U" else array.dtype.name
    if name not in (*DTYPES, "str"):
        raise NotPlain(f"it holds an array of {name}")
    return name


def _flat(array: np.ndarray[Any, Any]) -> list[Any]:
    entries: list[Any] = array.ravel().tolist()
    if array.dtype.kind != "f":
        return entries
    return [each if math.isfinite(each) else str(each) for each in entries]


def plain_value(document: Any, records: RecordTypes) -> Any:
    """The structure of a document; `NotPlain` says what is wrong with it."""
    if document is None or isinstance(document, bool | int | float | str):
        return document
    if isinstance(document, list):
        return [plain_value(each, records) for each in document]
    if isinstance(document, dict):
        for keys, read in _READERS.items():
            if document.keys() == keys:
                return read(document, records)
    raise NotPlain(f"{_shortened(document)} is no array, record, tuple or mapping")


def _read_number(document: Any, records: RecordTypes) -> float:
    if (name := document["number"]) not in ODD_NUMBERS:
        raise NotPlain(f"{_shortened(name)} is no number")
    return ODD_NUMBERS[name]


def _read_tuple(document: Any, records: RecordTypes) -> tuple[Any, ...]:
    return tuple(plain_value(each, records) for each in _checked_list(document["tuple"]))


def _read_mapping(document: Any, records: RecordTypes) -> dict[Any, Any]:
    pairs = [_checked_list(pair) for pair in _checked_list(document["mapping"])]
    if any(len(pair) != 2 for pair in pairs):
        raise NotPlain("a mapping is a list of pairs")
    try:
        return {plain_value(key, records): plain_value(value, records) for key, value in pairs}
    except TypeError as error:
        raise NotPlain(f"a key of a mapping will not do: {error}") from error


def _read_array(document: Any, records: RecordTypes) -> np.ndarray[Any, Any]:
    shape = _checked_list(document["shape"])
    if len(shape) > MOST_AXES or not all(type(size) is int and size >= 0 for size in shape):
        raise NotPlain(f"{_shortened(shape)} is no shape")
    entries = _checked_list(document["array"])
    if math.prod(shape) != len(entries):
        raise NotPlain(f"{len(entries)} entries do not fill an array of shape {tuple(shape)}")
    return _entries(entries, document["dtype"]).reshape(shape)


def _read_scalar(document: Any, records: RecordTypes) -> Any:
    return _entries([document["scalar"]], document["dtype"])[0]


def _entries(entries: list[Any], dtype: Any) -> np.ndarray[Any, Any]:
    """Entries of the kind that `dtype` says, and of no other."""
    if dtype not in (*DTYPES, "str"):
        raise NotPlain(f"{_shortened(dtype)} is no type of array; there are {', '.join((*DTYPES, 'str'))}")
    if dtype.startswith("float"):
        entries = [ODD_NUMBERS.get(each, each) if isinstance(each, str) else each for each in entries]
    meant = {"b": (bool,), "s": (str,), "f": (int, float)}.get(dtype[0], (int,))
    if wrong := [each for each in entries if type(each) not in meant]:
        raise NotPlain(f"{_shortened(wrong[0])} stands in an array of {dtype}")
    try:
        return np.array(entries, dtype=dtype)
    except OverflowError as error:
        raise NotPlain(f"a number does not fit an array of {dtype}") from error


def _read_record(document: Any, records: RecordTypes) -> Any:
    name, fields = document["record"], document["fields"]
    if not isinstance(name, str) or name not in records:
        raise NotPlain(f"{_shortened(name)} is none of its records: {', '.join(sorted(records)) or 'none'}")
    names = field_names(records[name])
    if not isinstance(fields, dict) or set(fields) != set(names):
        raise NotPlain(f"a {name} has the fields {', '.join(names)}, not {_shortened(fields)}")
    values = {field: plain_value(part, records) for field, part in fields.items()}
    try:
        return records[name](**values)
    except Exception as error:  # a record of a user's may check itself, and complain in any way it likes
        raise NotPlain(f"it holds no valid {name}: {error}") from error


def _checked_list(document: Any) -> list[Any]:
    if not isinstance(document, list):
        raise NotPlain(f"{_shortened(document)} stands where a list should")
    return document


def _shortened(document: Any) -> str:
    text = repr(document)
    return text if len(text) <= 60 else f"{text[:57]}..."


_READERS: Final[dict[frozenset[str], Callable[[Any, RecordTypes], Any]]] = {
    frozenset({"number"}): _read_number,
    frozenset({"tuple"}): _read_tuple,
    frozenset({"mapping"}): _read_mapping,
    frozenset({"array", "dtype", "shape"}): _read_array,
    frozenset({"scalar", "dtype"}): _read_scalar,
    frozenset({"record", "fields"}): _read_record,
}
