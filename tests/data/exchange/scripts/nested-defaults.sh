#!/bin/bash
BASE=${BASE:-${DEFAULT_BASE:-2}}
PP=${PIPELINE:=$((BASE + 2))}
NAME="moe-8x7b"
if [[ "$NAME" =~ ^moe ]] && [[ ${NAME%%-*} == moe ]]; then MOE="--num-experts 8"; else MOE=""; fi
torchrun --nnodes 4 --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 \
  --num-attention-heads 32 --ffn-hidden-size 14336 --swiglu --seq-length 4096 --micro-batch-size 1 \
  --global-batch-size 256 --vocab-size 32000 --bf16 --pipeline-model-parallel-size ${PP} $MOE \
  --expert-model-parallel-size 8
