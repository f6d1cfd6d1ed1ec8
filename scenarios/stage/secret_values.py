"""Makes up secrets that look real: valid check digits, the forms that key issuers use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scenarios.api import Value, ValueKind
from scenarios.stage.draws import Draws
from scenarios.stage.values import Drawn

__all__ = ["SECRET_KINDS", "secret"]

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECKS = "10X98765432"


def secret(kind: str, draws: Draws, language: str) -> Drawn:
    """Make up one secret.

    Args:
        kind: One of ``SECRET_KINDS``.
        draws: Stream to draw from.
        language: Decides the form of identity numbers.
    """
    text = _MAKERS[kind](draws, language)
    return Drawn(value=Value(kind=ValueKind.IDENTIFIER, text=text))


def _card(draws: Draws, language: str) -> str:
    """Make up a card number with a valid check digit (Luhn)."""
    del language
    digits = [4] + [draws.below(10) for _ in range(14)]
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if place % 2 == 0 else digit
        total += doubled - 9 if doubled > 9 else doubled
    digits.append(-total % 10)
    text = "".join(map(str, digits))
    return " ".join(text[at : at + 4] for at in range(0, 16, 4))


def _identity(draws: Draws, language: str) -> str:
    """Make up a social security number, or a resident identity number with its check digit."""
    if language != "zh":
        area = 100 + draws.below(560)
        return f"{area:03d}-{1 + draws.below(99):02d}-{1 + draws.below(9998):04d}"
    region = draws.pick(("110101", "310104", "440305", "330106", "510107"))
    born = f"{1960 + draws.below(40)}{1 + draws.below(12):02d}{1 + draws.below(28):02d}"
    body = f"{region}{born}{draws.below(1000):03d}"
    check = sum(int(digit) * weight for digit, weight in zip(body, _ID_WEIGHTS, strict=True)) % 11
    return body + _ID_CHECKS[check]


def _letters(draws: Draws, n: int) -> str:
    return "".join(draws.pick(_BASE64) for _ in range(n))


def _api_key(draws: Draws, language: str) -> str:
    del language
    return f"sk-{_letters(draws, 40)}"


def _password(draws: Draws, language: str) -> str:
    del language
    return f"{_letters(draws, 5)}!{draws.below(90) + 10}{_letters(draws, 4)}"


def _private_key(draws: Draws, language: str) -> str:
    del language
    return f"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC{_letters(draws, 32)}"


_MAKERS: Mapping[str, Callable[[Draws, str], str]] = {
    "api_key": _api_key,
    "card": _card,
    "identity": _identity,
    "password": _password,
    "private_key": _private_key,
}
SECRET_KINDS = tuple(sorted(_MAKERS))
