#!/bin/bash
torchrun --nproc_per_node 8 --nnodes $SLURM_NNODES --node_rank $SLURM_NODEID train.py \
    --num-layers $LAYERS --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 \
    --micro-batch-size 1 --global-batch-size 256 --vocab-size 32000 --bf16 \
    --pipeline-model-parallel-size ${PP} --data-path $DATA --save ${CKPT}/run
