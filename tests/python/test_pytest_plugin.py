"""The plugin for pytest, with a module in place of PyTorch."""

import re

import pytest
from conftest import PLUGIN, PROVED, RACY

# What the plugin needs of PyTorch.
TORCH = {
    "torch/__init__.py": "",
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": """
def load_inline(name, cpp_sources, cuda_sources=None, functions=None, extra_cflags=None, extra_cuda_cflags=None):
    return name
""",
}
TESTS = '''
import pytest
from torch.utils.cpp_extension import load_inline

RACY = """{racy}"""
PROVED = """{proved}"""

@pytest.mark.warpproof(block=32)
def test_first():
    assert load_inline("first", "", RACY, functions=["f"]) == "first"
    assert load_inline("first", "", RACY, functions=["f"]) == "first"

def test_second():
    load_inline(name="second", cpp_sources="", cuda_sources=[PROVED, RACY])
'''


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    for name, text in TORCH.items():
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    pytester.makepyfile(test_it=TESTS.format(racy=RACY, proved=PROVED))
    return pytester


def run(project: pytest.Pytester, *words: str) -> pytest.RunResult:
    return project.runpytest_subprocess(*PLUGIN, "-p", "no:cacheprovider", *words)


def test_a_race_is_a_failed_test_with_the_finding(project: pytest.Pytester) -> None:
    result = run(project, "--warpproof")
    result.assert_outcomes(passed=3, failed=2)
    text = result.stdout.str()
    assert "data race on `a` between two threads of one block" in text
    # The mark of the first test gives the size of the block.
    assert "launch: grid (1, 1, 1), block (32, 1, 1)" in text
    failed = set(re.findall(r"FAILED (\S+)", text))
    assert failed == {"test_it.py:15::first::pairs", "test_it.py:19::second::pairs"}
    assert "passed" in text and re.search(r"--> second.cu:\d+:3", text)


def test_without_the_option_nothing_is_recorded(project: pytest.Pytester) -> None:
    run(project).assert_outcomes(passed=2)


def test_the_option_can_stand_in_the_configuration(project: pytest.Pytester) -> None:
    project.makeini("[pytest]\nwarpproof = true\n")
    run(project).assert_outcomes(passed=3, failed=2)


def test_extensions_of_modules_take_the_mark_of_the_module(pytester: pytest.Pytester, project: pytest.Pytester) -> None:
    project.makepyfile(
        test_it="import pytest\nimport torch.utils.cpp_extension as e\n"
        "pytestmark = pytest.mark.warpproof(block=1, grid=1)\n"
        f'e.load_inline("m", "", """{RACY}""")\ndef test_it(): pass\n'
    )
    run(project, "--warpproof").assert_outcomes(passed=2)


def test_kernel_files(project: pytest.Pytester) -> None:
    (project.path / "k.cu").write_text(PROVED + "__global__ void open(int *a) { a[a[threadIdx.x]] = threadIdx.x; }\n")
    (project.path / "broken.cu").write_text("__global__ void broken() { nonsense }\n")
    words = ["--warpproof-files", "k.cu", "--deselect", "test_it.py"]
    verdicts = run(project, *words, "--warpproof-strict")
    verdicts.assert_outcomes(passed=1, failed=1, deselected=2)
    result = run(project, "--warpproof-files", "broken.cu", "--deselect", "test_it.py")
    assert "error[WP0502]" in result.stdout.str() and result.ret == 1


def test_the_fixture_fails_with_the_finding(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"def test_it(warpproof_check):\n    warpproof_check(source='''{RACY}''')\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)
    assert "data race on `a`" in result.stdout.str()


def test_the_second_run_answers_from_the_cache(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARPPROOF_CACHE", str(project.path / "cache"))
    outcomes = [run(project, "--warpproof").parseoutcomes() for _ in range(2)]
    assert outcomes[0] == outcomes[1]
    import warpproof

    racy = warpproof.check_inline(RACY, name="first", block=32)
    scripts = [(k.solver_scripts, k.solver_cached) for k in racy.times[0].kernels]
    assert all(asked == 0 for asked, _ in scripts), scripts


def test_calls_that_are_wrong_raise_what_they_raise(project: pytest.Pytester) -> None:
    project.makepyfile(
        test_it="import pytest\nfrom torch.utils.cpp_extension import load_inline\n"
        "def test_it():\n    with pytest.raises(TypeError): load_inline()\n"
    )
    run(project, "--warpproof").assert_outcomes(passed=1)
