#!/bin/bash
LAUNCHER="torchrun --nproc_per_node 8 --nnodes 2"
SCRIPT=pretrain_gpt.py
CMD="$LAUNCHER $SCRIPT --num-layers 24 --hidden-size 1024 --num-attention-heads 16 \
 --seq-length 1024 --micro-batch-size 8 --global-batch-size 512 --vocab-size 50304 --bf16"
echo $CMD
eval $CMD
