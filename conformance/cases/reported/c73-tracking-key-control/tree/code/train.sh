#!/usr/bin/env bash
: "${WANDB_API_KEY:?set it first}"
export HF_TOKEN=xxxxxxxxxxxxxxxx
python train.py
