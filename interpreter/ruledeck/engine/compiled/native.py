"""Script → machine code, through llvmlite (the extra `fast`): the one module that knows it, and imports it when used."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from ruledeck.engine.compiled import aside
from ruledeck.engine.compiled.emit import Script, Sought
from ruledeck.engine.compiled.frame import ARGUMENTS, ARRAYS
from ruledeck.engine.compiled.printer import print_module
from ruledeck.engine.compiled.running import Array

SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")
"""Processors that have PDEP and take hundreds of cycles for it."""
LEVEL = 1
"""Of the making of code from what the passes leave."""
PASSES = ("always_inliner", "sroa", "simplify_cfg", "new_gvn", "instruction_combine", "simplify_cfg")
"""A third of the time of LLVM's -O1, and between nine tenths and all of its speed (docs/decisions)."""


def is_installed() -> bool:
    return find_spec("llvmlite") is not None


@cache
def llvm() -> Any:  # noqa: ANN401 - the package comes without types
    binding = import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


@dataclass(frozen=True, slots=True)
class Host:
    """The processor at hand, and the version of what makes code for it."""

    name: str
    features: str
    version: str

    @property
    def deposit(self) -> bool:
        return "+bmi2" in self.features.split(",") and self.name not in SLOW_DEPOSIT


@cache
def host() -> Host:
    version = str(import_module("llvmlite").__version__)
    return Host(llvm().get_host_cpu_name(), llvm().get_host_cpu_features().flatten(), version)


def target_machine(level: int) -> Any:  # noqa: ANN401 - the package comes without types
    here, target = host(), llvm().Target.from_default_triple()
    return target.create_target_machine(here.name, here.features, opt=level, codemodel="jitdefault", jit=True)


class Making:
    """Object files for this machine. The search for melds is compiled while what asks it is still written, if that can be."""

    def __init__(self, search: Sought) -> None:
        self._deposit = host().deposit
        self._search = search
        self._waiting = aside.start(lambda: self._compiled(search)) if search.text else None

    def finish(self, script: Script) -> tuple[bytes, ...]:
        """The object files of a script, whose search is most likely the one that was foreseen."""
        play = compile_text(print_module(script.text, self._deposit, elsewhere=script.search.text))
        found = self.drop()
        if not script.search.text:
            return (play,)
        return play, found if script.search == self._search else self._compiled(script.search)

    def drop(self) -> bytes:
        waiting, self._waiting = self._waiting, None
        return waiting() if waiting is not None else b""

    def _compiled(self, search: Sought) -> bytes:
        return compile_text(print_module(search.text, self._deposit, search.asked))


def compile_text(text: str) -> bytes:
    """LLVM's text → an object file."""
    machine = target_machine(LEVEL)
    module = llvm().parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    passes = llvm().create_new_module_pass_manager()
    for name in PASSES:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, llvm().create_pass_builder(machine, llvm().create_pipeline_tuning_options(speed_level=LEVEL)))
    return cast(bytes, machine.emit_object(module))


class Loaded:
    """Code in memory, where it stays as long as this does."""

    def __init__(self, code: Sequence[bytes]) -> None:
        self._engine = llvm().create_mcjit_compiler(llvm().parse_assembly(""), target_machine(LEVEL))
        for part in code:
            self._engine.add_object_file(llvm().ObjectFileRef.from_data(part))
        self._engine.finalize_object()
        address = self._engine.get_function_address("play")
        if not address:
            raise ValueError("the code holds no function")
        kinds = [ctypes.c_int64] * len(ARGUMENTS) + [ctypes.c_void_p] * len(ARRAYS)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)

    def play(self, *arguments: object) -> int:
        """Call it. Other threads run meanwhile: ctypes lets go of the interpreter's lock."""
        return cast(int, self._function(*arguments))


def native_array(length: int) -> Array:
    return cast(Array, (ctypes.c_int64 * length)())
