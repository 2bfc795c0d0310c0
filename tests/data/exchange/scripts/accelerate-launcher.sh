accelerate launch --num_processes 16 --num_machines 2 --mixed_precision bf16 train.py \
  --num-layers 24 --hidden-size 2048 --num-attention-heads 32 --seq-length 2048 \
  --micro-batch-size 4 --global-batch-size 256 --vocab-size 50304 --bf16
