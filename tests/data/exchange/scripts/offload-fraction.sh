torchrun --nproc_per_node 8 pretrain_gpt.py --use-distributed-optimizer --use-precision-aware-optimizer \
  --optimizer-cpu-offload --optimizer-offload-fraction 0.5 --num-layers 24 --hidden-size 1024 \
  --num-attention-heads 16 --seq-length 1024 --micro-batch-size 8 --global-batch-size 64 --vocab-size 50304 \
  --bf16 --hybrid-layer-pattern M-M*-M- --tensor-parallel-num-weight-shards 2
