"""A rule for one player becomes a program for many: every action a separate array over the batch.

`jax.vmap` would keep an axis of two or three actions inside every array, and the compiler then transposes
and copies where it could have made one pass over memory. Here the single-player function is traced once
and its operations are carried out cell by cell: a value of shape [actions] becomes that many arrays of
shape [batch]. Reshaping, slicing and stacking cost nothing, because they only rename cells; arithmetic fuses
completely. Whatever does not depend on the batch stays an ordinary array, and an operation this file
does not know is handed to `vmap`, so a rule may use any of JAX. Values of many entries (tables of counts, the
neurons of a network) would make programs of thousands of operations: they stay one array, `Whole`.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from math import prod
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

CELLWISE = frozenset(
    "abs add and atan2 ceil clamp convert_element_type copy copy_p cos div eq erf erf_inv exp exp2 expm1 floor "
    "ge gt integer_pow is_finite le log log1p logistic lt max min mul ne neg not or pow rem round rsqrt "
    "select_n sign sin sqrt square stop_gradient sub tanh xor".split()
)
RENAMING = frozenset("broadcast_in_dim reshape rev slice squeeze transpose expand_dims".split())
REDUCING: dict[str, Callable[[jax.Array, jax.Array], jax.Array]] = {
    "reduce_sum": lax.add,
    "reduce_max": lax.max,
    "reduce_min": lax.min,
    "reduce_prod": lax.mul,
    "reduce_and": lax.bitwise_and,
    "reduce_or": lax.bitwise_or,
}
INLINE = frozenset({"jit", "pjit", "closed_call"})
MOST_WRITTEN_OUT = 64  # entries of a value of which each is an array of its own


@jax.tree_util.register_pytree_node_class
class Cells(NamedTuple):
    """A value that differs over the batch: for each entry of its single-player `shape` one array [batch]."""

    shape: tuple[int, ...]
    entries: tuple[jax.Array, ...]

    def tree_flatten(self) -> tuple[tuple[jax.Array, ...], tuple[int, ...]]:
        """Entries are what JAX carries along; the shape is fixed."""
        return self.entries, self.shape

    @classmethod
    def tree_unflatten(cls, shape: tuple[int, ...], entries: Sequence[jax.Array]) -> "Cells":
        """The inverse of `tree_flatten`."""
        return cls(shape, tuple(entries))

    def stacked(self) -> jax.Array:
        """One array of shape [*shape, batch]."""
        return jnp.stack(self.entries).reshape(*self.shape, -1)


@jax.tree_util.register_pytree_node_class
class Whole(NamedTuple):
    """A value that differs over the batch and has too many entries to be written out: one array [batch, *shape].

    Each member's entries lie together, because such tables are read and written a row at a time.
    """

    shape: tuple[int, ...]
    array: jax.Array

    def tree_flatten(self) -> tuple[tuple[jax.Array], tuple[int, ...]]:
        """The array is what JAX carries along; the shape is fixed."""
        return (self.array,), self.shape

    @classmethod
    def tree_unflatten(cls, shape: tuple[int, ...], arrays: Sequence[jax.Array]) -> "Whole":
        """The inverse of `tree_flatten`."""
        return cls(shape, arrays[0])

    def stacked(self) -> jax.Array:
        """One array of shape [*shape, batch]."""
        return jnp.moveaxis(self.array, 0, -1)


Value = Any  # Cells or Whole, or an ordinary array that is the same for the whole batch


def cells_of(array: jax.Array) -> Cells | Whole:
    """Cells of an array whose last axis is the batch; `Whole` if it has too many entries."""
    shape = array.shape[:-1]
    if prod(shape) > MOST_WRITTEN_OUT:
        return Whole(shape, jnp.moveaxis(array, -1, 0))
    flat = array.reshape(prod(shape), array.shape[-1])
    return Cells(shape, tuple(flat[entry] for entry in range(flat.shape[0])))


def varies(value: Value) -> bool:
    """Whether `value` differs over the batch."""
    return isinstance(value, (Cells, Whole))


def batched(function: Callable[..., Any], n_batch: int) -> Callable[..., Any]:
    """`function` for one player, applied to arguments whose leaves may be `Cells`."""

    def run(*arguments: Any) -> Any:
        leaves, structure = jax.tree.flatten(arguments, is_leaf=varies)
        examples = [example(leaf) for leaf in leaves]
        closed, shape = jax.make_jaxpr(
            lambda *single: function(*jax.tree.unflatten(structure, single)), return_shape=True
        )(*examples)
        results = _evaluate(closed.jaxpr, closed.consts, leaves, n_batch)
        return jax.tree.unflatten(jax.tree.structure(shape), results)

    return run


def batched_weights(function: Callable[..., Any], n_batch: int) -> Callable[..., tuple[Value, bool]]:
    """The log-weights `function` returns; or, if it takes a logarithm last, the weights themselves.

    Drawing an action needs weights, not their logarithms, and a logarithm costs as much as the rest of a round. The
    second value says whether the logarithm was left out.
    """

    def run(*arguments: Any) -> tuple[Value, bool]:
        leaves, structure = jax.tree.flatten(arguments, is_leaf=varies)
        closed = jax.make_jaxpr(lambda *single: function(*jax.tree.unflatten(structure, single)))(
            *map(example, leaves)
        )
        result = closed.jaxpr.outvars[0]
        last = [each for each in closed.jaxpr.eqns if result in each.outvars]
        linear = bool(last) and last[0].primitive.name == "log"
        wanted = last[0].invars if linear else [result]
        (value,) = _evaluate(closed.jaxpr, closed.consts, leaves, n_batch, wanted)
        return value, linear

    return run


def spread(value: Value, n_batch: int) -> Cells | Whole:
    """`value` with the batch, over which it is repeated if it was the same for everybody."""
    if isinstance(value, Whole):
        return value
    if isinstance(value, Cells):
        return Cells(value.shape, tuple(jnp.broadcast_to(entry, (n_batch,)) for entry in value.entries))
    array = jnp.asarray(value)
    return cells_of(jnp.broadcast_to(array[..., None], (*array.shape, n_batch)))


def example(leaf: Value) -> jax.ShapeDtypeStruct:
    """What one player sees of `leaf`."""
    if varies(leaf):
        return jax.ShapeDtypeStruct(leaf.shape, jax.tree.leaves(leaf)[0].dtype)
    return jax.ShapeDtypeStruct(jnp.shape(leaf), jnp.result_type(leaf))


def _evaluate(
    jaxpr: Any, constants: Sequence[Any], arguments: Sequence[Value], n_batch: int, wanted: Sequence[Any] = ()
) -> list[Value]:
    """Carry out on cells the equations of `jaxpr` needed for its results (or for the `wanted` variables)."""
    results = wanted or jaxpr.outvars
    known: dict[Any, Value] = dict(zip(jaxpr.constvars, constants, strict=True))
    known.update(zip(jaxpr.invars, arguments, strict=True))

    def read(atom: Any) -> Value:
        return atom.val if hasattr(atom, "val") else known[atom]

    for equation in _needed(jaxpr, results):
        operands = [read(atom) for atom in equation.invars]
        known.update(zip(equation.outvars, _apply(equation, operands, n_batch), strict=True))
    return [read(atom) for atom in results]


def _needed(jaxpr: Any, results: Sequence[Any]) -> list[Any]:
    """The equations the results depend on, in order: a rule pays only for what it reads of a trial."""
    wanted = {atom for atom in results if not hasattr(atom, "val")}
    kept = []
    for equation in reversed(jaxpr.eqns):
        if any(variable in wanted for variable in equation.outvars):
            kept.append(equation)
            wanted.update(atom for atom in equation.invars if not hasattr(atom, "val"))
    return kept[::-1]


def _apply(equation: Any, operands: list[Value], n_batch: int) -> list[Value]:
    """One operation, on cells where an operand has them."""
    name = equation.primitive.name
    if not any(varies(operand) for operand in operands):
        return _bind(equation, operands)
    large = _is_large(equation, operands)
    if name in INLINE and not large:
        inner = equation.params["jaxpr"]
        return _evaluate(inner.jaxpr, inner.consts, operands, n_batch)
    if large:  # a jitted function of large arrays too: as one operation it compiles much faster
        return _mapped(equation, operands)
    if name in CELLWISE:
        return [_cellwise(equation, operands)]
    if name in RENAMING and not any(varies(operand) for operand in operands[1:]):
        return [_renamed(equation, operands[0])]
    if name == "concatenate":
        return [_concatenated(equation, operands)]
    if name in REDUCING:
        return [_reduced(equation, operands[0])]
    return _mapped(equation, operands)


def _is_large(equation: Any, operands: list[Value]) -> bool:
    """Whether an operand or result has too many entries to be written out."""
    results = (variable.aval.shape for variable in equation.outvars)
    return any(isinstance(operand, Whole) for operand in operands) or any(
        prod(shape) > MOST_WRITTEN_OUT for shape in results
    )


def _entries(operand: Value, shape: tuple[int, ...]) -> list[jax.Array]:
    """The entries of an operand broadcast to `shape`, in order."""
    own_shape = operand.shape if varies(operand) else jnp.shape(operand)
    entries = operand.entries if varies(operand) else jnp.ravel(jnp.asarray(operand))
    numbers = np.broadcast_to(np.arange(prod(own_shape)).reshape(own_shape), shape)
    return [entries[number] for number in numbers.ravel()]


def _cellwise(equation: Any, operands: list[Value]) -> Cells:
    shape = equation.outvars[0].aval.shape
    results = []
    for entries in zip(*[_entries(operand, shape) for operand in operands], strict=True):
        results.append(equation.primitive.bind(*jnp.broadcast_arrays(*entries), **equation.params))
    return Cells(shape, tuple(results))


def _renamed(equation: Any, operand: Cells) -> Cells:
    """Let JAX rearrange the numbers of the cells instead of their contents."""
    with jax.ensure_compile_time_eval():
        numbers = jnp.arange(prod(operand.shape)).reshape(operand.shape)
        places = np.asarray(equation.primitive.bind(numbers, **equation.params))
    return Cells(places.shape, tuple(operand.entries[place] for place in places.ravel()))


def _concatenated(equation: Any, operands: list[Value]) -> Cells:
    entries: list[jax.Array] = []
    numbers = []
    for operand in operands:
        shape = operand.shape if varies(operand) else jnp.shape(operand)
        numbers.append(np.arange(prod(shape)).reshape(shape) + len(entries))
        entries.extend(_entries(operand, shape))
    places = np.concatenate(numbers, axis=equation.params["dimension"])
    return Cells(places.shape, tuple(entries[place] for place in places.ravel()))


def _reduced(equation: Any, operand: Cells) -> Cells:
    axes = equation.params["axes"]
    numbers = np.moveaxis(np.arange(prod(operand.shape)).reshape(operand.shape), axes, range(len(axes)))
    shape = numbers.shape[len(axes) :]
    columns = numbers.reshape(-1, prod(shape)).T
    combine = REDUCING[equation.primitive.name]
    return Cells(
        shape, tuple(reduce(combine, [operand.entries[place] for place in column]) for column in columns)
    )


def _mapped(equation: Any, operands: list[Value]) -> list[Value]:
    """An operation this file does not know: `vmap` does."""
    axes = tuple(_batch_axis(operand) for operand in operands)
    arrays = [
        operand.array if isinstance(operand, Whole) else operand.stacked() if varies(operand) else operand
        for operand in operands
    ]
    shapes = [variable.aval.shape for variable in equation.outvars]
    large = [prod(shape) > MOST_WRITTEN_OUT for shape in shapes]

    def single(*values: Any) -> list[Any]:
        return _bind(equation, values)

    results = jax.vmap(single, in_axes=axes, out_axes=[0 if each else -1 for each in large])(*arrays)
    return [
        Whole(shape, result) if each else cells_of(result)
        for shape, each, result in zip(shapes, large, results, strict=True)
    ]


def _batch_axis(operand: Value) -> int | None:
    """Where `vmap` finds the batch."""
    if isinstance(operand, Whole):
        return 0
    return len(operand.shape) if isinstance(operand, Cells) else None


def _bind(equation: Any, values: Sequence[Any]) -> list[Any]:
    """The operation itself, whatever its kind."""
    result = equation.primitive.bind(*values, **equation.primitive.get_bind_params(equation.params))
    return list(result) if equation.primitive.multiple_results else [result]
