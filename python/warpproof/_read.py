"""Reads a JSON document into dataclasses, by the types of their fields.

A field that the document lacks has its default. A field that the dataclass lacks is passed over, because documents of
later versions may have more of them.
"""

import dataclasses
import functools
from typing import Any, Callable, Dict, Type, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


@functools.lru_cache(maxsize=None)
def _readers(cls: Any) -> Dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(cls)
    return {field.name: _reader(hints[field.name]) for field in dataclasses.fields(cls)}


def _reader(hint: Any) -> Callable[[Any], Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return lambda value: read(hint, value)
    if origin is Union:
        inner = _reader(next(argument for argument in arguments if argument is not type(None)))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        of_items = _reader(arguments[0])
        return lambda value: tuple(of_items(item) for item in value)
    if origin is dict:
        of_values = _reader(arguments[1])
        return lambda value: {key: of_values(item) for key, item in value.items()}
    return lambda value: value


def read(cls: Type[T], document: Any) -> T:
    """The value of a dataclass that the document describes."""
    if not isinstance(document, dict):
        raise ValueError(f"an object is expected for {cls.__name__}")
    readers = _readers(cls)  # type: ignore[arg-type]
    return cls(**{key: readers[key](value) for key, value in document.items() if key in readers})
