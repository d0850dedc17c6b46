"""A detector's model as a JSON document and back: as `plain_documents` does, or as the detector itself says."""

from collections.abc import Callable
from functools import partial
from inspect import isroutine
from typing import Any

from humanlike.core.plain_documents import plain_document, plain_value, record_types, type_hints
from humanlike.detectors.detector import Detector


def document_writer(detector: Detector) -> Callable[[Any], Any]:
    """From a model to its document."""
    return detector.document_of or partial(plain_document, records=_records(detector))


def document_reader(detector: Detector) -> Callable[[Any], Any]:
    """From a document to the model."""
    return detector.model_of or partial(plain_value, records=_records(detector))


def _records(detector: Detector) -> dict[str, type]:
    """The classes a model may be made of: those that the annotation of what `fit` returns leads to."""
    fit = detector.fit
    while isinstance(fit, partial):
        fit = fit.func
    if fit is None:
        return {}
    function = fit if isroutine(fit) else type(fit).__call__
    return record_types(type_hints(function).get("return"))
