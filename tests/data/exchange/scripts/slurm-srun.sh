#!/bin/bash
#SBATCH --job-name=moe
#SBATCH --nodes=32
#SBATCH --ntasks-per-node=8
#SBATCH --gres=gpu:h100:8
#SBATCH --time=24:00:00

srun --label python pretrain_gpt.py \
    --num-layers 56 --hidden-size 6144 --num-attention-heads 48 --group-query-attention \
    --num-query-groups 8 --ffn-hidden-size 16384 --swiglu --num-experts 8 --moe-router-topk 2 \
    --seq-length 4096 --micro-batch-size 1 --global-batch-size 1024 --vocab-size 32000 \
    --tensor-model-parallel-size 2 --sequence-parallel --pipeline-model-parallel-size 4 \
    --expert-model-parallel-size 8 --bf16 --use-distributed-optimizer
