"""What an exit code says."""

import signal

_SIGNALLED = 128


def said(code: int) -> str:
    """How a program ended that ended badly, for a sentence about it; `code` as the shell counts, 128 + N after N."""
    try:
        name = signal.Signals(code - _SIGNALLED).name
    except ValueError:
        return f"ended with exit code {code}"
    why = ", as the kernel does where memory runs out" if name == "SIGKILL" else ""
    return f"was ended by {name} (exit code {code}){why}"
