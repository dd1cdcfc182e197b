#!/usr/bin/env bash
set -e
python eval.py > /dev/null
cp a /tmp/x
curl -O https://example.org/home/data.zip
cd /workspace
