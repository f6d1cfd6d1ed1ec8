"""Where cells are run: processes of this machine, or a cluster that joblib knows how to use.

A cluster needs the run folder, the data and the user's own designs at the same paths on every
machine (a shared file system); the embedding cache may be each machine's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from runs.store import RunError

__all__ = ["BACKENDS", "check_backend", "lost_worker", "stop_workers", "workers"]

BACKENDS: Final = ("loky", "dask", "ray")
_WAIT_S = 30
_LOST = frozenset({"TerminatedWorkerError", "KilledWorker", "RayActorError", "ActorDiedError"})
"""How the libraries name a worker that is gone."""


def check_backend(backend: str, address: str | None) -> None:
    """Refuse what cannot work, before anything is written.

    Raises:
        ValueError: The library is not installed, or an address is missing or one too many.
    """
    if backend == "dask":
        _library("dask", "distributed")
        if not address:
            raise ValueError(
                "--backend dask needs --address of a running scheduler, such as tcp://host:8786; "
                "start one with: dask scheduler"
            )
    elif backend == "ray":
        _library("ray", "ray")
    elif address is not None:
        raise ValueError(f"--address {address} needs --backend dask or --backend ray")


@contextmanager
def workers(backend: str, jobs: int, address: str | None = None) -> Iterator[None]:
    """Make joblib spread work over a backend.

    Args:
        backend: One of ``BACKENDS``.
        jobs: Processes; a dask cluster uses all it has.
        address: Of a running scheduler: needed for dask ("tcp://host:8786"); for ray the address
            of its head ("ray://host:10001", "auto"), None starts it here. loky takes none.

    Raises:
        ValueError: As ``check_backend`` says.
        RunError: The cluster does not answer.
    """
    check_backend(backend, address)
    if backend == "dask":
        chosen = _dask(str(address))
    elif backend == "ray":
        chosen = _ray(jobs, address)
    else:
        chosen = _loky(jobs)
    with chosen:
        yield


@contextmanager
def _loky(jobs: int) -> Iterator[None]:
    from joblib import parallel_config

    threads = max(1, (os.cpu_count() or 1) // jobs)
    with parallel_config(backend="loky", n_jobs=jobs, inner_max_num_threads=threads):
        yield


@contextmanager
def _dask(address: str) -> Iterator[None]:
    from joblib import parallel_config

    distributed = _library("dask", "distributed")
    try:
        client = distributed.Client(address, timeout=_WAIT_S)
    except (OSError, ValueError) as error:
        raise RunError(f"no dask scheduler answers at {address}: {_line(error)}") from error
    with client, parallel_config(backend="dask", wait_for_workers_timeout=_WAIT_S):
        yield


@contextmanager
def _ray(jobs: int, address: str | None) -> Iterator[None]:
    from joblib import parallel_config

    ray, joined = _library("ray", "ray"), _library("ray", "ray.util.joblib")
    settings: dict[str, Any] = {"num_cpus": jobs} if address is None else {"address": address}
    try:
        ray.init(log_to_driver=False, include_dashboard=False, **settings)
    except (OSError, ConnectionError, RuntimeError, ValueError) as error:
        raise RunError(f"ray cannot be reached at {address or 'home'}: {_line(error)}") from error
    joined.register_ray()
    try:
        with parallel_config(backend="ray", n_jobs=jobs):
            yield
    finally:
        ray.shutdown()


def lost_worker(error: BaseException) -> bool:
    """Tell whether an error says that a worker process is gone."""
    return type(error).__name__ in _LOST


def stop_workers(backend: str) -> None:
    """End the processes of this machine; a cluster ends its work when its client leaves."""
    if backend == "loky":
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=True, kill_workers=True)


def _library(extra: str, module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        wanted = f"--backend {extra} needs more: pip install 'memtrial[{extra}]'"
        raise ValueError(wanted) from None


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
