#!/bin/bash
TP=${TP:-4}
PP=${PP:-2}
EP=${EP:-8}
NNODES=${NNODES:-16}
SEQ=${1:-4096}
GPUS=${GPUS:-8}
: ${MBS:=2}
WORLD=$((NNODES * GPUS))
GBS=$(( WORLD * 4 ))
torchrun --nnodes $NNODES --nproc-per-node $GPUS pretrain_gpt.py \
    --num-layers 27 --hidden-size 2048 --num-attention-heads 16 --num-experts 64 --moe-router-topk 6 \
    --moe-ffn-hidden-size 1408 --ffn-hidden-size 10944 --swiglu \
    --tensor-model-parallel-size $TP --pipeline-model-parallel-size "$PP" \
    --expert-model-parallel-size ${EP} --expert-tensor-parallel-size 1 --seq-length $SEQ \
    --micro-batch-size $MBS --global-batch-size $GBS --vocab-size 102400 --bf16
