"""The base of every document model, and unions told apart by the key that is there."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Tag

TAG_MARK = "|"
"""First character of a union's branch names, which are no part of a place in a document."""


class Model(BaseModel):
    """A frozen value with known fields; what each field means is the text under it."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,
        use_attribute_docstrings=True,
        validate_by_name=True,
        validate_by_alias=True,
    )


def branch(key: str) -> Tag:
    """The mark of a union's branch that is chosen where `key` is there."""
    return Tag(TAG_MARK + key)


def by_key(*keys: str, otherwise: str | None = None) -> Discriminator:
    """Chooses the branch of a union by the first of `keys` that a mapping has.

    Args:
        keys: names of branches, each the name of a key.
        otherwise: the branch for a value that is no mapping, or has none of the keys.
    """

    def choose(value: Any) -> str | None:  # noqa: ANN401 (any document value)
        present = value if isinstance(value, dict) else getattr(value, "__dict__", None)
        if isinstance(present, dict):
            for key in keys:
                if key in present or f"{key}_" in present:
                    return TAG_MARK + key
        return TAG_MARK + otherwise if otherwise else None

    return Discriminator(choose, custom_error_type="no_branch", custom_error_message=", ".join(keys))


def text_or(kind: type[Model], key: str) -> Any:  # noqa: ANN401 (an annotation is built)
    """A type that is either a text or a mapping of `kind`."""
    return Annotated[
        Annotated[str, Tag(TAG_MARK + "text")] | Annotated[kind, Tag(TAG_MARK + key)],
        Discriminator(lambda value: TAG_MARK + (key if isinstance(value, dict | Model) else "text")),
    ]
