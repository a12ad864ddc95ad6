"""The display of a report in a notebook: a table of verdicts, and the findings as text."""

from html import escape
from typing import TYPE_CHECKING, List

if TYPE_CHECKING:
    from .results import Report

_COLOURS = {"proved": "#1a7f37", "refuted": "#cf222e", "error": "#cf222e"}
_OPEN = "#9a6700"


def _verdict(verdict: str) -> str:
    return f'<b style="color:{_COLOURS.get(verdict, _OPEN)}">{escape(verdict)}</b>'


def _row(cells: List[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f'<{tag} style="text-align:left">{cell}</{tag}>' for cell in cells) + "</tr>"


def table(report: "Report") -> str:
    """A table with a row for each kernel, then what was found."""
    names = list(dict.fromkeys(p.property for kernel in report.kernels for p in kernel.properties))
    rows = [_row(["file", "kernel", "verdict", *names], "th")]
    texts: List[str] = []
    for file in report.files:
        if not file.kernels:
            rows.append(_row([escape(file.path), "", _verdict(file.verdict), *[""] * len(names)]))
        for kernel in file.kernels:
            verdicts = {p.property: _verdict(p.verdict) for p in kernel.properties}
            cells = [escape(file.path), f"<code>{escape(kernel.name)}</code>", _verdict(kernel.verdict)]
            rows.append(_row([*cells, *(verdicts.get(name, "") for name in names)]))
        if file.verdict != "proved":
            texts.append(file.text)
    found = "".join(f"<pre>{escape(text)}</pre>" for text in texts)
    return f"<table>{''.join(rows)}</table>{found}<p>{escape(report.summary)}</p>"
