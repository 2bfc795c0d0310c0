#!/bin/bash
export WORLD_SIZE=256
export MASTER_PORT=6000
python pretrain_gpt.py --num-layers 60 --hidden-size 6656 --num-attention-heads 52 \
  --ffn-hidden-size 17920 --swiglu --seq-length 2048 --micro-batch-size 1 --global-batch-size 2048 \
  --vocab-size 32000 --bf16 --tensor-model-parallel-size 4 --pipeline-model-parallel-size 4
