"""Finds the solver and Clang among the installed packages of Python.

The solver is that of the package ``z3-solver``, unless the environment names one. Clang is looked for by the engine; if
there is none on PATH, that of the package ``ziglang`` is used (``pip install 'warpproof[clang]'``).
"""

import functools
import os
import shlex
import shutil
import tempfile
from importlib import metadata, util
from pathlib import Path
from typing import List, Optional

_CLANGS = ["clang", *(f"clang-{version}" for version in range(21, 13, -1))]


@functools.lru_cache(maxsize=None)
def _program_of(package: str, name: str) -> Optional[str]:
    """The program that a package has installed."""
    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name in (name, f"{name}.exe"):
            path = Path(str(file.locate())).resolve()
            if path.is_file() and os.access(path, os.X_OK):
                return str(path)
    return None


def solver() -> Optional[str]:
    """The solver of the package z3-solver; None if the environment names another one, or if there is none."""
    if os.environ.get("WARPPROOF_Z3"):
        return None
    return _program_of("z3-solver", "z3")


def solver_words(words: List[str]) -> List[str]:
    """The words that name the solver, for a command that has these words."""
    names = ("--solver", "--no-solver")
    if any(word.split("=", 1)[0] in names for word in words):
        return []
    found = solver()
    return [] if found is None else [f"--solver={found}"]


def provide_clang() -> None:
    """Names the Clang of the package ziglang in the environment, if there is no other one."""
    if os.environ.get("WARPPROOF_CLANG") or any(map(shutil.which, _CLANGS)):
        return
    wrapper = _wrapper()
    if wrapper is not None:
        os.environ["WARPPROOF_CLANG"] = wrapper


@functools.lru_cache(maxsize=None)
def _wrapper() -> Optional[str]:
    """A script that runs the Clang inside of Zig, which is no program of its own."""
    found = util.find_spec("ziglang")
    if found is None or found.origin is None or os.name != "posix":
        return None
    folder = Path(found.origin).parent
    zig, headers = shlex.quote(str(folder / "zig")), shlex.quote(str(folder / "lib"))
    text = f'#!/bin/sh\nexec {zig} clang -resource-dir {headers} "$@"\n'
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (os.path.join(base, "warpproof"), os.path.join(tempfile.gettempdir(), f"warpproof-{os.getuid()}")):
        try:
            return _written(Path(root) / "clang-of-zig", text)
        except OSError:
            continue
    return None


def _written(path: Path, text: str) -> str:
    """Writes a script, unless it is there."""
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.chmod(name, 0o755)
        os.replace(name, path)
    return str(path)
