#!/bin/bash
# one run
set -euo pipefail
export OMP_NUM_THREADS=4
python -u launchers/run.py "$@" | tee "$RRA_OUTPUT_DIR/train.log"
