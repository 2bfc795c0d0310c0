#!/bin/bash
NODES=2
TP=8
sbatch <<EOF
#!/bin/bash
#SBATCH --job-name=heredoc
#SBATCH --exclusive
srun bash -c "torchrun --nnodes ${NODES} --nproc_per_node 8 pretrain_gpt.py \
  --num-layers 96 --hidden-size 12288 --num-attention-heads 96 --seq-length 2048 \
  --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 2 \
  --micro-batch-size 1 --global-batch-size 1536 --vocab-size 51200 --fp16 \
  --node_rank \$SLURM_PROCID"
EOF
