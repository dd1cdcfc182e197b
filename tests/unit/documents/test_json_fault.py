"""A fault in JSON is told in the same words and at the same place by every Python."""

import json

import pytest

from reprobridge_spec.documents.json_fault import fault_of
from reprobridge_spec.location import Mark

FAULTS = {
    "a last comma of an object": ('{"a": 1,\n}', "Illegal trailing comma before end of object", (1, 8)),
    "a last comma of a list": ("[\n  1,\n  2 ,\n]", "Illegal trailing comma before end of array", (3, 5)),
    "one further in": ('{"a": [1, ]}', "Illegal trailing comma before end of array", (1, 9)),
    "two commas": ('{"a": 1,,}', "Expecting property name enclosed in double quotes", (1, 9)),
    "a comma alone": ("[,]", "Expecting value", (1, 2)),
    "the wrong bracket behind a comma": ("[1,}", "Expecting value", (1, 4)),
    "a comma in a text, and no value": ('{"a,": ]', "Expecting value", (1, 8)),
    "the end behind a comma": ('{"a": 1,', "Expecting property name enclosed in double quotes", (1, 9)),
    "single quotes": ("{'a': 1}", "Expecting property name enclosed in double quotes", (1, 2)),
    "nothing": ("", "Expecting value", (1, 1)),
}


@pytest.mark.parametrize(("text", "message", "place"), FAULTS.values(), ids=FAULTS)
def test_a_fault_has_its_words_and_its_place(text: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    fault = fault_of(caught.value)
    assert (fault.message, fault.mark) == (message, Mark(*place))
