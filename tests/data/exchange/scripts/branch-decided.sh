#!/bin/bash
USE_FSDP=1
MODEL_SIZE=8B
DTYPE="fp8"
if [ "$MODEL_SIZE" = "8B" ]; then
    LAYERS=32; HIDDEN=4096; HEADS=32
elif [ "$MODEL_SIZE" = "70B" ]; then
    LAYERS=80; HIDDEN=8192; HEADS=64
else
    echo "unknown size --num-layers 1"
    exit 1
fi
ARGS=(--num-layers $LAYERS --hidden-size $HIDDEN --num-attention-heads $HEADS)
ARGS+=(--seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --vocab-size 32000)
if [[ $USE_FSDP -eq 1 ]]; then
    ARGS+=(
        --use-megatron-fsdp
        --data-parallel-sharding-strategy optim_grads_params
    )
else
    ARGS+=(--use-distributed-optimizer)
fi
if [[ "$DTYPE" == fp8* ]]; then
    ARGS+=("--fp8-format hybrid" "--fp8-recipe mxfp8")
fi
ARGS=("${ARGS[@]}" --bf16)
torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py "${ARGS[@]}" 2>&1 | tee train.log
