python3 -m torch.distributed.launch --nproc_per_node=8 --nnodes=4 --node_rank=0 ./pretrain_gpt.py \
  --num-layers 40 --hidden-size 5120 --num-attention-heads 32 --max-position-embeddings 1024 \
  --seq-length 1024 --micro-batch-size 16 --global-batch-size 256 --vocab-size 50000 \
  --make-vocab-size-divisible-by 128 --fp16 --tensor-model-parallel-size 8 \
  --position-embedding-type rope --attention-dropout 0 --hidden-dropout 0;
echo done --num-layers 3
