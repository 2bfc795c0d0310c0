#!/bin/bash
HOSTS=(node1 node2 node3 node4)
NNODES=${#HOSTS[@]}
GPN=8
DP=$((NNODES * GPN / 4))
torchrun --nnodes $NNODES --nproc_per_node $GPN --master_addr ${HOSTS[0]} pretrain_gpt.py \
  --num-layers 40 --hidden-size 5120 --num-attention-heads 40 --seq-length 4096 \
  --micro-batch-size 1 --global-batch-size $((DP * 16)) --vocab-size 32000 --bf16 \
  --pipeline-model-parallel-size 4
