"""What was found in a repository, each with the place where it stands."""

from collections.abc import Iterable
from enum import StrEnum

from reprobridge_spec.frozen import dataclass


class Topic(StrEnum):
    """What a fact is about."""

    RELEASE = "release"
    LICENCE = "licence"
    DEPENDENCIES = "dependencies"
    LEFT_OUT = "left out of the requirements"
    COMMANDS = "commands"
    SEEDS = "seeds"
    DATA = "data"
    CHECKPOINTS = "checkpoints"
    RESULTS = "shipped results"
    TABLES = "tables"
    ACCELERATORS = "accelerators"
    PATHS = "paths of one machine"
    SUBMODULES = "submodules"
    POINTERS = "files that are not there"
    FORMATS = "other formats"
    TRACKERS = "experiment trackers"
    REMOVED = "what packages no longer have"
    UNREAD = "not read"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands.

    Attributes:
        path: the file, from the repository's root; empty where it stands in none.
        line: counts from one; 0 where it is the file as a whole.
    """

    path: str = ""
    line: int = 0

    def __str__(self) -> str:
        path = "".join(sign if sign.isprintable() else "?" for sign in self.path)
        return f"{path}:{self.line}" if self.line else path


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was found.

    Attributes:
        text: what, in words.
        place: where.
        advice: what a person should do about it; empty where nothing.
    """

    topic: Topic
    text: str
    place: Place = Place()
    advice: str = ""


def first_of(facts: Iterable[Fact], topic: Topic) -> list[Fact]:
    """The facts about one topic, in the order in which they were found."""
    return [fact for fact in facts if fact.topic is topic]
