"""CMake, GitHub, GitLab and pre-commit, with the real programs where they are installed."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Dict

import pytest
import yaml
from conftest import PROVED, RACY, ROOT, write
from warpproof import ci


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program `warpproof` that runs the package which is tested."""
    path = tmp_path / "bin" / "warpproof"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m warpproof "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def run(*words: object, **more: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)


PROJECT = f"""cmake_minimum_required(VERSION 3.19)
project(sample LANGUAGES NONE)
enable_testing()
list(APPEND CMAKE_MODULE_PATH "{ROOT}/integration/cmake")
include(Warpproof)
add_library(kernels INTERFACE src/k.cu src/size.h)
target_include_directories(kernels INTERFACE inc)
target_compile_definitions(kernels INTERFACE STEP=1 UNUSED)
warpproof_check(kernels ALL TEST OPTIONS --no-cache)
"""


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_cmake_verifies_the_kernels_of_a_target(program: Path) -> None:
    write("CMakeLists.txt", PROJECT)
    write("inc/deep.h", "#define NEXT (threadIdx.x * STEP)\n")
    write("src/size.h", "")
    kernel = "#include <deep.h>\n" + RACY.replace("threadIdx.x / 2", "NEXT") + PROVED
    write("src/k.cu", kernel.replace("float *a) {\n  a[NEXT]", "float *a) {\n  if (blockIdx.x == 0) a[NEXT]"))
    configured = run("cmake", "-S", ".", "-B", "build", f"-DWARPPROOF_EXECUTABLE={program}")
    assert configured.returncode == 0, configured.stderr
    built = run("cmake", "--build", "build")
    assert built.returncode == 0 and "2 proved" in built.stdout, built
    # Nothing has changed.
    assert "kernel `" not in run("cmake", "--build", "build").stdout
    write("src/k.cu", kernel.replace("NEXT]", "NEXT / 2]"))
    broken = run("cmake", "--build", "build")
    assert broken.returncode != 0 and "data race on `a`" in broken.stdout + broken.stderr
    tested = run("ctest", "--test-dir", "build", "--output-on-failure")
    assert tested.returncode != 0 and "kernels_warpproof" in tested.stdout and "data race on `a`" in tested.stdout


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_cmake_says_what_is_missing() -> None:
    write("CMakeLists.txt", PROJECT.replace("src/k.cu", "src/none.txt"))
    assert "has no CUDA or OpenCL sources" in run("cmake", ".", "-DWARPPROOF_EXECUTABLE=x").stderr
    write("CMakeLists.txt", PROJECT)
    env = {**os.environ, "PATH": os.path.dirname(shutil.which("cmake") or "")}
    missing = run("cmake", "-S", ".", "-B", "other", "-DWARPPROOF_EXECUTABLE=WARPPROOF_EXECUTABLE-NOTFOUND", env=env)
    assert "the program warpproof was not found" in missing.stderr


def action(**values: str) -> Dict[str, str]:
    """Runs the step of the action as GitHub does, and returns its outputs, summary and log."""
    step = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    check = next(step for step in step["runs"]["steps"] if step.get("id") == "check")
    inputs = {name: str(given.get("default", "")) for name, given in step["inputs"].items()}
    inputs.update(values)
    env = {name: inputs[value.split("inputs.")[1].split(" ")[0]] for name, value in check["env"].items()}
    folder = Path.cwd()
    env = {
        **os.environ,
        **env,
        "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
        "RUNNER_TEMP": str(folder / "temp"),
    }
    done = run(check["shell"], "-c", check["run"], env=env)
    assert done.returncode == 0, done
    outputs = dict(line.split("=", 1) for line in (folder / "output").read_text().splitlines())
    return {**outputs, "log": done.stdout, "summary": (folder / "summary").read_text()}


def test_the_action_annotates_and_summarises() -> None:
    write("src/k.cu", RACY + PROVED)
    result = action(paths="src", options="--block=32", package="")
    assert result["exit-code"] == "1"
    assert "::error file=src/k.cu,line=2,endLine=2,title=WP0101::data race on `a` between two threads" in result["log"]
    assert "1 of 2 kernels proved, verdict of the run: **refuted**" in result["summary"]
    assert "| pairs | src/k.cu:1:17 | refuted | WP0101: data race" in result["summary"]
    sarif = json.loads(Path(result["sarif"]).read_text())
    assert sarif["runs"][0]["results"][0]["ruleId"] == "WP0101"


def test_the_action_takes_no_finding_for_a_failure_if_asked_to() -> None:
    write("src/k.cu", RACY)
    assert action(paths="src", package="", **{"fail-on": "never"})["exit-code"] == "0"


def test_annotations_are_escaped_and_limited() -> None:
    from warpproof import check

    report = check(source="".join(RACY.replace("pairs", f"pairs{n}") for n in range(12)), name="a,b.cu")
    lines = ci.annotations(report)
    assert len(lines) == 10 and all("file=a%2Cb.cu," in line and "\n" not in line for line in lines)


def test_gitlab_gets_a_code_quality_report(capsys: pytest.CaptureFixture[str]) -> None:
    template = yaml.safe_load((ROOT / "integration/gitlab/warpproof.yml").read_text(encoding="utf-8"))
    script = "\n".join(template["warpproof"]["script"][1:])
    write("src/k.cu", RACY + RACY.replace("pairs", "again"))
    variables = {**template["warpproof"]["variables"], "CI_PROJECT_DIR": os.getcwd(), "WARPPROOF_CACHE": "cache"}
    env = {**os.environ, **variables, "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"}
    done = run("bash", "-e", "-c", script, env=env)
    assert done.returncode == 1, done
    report = json.loads(Path("gl-code-quality-report.json").read_text())
    assert [entry["location"]["lines"]["begin"] for entry in report] == [2, 5]
    assert len({entry["fingerprint"] for entry in report}) == 2
    assert report[0]["check_name"] == "WP0101" and report[0]["severity"] == "critical"


def test_reports_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    write("report.json", "[]")
    assert ci.main(["github", "none.json"]) == ci.main(["github", "report.json"]) == ci.main(["other"]) == 2
    assert "none.json" in capsys.readouterr().err


def test_pre_commit_verifies_what_the_commit_changes(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pre_commit = os.path.join(os.path.dirname(sys.executable), "pre-commit")
    if not os.path.exists(pre_commit):
        pytest.skip("needs pre-commit")
    monkeypatch.setenv("PRE_COMMIT_HOME", os.path.abspath("cache"))
    names = "-c user.name=t -c user.email=t@t -c commit.gpgsign=false -c core.hooksPath=.git/hooks".split()

    def git(*words: str) -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
        return run("git", *names, *words, env=env)

    # A repository with the hooks.
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", "hooks.yaml")
    os.makedirs("hooks")
    os.rename("hooks.yaml", "hooks/.pre-commit-hooks.yaml")
    for words in (["init", "-q", "hooks"], ["-C", "hooks", "add", "."], ["-C", "hooks", "commit", "-q", "-m", "hooks"]):
        assert git(*words).returncode == 0
    revision = git("-C", "hooks", "rev-parse", "HEAD").stdout.strip()
    os.makedirs("project")
    os.chdir("project")
    git("init", "-q")
    hook = {"repo": "../hooks", "rev": revision, "hooks": [{"id": "warpproof-system"}]}
    write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [hook]}))
    write("old.cu", RACY)
    git("add", ".")
    assert git("commit", "-q", "-m", "first").returncode == 0
    assert run(pre_commit, "install").returncode == 0
    write("new.cu", PROVED)
    git("add", ".")
    first = git("commit", "-q", "-m", "second")
    # The racy file has not changed.
    assert first.returncode == 0, first
    write("new.cu", RACY)
    git("add", ".")
    second = git("commit", "-q", "-m", "third")
    assert second.returncode != 0 and "data race on `a`" in second.stdout + second.stderr, second
