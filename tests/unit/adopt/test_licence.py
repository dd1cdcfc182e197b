import pytest

from reprobridge_spec.adopt.licence import UNKNOWN, licence_of, spdx_of
from tests.unit.adopt.repository import MIT, layout_of

BSD = "Redistribution and use in source and binary forms, with or without\nmodification, are permitted provided that"
KNOWN = {
    "MIT": MIT,
    "Apache-2.0": "                 Apache License\n           Version 2.0, January 2004\n",
    "GPL-3.0-only": "GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007",
    "GPL-2.0-only": "GNU GENERAL PUBLIC LICENSE\n   Version 2, June 1991",
    "LGPL-3.0-only": "GNU LESSER GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007",
    "AGPL-3.0-only": "GNU AFFERO GENERAL PUBLIC LICENSE\n  Version 3, 19 November 2007",
    "BSD-3-Clause": f"{BSD} ... Neither the name of the copyright holder nor",
    "BSD-2-Clause": BSD,
    "CC-BY-NC-4.0": "Attribution-NonCommercial 4.0 International\n\n=====",
    "CC-BY-4.0": "Creative Commons\nAttribution 4.0 International\n",
    "MIT OR Apache-2.0": "SPDX-License-Identifier: MIT OR Apache-2.0\n",
}
OTHERS = {
    "a sentence": "You may use this for research.",
    "nothing": "",
    "a mention of MIT": "Developed at MIT. All rights reserved.",
    "a mention of a licence far below": "All rights reserved. " * 400 + "Parts: Apache License Version 2.0",
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_licence_is_known_by_its_words(name: str) -> None:
    assert spdx_of(KNOWN[name]) == name


@pytest.mark.parametrize("what", OTHERS)
def test_other_words_are_no_licence(what: str) -> None:
    assert spdx_of(OTHERS[what]) is None


def test_a_repository_without_licence_is_said_to_allow_nothing() -> None:
    name, _, facts = licence_of(layout_of({"README.md": "x", "sub/LICENSE": MIT}))
    assert name == UNKNOWN
    assert "nobody is allowed" in facts[0].text


def test_a_licence_of_its_own_words_is_unknown_and_said() -> None:
    name, place, facts = licence_of(layout_of({"LICENSE": "You may use this for research."}))
    assert (name, place.path) == (UNKNOWN, "LICENSE")
    assert facts[0].advice


def test_of_two_licences_the_one_that_is_known_counts() -> None:
    name, place, _ = licence_of(layout_of({"COPYING": "Ours.", "LICENSE.txt": MIT}))
    assert (name, str(place)) == ("MIT", "LICENSE.txt")
