"""Which licence a text is, told by words that stand in it and in no other."""

from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.lazy_pattern import lazy_pattern

UNKNOWN = "unknown"
_SPACE = lazy_pattern(r"\s+")
_SPDX = lazy_pattern(r"SPDX-License-Identifier:\s*([\w.+() -]{2,80}?)\s*(?:\*/|-->|\n|$)")
_WORDS = (
    ("AGPL-3.0-only", "gnu affero general public license version 3"),
    ("LGPL-3.0-only", "gnu lesser general public license version 3"),
    ("LGPL-2.1-only", "gnu lesser general public license version 2.1"),
    ("GPL-3.0-only", "gnu general public license version 3"),
    ("GPL-2.0-only", "gnu general public license version 2"),
    ("MPL-2.0", "mozilla public license version 2.0"),
    ("Apache-2.0", "apache license version 2.0"),
    ("CC-BY-NC-SA-4.0", "attribution-noncommercial-sharealike 4.0 international"),
    ("CC-BY-NC-ND-4.0", "attribution-noncommercial-noderivatives 4.0 international"),
    ("CC-BY-NC-4.0", "attribution-noncommercial 4.0 international"),
    ("CC-BY-SA-4.0", "attribution-sharealike 4.0 international"),
    ("CC-BY-4.0", "attribution 4.0 international"),
    ("CC0-1.0", "cc0 1.0 universal"),
    ("Unlicense", "this is free and unencumbered software released into the public domain"),
    ("MIT", "permission is hereby granted, free of charge, to any person obtaining a copy of this software and"),
    ("ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"),
)
_BSD = "redistribution and use in source and binary forms, with or without modification, are permitted provided"
_NO_ENDORSEMENT = "neither the name"
_DEMAND = 4000
"""Letters at the beginning in which a licence says its name."""


def spdx_of(text: str) -> str | None:
    """The SPDX identifier of a licence's text; None where it is none that is known by its words.

    Of the GPL family only the version can be told from the text, not whether later ones may be chosen.
    """
    if said := _SPDX.search(text):
        return said[1]
    plain = _SPACE.sub(" ", text).lower()
    if _BSD in plain:
        return "BSD-3-Clause" if _NO_ENDORSEMENT in plain else "BSD-2-Clause"
    start = plain[:_DEMAND].replace(", version", " version").replace("license, ", "license ")
    return next((name for name, words in _WORDS if words in start), None)


def licence_of(layout: Layout) -> tuple[str, Place, list[Fact]]:
    """SPDX identifier of the repository's licence, where it stands, and what is to be said about it."""
    facts = list(_facts(layout))
    for fact in facts:
        if not fact.advice:
            return fact.text, fact.place, facts
    return UNKNOWN, facts[0].place, facts


def _facts(layout: Layout) -> Iterator[Fact]:
    for path in layout.licences:
        text = layout.text(path, 8 * LIMIT)
        if name := spdx_of(text):
            yield Fact(Topic.LICENCE, name, Place(path))
        else:
            yield Fact(Topic.LICENCE, "a licence of its own words", Place(path), "Read it, and say what it allows.")
    if not layout.licences:
        yield Fact(
            Topic.LICENCE,
            "no licence stands at the root: nobody is allowed to hand the code on",
            advice="Ask its authors; until then, keep the artifact to yourself.",
        )
