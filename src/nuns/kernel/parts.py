"""A compiler for functions that only other compiled functions call.

Numba makes each function it compiles ready to be called: it links in everything that the function calls, optimises all of that and
writes machine code. A function at the bottom of ten calls is so optimised eleven times. A part stops before that. It is lowered to
LLVM's language once, and is optimised and written only inside the function that is called from outside.

A part that is called from Python raises TypeError.
"""

import ctypes
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined] # a module in C
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

REFUSAL = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value  # what Python runs in place of a part


class PartLibrary(JITCodeLibrary):
    """The code of a part, with that of the parts which it calls."""

    def finalize(self) -> None:
        """Collects the code; each function counts once, however many parts bring it."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self.improve()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module
        self._finalized = True

    def improve(self) -> None:
        """Leaves the code as it is: it is optimised inside its callers."""


class CrossroadLibrary(PartLibrary):
    """The code of a part that many others call."""

    def improve(self) -> None:
        """Optimises the code before its callers do; it then plays one twentieth faster."""
        self._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Lowers a function to LLVM's language, and leaves it there."""

    _name = "part_lowering"
    kind: type[PartLibrary] = PartLibrary

    def run_pass(self, state: Any) -> bool:
        """Lowers the function, and tells the compiler how others call it."""
        state.library = self.kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        description = lowered.fndesc
        module, name = description.lookup_module(), description.qualname
        uncallable = _dynfunc.make_function(module, name, "", REFUSAL, lowered.env, (state.library,))
        state.targetctx.insert_user_function(uncallable, description, [state.library])
        state["cr"] = _LowerResult(description, lowered.call_helper, cfunc=uncallable, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class CrossroadLowering(PartLowering):
    """Does the same for a part that many others call."""

    _name = "crossroad_lowering"
    kind = CrossroadLibrary


class PartCompiler(CompilerBase):
    """Numba's compiler with another last step."""

    lowering: type[PartLowering] = PartLowering

    def define_pipelines(self) -> list[Any]:
        """Returns Numba's passes with the lowering of a part."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(self.lowering if each is NativeLowering else each, name) for each, name in passes.passes]
        passes.finalize()
        return [passes]


class CrossroadCompiler(PartCompiler):
    """The same for a part that many others call."""

    lowering = CrossroadLowering


# What ``numba.njit`` is told of a part.
PART: dict[str, Any] = {"pipeline_class": PartCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
CROSSROAD = PART | {"pipeline_class": CrossroadCompiler}
