#!/bin/bash
TP=2
PP=2
while getopts "t:p:" opt; do
    case $opt in
        t) TP=$OPTARG ;;
        p) PP=$OPTARG ;;
    esac
done
while [[ $# -gt 0 ]]; do
    case "$1" in
        --nodes) NODES="$2"; shift 2 ;;
        *) shift ;;
    esac
done
NODES=${NODES:-4}
if [ $# -gt 3 ]; then
    echo "too many"
    exit 1
fi
torchrun --nnodes $NODES --nproc_per_node 8 pretrain_gpt.py --num-layers 40 --hidden-size 5120 \
    --num-attention-heads 40 --seq-length 4096 --micro-batch-size 1 --global-batch-size 256 \
    --vocab-size 32000 --bf16 --tensor-model-parallel-size $TP --pipeline-model-parallel-size $PP
