import hashlib
import json
from typing import Any

import pytest

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.doi import DoiFiles, doi_in
from reprobridge_spec.environments.sources.services import Services
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.transfer.patience import PassingError
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.model.inputs import DoiSource
from tests.misbehaving import DATA, Reply, Server, Time, line_of

WANTED = Wanted(name="a", path=None, sha256=hashlib.sha256(DATA).hexdigest())
WITH_PATH = Wanted(name="a", path="sub/a.csv", sha256=WANTED.sha256)


def _json(value: Any, status: int = 200) -> Reply:
    return Reply(status=status, body=json.dumps(value).encode(), tag=None)


def _bring(
    server: Server, landing: Landing, time: Time, doi: str, path: str | None = None, wanted: Wanted = WANTED
) -> None:
    services = Services(
        resolver=server.address, zenodo=f"{server.address}/z", figshare=f"{server.address}/f", hub=server.address
    )
    source = DoiFiles(DoiSource(doi=doi, path=path), token=None, line=line_of(time), services=services)
    source.bring([wanted], landing)


def _zenodo(server: Server, **more: Any) -> dict[str, Any]:
    link = server.says("/z/api/records/123/files/a.csv/content", Reply())
    files = [{"key": "a.csv", "checksum": "md5:x", "links": {"self": link}}]
    return {"id": 123, "doi": "10.5281/zenodo.123", "conceptdoi": "10.5281/zenodo.122", "files": files, **more}


def _figshare(server: Server, **more: Any) -> dict[str, Any]:
    files = [{"name": "a.csv", "download_url": server.says("/f/files/1", Reply())}]
    return {"id": 9, "files": files, **more}


def _dataverse(server: Server, **more: Any) -> dict[str, Any]:
    server.says("/api/access/datafile/7", Reply(body=b"made from it"))
    server.says("/api/access/datafile/7?format=original", Reply())
    file = {"label": "a.tab", "directoryLabel": "sub", "dataFile": {"id": 7, "originalFileName": "a.csv"}, **more}
    return {"data": {"latestVersion": {"versionNumber": 2, "files": [file]}}}


@pytest.mark.parametrize("doi", ["10.5281/zenodo.123", "doi:10.5281/zenodo.123", "https://doi.org/10.5281/ZENODO.123"])
def test_a_file_of_zenodo_comes(server: Server, landing: Landing, store: Store, time: Time, doi: str) -> None:
    server.says("/z/api/records/123", _json(_zenodo(server)))
    _bring(server, landing, time, doi, "a.csv")
    assert store.has(WANTED.sha256)


def test_the_only_file_of_a_record_needs_no_name(server: Server, landing: Landing, store: Store, time: Time) -> None:
    server.says("/z/api/records/123", _json(_zenodo(server)))
    _bring(server, landing, time, "10.5281/zenodo.123")
    assert store.has(WANTED.sha256)


def test_the_newer_form_of_zenodo_is_read_too(server: Server, landing: Landing, store: Store, time: Time) -> None:
    server.says("/z/api/records/123", _json({"id": 123, "doi": "x", "files": [{"filename": "a.csv"}]}))
    server.says("/z/records/123/files/a.csv", Reply())
    _bring(server, landing, time, "10.5281/zenodo.123", "a.csv")
    assert store.has(WANTED.sha256)


@pytest.mark.parametrize("place", ["/f/v2/articles/9", "/f/v2/articles/9/versions/3"])
def test_a_file_of_figshare_comes(server: Server, landing: Landing, store: Store, time: Time, place: str) -> None:
    server.says(place, _json(_figshare(server)))
    version = ".v3" if "versions" in place else ""
    _bring(server, landing, time, f"10.6084/m9.figshare.9{version}", "a.csv")
    assert store.has(WANTED.sha256)


def _handle(page: str) -> Reply:
    return _json({"responseCode": 1, "values": [{"type": "HS_ADMIN"}, {"type": "URL", "data": {"value": page}}]})


def test_a_dataverse_is_known_by_its_page_and_gives_originals(
    server: Server, landing: Landing, store: Store, time: Time
) -> None:
    server.says(
        "/api/handles/10.1234/ab/cde", _handle(f"{server.address}/dataset.xhtml?persistentId=doi:10.1234/AB/CDE")
    )
    server.says("/api/datasets/:persistentId/?persistentId=doi:10.1234/AB/CDE", _json(_dataverse(server)))
    _bring(server, landing, time, "10.1234/AB/CDE", wanted=WITH_PATH)
    assert store.has(WANTED.sha256)


def test_another_doi_of_zenodo_is_known_by_its_page(server: Server, landing: Landing, store: Store, time: Time) -> None:
    server.says("/api/handles/10.1234/own", _handle("https://zenodo.org/record/123"))
    server.says("/z/api/records/123", _json(_zenodo(server)))
    _bring(server, landing, time, "10.1234/own", "a.csv")
    assert store.has(WANTED.sha256)


def test_an_archive_that_is_busy_is_asked_again(server: Server, landing: Landing, time: Time) -> None:
    server.says("/z/api/records/123", Reply(status=429, headers={"Retry-After": "3"}), _json(_zenodo(server)))
    _bring(server, landing, time, "10.5281/zenodo.123", "a.csv")
    assert time.pauses == [3.5]


BAD: dict[str, tuple[Reply | dict[str, Any], str, type[RrspecError]]] = {
    "no record": (Reply(status=404, body=b'{"message": "PID does not exist."}'), "PID does not exist", ArtifactError),
    "deleted": (Reply(status=410, body=b'{"message": "deleted"}'), "answers 410", ArtifactError),
    "refused": (Reply(status=403, body=b"<html><title>403</title>"), "answers 403", NotDoneError),
    "busy": (Reply(status=429, body=b""), "answers 429", PassingError),
    "broken": (Reply(status=504, body=b""), "answers 504", PassingError),
    "a page": (
        Reply(body=b"<!doctype html><title>Maintenance</title>"),
        "a web page, titled 'Maintenance'",
        NotDoneError,
    ),
    "no JSON": (Reply(body=b"x"), "it is no JSON", NotDoneError),
    "half of it": (Reply(body=b'{"id": 1', cut=5), "ended too early", PassingError),
    "a list": (Reply(body=b"[1]"), "form that is not known", NotDoneError),
    "no id": (Reply(body=b'{"files": [{}]}'), "form that is not known", NotDoneError),
    "closed": ({"files": [], "metadata": {"access_right": "restricted"}}, "its access is 'restricted'", NotDoneError),
    "no such file": ({"files": [{"key": "A.csv", "links": {}}]}, "holds no file 'a.csv'", ArtifactError),
    "to a disk": ({"files": [{"key": "a.csv", "links": {"self": "file:///etc/passwd"}}]}, "no kind of", ArtifactError),
}


@pytest.mark.parametrize("name", BAD)
def test_what_an_archive_does_not_give_is_told(server: Server, landing: Landing, time: Time, name: str) -> None:
    reply, message, kind = BAD[name]
    server.says("/z/api/records/123", reply if isinstance(reply, Reply) else _json(_zenodo(server, **reply)))
    with pytest.raises(kind, match=message) as caught:
        _bring(server, landing, time, "10.5281/zenodo.123", "a.csv")
    assert caught.value.hint


def test_a_near_name_is_told(server: Server, landing: Landing, time: Time) -> None:
    server.says("/z/api/records/123", _json(_zenodo(server)))
    with pytest.raises(ArtifactError) as caught:
        _bring(server, landing, time, "10.5281/zenodo.123", "A.csv")
    assert caught.value.hint == "Did you mean `a.csv`?"


def test_a_doi_that_stands_for_all_versions_is_told_where_the_file_is_another(
    server: Server, landing: Landing, time: Time
) -> None:
    server.says("/z/api/records/122", _json(_zenodo(server)))
    server.says("/z/api/records/123/files/a.csv/content", Reply(body=b"newer"))
    with pytest.raises(ArtifactError) as caught:
        _bring(server, landing, time, "10.5281/zenodo.122", "a.csv")
    assert "stands for all versions of the record; name one of them, 10.5281/zenodo.123" in caught.value.hint


def test_restricted_files_of_a_dataverse_are_nobodys_fault(server: Server, landing: Landing, time: Time) -> None:
    server.says("/api/handles/10.1234/x", _handle(f"{server.address}/dataset.xhtml?persistentId=doi:10.1234/X"))
    value = _dataverse(server, restricted=True)
    server.says("/api/datasets/:persistentId/?persistentId=doi:10.1234/X", _json(value))
    with pytest.raises(NotDoneError, match="all are restricted"):
        _bring(server, landing, time, "10.1234/x", "a.csv")


def test_an_archive_that_is_not_known_is_named(server: Server, landing: Landing, time: Time) -> None:
    server.says("/api/handles/10.1234/x", _handle("https://osf.io/abcde/"))
    with pytest.raises(NotDoneError, match=r"leads to https://osf\.io/abcde/, which is no archive that is known"):
        _bring(server, landing, time, "10.1234/x", "a.csv")


def test_a_doi_that_leads_nowhere_is_the_artifacts_fault(server: Server, landing: Landing, time: Time) -> None:
    with pytest.raises(ArtifactError, match="answers 404"):
        _bring(server, landing, time, "10.1234/x", "a.csv")


@pytest.mark.parametrize("text", ["zenodo.123", "10.5281", "10.5281/", "https://zenodo.org/records/123", "10.1/x y"])
def test_what_is_no_doi_is_told(text: str) -> None:
    with pytest.raises(ArtifactError, match="is no DOI"):
        doi_in(text)
