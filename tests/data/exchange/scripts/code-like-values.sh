#!/bin/bash
MOE_ARGS=(
    --num-experts 64
    --moe-layer-freq ([0]*1+[1]*26)
    --moe-router-topk 6
    --moe-ffn-hidden-size 1408
)
torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py ${MOE_ARGS[@]} \
    --num-layers 27 --hidden-size 2048 --num-attention-heads 16 --ffn-hidden-size 10944 --swiglu \
    --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --vocab-size 102400 --bf16 \
    --expert-model-parallel-size 8
