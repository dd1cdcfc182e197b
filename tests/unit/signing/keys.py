"""Keys and a time-stamping authority of one test session, made by the tools themselves."""

import subprocess
from pathlib import Path

_CONFIGURATION = """
[tsa]
default_tsa = own
[own]
dir = {place}
serial = {place}/serial
crypto_device = builtin
signer_cert = {place}/tsa.pem
signer_key = {place}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
clock_precision_digits = 3
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical,CA:TRUE
[stamps]
extendedKeyUsage = critical,timeStamping
"""


def run(*command: object, cwd: Path | None = None) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, check=True, capture_output=True)


def key(place: Path, name: str) -> Path:
    """A private key without a passphrase; its public half lies beside it."""
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", place / name)
    return place / name


def signers(*trusted: tuple[str, Path, str]) -> bytes:
    """A list of signers: name, key, and options such as `namespaces="rra-record"`."""
    lines = [
        f"{name} {options} {key.with_suffix('.pub').read_text()}".replace("  ", " ") for name, key, options in trusted
    ]
    return "".join(lines).encode()


class Authority:
    """A time-stamping authority, and who vouches for it."""

    def __init__(self, place: Path) -> None:
        place.mkdir()
        self._configuration = place / "openssl.cnf"
        self._configuration.write_text(_CONFIGURATION.format(place=place))
        (place / "serial").write_text("01\n")
        new = (
            "openssl",
            "req",
            "-config",
            self._configuration,
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
        )
        run(
            *new,
            "-x509",
            "-extensions",
            "ca",
            "-subj",
            "/CN=Root",
            "-keyout",
            place / "ca.key",
            "-out",
            place / "ca.pem",
        )
        run(*new, "-subj", "/CN=Clock", "-keyout", place / "tsa.key", "-out", place / "tsa.csr")
        run(
            *("openssl", "x509", "-req", "-in", place / "tsa.csr", "-CA", place / "ca.pem", "-CAkey", place / "ca.key"),
            *("-set_serial", "2", "-extfile", self._configuration, "-extensions", "stamps", "-out", place / "tsa.pem"),
        )
        self.certificates = (place / "ca.pem").read_bytes()

    def answer(self, query: Path, target: Path) -> bytes:
        run(
            *("openssl", "ts", "-reply", "-config", self._configuration, "-section", "own"),
            *("-queryfile", query, "-out", target),
        )
        return target.read_bytes()
