#!/bin/bash
set -euo pipefail
run() {
    local nodes=$1
    torchrun --nnodes "$nodes" --nproc_per_node 8 pretrain_gpt.py "${COMMON[@]}" --pipeline-model-parallel-size $2
}
COMMON=(--num-layers 64 --hidden-size 8192 --num-attention-heads 64 --seq-length 4096
  --micro-batch-size 2 --global-batch-size 1024 --vocab-size 64000 --bf16
  --tensor-model-parallel-size 8 --sequence-parallel)
run 16 4
