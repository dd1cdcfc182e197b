"""A repository in memory, and one in git, as `rrspec init` meets them."""

from pathlib import Path

from reprobridge_spec.adopt.layout import Layout
from reprobridge_spec.documents.files import Kind
from tests.unit.rules.memory_artifact import MemoryFiles

MIT = "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software and"


def layout_of(files: dict[str, str], *, links: frozenset[str] = frozenset()) -> Layout:
    """The layout of a repository with these texts."""
    contents = {path: text.encode() for path, text in files.items() if path not in links}
    return Layout(MemoryFiles(contents, dict.fromkeys(links, Kind.LINK), set()))


def committed(folder: Path, files: dict[str, str], *, url: str = "", is_new: bool = True) -> str:
    """Commits these files in a repository at `folder`, a new one unless it is there; the commit. Links stay links."""
    from dulwich import porcelain  # noqa: PLC0415 (a second to import)
    from dulwich.repo import Repo  # noqa: PLC0415 (the same)

    repo = porcelain.init(str(folder)) if is_new else Repo(str(folder))
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.is_symlink():
            place.write_text(text, encoding="utf-8")
    porcelain.add(repo, [str(folder / path) for path in files])
    commit = porcelain.commit(
        repo, message=b"as published", author=b"A <a@example.org>", committer=b"A <a@example.org>"
    )
    if url:
        config = repo.get_config()
        config.set((b"remote", b"origin"), b"url", url.encode())
        config.write_to_path()
    repo.close()
    return commit.decode()
