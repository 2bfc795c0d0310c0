#!/bin/bash
#SBATCH -N 4
#SBATCH --gpus-per-node=8
#SBATCH --constraint=b200
head_node=$(hostname)
srun torchrun --nnodes=$SLURM_NNODES --nproc-per-node=$SLURM_GPUS_ON_NODE \
    --rdzv-backend c10d --rdzv-endpoint $head_node:29500 \
    pretrain_gpt.py \
    --num-layers 80 --hidden-size 8192 --num-attention-heads 64 --seq-length 8192 \
    --micro-batch-size 1 --global-batch-size 64 --vocab-size 128256 --bf16 \
    --tensor-model-parallel-size 4 --pipeline-model-parallel-size 8 \
    --num-layers-per-virtual-pipeline-stage 5 --recompute-activations
