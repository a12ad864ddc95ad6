"""Records the extensions that a program builds with ``torch.utils.cpp_extension.load_inline``.

The function is replaced by one that notes its arguments and calls it. Where PyTorch is imported later, the replacement
happens at its import; PyTorch is never imported here.
"""

import functools
import importlib.abc
import importlib.machinery
import inspect
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

_MODULE = "torch.utils.cpp_extension"
_FUNCTION = "load_inline"
# Arguments of load_inline that mean something for the kernels.
_ARGUMENTS = ("cuda_sources", "cpp_sources", "functions", "extra_cuda_cflags", "name")


@dataclass(frozen=True)
class Extension:
    """A call of ``load_inline``: the arguments of :func:`warpproof.check_inline`, and where it stands."""

    name: str
    arguments: Dict[str, Any]
    file: str
    line: int

    @property
    def key(self) -> Tuple[Any, ...]:
        """Equal for calls that compile the same."""
        return tuple(repr(self.arguments.get(name)) for name in _ARGUMENTS)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the module as the other finders do, and tells when it is loaded."""

    def __init__(self, loaded: Callable[[ModuleType], None]) -> None:
        self._loaded = loaded

    def find_spec(
        self, name: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        """The module of PyTorch, with a loader that tells; nothing for other modules."""
        if name != _MODULE:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader.exec_module = self._telling(spec.loader.exec_module)  # type: ignore[assignment, method-assign]
                return spec
        return None

    def _telling(self, execute: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
        def exec_module(module: ModuleType) -> None:
            execute(module)
            self._loaded(module)

        return exec_module


class Recorder:
    """Records between ``start`` and ``stop``."""

    def __init__(self) -> None:
        self.extensions: List[Extension] = []
        self._finder = _Finder(self._replace)
        self._replaced: Optional[Tuple[ModuleType, Callable[..., Any]]] = None

    def start(self) -> None:
        """Begins to record."""
        module = sys.modules.get(_MODULE)
        if module is not None:
            self._replace(module)
        else:
            sys.meta_path.insert(0, self._finder)

    def stop(self) -> None:
        """Ends the recording; names that programs have imported meanwhile still record."""
        if self._finder in sys.meta_path:
            sys.meta_path.remove(self._finder)
        if self._replaced is not None:
            module, function = self._replaced
            setattr(module, _FUNCTION, function)
            self._replaced = None

    def _replace(self, module: ModuleType) -> None:
        function: Callable[..., Any] = getattr(module, _FUNCTION)
        signature = inspect.signature(function)

        @functools.wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            self._note(signature, args, kwargs, sys._getframe(1))
            return function(*args, **kwargs)

        self._replaced = (module, function)
        setattr(module, _FUNCTION, recorded)

    def _note(self, signature: inspect.Signature, args: Tuple[Any, ...], kwargs: Dict[str, Any], frame: Any) -> None:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:
            # The call itself says what is wrong with it.
            return
        arguments = {name: given[name] for name in _ARGUMENTS if given.get(name) is not None}
        if not arguments.get("cuda_sources"):
            return
        name = str(arguments.pop("name", "inline"))
        extension = Extension(name, arguments, frame.f_code.co_filename, frame.f_lineno)
        if all(extension.key != other.key or extension.name != other.name for other in self.extensions):
            self.extensions.append(extension)
