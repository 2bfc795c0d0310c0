#!/bin/bash
case "$SCALE" in
  small) TP=1; PP=1 ;;
  large) TP=8; PP=1 ;;
esac
torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 2048 \
  --num-attention-heads 16 --seq-length 2048 --micro-batch-size 1 --global-batch-size 8 \
  --vocab-size 32000 --bf16 --tensor-model-parallel-size ${TP:-1} --context-parallel-size $CP
