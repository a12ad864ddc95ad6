"""The commands as functions."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
import warpproof
from conftest import PROVED, RACY, ROOT, fields, write


def test_a_file_has_the_verdicts_and_the_text_of_the_command_line() -> None:
    path = write("k.cu", RACY + PROVED)
    report = warpproof.check(path, block=32)
    assert (report.verdict, report.exit_code) == ("refuted", 1)
    assert [(k.name, k.verdict) for k in report.kernels] == [("pairs", "refuted"), ("own", "proved")]
    assert report.findings[0].code == "WP0101" and report.findings[0].place.line == 2
    assert report.findings[0].witness.block == (32, 1, 1)
    assert "data race on `a`" in report.kernels[0].text and "data race" not in report.kernels[1].text
    command = [sys.executable, "-m", "warpproof", "check", path, "--block=32"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (1, report.text, "")
    assert str(report) == report.text


def without_absent(document):
    """Without fields that are absent or null, which are alike here."""
    if isinstance(document, dict):
        return {key: without_absent(value) for key, value in document.items() if value not in (None, [])}
    if isinstance(document, list):
        return [without_absent(item) for item in document]
    return document


def test_the_dataclasses_mirror_the_json_output() -> None:
    racy = (ROOT / "examples/reduce_tree_racy.cu").read_text(encoding="utf-8")
    path = write("k.cu", racy + RACY + "// warpproof: allow(WP0101)\n" + PROVED)
    options = ["--perf", "--suggest-fixes", "--preconditions"]
    command = [sys.executable, "-m", "warpproof", "check", path, "--format=json", *options]
    document = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    report = warpproof.Report.from_json(json.dumps(document))
    assert without_absent(fields(report)) == without_absent(document)
    again = warpproof.check(path, perf=True, suggest_fixes=True, preconditions=True)
    without_times = [fields(r.files) for r in (report, again)]
    assert without_times[0] == without_times[1]
    assert pickle.loads(pickle.dumps(again)) == again
    assert hash(pickle.loads(pickle.dumps(again.files))) == hash(again.files)
    with pytest.raises(AttributeError):
        again.verdict = "proved"


def test_the_fields_are_those_of_the_page() -> None:
    page = (ROOT / "docs/json-schema.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.split("## `equiv")[0].splitlines() if line.startswith("| ")]
    classes = {
        "FILE": warpproof.File,
        "KERNEL": warpproof.Kernel,
        "PROPERTY": warpproof.Property,
        "FINDING": warpproof.Finding,
    }
    listed, current = {}, ""
    for row in rows:
        current = row[1].strip() or current
        names = [name.strip().strip("`") for name in row[2].split(",")]
        listed.setdefault(current, set()).update(name for name in names if name)
    listed["FINDING"] |= listed["DIAGNOSTIC"]
    for name, cls in classes.items():
        assert listed[name] == set(cls.__dataclass_fields__) - {"text"}, name


def test_a_source_in_a_string() -> None:
    report = warpproof.check(source=RACY)
    assert report.findings[0].place.file == "source.cu" and "--> source.cu:2:3" in report.text
    opencl = "__kernel void k(__global int *a) { a[get_local_id(0)] = get_global_id(0); }"
    assert warpproof.check(source=opencl, language="opencl", name="k.cl").files[0].path == "k.cl"
    assert warpproof.check(source=PROVED).verdict == "proved"
    assert os.listdir() == []


def test_an_extension_of_pytorch_in_strings() -> None:
    cuda = RACY + "void run(torch::Tensor t) { pairs<<<1, 64>>>(t.data_ptr<float>()); }\n"
    report = warpproof.check_inline(cuda, "void run(torch::Tensor t);", ["run"], name="extension")
    assert report.verdict == "refuted" and report.findings[0].place.file == "extension.cu"
    assert report.kernels[0].launch.function == "run"
    flags = ["-DSIZE=2", "-O3"]
    several = ["__global__ void k(float *a) {", "a[threadIdx.x / SIZE] = threadIdx.x; }"]
    assert warpproof.check_inline(several, extra_cuda_cflags=flags).findings[0].place.line == 2
    # A directive of the host's source would hold for the kernel.
    assert warpproof.check_inline(PROVED, "#define float double\n").verdict == "proved"


def test_two_kernels_are_compared() -> None:
    write("a.cu", PROVED)
    write("b.cu", PROVED.replace("1.0f", "2.0f"))
    same = warpproof.equiv("a.cu:own", "a.cu:own", block=32, grid=2)
    assert (same.verdict, same.scope.kind, same.outputs) == ("equivalent", "launch", (("a", "a"),))
    other = warpproof.equiv("a.cu", "b.cu")
    assert other.verdict == "different" and other.difference.array == ("a", "a")
    command = [sys.executable, "-m", "warpproof", "equiv", "a.cu", "b.cu", "--format=json"]
    document = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    assert without_absent(fields(other)) == without_absent(document)
    assert pickle.loads(pickle.dumps(other)) == other


def test_errors_have_the_message_of_the_command_line() -> None:
    with pytest.raises(warpproof.UsageError, match="unexpected argument '--nosuch'"):
        warpproof.check("k.cu", nosuch=True)
    with pytest.raises(warpproof.UsageError, match="there is none"):
        warpproof.check("k.cu", name="x.cu")
    with pytest.raises(warpproof.Error, match="there is no such file"):
        warpproof.equiv("a.cu", "b.cu")
    with pytest.raises(warpproof.Error, match="WP0505.*cannot be used"):
        warpproof.check(write("k.cu", PROVED), solver="no-such-solver")
    # A file that cannot be read is an error in the report, as in the JSON output.
    report = warpproof.check(["k.cu", "none.cu"])
    assert (report.verdict, report.exit_code) == ("error", 2)
    assert [e.message for e in report.errors] == ["cannot read none.cu: there is no such file"]


def test_each_kernel_is_told() -> None:
    told = []
    warpproof.check(write("k.cu", RACY + PROVED), progress=lambda *what: told.append(what))
    assert sorted(told) == [(Path("k.cu"), "own", "proved"), (Path("k.cu"), "pairs", "refuted")]

    def stops(*_: object) -> None:
        raise KeyError("stop")

    with pytest.raises(KeyError):
        warpproof.check(source=RACY, progress=stops)


def test_the_lock_is_released() -> None:
    counted = []
    thread = threading.Thread(target=lambda: warpproof.check(source=RACY + PROVED, no_cache=True))
    thread.start()
    while thread.is_alive():
        counted.append(1)
        time.sleep(0.001)
    # With the lock held the loop would have turned once.
    assert len(counted) > 10


def test_ctrl_c_ends_a_check() -> None:
    path = write("k.cu", PROVED)
    options = "timeout=600, query_timeout=600, no_cache=True, no_simplification=True"
    program = f"import warpproof\nwarpproof.check({path!r}, {options})\n"
    stuck = write(
        "z3", '#!/bin/sh\n[ "$1" = --version ] && echo Z3 version 4.15.0 && exit\n: >started\nexec sleep 600\n'
    )
    os.chmod(stuck, 0o755)
    env = {**os.environ, "WARPPROOF_Z3": str(Path(stuck).resolve())}
    # Where the tests run in the background, the signal is ignored, and Python leaves it at that.
    listen = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    run = subprocess.Popen(
        [sys.executable, "-c", program], env=env, stderr=subprocess.PIPE, text=True, preexec_fn=listen
    )
    # The solver, which says nothing, has been asked.
    while not os.path.exists("started"):
        assert run.poll() is None, run.communicate()
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    begun = time.monotonic()
    _, errors = run.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors and time.monotonic() - begun < 10
    assert run.returncode != 0


def test_a_notebook_shows_a_table() -> None:
    html = warpproof.check(source=RACY.replace("pairs", "a_b") + PROVED)._repr_html_()
    assert html.count("<tr>") == 3 and "<code>own</code>" in html and ">refuted</b>" in html
    assert "data race on `a`" in html and "&gt; source.cu" in html
