#!/bin/bash
[ -z "$TP" ] && TP=2
[[ -n "${DEBUG:-}" ]] && LAYERS=2 || LAYERS=48
[ $LAYERS -gt 40 ] && RECOMPUTE="--recompute-granularity full --recompute-method block --recompute-num-layers 4"
mkdir -p out && cd out && torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers $LAYERS \
  --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --micro-batch-size 1 \
  --global-batch-size 64 --vocab-size 32000 --bf16 --tensor-model-parallel-size $TP $RECOMPUTE
