"""Packages that frameworks import for training only, replaced by empty ones."""

import contextlib
import importlib.abc
import importlib.machinery
import sys
import types


class AbsentModule(types.ModuleType):
    """A module that has any name, as a class that does nothing."""

    __path__ = []
    __version__ = "2.5.0"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class AbsentPackages(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of absent packages."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path, target=None):
        if any(name == absent or name.startswith(absent + ".") for absent in self.names):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return AbsentModule(spec.name)

    def exec_module(self, module):
        pass


@contextlib.contextmanager
def replaced(names):
    """Replaces these packages while others are imported, which would do without them later."""
    finder = AbsentPackages(names)
    sys.meta_path.insert(0, finder)
    yield
    sys.meta_path.remove(finder)
    for name, module in list(sys.modules.items()):
        if isinstance(module, AbsentModule):
            del sys.modules[name]
