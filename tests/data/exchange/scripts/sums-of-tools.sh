#!/bin/bash
NODES=4
WS=$(expr $NODES \* 8)
HALF=$((WS/2))
torchrun --nnodes $NODES --nproc_per_node $(nvidia-smi -L | wc -l) pretrain_gpt.py \
  --num-layers 24 --hidden-size 2048 --num-attention-heads 16 --seq-length 2048 --micro-batch-size 2 \
  --global-batch-size $(( HALF * 8 )) --vocab-size 50304 --bf16 --pipeline-model-parallel-size $(echo 2)
