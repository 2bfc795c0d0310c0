#!/bin/bash
cat <<'EOF' > job.sh
LAYERS=16
torchrun --nproc_per_node=4 pretrain_gpt.py --num-layers ${LAYERS} --hidden-size 1024 \
  --num-attention-heads 16 --seq-length 1024 --micro-batch-size 8 --global-batch-size 64 \
  --vocab-size 50257 --make-vocab-size-divisible-by 1 --bf16 | tee out.txt
EOF
chmod +x job.sh
sbatch job.sh
