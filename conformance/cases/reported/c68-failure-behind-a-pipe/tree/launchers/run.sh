#!/usr/bin/env bash
set -e
python3 train.py 2>&1 | tee log.txt
