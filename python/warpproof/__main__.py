"""The command line: ``python -m warpproof``, and the console script ``warpproof``."""

import os
import sys

from . import _native, _tools


def main() -> int:
    """Runs the command line of this process and returns its exit code."""
    solver = _tools.solver()
    if solver is not None:
        os.environ.setdefault("WARPPROOF_Z3", solver)
    _tools.provide_clang()
    again = [sys.executable, "-m", "warpproof"] if sys.executable else []
    return _native.main(["warpproof", *sys.argv[1:]], again)


if __name__ == "__main__":
    sys.exit(main())
