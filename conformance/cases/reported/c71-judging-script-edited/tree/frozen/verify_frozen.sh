#!/usr/bin/env bash
python3 score.py --task t1
