"""The results of ``check``: the JSON output (docs/json-schema.md) as frozen dataclasses.

Names and meanings of the fields are those of the JSON output. Beyond it, a report has the exit code and the last lines
of the text output, and files and kernels have their parts of the text.
"""

import dataclasses
import json
from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple

from . import _html
from ._read import read

Extent = Tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """A range of a source, from 1; columns count bytes."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class LabelledPlace:
    """A place of a diagnostic, with its label."""

    text: str
    primary: bool
    place: Optional[Place]


@dataclass(frozen=True)
class Diagnostic:
    """A message with a code."""

    code: str
    severity: str
    message: str
    places: Tuple[LabelledPlace, ...]
    notes: Tuple[str, ...]
    help: Optional[str]

    @property
    def place(self) -> Optional[Place]:
        """The primary place."""
        return next((label.place for label in self.places if label.primary), None)

    def __str__(self) -> str:
        at = "" if self.place is None else f"{self.place}: "
        return f"{at}{self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True)
class Thread:
    """A thread of a launch."""

    block: Extent
    thread: Extent


@dataclass(frozen=True)
class Scalar:
    """The value of a scalar argument, as the source writes it."""

    name: str
    value: str


@dataclass(frozen=True)
class Cell:
    """An element of an input."""

    index: int
    value: str


@dataclass(frozen=True)
class Array:
    """Elements of an input, at most eight."""

    name: str
    cells: Tuple[Cell, ...]


@dataclass(frozen=True)
class Witness:
    """A counterexample."""

    replayed: bool
    block: Extent
    grid: Extent
    threads: Tuple[Thread, ...]
    scalars: Tuple[Scalar, ...]
    arrays: Tuple[Array, ...]


@dataclass(frozen=True)
class Edit:
    """A text that replaces a range of the source."""

    place: Optional[Place]
    text: str


@dataclass(frozen=True)
class Fix:
    """A change that removes a finding."""

    title: str
    checked: str
    edits: Tuple[Edit, ...]
    not_proved: Tuple[str, ...]
    assumptions: Tuple[str, ...]


@dataclass(frozen=True)
class Finding(Diagnostic):
    """A violation that was found."""

    confirmed: bool
    accepted: bool
    cause: int
    represents: bool
    consequence: bool
    witness: Optional[Witness]
    fix: Optional[Fix] = None
    allowed: Optional[str] = None


@dataclass(frozen=True)
class Reason:
    """The reason for an inconclusive verdict."""

    code: str
    text: str
    place: Optional[Place]


@dataclass(frozen=True)
class Property:
    """The verdict on a property."""

    property: str
    verdict: str
    findings: Tuple[Finding, ...]
    reason: Optional[Reason] = None
    preconditions: Tuple[str, ...] = ()
    only_if: Optional[str] = None
    checked: Tuple[str, ...] = ()
    unchecked: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Launch:
    """A launch in host code."""

    function: str
    place: Optional[Place]
    alike: Tuple[Optional[Place], ...]
    meeting: Tuple[str, ...] = ()
    launcher: Optional[str] = None


@dataclass(frozen=True)
class Need:
    """A run that shows why a condition is needed."""

    property: str
    witness: Witness


@dataclass(frozen=True)
class Condition:
    """A precondition."""

    text: str
    fixes_extent: bool
    needed: Optional[Need]


@dataclass(frozen=True)
class Preconditions:
    """Preconditions under which everything is proved."""

    requires: str
    conditions: Tuple[Condition, ...]
    assumptions: Tuple[str, ...]


@dataclass(frozen=True)
class Approximation:
    """An over-approximated construct."""

    what: str
    place: Optional[Place]


@dataclass(frozen=True)
class Performance:
    """Notes on performance."""

    notes: Tuple[Diagnostic, ...]
    not_analysed: Tuple[Approximation, ...]


@dataclass(frozen=True)
class Stage:
    """A stage that completed proofs."""

    means: Tuple[str, ...]
    proved: Tuple[str, ...]


@dataclass(frozen=True)
class Obligations:
    """Numbers of obligations, by the method that closed them."""

    total: int
    structural: int
    digits: int
    solver: int


@dataclass(frozen=True)
class Candidate:
    """A candidate loop invariant."""

    rule: str
    text: str
    kept: bool


@dataclass(frozen=True)
class Inference:
    """Loops and invariant inference."""

    loops: int
    depth: int
    preconditions: int
    invariants: int
    cut_short: bool
    candidates: Tuple[Candidate, ...]


@dataclass(frozen=True)
class Kernel:
    """The results for a kernel. `text` is the part of the text output about it."""

    name: str
    place: Optional[Place]
    verdict: str
    properties: Tuple[Property, ...]
    assumptions: Tuple[str, ...]
    approximations: Tuple[Approximation, ...]
    obligations: Obligations
    inference: Inference
    role: Optional[str] = None
    by_contract: Tuple[str, ...] = ()
    launch: Optional[Launch] = None
    preconditions: Tuple[Preconditions, ...] = ()
    performance: Optional[Performance] = None
    stages: Tuple[Stage, ...] = ()
    text: str = ""

    @property
    def findings(self) -> List[Finding]:
        """The findings of all properties."""
        return [finding for property in self.properties for finding in property.findings]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ProjectHeader:
    """A header that was found in the project."""

    name: str
    candidates: Tuple[str, ...]


@dataclass(frozen=True)
class File:
    """The results for a file. `text` is the part of the text output about it."""

    path: str
    verdict: str
    errors: Tuple[Diagnostic, ...]
    kernels: Tuple[Kernel, ...]
    included_in: Optional[str] = None
    missing_headers: Tuple[str, ...] = ()
    project_headers: Tuple[ProjectHeader, ...] = ()
    built_in_headers: Tuple[str, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class EngineTimes:
    """What a refutation engine did."""

    engine: str
    refuted: int
    seconds: float


@dataclass(frozen=True)
class KernelTimes:
    """The times of a kernel."""

    name: str
    engine_seconds: float
    solver_seconds: float
    solver_scripts: int
    solver_cached: int
    solver_cut_off: int
    late: bool
    inference_seconds: float
    engines: Tuple[EngineTimes, ...]
    solver_answers: Optional[Dict[str, int]] = None


@dataclass(frozen=True)
class FileTimes:
    """The times of a file."""

    path: str
    clang_seconds: float
    kernels: Tuple[KernelTimes, ...]


@dataclass(frozen=True)
class Report:
    """The results of ``check``."""

    schema: str
    version: int
    tool_version: str
    interrupted: bool
    verdict: str
    files: Tuple[File, ...]
    times: Tuple[FileTimes, ...]
    exit_code: int = 0
    summary: str = ""

    @property
    def kernels(self) -> List[Kernel]:
        """The kernels of all files."""
        return [kernel for file in self.files for kernel in file.kernels]

    @property
    def findings(self) -> List[Finding]:
        """The findings of all kernels."""
        return [finding for kernel in self.kernels for finding in kernel.findings]

    @property
    def errors(self) -> List[Diagnostic]:
        """What stopped a file or a kernel of it."""
        return [error for file in self.files for error in file.errors]

    @property
    def text(self) -> str:
        """The text output."""
        return "".join(file.text for file in self.files) + self.summary

    @classmethod
    def from_json(cls, text: str) -> "Report":
        """The report that a JSON output describes; it has no texts."""
        report = read(cls, json.loads(text))
        if report.schema != "warpproof-report":
            raise ValueError(f"this is no report: its schema is {report.schema}")
        return report

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.table(self)


def with_texts(report: Report, exit_code: int, summary: str, texts: List[Tuple[str, List[str]]]) -> Report:
    """The report with exit code and texts, which stand in the order of files and kernels."""

    def of_file(file: File, text: str, of_kernels: List[str]) -> File:
        pairs: Iterator[Tuple[Kernel, str]] = zip(file.kernels, of_kernels)
        kernels = tuple(dataclasses.replace(kernel, text=one) for kernel, one in pairs)
        return dataclasses.replace(file, text=text, kernels=kernels)

    files = tuple(of_file(file, *about) for file, about in zip(report.files, texts))
    return dataclasses.replace(report, files=files, exit_code=exit_code, summary=summary)
