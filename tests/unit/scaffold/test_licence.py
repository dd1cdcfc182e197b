from dataclasses import replace

import pytest

from reprobridge_spec import resources
from reprobridge_spec.scaffold.licence import fault_in_licence, known, licence_text
from reprobridge_spec.scaffold.values import Values
from tests.conftest import CHECKOUT

ENDS = {
    "Apache-2.0": ("Apache License", "limitations under the License."),
    "BSD-3-Clause": ("Copyright (c) Ada", "POSSIBILITY OF SUCH DAMAGE."),
    "CC-BY-4.0": ("Attribution 4.0 International", "contacted at creativecommons.org."),
    "MIT": ("MIT License", "SOFTWARE."),
}


def test_the_texts_that_are_chosen_most_are_here() -> None:
    assert known() == sorted(ENDS)


@pytest.mark.parametrize("name", known())
def test_each_that_is_here_is_an_identifier(name: str) -> None:
    assert fault_in_licence(name) is None


@pytest.mark.parametrize(("name", "ends"), ENDS.items())
def test_a_text_is_there_from_its_beginning_to_its_end(name: str, ends: tuple[str, str], values: Values) -> None:
    text = licence_text(replace(values, license=name, authors="Ada"))
    assert text is not None
    said = text.decode().strip()
    assert (said.startswith(ends[0]), said.endswith(ends[1]), "<holders>" in said) == (True, True, False)


def test_the_licence_of_rrspec_is_the_same_text() -> None:
    ours = (CHECKOUT / "LICENSE").read_bytes()
    assert (resources.folder("templates") / "_licenses" / "Apache-2.0.txt").read_bytes() == ours


@pytest.mark.parametrize("name", ["ISC", "Apache-2.0 OR MIT", "LicenseRef-x", "TODO: MIT", "../MIT", "mit"])
def test_of_another_there_is_no_text(name: str, values: Values) -> None:
    assert licence_text(replace(values, license=name)) is None


def test_holders_are_one_line_as_they_were_typed(values: Values) -> None:
    text = licence_text(replace(values, license="MIT", authors="{{ 7*7 }}\n<holders>; Ben\x1b[0m"))
    assert text is not None
    assert text.splitlines()[2] == b"Copyright (c) {{ 7*7 }} <holders>, Ben[0m"
