#!/bin/bash
for TP in 1 2 4; do
    for MBS in 2 4; do
        torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 \
            --num-attention-heads 32 --seq-length 2048 --vocab-size 32000 --bf16 \
            --tensor-model-parallel-size $TP --micro-batch-size $MBS --global-batch-size 64
    done
done
