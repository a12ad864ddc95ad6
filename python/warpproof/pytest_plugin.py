"""The plugin for pytest: kernels as tests.

- ``--warpproof`` verifies every extension that the tests of a session build with ``load_inline``: one test item for
  each kernel, after the other tests. A refuted kernel is a failed test with the finding.
- ``--warpproof-files PATH`` does the same for kernel files.
- the fixture ``warpproof_check`` is :func:`warpproof.check` with an assertion that nothing is refuted.
- the mark ``warpproof(...)`` on a test or module gives options of ``check`` to the extensions that are built in it.

``--warpproof-strict`` makes a failed test of every kernel that is not proved.
"""

import os
from typing import Any, Dict, Iterator, List, Optional

import pytest

from . import check, check_inline
from ._native import Error
from .recording import Extension, Recorder
from .results import Kernel, Report

_RECORDER = pytest.StashKey[Recorder]()
_OPTIONS = pytest.StashKey[Dict[int, Dict[str, Any]]]()


class Refuted(AssertionError):
    """A kernel misbehaves, or is not proved where that is asked for."""


def _is_failure(verdict: str, strict: bool) -> bool:
    return verdict in ("refuted", "error") or strict and verdict != "proved"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("warpproof", "verification of CUDA kernels")
    group.addoption("--warpproof", action="store_true", help="verify the extensions that load_inline builds")
    group.addoption("--warpproof-files", action="append", default=[], metavar="PATH", help="verify these kernel files")
    group.addoption("--warpproof-strict", action="store_true", help="fail for every kernel that is not proved")
    parser.addini("warpproof", "verify the extensions that load_inline builds", type="bool", default=False)
    parser.addini("warpproof_files", "verify these kernel files", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Begins to record."""
    config.addinivalue_line(
        "markers", "warpproof(**options): options of warpproof.check for the extensions that are built here"
    )
    if config.getoption("--warpproof") or config.getini("warpproof"):
        recorder = Recorder()
        recorder.start()
        config.stash[_RECORDER] = recorder
        config.stash[_OPTIONS] = {}


def pytest_unconfigure(config: pytest.Config) -> None:
    """Ends the recording."""
    recorder = config.stash.get(_RECORDER, None)
    if recorder is not None:
        recorder.stop()


class KernelItem(pytest.Item):
    """A kernel as a test."""

    def __init__(self, *, kernel: Optional[Kernel], text: str, verdict: str, strict: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kernel, self.text, self.verdict, self.strict = kernel, text, verdict, strict

    def runtest(self) -> None:
        """Fails if the kernel is refuted."""
        if _is_failure(self.verdict, self.strict):
            raise Refuted(self.text)

    def repr_failure(self, excinfo: Any, style: Any = None) -> str:
        """The finding."""
        return str(excinfo.value) if isinstance(excinfo.value, Refuted) else str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> Any:
        """The name of the kernel."""
        return self.path, None, f"{self.name}"


class Kernels(pytest.Collector):
    """The kernels of a report."""

    def __init__(self, *, report: Report, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.report = report

    def collect(self) -> Iterator[KernelItem]:
        """An item for each kernel, and one for a file that cannot be checked."""
        strict = bool(self.config.getoption("--warpproof-strict"))
        for file in self.report.files:
            # An error in the file fails, however many of its kernels could be checked.
            if file.verdict == "error":
                yield KernelItem.from_parent(
                    self, name=file.path, kernel=None, text=file.text, verdict="error", strict=strict
                )
            for kernel in file.kernels:
                yield KernelItem.from_parent(
                    self, name=kernel.name, kernel=kernel, text=kernel.text, verdict=kernel.verdict, strict=strict
                )


def _marked(node: Any) -> Dict[str, Any]:
    options: Dict[str, Any] = {}
    for mark in reversed(list(node.iter_markers("warpproof"))):
        options.update(mark.kwargs)
    return options


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: Optional[pytest.Item]) -> Iterator[None]:
    """Notes the options of the mark for the extensions that are built in a test."""
    recorder = item.config.stash.get(_RECORDER, None)
    before = 0 if recorder is None else len(recorder.extensions)
    yield
    if recorder is not None:
        for number in range(before, len(recorder.extensions)):
            item.config.stash[_OPTIONS][number] = _marked(item)


def _items(session: pytest.Session, name: str, report: Report) -> List[KernelItem]:
    node = Kernels.from_parent(session, name=name, nodeid=name, report=report)
    return list(node.collect())


def _of_module(session: pytest.Session, file: str) -> Dict[str, Any]:
    """The options of the mark of a module, for extensions that are built when it is imported."""
    for item in session.items:
        module = item.getparent(pytest.Module)
        if module is not None and str(module.path) == file:
            return _marked(module)
    return {}


def _of_extension(session: pytest.Session, extension: Extension, options: Dict[str, Any]) -> List[KernelItem]:
    report = check_inline(name=extension.name, **{**extension.arguments, **options})
    root = str(session.config.rootpath)
    file = os.path.relpath(extension.file, root) if extension.file.startswith(root) else extension.file
    place = f"{file}:{extension.line}"
    return _items(session, f"{place}::{extension.name}", report)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[Any]:
    """Runs the kernels after the tests, which build the extensions."""
    result = yield
    config = session.config
    if config.option.collectonly:
        return result
    items: List[KernelItem] = []
    try:
        for path in [*config.getoption("--warpproof-files"), *config.getini("warpproof_files")]:
            items += _items(session, path, check(path))
        recorder = config.stash.get(_RECORDER, None)
        for number, extension in enumerate(recorder.extensions if recorder is not None else []):
            options = config.stash[_OPTIONS].get(number)
            options = _of_module(session, extension.file) if options is None else options
            items += _of_extension(session, extension, options)
    except Error as error:
        raise pytest.UsageError(f"warpproof: {error}") from None
    session.items += items
    session.testscollected += len(items)
    for number, item in enumerate(items):
        following = items[number + 1] if number + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldstop:
            break
    return result


@pytest.fixture
def warpproof_check() -> Any:
    """:func:`warpproof.check`, with an assertion that no kernel is refuted and no file has errors."""

    def checked(*args: Any, **kwargs: Any) -> Report:
        __tracebackhide__ = True
        report = check(*args, **kwargs)
        if _is_failure(report.verdict, strict=False):
            pytest.fail(report.text, pytrace=False)
        return report

    return checked
