"""Warpproof, a static verifier for CUDA and OpenCL kernels.

``check`` verifies the kernels of files, ``check_inline`` those of a CUDA source in a string, and ``equiv`` compares two
kernels. The results are frozen dataclasses with the fields of the JSON output.
"""

from ._native import Error, UsageError, __version__
from .commands import check, check_inline, equiv
from .equivalence import Equivalence
from .results import File, Finding, Kernel, Property, Report

__all__ = [
    "Equivalence",
    "Error",
    "File",
    "Finding",
    "Kernel",
    "Property",
    "Report",
    "UsageError",
    "__version__",
    "check",
    "check_inline",
    "equiv",
]
