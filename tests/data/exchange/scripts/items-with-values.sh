#!/bin/bash
ARGS=(
    "--num-layers 32"
    "--hidden-size 4096"
    "--ffn-hidden-size 14336"
    "--num-attention-heads 32"
    "--group-query-attention"
    "--num-query-groups 8"
    "--swiglu"
    "--seq-length 8192"
    "--max-position-embeddings 8192"
    "--vocab-size 128256"
    "--micro-batch-size 1"
    "--global-batch-size 128"
    "--tensor-model-parallel-size 1"
    "--context-parallel-size 2"
    "--fp8-format hybrid"
    "--bf16"
    '--split "99,1,0"'
)
torchrun --nproc_per_node=8 --nnodes=1 pretrain_gpt.py "${ARGS[@]}"
