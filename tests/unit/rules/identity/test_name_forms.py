"""Of a name, the forms in which people, accounts and lists of references write it are looked for."""

import pytest

from reprobridge_spec.rules.identity_terms import Terms

_SAME = {
    "Ludwig van der Bergen": "Bergen, Ludwig van der",
    "Jean-Luc Picardy": "Picardy, Jean-Luc",
    "Miles O'Brianson": "Miles O\u2019Brianson",
    "Sam Davisson Jr.": "Davisson, Sam, Jr.",
    "Dr. John R. R. Tolkson": "Tolkson, John R.R.",
}


@pytest.mark.parametrize("one", _SAME)
def test_however_a_name_is_given_it_is_found_as_it_is_written_otherwise(one: str) -> None:
    assert Terms([_SAME[one]]).places(one.removeprefix("Dr. ").removesuffix(" Jr."))
    assert Terms([one]).places(_SAME[one].removesuffix(", Jr."))


@pytest.mark.parametrize("account", ["~Jane_Doe1", "janedoe2", "jane.doe17", "Jane_Doe3"])
def test_a_number_behind_a_whole_name_hides_nothing(account: str) -> None:
    assert Terms(["Jane Doe"]).places(account)


@pytest.mark.parametrize("account", ["jdoe2", "doe1", "jane1", "janedoe2x", "xjanedoe2", "j_doer"])
def test_a_number_behind_a_part_of_it_makes_another_account(account: str) -> None:
    assert not Terms(["Jane Doe"]).places(account)


@pytest.mark.parametrize("word", ["sdata", "iofdata", "S. University", "University, S.", "datainstitute"])
def test_an_institution_has_no_initials(word: str) -> None:
    assert not Terms(["Sample University", "Institute of Data"]).places(word)
