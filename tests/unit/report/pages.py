"""A page as tests look at it."""

from dataclasses import dataclass
from pathlib import Path

from lxml import html

from reprobridge_spec.report.document import document
from reprobridge_spec.report.gather import gathered
from reprobridge_spec.report.sources import Sources
from tests.unit.report.artifacts import NOW


@dataclass(frozen=True)
class Page:
    """Its text, its tree, and what it was made from."""

    text: str
    root: html.HtmlElement
    sources: Sources

    def all(self, path: str) -> list[html.HtmlElement]:
        """The elements at an XPath."""
        found = self.root.xpath(path)
        assert isinstance(found, list)
        return [one for one in found if isinstance(one, html.HtmlElement)]

    def one(self, path: str) -> html.HtmlElement:
        """The one element at an XPath."""
        found = self.all(path)
        assert len(found) == 1, f"{len(found)} at {path}"
        return found[0]

    def words(self, path: str) -> str:
        """The words of the one element at an XPath, blanks as one."""
        return " ".join(self.one(path).text_content().split())

    def row(self, task: str) -> html.HtmlElement:
        """The rows of a task."""
        return self.one(f"//tbody[@id='task-{task.replace('/', '--')}']")

    def cell(self, task: str, label: str) -> html.HtmlElement:
        """A cell of a task's row."""
        (found,) = self.row(task).xpath(f".//td[@data-label='{label}']")
        assert isinstance(found, html.HtmlElement)
        return found


def page_of(folder: Path) -> Page:
    """The page of the artifact in `folder`."""
    with gathered(folder, NOW) as sources:
        assert isinstance(sources, Sources)
        text = document(sources)
    return Page(text=text, root=html.document_fromstring(text), sources=sources)
