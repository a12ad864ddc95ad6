"""The command line of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROVED, RACY, write
from warpproof import _tools


def run(*words: str, **more: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "warpproof", *words], capture_output=True, text=True, **more)


def test_the_parser_is_that_of_the_program() -> None:
    assert run("--version").stdout.startswith("warpproof ")
    missing = run("check")
    assert missing.returncode == 2 and "required arguments were not provided" in missing.stderr
    assert run("explain", "WP0101").stdout.startswith("# WP0101")
    unread = run("check", "none.cu")
    assert unread.returncode == 2 and "there is no such file" in unread.stdout


def test_commands_that_start_the_program_again_start_python() -> None:
    write("tree/k.cu", "//pass\n//--blockDim=32 --gridDim=2\n" + PROVED)
    corpus = run("corpus", "tree", "--rows=all")
    assert corpus.returncode == 0 and "proved" in corpus.stdout, corpus


@pytest.mark.skipif(shutil.which("warpproof", path=os.path.dirname(sys.executable)) is None, reason="not installed")
def test_the_script_is_installed() -> None:
    script = Path(sys.executable).parent / "warpproof"
    path = write("k.cu", RACY)
    done = subprocess.run([script, "check", path], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert done.returncode == 1 and "data race on `a`" in done.stdout


def test_the_solver_is_that_of_the_package_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARPPROOF_Z3", raising=False)
    found = _tools.solver_words([])
    assert found == [] or found[0].startswith("--solver=") and found[0].endswith("z3")
    assert _tools.solver_words(["--no-solver"]) == _tools.solver_words(["--solver=z3"]) == []
    monkeypatch.setenv("WARPPROOF_Z3", "z3")
    assert _tools.solver_words([]) == []


def test_without_clang_the_message_says_how_to_get_it() -> None:
    path = write("k.cu", PROVED)
    env = {"PATH": "", "HOME": os.getcwd(), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    done = run("check", path, env=env)
    if _tools._wrapper() is None:
        assert done.returncode == 2 and "WP0504" in done.stdout and "pip install 'warpproof[clang]'" in done.stdout
    else:
        assert done.returncode == 0, done
