#!/bin/bash
ARGS=(--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096
  --micro-batch-size 1 --global-batch-size 64 --vocab-size 32000 --bf16)
if [ -f "$CONFIG" ]; then
  ARGS+=(--recompute-granularity full --recompute-method uniform --recompute-num-layers 1)
fi
if command -v nvidia-smi; then ARGS+=(--log-throughput); fi
if [[ $LONG == yes ]]; then
  ARGS+=("--seq-length 32768" --context-parallel-size 4)
fi
torchrun --nproc_per_node 8 pretrain_gpt.py "${ARGS[@]}"
