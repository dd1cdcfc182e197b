import pytest

from reprobridge_spec.launch.ancestry.brought import brought
from reprobridge_spec.model.ancestry import Ancestry, Making


@pytest.mark.parametrize(
    ("path", "making", "source"),
    [
        ("scores.json", Making.COPIED, "work/code/results.json"),
        ("scores.json", Making.LINKED, "work/code/results.json"),
        ("scores.json", Making.MOVED, "environment/lib/results.json"),
        ("events/a.0", Making.COPIED, "work/code/a.0"),
    ],
)
def test_a_score_that_the_artifact_ships_never_counts(path: str, making: Making, source: str) -> None:
    said = brought({path: Ancestry(making=making, source=source)}, {"scores.json", "events"})
    assert said.startswith(f"the launcher did not make {path}, it was {making} from {source}")


@pytest.mark.parametrize(
    ("path", "ancestry"),
    [
        ("scores.json", Ancestry(making=Making.WRITTEN, writer="python")),
        ("scores.json", Ancestry(making=Making.COPIED, source="tmp/scores.json")),
        ("scores.json", Ancestry(making=Making.MOVED, source="output/scores.json.new")),
        ("scores.json", Ancestry(making=Making.COPIED, source="inputs/data/scores.json")),
        ("scores.json", Ancestry(making=Making.UNSEEN)),
        ("scores.json", Ancestry(making=Making.KEPT, existed=True)),
        ("config.json", Ancestry(making=Making.COPIED, source="work/code/config.json")),
        ("scores.json.bak", Ancestry(making=Making.COPIED, source="work/code/results.json")),
    ],
)
def test_what_a_run_made_or_is_no_score_counts(path: str, ancestry: Ancestry) -> None:
    assert brought({path: ancestry}, {"scores.json"}) == ""
