torchrun --nproc_per_node 8 pretrain_gpt.py --optimizer lion --num-layers 24 --hidden-size 1024 \
  --num-attention-heads 16 --seq-length 1024 --micro-batch-size 8 --global-batch-size 512 \
  --vocab-size 50304 --bf16 --train-samples 512000
