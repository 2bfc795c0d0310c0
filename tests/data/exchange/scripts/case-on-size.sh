#!/bin/bash
MODEL=${MODEL:-13b}
case $MODEL in
    7b)
        L=32; H=4096; A=32; F=11008 ;;
    13b|13B)
        L=40; H=5120; A=40; F=13824 ;;
    *)
        echo "no such model"; exit 1 ;;
esac
GPUS=8
NODES=4
torchrun --nproc_per_node ${GPUS} --nnodes ${NODES} pretrain_gpt.py \
    --num-layers $L --hidden-size $H --num-attention-heads $A --ffn-hidden-size $F --swiglu \
    --seq-length 4096 --micro-batch-size 1 --global-batch-size 512 --vocab-size 32000 --bf16 \
    --pipeline-model-parallel-size 4 --use-distributed-optimizer
