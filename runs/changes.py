"""What has changed since a run was started: reasons not to go on with it."""

from __future__ import annotations

from runs.environment import Environment
from runs.schema import Plan

__all__ = ["environment_changes", "plan_changes"]


def plan_changes(then: Plan, now: Plan) -> list[str]:
    """Name what differs in two plans; where data lie does not matter, what they hold does."""
    old, new = _flat(then.model_dump(mode="json")), _flat(now.model_dump(mode="json"))
    found = []
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name) and not _is_free(name):
            was, now_is = old.get(name, "absent"), new.get(name, "absent")
            found.append(f"plan: {name} was {was!r}, is {now_is!r}")
    return found


def environment_changes(then: Environment, now: Environment) -> list[str]:
    """Name everything in which two environments give other records, in words."""
    found = []
    if then.code != now.code:
        was, now_is = _described(then), _described(now)
        found.append(f"the code of memtrial: {was} then, {now_is} now")
    for name in ("python", "platform", "tokenizer"):
        was, now_is = getattr(then, name), getattr(now, name)
        if was != now_is:
            found.append(f"{name}: {was} then, {now_is} now")
    for what, old, new in (
        ("package", then.packages, now.packages),
        ("data of", then.data, now.data),
    ):
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                was, now_is = old.get(name, "absent"), new.get(name, "absent")
                found.append(f"{what} {name}: {was} then, {now_is} now")
    return found


def _described(environment: Environment) -> str:
    if not environment.commit:
        return environment.code[:12]
    return environment.commit[:12] + (" with changes" if environment.dirty else "")


def _is_free(name: str) -> bool:
    return name in ("name", "description") or (
        name.startswith("scenarios.") and name.endswith(".path")
    )


def _flat(value: object, at: str = "") -> dict[str, object]:
    if isinstance(value, dict):
        parts = [(str(key), part) for key, part in value.items()]
    elif isinstance(value, list):
        parts = [(_label_of(part) or str(place), part) for place, part in enumerate(value)]
    else:
        return {at: value}
    found: dict[str, object] = {}
    for name, part in parts:
        found.update(_flat(part, f"{at}.{name}" if at else name))
    return found


def _label_of(part: object) -> str:
    return str(part.get("label", "")) if isinstance(part, dict) else ""
