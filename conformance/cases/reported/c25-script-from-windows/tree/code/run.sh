#!/usr/bin/env bash
OUT=results
mkdir -p "$OUT"
echo done > "$OUT/log.txt"
