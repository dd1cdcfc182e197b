import hashlib
from pathlib import Path

import pytest

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.transfer.download import Target
from reprobridge_spec.environments.transfer.each import Job, bring_each, refuse_failed, worst
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from tests.misbehaving import Reply, Server, Time, line_of

FILES = {f"/f/{number}": f"file {number}".encode() for number in range(20)}


def _jobs(server: Server) -> list[Job]:
    return [
        Job(
            file=Wanted(name=path, path=path, sha256=hashlib.sha256(data).hexdigest()),
            targets=(Target(address=server.says(path, Reply(body=data))),),
        )
        for path, data in FILES.items()
    ]


def _landing(store: Store, folder: Path) -> Landing:
    return Landing(store, "toy", folder, silent)


@pytest.mark.parametrize("at_once", [1, 3, 50])
def test_all_files_come(server: Server, tmp_path: Path, time: Time, at_once: int) -> None:
    store, jobs = Store(tmp_path / "cache"), _jobs(server)
    assert bring_each(jobs, _landing(store, tmp_path), line_of(time), at_once=at_once) == []
    assert all(store.has(job.file.sha256) for job in jobs)


def test_those_that_fail_are_told_and_the_others_come(server: Server, tmp_path: Path, time: Time) -> None:
    store, jobs = Store(tmp_path / "cache"), _jobs(server)
    server.says("/f/3", Reply(status=404, body=b""))
    server.says("/f/7", Reply(status=403, body=b""))
    failed = bring_each(jobs, _landing(store, tmp_path), line_of(time))
    assert {job.file.name for job, _ in failed} == {"/f/3", "/f/7"}
    assert sum(store.has(job.file.sha256) for job in jobs) == 18
    with pytest.raises(NotDoneError, match=r"answers 403 Forbidden; and 1 more of its files could not be had"):
        refuse_failed(failed)


def test_what_is_there_already_is_not_asked_for(server: Server, tmp_path: Path, time: Time) -> None:
    store, jobs = Store(tmp_path / "cache"), _jobs(server)
    bring_each(jobs, _landing(store, tmp_path), line_of(time))
    asked = len(server.asked)
    bring_each(jobs, _landing(store, tmp_path), line_of(time))
    assert len(server.asked) == asked


@pytest.mark.parametrize("at_once", [1, 4])
def test_a_cache_that_cannot_be_written_ends_all(server: Server, tmp_path: Path, time: Time, at_once: int) -> None:
    (tmp_path / "cache").touch()
    with pytest.raises(OSError, match="Not a directory"):
        bring_each(_jobs(server), _landing(Store(tmp_path / "cache"), tmp_path), line_of(time), at_once=at_once)


WRONG, NOT_DONE = ArtifactError("a is wrong", hint="Mend it."), NotDoneError("b is busy", hint="Wait.")


@pytest.mark.parametrize(
    ("errors", "kind", "text"),
    [
        ([WRONG], ArtifactError, "a is wrong"),
        ([WRONG, WRONG], ArtifactError, "a is wrong"),
        ([NOT_DONE, WRONG], NotDoneError, "b is busy; a is wrong"),
        ([WRONG, NOT_DONE], NotDoneError, "a is wrong; b is busy"),
    ],
)
def test_what_could_not_be_told_outweighs_what_is_wrong(
    errors: list[RrspecError], kind: type[RrspecError], text: str
) -> None:
    error = worst(errors)
    assert (type(error), str(error)) == (kind, text)
    assert error.hint == ("Wait." if kind is NotDoneError else "Mend it.")


def test_where_nothing_failed_nothing_is_refused() -> None:
    refuse_failed([])
