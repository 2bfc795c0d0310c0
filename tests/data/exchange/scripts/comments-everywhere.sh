#!/bin/bash
torchrun --nproc_per_node 8 pretrain_gpt.py \
    --num-layers 12 \
    # --num-layers 24 \
    --hidden-size 768 \   # small
    --num-attention-heads 12 \
    --seq-length 1024 \
    # --tensor-model-parallel-size 8 \
    # don't use this
    --micro-batch-size 4 \
    --global-batch-size 32 \ # it's enough
    --vocab-size 50304 \
    --bf16 \
    --recompute-granularity selective
