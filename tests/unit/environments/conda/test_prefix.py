from pathlib import Path

import pytest

from reprobridge_spec.environments.conda.prefix import with_prefix
from reprobridge_spec.errors import NotDoneError

OLD = "/opt/placehold_placehold_placehold"
NEW = Path("/srv/environment")


def test_in_a_text_every_place_is_replaced() -> None:
    data = f"a={OLD}/lib\nb={OLD}:{OLD}\n".encode()
    assert with_prefix(data, OLD, NEW, is_text=True) == f"a={NEW}/lib\nb={NEW}:{NEW}\n".encode()


def test_in_a_program_nothing_moves_and_zeros_fill_what_is_left() -> None:
    data = b"\x7fELF\0" + f"{OLD}/lib:{OLD}/lib64".encode() + b"\0next\0" + f"x{OLD}".encode() + b"\0"
    made = with_prefix(data, OLD, NEW, is_text=False)
    assert len(made) == len(data)
    assert made.index(b"next") == data.index(b"next")
    assert made.split(b"\0")[1] == f"{NEW}/lib:{NEW}/lib64".encode()
    assert f"x{NEW}".encode() + b"\0" in made
    assert OLD.encode() not in made


def test_a_program_has_no_room_for_a_longer_path() -> None:
    with pytest.raises(NotDoneError, match="too long") as caught:
        with_prefix(f"{OLD}\0".encode(), OLD, Path("/srv/" + "x" * 40), is_text=False)
    assert "RRSPEC_CACHE" in caught.value.hint


def test_a_first_line_that_is_too_long_finds_its_program_by_name() -> None:
    long = Path("/srv/" + "x" * 150)
    data = f"#!{OLD}/bin/python3.11 -I\nimport sys\n".encode()
    assert with_prefix(data, OLD, long, is_text=True) == b"#!/usr/bin/env python3.11 -I\nimport sys\n"


@pytest.mark.parametrize("data", [b"no placeholder", b"", b"#!/bin/sh\n"])
def test_what_does_not_hold_the_placeholder_stays(data: bytes) -> None:
    assert with_prefix(data, OLD, NEW, is_text=True) == data
    assert with_prefix(data, OLD, NEW, is_text=False) == data
