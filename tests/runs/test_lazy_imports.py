from __future__ import annotations

import subprocess
import sys

MODULES = ("execute", "expand", "plan", "progress", "replay", "store", "workshop")
HEAVY = (
    "joblib",
    "mlflow",
    "pandas",
    "pyarrow",
    "rich",
    "sentence_transformers",
    "sklearn",
    "torch",
)


def test_planning_and_replaying_import_nothing_heavy_until_it_is_needed() -> None:
    code = (
        f"import sys, importlib; [importlib.import_module('runs.' + m) for m in {MODULES!r}];"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"
