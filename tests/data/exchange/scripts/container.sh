#!/bin/bash
#SBATCH --nodes=16 --gpus-per-node=8
srun --container-image=img.sqsh --container-mounts=/data:/data bash -lc '
  cd /workspace
  export TP=4
  torchrun --nnodes $SLURM_NNODES --nproc_per_node 8 pretrain_gpt.py --num-layers 80 --hidden-size 8192 \
    --num-attention-heads 64 --seq-length 4096 --micro-batch-size 1 --global-batch-size 512 \
    --vocab-size 32000 --bf16 --tensor-model-parallel-size $TP --pipeline-model-parallel-size 4 \
    --overlap-grad-reduce
'
