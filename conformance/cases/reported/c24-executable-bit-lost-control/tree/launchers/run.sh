#!/usr/bin/env bash
echo acc 0.91
