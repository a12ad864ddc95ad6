"""The commands. Their options are those of the command line: ``strict=True`` is ``--strict``, ``suggest_fixes=True`` is
``--suggest-fixes``, ``define=["N=4", "M"]`` repeats ``--define`` and ``solver="z3"`` is ``--solver=z3``."""

import json
import os
import tempfile
from pathlib import Path
from typing import Callable, Iterable, List, Mapping, Optional, Sequence, Union

from . import _native, _tools
from ._native import UsageError
from .equivalence import Equivalence
from .results import Report, with_texts

PathLike = Union[str, "os.PathLike[str]"]
Extents = Union[int, str, Sequence[int]]
Option = Union[None, bool, str, int, float, PathLike, Sequence[Union[str, int, PathLike]]]
Progress = Callable[[Path, str, str], object]

# Options that the command line has in a short form only.
_SHORT = {"define": "-D", "include": "-I"}


def _word(name: str, value: object) -> str:
    text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
    return f"{_SHORT[name]}{text}" if name in _SHORT else f"--{name.replace('_', '-')}={text}"


def _words(options: Mapping[str, Option]) -> List[str]:
    words: List[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        if value is True:
            words.append(f"--{name.replace('_', '-')}")
        elif isinstance(value, (list, tuple)):
            words.extend(_word(name, item) for item in value)
        else:
            words.append(_word(name, value))
    return words


def _extents(value: Optional[Extents]) -> Optional[str]:
    if value is None or isinstance(value, (str, int)):
        return None if value is None else str(value)
    return ",".join(str(extent) for extent in value)


def _paths(paths: Union[None, PathLike, Iterable[PathLike]]) -> List[str]:
    if paths is None:
        return []
    if isinstance(paths, (str, os.PathLike)):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]


def _checked(words: List[str], paths: List[str], progress: Optional[Progress], hidden: str = "") -> Report:
    """The report; in its paths and texts the folder `hidden` is left out."""
    _tools.provide_clang()
    whole = ["check", *words, *_tools.solver_words(words), "--", *paths]
    code, document, summary, about = _native.check(whole, progress)
    if hidden:
        in_json = json.dumps(hidden)[1:-1]
        document, summary = document.replace(in_json, ""), summary.replace(hidden, "")
        about = [(text.replace(hidden, ""), [k.replace(hidden, "") for k in kernels]) for text, kernels in about]
    return with_texts(Report.from_json(document), code, summary, about)


def _checked_text(
    text: str, name: str, compiler: Sequence[str], words: List[str], progress: Optional[Progress]
) -> Report:
    """The report on a text as a file of that name, which a compiler is given with these options."""
    if Path(name).name != name:
        raise UsageError(f"`{name}` is no name of a file without a folder")
    with tempfile.TemporaryDirectory(prefix="warpproof-") as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        build = {"directory": os.getcwd(), "file": str(path), "arguments": ["nvcc", *compiler, "-c", str(path)]}
        Path(folder, "compile_commands.json").write_text(json.dumps([build]), encoding="utf-8")
        told = None
        if progress is not None:
            told = lambda path, kernel, verdict: progress(Path(path.name), kernel, verdict)  # noqa: E731
        words = [*words, f"--build={folder}"]
        return _checked(words, [str(path)], told, hidden=folder + os.sep)


def check(
    paths: Union[None, PathLike, Iterable[PathLike]] = None,
    *,
    source: Optional[str] = None,
    name: Optional[str] = None,
    language: str = "cuda",
    block: Optional[Extents] = None,
    grid: Optional[Extents] = None,
    timeout: Optional[float] = None,
    progress: Optional[Progress] = None,
    **options: Option,
) -> Report:
    """Verifies the kernels of files and folders, or of a source in a string.

    `source` is checked under the file name `name`, by default ``source.cu``, or ``source.cl`` with
    ``language="opencl"``; no ``warpproof.toml`` applies to it unless ``config`` names one. `block` and `grid` fix the
    launch: a number, several, or a text such as ``"32,*"``. `timeout` is in seconds for each file. `progress` is called
    with the path, the name and the verdict of each kernel that has a result; a kernel that is verified again with more
    time has a second one. `options` are the options of ``warpproof check``.

    A file that cannot be read or compiled is an error in the report, as in the JSON output. What the command line
    rejects raises :class:`UsageError`, anything else that stops the command :class:`Error`.
    """
    words = _words({**options, "block": _extents(block), "grid": _extents(grid), "timeout": timeout})
    if source is None:
        if name is not None:
            raise UsageError("`name` is that of a `source`, and there is none")
        return _checked(words, _paths(paths), progress)
    if paths is not None:
        raise UsageError("give paths or a `source`, not both")
    endings = {"cuda": ".cu", "opencl": ".cl"}
    if language not in endings:
        raise UsageError(f"`language` is `cuda` or `opencl`, not `{language}`")
    return _checked_text(source, name or f"source{endings[language]}", [], words, progress)


def _joined(sources: Union[None, str, Sequence[str]]) -> str:
    if sources is None:
        return ""
    return sources if isinstance(sources, str) else "\n".join(sources)


def _keeps_to_itself(text: str) -> bool:
    """True if a text that is compiled apart changes nothing of a text that it stands behind."""
    return not any(
        line.lstrip().startswith("#") and not line.lstrip()[1:].lstrip().startswith("include")
        for line in text.splitlines()
    )


def check_inline(
    cuda_sources: Union[str, Sequence[str]],
    cpp_sources: Union[None, str, Sequence[str]] = None,
    functions: Union[None, Sequence[str], Mapping[str, str]] = None,
    *,
    name: str = "inline",
    extra_cuda_cflags: Optional[Sequence[str]] = None,
    block: Optional[Extents] = None,
    grid: Optional[Extents] = None,
    timeout: Optional[float] = None,
    progress: Optional[Progress] = None,
    **options: Option,
) -> Report:
    """Verifies what ``torch.utils.cpp_extension.load_inline`` would compile.

    The first arguments are those of ``load_inline``. Lines in the report are those of the CUDA sources, joined by new
    lines, under the file name ``{name}.cu``. `cpp_sources` are read as host code behind them, unless they have
    directives other than ``#include``, which would hold for the CUDA source too. `functions` says nothing that the
    sources do not say: a function has any arguments, whether it is exported or not. The other arguments are those of
    :func:`check`.
    """
    words = _words({**options, "block": _extents(block), "grid": _extents(grid), "timeout": timeout})
    text, beside = _joined(cuda_sources), _joined(cpp_sources)
    if beside and _keeps_to_itself(beside):
        text = f"{text}\n{beside}\n"
    compiler = ["-include", "torch/extension.h", *(str(flag) for flag in extra_cuda_cflags or ())]
    return _checked_text(text, f"{name}.cu", compiler, words, progress)


def equiv(
    first: str,
    second: str,
    *,
    block: Optional[Extents] = None,
    grid: Optional[Extents] = None,
    timeout: Optional[float] = None,
    **options: Option,
) -> Equivalence:
    """Proves or refutes that two kernels, each ``"FILE:KERNEL"``, compute the same results.

    `options` are the options of ``warpproof equiv``.
    """
    words = _words({**options, "block": _extents(block), "grid": _extents(grid), "timeout": timeout})
    _tools.provide_clang()
    whole = ["equiv", *words, *_tools.solver_words(words), "--", first, second]
    return Equivalence.from_json(_native.equiv(whole)[1])
