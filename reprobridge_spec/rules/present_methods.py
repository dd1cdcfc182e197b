"""The method digests of the present plans, which tell fresh records from stale ones."""

from collections.abc import Callable

from reprobridge_spec.model.resolved import ChainError, ordered
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context


class PresentMethods:
    """Method digests of one artifact's experiments; one that cannot be computed is remembered."""

    def __init__(self, context: Context) -> None:
        self._plans = context.plans
        self._is_circular = isinstance(ordered(context.experiments), ChainError)
        self._unknown: list[str] = []

    def of(self, experiment: str) -> str | None:
        """The method digest; None where it cannot be computed."""
        if self._is_circular:
            self._unknown.append(f"the plan of `{experiment}` cannot be computed: experiments wait for one another")
            return None
        return self._computed(self._plans.method, experiment)

    def smoke_of(self, experiment: str) -> str | None:
        """The digest of the smoke run's section; None where it cannot be computed."""
        return self._computed(self._plans.smoke, experiment)

    def _computed(self, digest_of: Callable[[str], str], experiment: str) -> str | None:
        try:
            return digest_of(experiment)
        except (KeyError, OSError, ValueError) as error:
            self._unknown.append(f"the plan of `{experiment}` cannot be computed, since it names what is not there")
            self._unknown[-1] += f": {error}"
            return None

    def raise_if_unknown(self) -> None:
        """Says that the rule could not look everywhere.

        Raises:
            Unchecked: a method digest could not be computed.
        """
        if self._unknown:
            raise Unchecked(self._unknown[0])
