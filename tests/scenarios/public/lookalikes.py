"""Small files of every layout, written here; each holds one of everything the real ones hold."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = Any


@dataclass(frozen=True)
class LookAlike:
    """A data set in miniature.

    Attributes:
        files: Name below the folder -> decoded contents, of the files that are JSON.
        take: What the loader takes, below the folder; "" is the folder itself.
        main: The file without which there is nothing to load.
        questions: Counts the question entries of (possibly damaged) contents.
    """

    name: str
    files: dict[str, Json]
    take: str
    questions: Callable[[dict[str, Json]], int]
    main: str = ""

    def write(self, folder: Path) -> Path:
        for name, contents in self.files.items():
            write(folder / name, contents)
        return folder / self.take if self.take else folder


def write(path: Path, contents: Json) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jsonl":
        text = "".join(f"{json.dumps(line)}\n" for line in contents)
    elif path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8", errors="surrogatepass") as stream:
            table = csv.DictWriter(stream, fieldnames=list(contents[0]))
            table.writeheader()
            table.writerows(contents)
        return path
    else:
        text = json.dumps(contents)
    data = text.encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


def locomo_item(name: str = "conv-1") -> Json:
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Mira",
            "speaker_b": "Olu",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Mira", "dia_id": "D1:1", "text": "I play the viola now."},
                {"speaker": "Olu", "dia_id": "D1:2", "text": "Lovely!", "blip_caption": "a viola"},
            ],
            "session_2_date_time": "9:00 am on 1 July, 2023",
            "session_2": [{"speaker": "Olu", "dia_id": "D2:1", "text": "I was in Porto."}],
        },
        "qa": [
            {
                "question": "What does Mira play?",
                "answer": "viola",
                "evidence": ["D1:1"],
                "category": 4,
            },
            {"question": "Where was Olu?", "answer": "Porto", "evidence": ["D2:1"], "category": 1},
            {"question": "Who sings?", "adversarial_answer": "Olu", "evidence": [], "category": 5},
        ],
    }


def locomo() -> LookAlike:
    return LookAlike(
        name="locomo",
        files={"locomo10.json": [locomo_item("conv-1"), locomo_item("conv-2")]},
        take="locomo10.json",
        questions=lambda files: sum(len(item["qa"]) for item in files["locomo10.json"]),
    )


def cue(words: str, gap: str = "two weeks later", kind: str = "state") -> Json:
    return {
        "relation_type": kind,
        "cue_dialogue": f"A: {words}\nB: I see.",
        "trigger_query": "A: Shall we order the prawns?",
        "time_gap": gap,
        "scores": {"bm25": 1.0},
        "ranks": {"bm25": 1},
    }


def locomo_plus() -> LookAlike:
    cues = [
        cue("Shellfish makes me ill."),
        cue("I walk to work now.", "several months later", "goal"),
    ]
    return LookAlike(
        name="locomo_plus",
        files={
            "locomo_plus.json": cues,
            "locomo10.json": [locomo_item("conv-1")],
        },
        take="locomo_plus.json",
        questions=lambda files: len(files["locomo_plus.json"]),
    )


def message(number: int, role: str, content: str, **more: Json) -> Json:
    return {"id": number, "role": role, "content": content, **more}


def beam_files() -> dict[str, Json]:
    chat = [
        {
            "batch_number": 1,
            "turns": [
                [
                    message(
                        0,
                        "user",
                        "My sprint ends on March 29. ->-> 1,1",
                        time_anchor="March-15-2024",
                    ),
                    message(1, "assistant", "Noted."),
                ],
                [
                    message(2, "user", "Prefer short answers. ->-> 1,2"),
                    message(3, "assistant", "Sure."),
                ],
            ],
        },
        {
            "batch_number": 2,
            "turns": [
                [
                    message(4, "user", "The API takes 250ms now.", time_anchor="April-05-2024"),
                    message(5, "assistant", "Good."),
                ]
            ],
        },
    ]
    return {
        "100K/1/chat.json": chat,
        "100K/1/probing_questions/probing_questions.json": beam_questions(),
    }


def beam_questions() -> Json:
    return {
        "abstention": [
            {"question": "Who is my boss?", "ideal_response": "No information.", "rubric": ["none"]}
        ],
        "knowledge_update": [
            {
                "question": "How long does the API take?",
                "answer": "250ms",
                "rubric": ["LLM response should state: 250ms"],
                "source_chat_ids": {"original_info": [0], "updated_info": [4]},
            }
        ],
        "event_ordering": [
            {
                "question": "In which order?",
                "answer": "sprint, API",
                "rubric": ["sprint", "API"],
                "source_chat_ids": [0, [4, 4]],
            }
        ],
        "temporal_reasoning": [
            {
                "question": "How many weeks?",
                "answer": "It took 4 weeks.",
                "rubric": ["LLM response should state: 8 weeks"],
                "source_chat_ids": {"first_event": [0], "second_event": [4]},
            }
        ],
        "preference_following": [
            {
                "question": "Explain it.",
                "expected_compliance": "Short.",
                "rubric": ["short"],
                "source_chat_ids": [2],
            }
        ],
    }


def beam() -> LookAlike:
    return LookAlike(
        name="beam",
        files=beam_files(),
        take="",
        questions=lambda files: sum(
            len(entries)
            for name, contents in files.items()
            if name.endswith("probing_questions.json")
            for entries in contents.values()
        ),
    )


OPTIONS = ("You like tea, so try the new tea house nearby.", "Try a bar.", "Stay in.", "Go out.")


def personamem_query(number: int, sessions: int) -> Json:
    listed = "\n".join(f"({letter}) {text}" for letter, text in zip("abcd", OPTIONS, strict=True))
    return {
        "id": f"query-{number}",
        "query": f"Where shall I go?\n\n{listed}",
        "gold_answers": [f"(a) {OPTIONS[0]}", "a"],
        "gold_ids": [f"ctx_{i}" for i in range(sessions)],
        "user_id": "ctx",
        "meta": {
            "persona_id": "0",
            "question_type": "recall_user_shared_facts" if number else "suggest_new_ideas",
            "retrieval_query": "Where shall I go?",
        },
    }


def personamem_documents() -> LookAlike:
    documents = [
        {
            "id": f"ctx_{i}",
            "content": (
                f"[SYSTEM] Name: Kai {i}\n\n"
                f"[USER] User: I like tea {i}.\n\n[ASSISTANT] Assistant: Fine."
            ),
            "user_id": "ctx",
            "timestamp": None,
        }
        for i in range(3)
    ]
    return LookAlike(
        name="personamem",
        files={
            "documents.json.gz": documents,
            "queries.json.gz": [personamem_query(0, 3), personamem_query(1, 2)],
        },
        take="",
        questions=lambda files: len(files["queries.json.gz"]),
    )


def personamem_row(number: int, end: int) -> dict[str, str]:
    return {
        "persona_id": "0",
        "question_id": f"id-{number}",
        "question_type": "suggest_new_ideas",
        "topic": "tea",
        "user_question_or_message": "Where shall I go?",
        "correct_answer": "(b)",
        "all_options": repr(
            [f"({letter}) {text}" for letter, text in zip("abcd", OPTIONS, strict=True)]
        ),
        "shared_context_id": "ctx",
        "end_index_in_shared_context": str(end),
    }


def personamem_published() -> LookAlike:
    turns = [
        {"role": "system", "content": "Name: Kai"},
        {"role": "user", "content": "User: I like tea."},
        {"role": "assistant", "content": "Assistant: Fine."},
        {"role": "system", "content": "Name: Kai"},
        {"role": "user", "content": "User: I gave up tea."},
    ]
    return LookAlike(
        name="personamem",
        files={
            "questions_32k.csv": [personamem_row(0, 5), personamem_row(1, 3)],
            "shared_contexts_32k.jsonl": [{"ctx": turns}],
        },
        take="",
        questions=lambda files: len(files["questions_32k.csv"]),
    )


def prefeval() -> LookAlike:
    item = {
        "preference": "I never eat gluten.",
        "question": "Which bakery shall I try?",
        "explanation": "Bakeries use gluten.",
    }
    options = ["A gluten-free one.", "The sourdough one.", "The rye one.", "Any one."]
    talk = [
        {"role": "user", "content": "Write a poem."},
        {"role": "assistant", "content": "Roses."},
    ]
    return LookAlike(
        name="prefeval",
        files={
            "explicit_preference/lifestyle_dietary.json": [item],
            "mcq_options/lifestyle_dietary.json": [
                {**item, "classification_task_options": options}
            ],
            "filtered_inter_turns.json": [
                {
                    "conversation_id": str(i),
                    "conversation": [{**m, "content": f"{m['content']} {i}"} for m in talk],
                }
                for i in range(8)
            ],
        },
        take="",
        questions=lambda files: len(files["mcq_options/lifestyle_dietary.json"]),
        main="mcq_options/lifestyle_dietary.json",
    )


def haystack(name: str = "q1", kind: str = "single-session-user") -> Json:
    return {
        "question_id": name,
        "question_type": kind,
        "question": "Where did I move?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "answer": "Oslo",
        "answer_session_ids": ["answer_ab12_1"],
        "haystack_dates": ["2023/05/22 (Mon) 10:00", "2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["answer_ab12_1", "f9"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "I moved to the north.", "has_answer": True},
                {"role": "assistant", "content": "Nice.", "has_answer": False},
            ],
            [
                {"role": "user", "content": "A riddle, please."},
                {"role": "assistant", "content": "What?"},
            ],
        ],
    }


def longmemeval() -> LookAlike:
    return LookAlike(
        name="longmemeval",
        files={"longmemeval_s.json": [haystack("q1"), haystack("q17_abs")]},
        take="longmemeval_s.json",
        questions=lambda files: len(files["longmemeval_s.json"]),
    )


def pool(source: str = "factconsolidation_sh_6k") -> Json:
    return {
        "context": "Here are facts:\n"
        + "\n".join(f"{i}. Land {i} has town {i}." for i in range(40)),
        "questions": ["Which town has land 3?", "Which town has land 4?"],
        "answers": [["town 3", "Town 3"], "town 4"],
        "metadata": {"source": source, "qa_pair_ids": ["x_no0", "x_no1"]},
    }


def memoryagentbench() -> LookAlike:
    return LookAlike(
        name="memoryagentbench",
        files={"rows.jsonl": [pool(), pool("eventqa_full")]},
        take="rows.jsonl",
        questions=lambda files: sum(len(row["questions"]) for row in files["rows.jsonl"]),
    )


def chat() -> LookAlike:
    contents = {
        "messages": [
            {"role": "user", "content": "Where is my order?", "at": "2024-03-01T10:00:00Z"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "function": {"name": "track", "arguments": '{"n": 991}'}}
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "order A-991 ships 3 May"},
            {"role": "assistant", "content": [{"type": "text", "text": "It ships on 3 May."}]},
        ],
        "probes": [
            {
                "question": "When does it ship?",
                "answer": "3 May",
                "evidence": [2],
                "required": [{"kind": "date", "value": "2024-05-03", "attribute": ["ships"]}],
            }
        ],
    }
    return LookAlike(
        name="chat",
        files={"talk.json": contents},
        take="talk.json",
        questions=lambda files: len(files["talk.json"]["probes"]),
    )


ALL = (
    locomo(),
    locomo_plus(),
    beam(),
    personamem_documents(),
    personamem_published(),
    prefeval(),
    longmemeval(),
    memoryagentbench(),
    chat(),
)
