"""Sites whose launchers the tests play; see the tests of `launch`."""

from tests.unit.launch.conftest import make_site as make_site  # noqa: PLC0414 (a fixture for this folder too)
from tests.unit.launch.conftest import manifest as manifest  # noqa: PLC0414
from tests.unit.launch.test_campaign import site as site  # noqa: PLC0414
