"""What is in force for a run, as one line for a person."""

from reprobridge_spec.model.isolation import Isolation

_UNITS = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B"))


def said(isolation: Isolation) -> str:
    """`isolation: bubblewrap 0.8.0, no network; at most 2 GiB of memory (cgroup v2), 10 min`."""
    limits = ", ".join(_limit(name, float(limit.most), limit.by) for name, limit in isolation.limits.items())
    apart = "" if isolation.read_only else "; the launchers could read and write what the caller can"
    within = f"; at most {limits}" if limits else ""
    return f"isolation: {isolation.tool or isolation.kind}, {_network(isolation)}{apart}{within}"


def _network(isolation: Isolation) -> str:
    if not isolation.network:
        return "no network"
    if isolation.hosts and not isolation.hosts_filtered:
        return f"network for {', '.join(isolation.hosts)}, other hosts not kept from it"
    return "network"


def _limit(name: str, most: float, by: str) -> str:
    match name:
        case "time":
            return f"{most:g} s"
        case "processes":
            return f"{most:g} processes and threads ({by})"
    unit, text = next(item for item in _UNITS if most >= item[0] or item[0] == 1)
    return f"{most / unit:.4g} {text} of {name}" + ("" if by == "rrspec" else f" ({by})")
