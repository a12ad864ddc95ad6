"""The results of ``equiv``: the JSON output (docs/json-schema.md) as frozen dataclasses."""

import json
from dataclasses import dataclass
from typing import Optional, Tuple

from ._read import read


@dataclass(frozen=True)
class ComparedKernel:
    """A side of the comparison."""

    path: str
    name: str


@dataclass(frozen=True)
class ComparedLaunch:
    """The launch of one kernel."""

    block: Tuple[int, ...]
    grid: Tuple[int, ...]


@dataclass(frozen=True)
class Start:
    """A place without its end."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Scope:
    """The launches that the verdict is about."""

    kind: str
    launches: Tuple[Tuple[ComparedLaunch, ...], ...] = ()
    conditions: Tuple[str, ...] = ()


@dataclass(frozen=True)
class OpenReason:
    """The reason why nothing is known."""

    code: str
    text: str
    kernel: Optional[int]
    place: Optional[Start]


@dataclass(frozen=True)
class PairedScalar:
    """Which scalar is which."""

    names: Tuple[Optional[str], ...]
    value: Optional[str]


@dataclass(frozen=True)
class ScalarValue:
    """The value of a scalar."""

    name: str
    value: str


@dataclass(frozen=True)
class InputValue:
    """An element of an input."""

    array: str
    index: int
    value: str


@dataclass(frozen=True)
class Difference:
    """A replayed counterexample."""

    replayed: bool
    launches: Tuple[Tuple[ComparedLaunch, ...], ...]
    array: Tuple[str, ...]
    index: int
    values: Tuple[str, ...]
    written: Tuple[Optional[Start], ...]
    traced: bool
    undetermined: Optional[str]
    scalars: Tuple[ScalarValue, ...]
    inputs: Tuple[InputValue, ...]
    omitted: int


@dataclass(frozen=True)
class Proposal:
    """A precondition with which the kernels were shown equivalent."""

    condition: str
    assumptions: Tuple[str, ...]


@dataclass(frozen=True)
class Equivalence:
    """The results of ``equiv``."""

    schema: str
    version: int
    tool_version: str
    verdict: str
    reason: Optional[OpenReason]
    kernels: Tuple[ComparedKernel, ...]
    scope: Scope
    arrays: Tuple[Tuple[str, ...], ...]
    scalars: Tuple[PairedScalar, ...]
    not_compared: Tuple[str, ...]
    outputs: Tuple[Tuple[str, ...], ...]
    elements: int
    assumptions: Tuple[str, ...]
    difference: Optional[Difference]
    proposal: Optional[Proposal]

    @classmethod
    def from_json(cls, text: str) -> "Equivalence":
        """The result that a JSON output describes."""
        return read(cls, json.loads(text))
