"""The examples of docs/python-package.md run."""

import shutil

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
