"""What a text claims: statements with subject, attribute, value and stance; for designs only."""

from memory_impls.parts.claims.claim import Claim, Slot, Stance, ValueForm
from memory_impls.parts.claims.reading import Source, read
from memory_impls.parts.claims.relation import Relation, Verdict, relate

__all__ = [
    "Claim",
    "Relation",
    "Slot",
    "Source",
    "Stance",
    "ValueForm",
    "Verdict",
    "read",
    "relate",
]
