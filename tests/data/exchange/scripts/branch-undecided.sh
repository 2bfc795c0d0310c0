#!/bin/bash
if [ "$CLUSTER" == "large" ]; then
    TP=8
    EXTRA=(--use-distributed-optimizer)
else
    TP=4
    EXTRA=()
fi
torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py \
    --num-layers 40 --hidden-size 5120 --num-attention-heads 40 --seq-length 4096 \
    --micro-batch-size 1 --global-batch-size 256 --vocab-size 32000 --bf16 \
    --tensor-model-parallel-size $TP --pipeline-model-parallel-size 1 "${EXTRA[@]}"
