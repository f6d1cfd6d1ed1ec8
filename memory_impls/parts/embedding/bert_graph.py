"""A BERT encoder as an ONNX model, built from the weights without exporting anything.

The nodes are onnxruntime's fused ones (domain com.microsoft), so no pass has to find and fuse
them. Every text of a call has the same number of tokens: there is no padding and no mask, and
what a row comes out as depends on its own tokens only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BertShape", "bert_model"]

_FUSED = "com.microsoft"
_OPSET = 18
_IR_VERSION = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class BertShape:
    """What the weights alone do not tell."""

    layers: int
    heads: int
    norm_epsilon: float


def bert_model(weights: Mapping[str, NDArray[np.float32]], shape: BertShape) -> bytes:
    """Serialise an encoder: input ``ids`` (n x l, int32), output ``states`` (n x l x dim)."""
    from onnx import TensorProto, helper

    graph = _Graph(weights=weights, shape=shape)
    states = graph.embeddings()
    for layer in range(shape.layers):
        states = graph.layer(layer, states)
    dim = weights["embeddings.LayerNorm.weight"].shape[0]
    ids = helper.make_tensor_value_info("ids", TensorProto.INT32, ["n", "l"])
    out = helper.make_tensor_value_info(states, TensorProto.FLOAT, ["n", "l", dim])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "bert", [ids], [out], graph.constants),
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)],
        ir_version=_IR_VERSION,
    )
    serialised: bytes = model.SerializeToString()
    return serialised


@dataclass(slots=True, kw_only=True)
class _Graph:
    weights: Mapping[str, NDArray[np.float32]]
    shape: BertShape
    nodes: list[Any] = field(default_factory=list)
    constants: list[Any] = field(default_factory=list)

    def embeddings(self) -> str:
        table = "embeddings."
        # Every token is of the first kind, so its vector can be added to the positions for good.
        kind = self.weights[f"{table}token_type_embeddings.weight"][0]
        inputs = [
            "ids",
            "",
            self._constant("words", self.weights[f"{table}word_embeddings.weight"]),
            self._constant("positions", self.weights[f"{table}position_embeddings.weight"] + kind),
            "",
            self._weight(f"{table}LayerNorm.weight"),
            self._weight(f"{table}LayerNorm.bias"),
        ]
        return self._fused("EmbedLayerNormalization", inputs, "embedded", epsilon=True)

    def layer(self, number: int, states: str) -> str:
        name = f"encoder.layer.{number}."
        own = [f"{name}attention.self.{part}." for part in ("query", "key", "value")]
        joined = np.concatenate([self.weights[f"{part}weight"].T for part in own], axis=1)
        biases = np.concatenate([self.weights[f"{part}bias"] for part in own])
        attended = self._fused(
            "Attention",
            [
                states,
                self._constant(f"{name}joined", joined),
                self._constant(f"{name}biases", biases),
            ],
            f"{name}attended",
            num_heads=self.shape.heads,
        )
        mixed = self._product(attended, f"{name}attention.output.dense")
        states = self._add_and_norm(mixed, states, f"{name}attention.output.")
        wide = self._product(states, f"{name}intermediate.dense")
        bias = self._weight(f"{name}intermediate.dense.bias")
        active = self._fused("BiasGelu", [wide, bias], f"{name}active")
        narrow = self._product(active, f"{name}output.dense")
        return self._add_and_norm(narrow, states, f"{name}output.")

    def _add_and_norm(self, states: str, skipped: str, name: str) -> str:
        inputs = [
            states,
            skipped,
            self._weight(f"{name}LayerNorm.weight"),
            self._weight(f"{name}LayerNorm.bias"),
            self._weight(f"{name}dense.bias"),
        ]
        return self._fused("SkipLayerNormalization", inputs, f"{name}normed", epsilon=True)

    def _product(self, states: str, name: str) -> str:
        from onnx import helper

        matrix = self._constant(f"{name}.matrix", self.weights[f"{name}.weight"].T)
        self.nodes.append(helper.make_node("MatMul", [states, matrix], [f"{name}.product"]))
        return f"{name}.product"

    def _fused(
        self, kind: str, inputs: list[str], output: str, *, epsilon: bool = False, **settings: int
    ) -> str:
        from onnx import helper

        outputs = [output]
        attributes: dict[str, Any] = {**settings}
        if epsilon:
            attributes["epsilon"] = self.shape.norm_epsilon
        if kind == "EmbedLayerNormalization":
            outputs.append(f"{output}.mask")  # the operator insists on giving one
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=_FUSED, **attributes))
        return output

    def _weight(self, name: str) -> str:
        return self._constant(name, self.weights[name])

    def _constant(self, name: str, values: NDArray[np.float32]) -> str:
        from onnx import numpy_helper

        self.constants.append(
            numpy_helper.from_array(np.ascontiguousarray(values, dtype=np.float32), name)
        )
        return name
