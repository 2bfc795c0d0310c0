torchrun --nproc_per_node 8 pretrain_gpt.py --optimizer soap --num-layers 24 --hidden-size 1024 \
  --num-attention-heads 16 --seq-length 1024 --micro-batch-size 8 --vocab-size 50304 --bf16 \
  --step-batch-size-schedule 0:64 1000:128 5000:256
