from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from memory_impls.parts.embedder import Embedder, load_embedder
from runs.reader import ABSTENTION, Reader

CONTEXT = """- (2023-06-02) The garage code is 7719.
- (2023-06-02, superseded 2023-07-01) The attic code is 1142.
## 2023-05-08
- Ana: I moved to Lisbon yesterday. It was a long trip!
- (superseded 2023-06-01) Ana: My garden gate opens with 5555.
- Bob: The first line is about dogs
  and this one is about cats.
- 小王: 我住在上海。我每天喝绿茶。
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the garage code?", "The garage code is 7719."),
        ("Where did Ana move?", "Ana: I moved to Lisbon yesterday."),
        ("When did Ana move to Lisbon?", "Ana (2023-05-08): I moved to Lisbon yesterday."),
        ("Is anything about cats?", "Bob: and this one is about cats."),
        ("What does the submarine cost?", "Not mentioned."),
        ("What opens the garden gate?", "Not mentioned."),
        ("What is the attic number?", "Not mentioned."),
    ],
)
def test_it_quotes_the_sentence_that_answers(question: str, answer: str) -> None:
    assert Reader().read(question, CONTEXT) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("小王住在哪里？", "小王: 我住在上海。"),
        ("小王喝什么茶？", "小王: 我每天喝绿茶。"),
        ("潜水艇多少钱？", "没有提到。"),
    ],
)
def test_it_reads_chinese(question: str, answer: str) -> None:
    assert Reader().read(question, CONTEXT, language="zh") == answer


def test_an_empty_context_is_no_answer_in_either_language() -> None:
    for language, said in ABSTENTION.items():
        assert Reader().read("What?", "", language=language) == said


def test_the_threshold_decides_about_abstaining() -> None:
    question = "What is the garage door and gate code number?"
    assert Reader(threshold=0.9).read(question, CONTEXT) == "Not mentioned."
    assert Reader(threshold=0.1).read(question, CONTEXT) != "Not mentioned."


def test_a_choice_is_picked_by_what_the_context_supports() -> None:
    question = "Where did Ana move?"
    for choices in (["Porto", "Lisbon", "Rome"], ["Lisbon", "Rome"], ["Rome", "Lisbon"]):
        assert Reader().read(question, CONTEXT, choices=choices) == "Lisbon"


def test_a_multiple_choice_is_forced_and_blind_without_a_memory() -> None:
    assert Reader().read("Submarine?", CONTEXT, choices=["x", "y"]) == "x"
    assert Reader().read("A red boat?", "", choices=["a green house", "a red boat"]) == "a red boat"


def test_more_than_one_sentence_is_given_only_when_about_as_good() -> None:
    context = "- The red door code is 12.\n- The blue door code is 34.\n- Doors are nice.\n"
    both = Reader().read("What is the door code?", context)
    assert both == "The red door code is 12. The blue door code is 34."
    assert Reader(sentences=1).read("What is the door code?", context) == (
        "The red door code is 12."
    )


def test_meaning_counts_and_few_texts_are_embedded() -> None:
    class Spy:
        identity, dim, truncated, chunked, elapsed_s = "spy", 2, 0, 0, 0.0

        def __init__(self) -> None:
            self.texts: list[str] = []

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            self.texts += texts
            near = [[1.0, 0.0] if "hound" in t or "dog" in t else [0.0, 1.0] for t in texts]
            return np.array(near, dtype=np.float32)

    spy = Spy()

    def get() -> Embedder:
        return spy

    context = "".join(f"- note {i} about nothing.\n" for i in range(100))
    context += "- My hound is named Rex.\n- My cat is named Tom.\n"
    reader = Reader(embedder=get, candidates=4, sentences=1)
    assert reader.read("How is my dog named?", context) == "My hound is named Rex."
    assert len(spy.texts) == 5


def test_it_is_the_same_every_time() -> None:
    embedder = load_embedder("hashing")
    reader = Reader(embedder=lambda: embedder)
    answers = {reader.read("What is the garage code?", CONTEXT) for _ in range(3)}
    assert len(answers) == 1
