torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --context-parallel-size 16 \
  --cp-comm-type a2a+p2p --hierarchical-context-parallel-sizes 8 2 \
  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 131072 \
  --micro-batch-size 1 --global-batch-size 16 --vocab-size 32000 --bf16
