"""Check a proposal before it is committed: ids exist, words are kept, sources are known (D11)."""

from __future__ import annotations

from memory_impls.dream.consolidation import Proposal
from memory_impls.dream.settings import Settings
from memory_impls.dream.verbatim import blurs, invents
from memory_impls.parts.lines import Book
from memory_impls.parts.sentences import split_sentences

__all__ = ["problems"]


def problems(proposal: Proposal, book: Book, settings: Settings) -> list[str]:
    """List what is wrong with a proposal; it may be committed only when nothing is.

    Checked: every line named exists or is new in it; every saying rests on an entry of this
    dream and, under the verbatim rule, stands in it word for word; no saying is known already;
    every note rests on entries of this dream and neither invents nor blurs their values; rules
    rest on at least two sayings.
    """
    texts = {entry.id: entry.text for entry in proposal.entries}
    squeezed = {entry_id: " ".join(text.split()) for entry_id, text in texts.items()}
    new = {placement.saying.id for placement in proposal.placements}
    found: list[str] = []
    for placement in proposal.placements:
        saying = placement.saying
        if saying.event_id not in texts:
            found.append(f"saying {saying.id} rests on an entry that is not in this dream")
        elif (
            settings.verbatim
            and " ".join(saying.claim.clause.split()) not in squeezed[saying.event_id]
        ):
            found.append(f"saying {saying.id} is not word for word what its entry says")
        if book.line_of(saying.id) is not None:
            found.append(f"saying {saying.id} is known already")
        if (
            placement.line_id
            and book.get(placement.line_id) is None
            and placement.line_id not in new
        ):
            found.append(f"saying {saying.id} names line {placement.line_id}, which does not exist")
    for note in proposal.notes:
        unknown = [source for source in note.source_ids if source not in texts]
        if unknown or not note.source_ids:
            found.append(f"note {note.id} rests on unknown entries {unknown}")
        elif settings.verbatim:
            sources = [texts[source] for source in note.source_ids]
            if invents(note.text, sources):
                found.append(f"note {note.id} holds numbers that its sources do not")
            if any(blurs(note.text, line) for text in sources for line in split_sentences(text)):
                found.append(f"note {note.id} blurs what its sources say")
    for rule in proposal.rules.values():
        if not rule.basis or not rule.text.strip():
            found.append(f"rule {rule.run_id} rests on nothing")
    return found
