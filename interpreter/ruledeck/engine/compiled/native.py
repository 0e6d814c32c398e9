"""Script → machine code, through llvmlite (the extra `fast`). The one module that knows it, imported only when used."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from typing import cast

import llvmlite
import llvmlite.binding as llvm

from ruledeck.engine.compiled.emit import Script
from ruledeck.engine.compiled.frame import ARGUMENTS, ARRAYS
from ruledeck.engine.compiled.printer import print_module
from ruledeck.engine.compiled.running import Array, Play

SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")
"""Processors that have PDEP and take hundreds of cycles for it."""
LEVEL = 3


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
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return Host(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), llvmlite.__version__)


def compile_script(script: Script, level: int = LEVEL) -> bytes:
    """An object file for this machine."""
    here = host()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(here.name, here.features, opt=level, codemodel="jitdefault", jit=True)
    module = llvm.parse_assembly(print_module(script.text, here.deposit))
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=level)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return cast(bytes, machine.emit_object(module))


class Loaded:
    """Code in memory. It stays there as long as this does."""

    def __init__(self, code: bytes) -> None:
        here = host()
        machine = llvm.Target.from_default_triple().create_target_machine(
            here.name, here.features, opt=LEVEL, codemodel="jitdefault", jit=True
        )
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
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


def native_play(script: Script) -> Play:
    """Compiled and loaded."""
    return Loaded(compile_script(script)).play
