"""Lines of sayings: what was said about one thing, in event time, cut into runs of one value."""

from memory_impls.parts.lines.book import Book
from memory_impls.parts.lines.codec import book_from_plain, book_to_plain
from memory_impls.parts.lines.line import Line, Run, Same, Saying, runs_of, same_value
from memory_impls.parts.lines.placing import Guard, Judge, Likely, Placement, judged_by, place
from memory_impls.parts.lines.spoken import TRUST, Spoken, failure_of, sayings_of, status_of

__all__ = [
    "TRUST",
    "Book",
    "Guard",
    "Judge",
    "Likely",
    "Line",
    "Placement",
    "Run",
    "Same",
    "Saying",
    "Spoken",
    "book_from_plain",
    "book_to_plain",
    "failure_of",
    "judged_by",
    "place",
    "runs_of",
    "same_value",
    "sayings_of",
    "status_of",
]
