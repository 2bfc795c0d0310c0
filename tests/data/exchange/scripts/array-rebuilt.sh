#!/bin/bash
MODEL_PARALLEL_ARGS=(--tensor-model-parallel-size 4 --sequence-parallel)
if [ 1 -eq 1 ]; then
    MODEL_PARALLEL_ARGS=(--tensor-model-parallel-size 8 "${MODEL_PARALLEL_ARGS[@]:2}")
fi
declare -A LAYERS=([small]=12 [large]=96)
SIZE=large
torchrun --nproc_per_node 8 --nnodes 8 pretrain_gpt.py --num-layers ${LAYERS[$SIZE]} --hidden-size 12288 \
  --num-attention-heads 96 --seq-length 2048 --micro-batch-size 1 --global-batch-size 512 \
  --vocab-size 51200 --bf16 --tensor-model-parallel-size 8 --pipeline-model-parallel-size 8
