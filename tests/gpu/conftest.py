"""These tests need a card: `make test-gpu` asks for them, and nothing else collects them."""

import os

collect_ignore_glob = [] if os.environ.get("RRSPEC_TEST_GPU") else ["*"]
