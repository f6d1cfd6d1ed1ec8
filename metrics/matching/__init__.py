"""Does this text state this atom: as current, denied, past or hypothetical, of this subject?"""

from metrics.matching.overlap import token_f1
from metrics.matching.stances import hardness_of, stances, states
from metrics.matching.utterance import Stance, Utterance, utterance_of

__all__ = [
    "Stance",
    "Utterance",
    "hardness_of",
    "stances",
    "states",
    "token_f1",
    "utterance_of",
]
