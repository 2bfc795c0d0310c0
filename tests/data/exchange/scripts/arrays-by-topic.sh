#!/bin/bash
# A dense model on eight nodes, its options in arrays.
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NUM_NODES=8
DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE
    --nnodes $NUM_NODES
    --master_addr localhost
    --master_port 6000
)
MODEL_ARGS=(
    --num-layers 48
    --hidden-size 6144   # wide
    --num-attention-heads 48
    --seq-length 2048
    --max-position-embeddings 2048
    --vocab-size 51200
)
TRAINING_ARGS=(
    --micro-batch-size 1
    --global-batch-size 512
    # --global-batch-size 1024
    --bf16
)
PARALLEL_ARGS=(
    --tensor-model-parallel-size 8
    --pipeline-model-parallel-size 4
)
torchrun ${DISTRIBUTED_ARGS[@]} pretrain_gpt.py \
    ${MODEL_ARGS[@]} \
    ${TRAINING_ARGS[@]} \
    ${PARALLEL_ARGS[@]}
