"""Train the linear probes by which ``parts/claims/sense`` reads wishes and limits in any wording.

Sentences in ``en.tsv`` and ``zh.tsv`` were written for this; a label is ``limit``, ``wish``,
``wish:<dimension>:<end>`` or ``other``. Run: ``python benchmarks/reading/train.py``; it prints
cross-validated figures and writes the probes beside the code that uses them.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.claims import sense
from memory_impls.parts.embedder import load_embedder

HERE = Path(__file__).parent
LANGUAGES = {"minilm": ("en",), "multilingual": ("en", "zh")}
WEIGHTS = {
    "minilm": "all-MiniLM-L6-v2",
    "multilingual": "universal-sentence-encoder-multilingual-3",
}
"""What the identity of each embedder begins with: a probe fits one set of weights only."""


def rows(languages: tuple[str, ...]) -> list[tuple[str, str]]:
    """Read labelled sentences."""
    found = []
    for language in languages:
        for line in (HERE / f"{language}.tsv").read_text(encoding="utf-8").splitlines():
            label, _, text = line.partition("\t")
            found.append((label, text))
    return found


def fitted(vectors: NDArray[np.float32], labels: list[str]) -> dict[str, object]:
    """Fit one probe; print how often it is right on sentences it has not seen."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    model = LogisticRegression(C=10.0, max_iter=5_000)
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=0)
    guessed = cross_val_predict(model, vectors, labels, cv=folds)
    right = float(np.mean(guessed == np.array(labels)))
    print(f"  {len(labels)} sentences, {len(set(labels))} labels: {right:.3f} right in 5 folds")
    model.fit(vectors, labels)
    return {
        "labels": [str(label) for label in model.classes_],
        "weights": np.round(model.coef_, 4).tolist(),
        "bias": np.round(model.intercept_, 4).tolist(),
    }


def main() -> None:
    """Train and write the probes of every embedder that ships with weights."""
    probes = {}
    for name, languages in LANGUAGES.items():
        print(name)
        embedder = load_embedder(name)
        data = rows(languages)
        vectors = embedder.embed([text for _, text in data])
        wishes = [at for at, (label, _) in enumerate(data) if label.startswith("wish")]
        poles = [data[at][0].removeprefix("wish").lstrip(":") or "none" for at in wishes]
        probes[WEIGHTS[name]] = {
            "dim": embedder.dim,
            "kind": fitted(vectors, [label.partition(":")[0] for label, _ in data]),
            "pole": fitted(vectors[wishes], poles),
        }
    path = Path(sense.__file__).with_name("sense.json")
    path.write_text(json.dumps(probes, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"wrote {path.name}, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
