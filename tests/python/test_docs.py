"""The examples of docs/python-package.md run, the picture is what is printed, and the site has links that lead somewhere."""

import json
import shutil
import subprocess
import sys

import pytest
from conftest import PLUGIN, PROVED, ROOT, write

PAGE = (ROOT / "docs/python-package.md").read_text(encoding="utf-8")
BLOCKS = [block.split("```")[0] for block in PAGE.split("```python\n")[1:]]
KERNELS = "".join(
    f"__global__ void {name}(float *out, const float *in, int n) {{\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;\n"
    f"  if (i < n && j < n) out[{index}] = in[i * n + j];\n}}\n"
    for name, index in [("naive", "j * n + i"), ("tiled", "i + n * j")]
)


@pytest.mark.parametrize("block", [b for b in BLOCKS if "def test_" not in b])
def test_an_example_runs(block: str) -> None:
    shutil.copy(ROOT / "examples/reduce_tree.cu", "reduce.cu")
    write("transpose.cu", KERNELS)
    exec(compile(block, "python-package.md", "exec"), {})


def test_the_example_of_the_fixture_runs(pytester: pytest.Pytester) -> None:
    (block,) = [b for b in BLOCKS if "def test_" in b]
    write(str(pytester.path / "kernels/k.cu"), PROVED)
    pytester.makepyfile(block)
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


def test_the_picture_has_what_is_printed() -> None:
    script = str(ROOT / "scripts/picture")
    shown = subprocess.run([sys.executable, script, "--text"], capture_output=True, text=True, check=True).stdout
    command, _, drawn = shown.partition("\n")
    assert command == "$ warpproof check examples/reduce_tree_racy.cu --block=256"
    words = [sys.executable, "-m", "warpproof", *command.split()[2:]]
    printed = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT).stdout
    assert drawn.split() == printed.split(), "run scripts/picture"


def test_links_of_the_site() -> None:
    text = "[a](../tests/k.cu) [b](codes) `[c](codes)` [`d`](rules#x) [e](../codes/WP0101.md) [f](https://x.y)\n| `g` | [`h`](../a.cu), [`i`](../b.cu) |\n"
    fence = "```\n[g](codes)\n```\n"
    chapter = {"Chapter": {"name": "x", "path": "x.md", "content": text + fence, "sub_items": []}}
    inner = {"Chapter": {"name": "y", "path": "rules/y.md", "content": "[a](../codes) [b](../../README.md#top)"}}
    chapter["Chapter"]["sub_items"] = [inner]  # type: ignore[assignment]
    book = json.dumps([{"root": "."}, {"sections": [chapter, "Separator"]}])
    script = str(ROOT / "scripts/book-links")
    assert subprocess.run([sys.executable, script, "supports", "html"], check=True).returncode == 0
    done = subprocess.run([sys.executable, script], input=book, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)["sections"][0]["Chapter"]
    tree = "https://github.com/warpproof/warpproof/blob/main/"
    expected = f"[a]({tree}tests/k.cu) [b](codes.md) `[c](codes)` [`d`](rules.md#x) [e]({tree}codes/WP0101.md) "
    row = f"| `g` | [`h`]({tree}a.cu), [`i`]({tree}b.cu) |\n"
    assert found["content"] == expected + "[f](https://x.y)\n" + row + fence
    assert found["sub_items"][0]["Chapter"]["content"] == f"[a](../codes.md) [b]({tree}README.md#top)"
