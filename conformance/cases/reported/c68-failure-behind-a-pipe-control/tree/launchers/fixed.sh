#!/usr/bin/env bash
set -eo pipefail
python3 train.py 2>&1 | tee log.txt
