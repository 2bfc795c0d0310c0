#!/bin/bash
# The options begin with a variable for more of them.
export options=" ${EXTRA_OPTIONS} \
    --num-layers 105 \
    --hidden-size 20480 \
    --num-attention-heads 128 \
    --seq-length 2048 \
    --max-position-embeddings 2048 \
    --micro-batch-size 1 \
    --global-batch-size 3072 \
    --tensor-model-parallel-size 8 \
    --pipeline-model-parallel-size 35 \
    --recompute-granularity full \
    --recompute-method uniform \
    --vocab-size 51200 \
    --bf16"
run_cmd="python -u pretrain_gpt.py $@ ${options}"
srun -N 280 --ntasks-per-node 8 bash -c "$run_cmd"
