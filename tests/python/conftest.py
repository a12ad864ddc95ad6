"""What the tests of the package share."""

from importlib import metadata
from pathlib import Path
from typing import Any, Iterator, List

import pytest

pytest_plugins = ["pytester"]

# Every thread writes the element of its neighbour too.
RACY = """__global__ void pairs(float *a) {
  a[threadIdx.x / 2] = threadIdx.x;
}
"""
PROVED = """__global__ void own(float *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}
"""
ROOT = Path(__file__).resolve().parents[2]
# The words that load the plugin where the package is not installed.
PLUGIN: List[str] = []
try:
    metadata.distribution("warpproof")
except metadata.PackageNotFoundError:
    PLUGIN = ["-p", "warpproof.pytest_plugin"]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Runs each test in an empty folder."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def write(path: str, text: str) -> str:
    """Writes a file and returns its path."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")
    return path


def fields(value: Any) -> Any:
    """The dataclasses of a result as dictionaries, without what the JSON output does not have."""
    import dataclasses

    if dataclasses.is_dataclass(value):
        extra = {"text", "exit_code", "summary"} if type(value).__name__ in ("Report", "File", "Kernel") else set()
        own = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {name: fields(item) for name, item in own.items() if name not in extra}
    if isinstance(value, tuple):
        return [fields(item) for item in value]
    if isinstance(value, dict):
        return {key: fields(item) for key, item in value.items()}
    return value
