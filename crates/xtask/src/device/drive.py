#!/usr/bin/env python3
"""Compiles and runs the programs of this folder on a device and compares; see README."""

import argparse
import collections
import concurrent.futures
import glob
import json
import math
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
RUN_SECONDS = 30
TOOL_SECONDS = 40
REPEATS = 60
SHOWN = 5


def tool(name):
    """The program of CUDA of this name, on the path or where CUDA is installed."""
    installed = sorted(glob.glob(f"/usr/local/cuda*/bin/{name}"))
    return shutil.which(name) or (installed[0] if installed else name)


def number(text, kind):
    """The value of little endian bytes as a number of a type."""
    if kind[0] == "f":
        return struct.unpack({2: "<e", 4: "<f", 8: "<d"}[len(text)], text)[0]
    return int.from_bytes(text, "little", signed=kind[0] == "i")


def show(text, kind):
    return f"{number(text, kind)!r} (0x{text[::-1].hex()})"


def initial(argument):
    return bytes.fromhex(argument["bytes"]).ljust(argument["size"], b"\0")


def expected(argument):
    out = bytearray(initial(argument))
    for at, run in argument["changed"]:
        run = bytes.fromhex(run)
        out[at:at + len(run)] = run
    return bytes(out)


def judge_array(argument, found, counts):
    """Differences between the final contents of an array and what they should be, as (index, ours, device)."""
    ours, kind = expected(argument), argument["type"]
    width = int(kind[1:]) // 8
    wrong, done = [], set()
    for value in argument["open"]:
        at, size = value[0], value[1]
        done.update(range(at, at + size))
        text = found[at:at + size]
        counts["any value" if len(value) == 2 else "within a range"] += 1
        if len(value) == 2 or at < 0 or at + size > len(ours):
            continue
        low, high = float(value[2]), float(value[3])
        got = number(text, kind if size == width else {2: "f2", 4: "f4", 8: "f8"}.get(size, "u"))
        if not low <= got <= high:
            wrong.append((at // width, f"[{value[2]}, {value[3]}]", show(text, kind) if size == width else text.hex()))
    for at in range(0, len(ours) - width + 1, width):
        a, b = ours[at:at + width], found[at:at + width]
        if a == b or any(i in done for i in range(at, at + width)):
            continue
        # The bits of a NaN are not defined.
        if kind[0] == "f" and math.isnan(number(a, kind)) and math.isnan(number(b, kind)):
            counts["NaN with other bits"] += 1
            continue
        wrong.append((at // width, show(a, kind), show(b, kind)))
    tail = len(ours) // width * width
    if ours[tail:] != found[tail:]:
        wrong.append((tail // width, ours[tail:].hex(), found[tail:].hex()))
    counts["elements that the kernel changes"] += sum(len(run) // 2 // width or 1 for _, run in argument["changed"])
    return wrong


def is_first(path):
    """True for the programs that were written for this comparison."""
    return "_device_" in os.path.basename(path)


def arrays(case):
    return [a for a in case["arguments"] if "size" in a]


def judge(program, case, found, counts):
    """The lines of a launch with differences; `found` is the bytes of the arrays in order."""
    lines, wrong = [], 0
    for argument in arrays(case):
        part, found = found[:argument["size"]], found[argument["size"]:]
        differences = judge_array(argument, part, counts)
        wrong += len(differences)
        place = f"{program['name']} {case['kernel']} <<<{case['grid']}, {case['block']}>>>"
        for index, ours, device in differences[:SHOWN]:
            lines.append(f"{place} {argument['name']}[{index}]: ours {ours}, device {device}")
        if len(differences) > SHOWN:
            lines.append(f"{place} {argument['name']}: {len(differences)} differences in all")
    return lines, wrong


def encode(case):
    """A launch in the form that harness.h reads."""
    out = struct.pack("<8I", case["index"], *case["grid"], *case["block"], case["dynamic"])
    out += struct.pack("<I", len(case["arguments"]))
    for argument in case["arguments"]:
        data = initial(argument) if "size" in argument else bytes.fromhex(argument["scalar"])
        out += struct.pack("<II", int("size" in argument), len(data)) + data
    return out


def decode(case, text):
    """The answer to a launch and the rest of the text; the answer is bytes, or the name of an error."""
    size = sum(a["size"] for a in arrays(case))
    if len(text) < 4:
        return "no answer", b""
    status = struct.unpack_from("<I", text)[0]
    if status == 0 and len(text) >= 4 + size:
        return text[4:4 + size], text[4 + size:]
    if status == 0:
        return "part of an answer", b""
    length = struct.unpack_from("<I", text, 4)[0]
    return text[8:8 + length].decode(errors="replace"), b""


def execute(binary, cases):
    """The answers to launches. A launch that ends the program is followed by a new process."""
    answers = []
    while len(answers) < len(cases):
        rest = cases[len(answers):]
        try:
            run = subprocess.run([binary], input=b"".join(map(encode, rest)), capture_output=True, timeout=RUN_SECONDS)
            text, end = run.stdout, f"exit code {run.returncode}"
        except subprocess.TimeoutExpired as timeout:
            text, end = timeout.stdout or b"", "time limit"
        for case in rest:
            answer, text = decode(case, text)
            answers.append(end if answer == "no answer" else answer)
            if isinstance(answer, str):
                break
        if end == "time limit":
            answers += ["not run"] * (len(cases) - len(answers))
    return answers


class Driver:
    def __init__(self, options):
        self.options = options
        self.start = time.time()
        self.lock = threading.Lock()
        self.results = {"launches": [], "reproducers": [], "not_built": {}, "skipped": []}
        self.counts = collections.Counter()
        self.lines = []
        os.makedirs(options.out, exist_ok=True)
        self.binaries = tempfile.mkdtemp(prefix="device")
        self.outputs = zipfile.ZipFile(os.path.join(options.out, "outputs.zip"), "w", zipfile.ZIP_DEFLATED)
        self.log = open(os.path.join(options.out, "log.txt"), "w")

    def say(self, text):
        with self.lock:
            self.lines.append(text)
            self.log.write(text + "\n")
            self.log.flush()

    def late(self):
        return time.time() - self.start > self.options.limit

    def build(self, source, flags=()):
        """The binary, or None."""
        name = os.path.splitext(os.path.basename(source))[0]
        binary = os.path.join(self.binaries, name + "".join(flags).replace("=", "_"))
        # Functions of the host that a source only declares are never called.
        command = [self.options.nvcc, f"-arch={self.options.arch}", "-lineinfo", "-w", "-std=c++17",
                   "-Xlinker=--unresolved-symbols=ignore-all", "-I", os.path.join(HERE, "include"),
                   *flags, *self.options.flag, "-o", binary, source]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=120)
            error = run.stderr if run.returncode else ""
        except subprocess.TimeoutExpired:
            error = "time limit of nvcc"
        if error:
            first = next((l for l in error.splitlines() if "error" in l), error[:200])
            with self.lock:
                self.results["not_built"][os.path.relpath(source, HERE)] = first
            self.say(f"NOT BUILT {os.path.relpath(source, HERE)}: {first}")
            return None
        return binary

    def launches(self, path):
        """A program of launches. Those of our own are compiled twice: with products and sums fused, and without."""
        with open(path) as file:
            program = json.load(file)
        for contraction in ("true", "false") if is_first(path) else ("true",):
            if self.late():
                self.results["skipped"].append(program["name"])
                return
            binary = self.build(path[:-5] + ".cu", (f"-fmad={contraction}",))
            if binary is None:
                return
            if self.options.compile:
                continue
            for i, (case, found) in enumerate(zip(program["cases"], execute(binary, program["cases"]))):
                self.launch(program, i, case, found, contraction)
            os.remove(binary)

    def launch(self, program, i, case, found, contraction):
        entry = {"program": program["name"], "kernel": case["kernel"], "case": i, "fmad": contraction}
        if isinstance(found, str):
            self.say(f"FAILED {program['name']} {case['kernel']} (launch {i}): {found}")
            entry["error"] = found
        else:
            counts = collections.Counter()
            lines, wrong = judge(program, case, found, counts)
            for line in lines:
                self.say(f"MISMATCH (fmad={contraction}) {line}")
            entry["differences"] = wrong
            with self.lock:
                self.counts.update(counts)
                self.outputs.writestr(f"{program['name']}/{i}/{contraction}", found)
        with self.lock:
            self.results["launches"].append(entry)

    def reproducer(self, item):
        """A reproducer under its tool, and for a race the results of several runs."""
        source = os.path.join(HERE, "repro", item["program"])
        entry = dict(item)
        if self.late():
            self.results["skipped"].append(item["program"])
            return
        binary = self.build(source)
        entry["built"] = binary is not None
        if binary and not self.options.compile:
            entry.update(self.sanitize(binary, item["tool"]))
            os.remove(binary)
        runs = source[:-3] + "_runs.json"
        if item["tool"] == "racecheck" and os.path.exists(runs) and not self.late():
            binary = self.build(runs[:-5] + ".cu")
            if binary and not self.options.compile:
                with open(runs) as file:
                    case = json.load(file)["cases"][0]
                answers = [a for a in execute(binary, [case] * REPEATS) if isinstance(a, bytes)]
                entry["runs"], entry["results"] = len(answers), len(set(answers))
                os.remove(binary)
        with self.lock:
            self.results["reproducers"].append(entry)

    def sanitize(self, binary, tool):
        command = [self.options.sanitizer, "--tool", tool, "--print-limit", "20", binary]
        try:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        except OSError as error:
            return {"errors": 0, "end": str(error), "tail": ""}
        end = None
        try:
            output, _ = process.communicate(timeout=TOOL_SECONDS)
        except subprocess.TimeoutExpired:
            # The tool has a process of the program, which a barrier may hold for ever.
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            end = "time limit"
        text = output.decode(errors="replace")
        found = re.findall(r"ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard", text)
        errors = sum(int(n) for pair in found for n in pair if n)
        end = end or f"exit code {process.returncode}"
        return {"errors": errors, "end": end, "tail": "" if errors else text[-400:]}

    def run(self):
        version = subprocess.run([self.options.nvcc, "--version"], capture_output=True, text=True).stdout
        print(version.strip().splitlines()[-1], flush=True)
        only = self.options.only
        programs = [p for p in sorted(glob.glob(os.path.join(HERE, "cases", "*.json"))) if only in p]
        # Programs that were written for this comparison come first.
        programs.sort(key=lambda p: not is_first(p))
        with open(os.path.join(HERE, "repro", "index.json")) as file:
            findings = [f for f in json.load(file) if only in f["program"]]
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            tasks = [pool.submit(self.launches, p) for p in programs]
            tasks += [pool.submit(self.reproducer, f) for f in findings]
            for done, task in enumerate(concurrent.futures.as_completed(tasks), 1):
                if task.exception():
                    self.say(f"EXCEPTION {task.exception()!r}")
                if done % 40 == 0 or done == len(tasks):
                    print(f"{time.time() - self.start:.0f} s: {done} of {len(tasks)} programs", flush=True)
                    self.write()
        self.outputs.close()
        shutil.rmtree(self.binaries)
        self.log.close()
        summary = self.write()
        print(summary[:9000], flush=True)

    def write(self):
        with self.lock:
            with open(os.path.join(self.options.out, "results.json"), "w") as file:
                json.dump(self.results, file)
            summary = summarise(self.results, self.counts, self.lines)
            with open(os.path.join(self.options.out, "summary.txt"), "w") as file:
                file.write(summary)
        return summary


def summarise(results, counts, lines):
    launches = results["launches"]
    out = [f"launches: {len(launches)}"]
    out.append(f"  equal: {sum(1 for l in launches if l.get('differences') == 0)}")
    out.append(f"  different: {sum(1 for l in launches if l.get('differences'))}")
    out.append(f"  failed: {sum(1 for l in launches if 'error' in l)}")
    out += [f"  {what}: {n}" for what, n in sorted(counts.items())]
    table = collections.Counter()
    for r in results["reproducers"]:
        kind = r["tool"] + (" shared" if r["tool"] == "racecheck" and r["shared"] else "")
        kind += " global" if r["tool"] == "racecheck" and not r["shared"] else ""
        seen, differ = r.get("errors", 0) > 0, r.get("results", 1) > 1
        state = "did not build" if not r["built"] else "seen by the tool" if seen else "results differ" if differ else "not seen"
        if r.get("end") == "time limit" and not seen:
            state = "time limit"
        table[kind, state] += 1
        if seen and differ:
            table[kind, "seen, and results differ"] += 1
    out.append(f"reproducers: {len(results['reproducers'])}")
    out += [f"  {kind}: {state}: {n}" for (kind, state), n in sorted(table.items())]
    out.append(f"not built: {len(results['not_built'])}; skipped for time: {len(results['skipped'])}")
    out += [l for l in lines if not l.startswith("NOT BUILT")][:400]
    out += [l for l in lines if l.startswith("NOT BUILT")][:40]
    return "\n".join(out) + "\n"


def self_check():
    """The expected results agree with themselves; with one element changed they do not."""
    cases = changed = 0
    for path in sorted(glob.glob(os.path.join(HERE, "cases", "*.json"))):
        with open(path) as file:
            program = json.load(file)
        for case in program["cases"]:
            found = b"".join(expected(a) for a in arrays(case))
            answer, rest = decode(case, struct.pack("<I", 0) + found + b"rest")
            assert answer == found and rest == b"rest" and len(encode(case)) >= 36
            lines, wrong = judge(program, case, found, collections.Counter())
            assert wrong == 0, lines
            cases += 1
            start = 0
            for a in arrays(case):
                for at, _ in a["changed"][:3]:
                    width = int(a["type"][1:]) // 8
                    at = at // width * width
                    open_value = next((v for v in a["open"] if v[0] < at + width and at < v[0] + v[1]), None)
                    fault = bytearray(found)
                    here = slice(start + at, start + at + width)
                    if open_value is None:
                        # The greatest change of a value: its sign or its highest bit.
                        fault[here.stop - 1] ^= 0x80
                    elif len(open_value) == 4 and a["type"][0] == "f":
                        fault[here] = b"\xff" * width
                    if fault == found or a["type"][0] == "f" and math.isnan(number(found[here], a["type"])):
                        continue
                    lines, wrong = judge(program, case, bytes(fault), collections.Counter())
                    assert wrong == 1, (path, case["kernel"], a["name"], at)
                    changed += 1
                start += a["size"]
    print(f"{cases} launches agree with themselves; {changed} changes noticed")


def judge_again(path):
    counts = collections.Counter()
    programs = {}
    with zipfile.ZipFile(path) as outputs:
        for entry in outputs.namelist():
            name, i, contraction = entry.split("/")
            if name not in programs:
                with open(os.path.join(HERE, "cases", name + ".json")) as file:
                    programs[name] = json.load(file)
            lines, _ = judge(programs[name], programs[name]["cases"][int(i)], outputs.read(entry), counts)
            for line in lines:
                print(f"MISMATCH (fmad={contraction}) {line}")
    print(dict(counts))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="device_results")
    parser.add_argument("--limit", type=float, default=330)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 4)
    parser.add_argument("--only", default="")
    parser.add_argument("--nvcc", default=tool("nvcc"))
    parser.add_argument("--sanitizer", default=tool("compute-sanitizer"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--self-check", action="store_true")
    parser.add_argument("--judge")
    options = parser.parse_args()
    if options.self_check:
        self_check()
    elif options.judge:
        judge_again(options.judge)
    else:
        Driver(options).run()


if __name__ == "__main__":
    sys.exit(main())
