#!/bin/bash
ARGS="--num-layers 24 --hidden-size 1024 --num-attention-heads 16 --seq-length 1024 --micro-batch-size 4"
if [[ "$STAGE" == "debug" ]]; then
    torchrun --nproc_per_node 1 pretrain_gpt.py $ARGS --bf16
else
    torchrun --nproc_per_node 8 --nnodes ${N:-2} pretrain_gpt.py $ARGS --global-batch-size 512 --bf16 \
        --vocab-size 50304
fi
