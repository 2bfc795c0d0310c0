deepspeed --num_nodes 2 --num_gpus 8 --hostfile hosts pretrain_gpt.py \
  --num-layers 24 --hidden-size 2048 --num-attention-heads 32 --seq-length 2048 \
  --micro-batch-size 4 --global-batch-size 256 --vocab-size 50304 --fp16 --tensor-model-parallel-size 1
