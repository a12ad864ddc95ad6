"""Reports in the forms of CI services: ``python -m warpproof.ci github REPORT.json``, or ``gitlab``.

The input is the JSON output of ``warpproof check``. ``github`` prints annotations and appends a table to the summary of
the step (``GITHUB_STEP_SUMMARY``); ``gitlab`` prints a Code Quality report.
"""

import hashlib
import json
import os
import sys
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .results import Diagnostic, Finding, Report

USAGE = "usage: python -m warpproof.ci (github | gitlab) REPORT.json"
# The most annotations that the service shows for a step, of each kind.
_MOST = 10


def _shown(report: Report) -> Iterator[Tuple[str, Diagnostic]]:
    """What is to be shown: errors of files, and a finding for each cause, each with its level."""
    for file in report.files:
        for error in file.errors:
            yield error.severity, error
        for kernel in file.kernels:
            for finding in kernel.findings:
                if finding.represents and not finding.accepted:
                    yield _level(finding), finding


def _level(finding: Finding) -> str:
    return finding.severity if finding.confirmed else "warning"


def _escaped(text: str, more: str = "") -> str:
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def annotations(report: Report) -> List[str]:
    """The workflow commands of GitHub that annotate the source."""
    lines: List[str] = []
    counts: Dict[str, int] = {}
    for level, diagnostic in sorted(_shown(report), key=lambda shown: shown[0] != "error"):
        command = "error" if level == "error" else "warning"
        counts[command] = counts.get(command, 0) + 1
        if counts[command] > _MOST:
            continue
        values = [("title", diagnostic.code)]
        place = diagnostic.place
        if place is not None:
            values = [("file", place.file), ("line", str(place.line)), ("endLine", str(place.end_line)), *values]
        parameters = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in values)
        text = "\n".join([diagnostic.message, *diagnostic.notes, *([diagnostic.help] if diagnostic.help else [])])
        lines.append(f"::{command} {parameters}::{_escaped(text)}")
    return lines


def summary(report: Report) -> str:
    """A table in Markdown with a row for each kernel that is not proved, and their numbers."""
    total = len(report.kernels)
    proved = sum(kernel.verdict == "proved" for kernel in report.kernels)
    lines = ["### Warpproof", "", f"{proved} of {total} kernels proved, verdict of the run: **{report.verdict}**", ""]
    rows = [
        (kernel.name, str(kernel.place or file.path), kernel.verdict, _first(kernel.findings))
        for file in report.files
        for kernel in file.kernels
        if kernel.verdict != "proved"
    ]
    rows += [("", file.path, "error", error.message) for file in report.files for error in file.errors]
    if rows:
        lines += ["| kernel | place | verdict | finding |", "|---|---|---|---|"]
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _first(findings: List[Finding]) -> str:
    return next((f"{finding.code}: {finding.message}" for finding in findings), "")


def code_quality(report: Report) -> List[Dict[str, Any]]:
    """The Code Quality report of GitLab."""
    entries: List[Dict[str, Any]] = []
    for level, diagnostic in _shown(report):
        place = diagnostic.place
        if place is None:
            continue
        text = f"{diagnostic.code}: {diagnostic.message}"
        number = sum(entry["description"] == text and entry["location"]["path"] == place.file for entry in entries)
        digest = hashlib.sha256(f"{place.file}\0{text}\0{number}".encode()).hexdigest()
        entries.append(
            {
                "description": text,
                "check_name": diagnostic.code,
                "fingerprint": digest,
                "severity": "critical" if level == "error" else "minor",
                "location": {"path": place.file, "lines": {"begin": place.line}},
            }
        )
    return entries


def main(words: Optional[List[str]] = None) -> int:
    """Runs the command."""
    words = sys.argv[1:] if words is None else words
    if len(words) != 2 or words[0] not in ("github", "gitlab"):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        with open(words[1], encoding="utf-8") as file:
            report = Report.from_json(file.read())
    except (OSError, ValueError, TypeError) as error:
        print(f"error: cannot read {words[1]}: {error}", file=sys.stderr)
        return 2
    if words[0] == "gitlab":
        print(json.dumps(code_quality(report), indent=2))
        return 0
    print("".join(f"{line}\n" for line in annotations(report)), end="")
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(summary(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
