#!/usr/bin/env bash
cd /scratch/jdoe/paper && python eval.py
