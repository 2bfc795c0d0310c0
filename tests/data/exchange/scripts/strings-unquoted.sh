#!/bin/bash
MODEL="--num-layers 24 --hidden-size 2048 --num-attention-heads 16 \
       --seq-length 4096 --max-position-embeddings 4096 --vocab-size 50304"
BATCH='--micro-batch-size 4 --global-batch-size 256'
PARALLEL="--tensor-model-parallel-size 2 --sequence-parallel --use-distributed-optimizer"
python -m torch.distributed.run --nproc-per-node=8 --nnodes=2 pretrain_gpt.py $MODEL $BATCH $PARALLEL --fp16
