"""The whole page: one file that opens without a server, asks nobody for anything, and reads as well without script."""

import base64
import hashlib
from datetime import UTC
from pathlib import Path

from reprobridge_spec import __version__
from reprobridge_spec.report.components import components
from reprobridge_spec.report.cost import cost, hardware
from reprobridge_spec.report.evidence import evidence
from reprobridge_spec.report.found import findings, silenced
from reprobridge_spec.report.gates import gates
from reprobridge_spec.report.gather import Unreadable
from reprobridge_spec.report.guide import changes, decisions
from reprobridge_spec.report.limits import limits, limits_of_unreadable
from reprobridge_spec.report.markup import Html, attribute, join, tag
from reprobridge_spec.report.masthead import masthead, verdict
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.tasks import tasks
from reprobridge_spec.report.without_secrets import mask_of, without_secrets
from reprobridge_spec.schemas.kinds import SPEC_VERSION

GENERATOR = "rrspec report"
"""By this a file is known as a report, which a new one may replace."""
_HERE = Path(__file__).parent
_PARTS = (
    ("tasks", "Tasks"),
    ("findings", "Findings"),
    ("decisions", "Decisions"),
    ("changes", "Changes"),
    ("components", "Environments, inputs"),
    ("gates", "Gates"),
    ("evidence", "Evidence"),
    ("hardware", "Hardware"),
    ("cost", "Cost"),
    ("waivers", "Waivers"),
    ("limits", "Not shown"),
)


def document(sources: Sources | Unreadable) -> str:
    """The page as text in UTF-8 without anything that UTF-8 cannot hold."""
    if isinstance(sources, Unreadable):
        return _page("An artifact whose manifest cannot be read", *_of_unreadable(sources), sources)
    body = join(
        [
            tasks(sources),
            findings(sources.checked),
            decisions(sources),
            changes(sources),
            components(sources),
            gates(sources),
            evidence(sources),
            hardware(sources),
            cost(sources),
            silenced(sources.validation.silenced),
            limits(sources),
        ]
    )
    title = f"{sources.manifest.title} · reproduction report"
    return _page(
        title, masthead(sources), join([_contents(_PARTS), tag("main", body, id="main", tabindex="-1")]), sources
    )


def _of_unreadable(sources: Unreadable) -> tuple[Html, Html]:
    head = tag(
        "header",
        tag("p", tag("span", f"RRA {SPEC_VERSION}"), class_="kicker"),
        tag("h1", "An artifact whose manifest cannot be read"),
        tag("div", verdict(sources.checked.report), class_="first"),
        class_="masthead",
    )
    parts = [
        findings(sources.checked),
        silenced(sources.checked.report.silenced),
        limits_of_unreadable(sources.checked),
    ]
    contents = _contents(tuple(part for part in _PARTS if part[0] in {"findings", "waivers", "limits"}))
    return head, join([contents, tag("main", *parts, id="main", tabindex="-1")])


def _contents(parts: tuple[tuple[str, str], ...]) -> Html:
    links = [tag("li", tag("a", name, href=f"#{anchor}")) for anchor, name in parts]
    return tag("nav", tag("ul", *links), aria_label="Sections", class_="contents")


def _page(title: str, head: Html, body: Html, sources: Sources | Unreadable) -> str:
    style, script = (_HERE / "page.css").read_text("utf-8"), (_HERE / "page.js").read_text("utf-8")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; "
        "form-action 'none'"
    )
    moment = sources.now.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    mask = mask_of(None if isinstance(sources, Unreadable) else sources.context, title, head, body)
    title, head, body = mask(title), without_secrets(head, mask), without_secrets(body, mask)
    whole = join(
        [
            Html("<!doctype html>\n"),
            Html('<html lang="en">'),
            tag(
                "head",
                tag("meta", charset="utf-8"),
                tag("meta", http_equiv="Content-Security-Policy", content=policy),
                tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
                tag("meta", name="color-scheme", content="light dark"),
                tag("meta", name="referrer", content="no-referrer"),
                tag("meta", name="generator", content=f"{GENERATOR} {__version__}"),
                Html(f"<title>{attribute(title[:300])}</title>"),  # no element can stand in a title
                Html(f"<style>{style}</style>"),
            ),
            Html("<body>"),
            tag("a", "Skip to the tasks", href="#main", class_="skip"),
            tag("div", class_="tools", id="tools"),
            head,
            body,
            tag(
                "footer",
                tag("p", f"Made {moment} by rrspec {__version__} for RRA {SPEC_VERSION}. One file, no requests."),
            ),
            Html(f"<script>{script}</script></body></html>\n"),
        ]
    )
    return str(whole)


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
