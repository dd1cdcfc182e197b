"""`python -m reprobridge_spec` is `rrspec`."""

from reprobridge_spec.cli.main import main

main()
