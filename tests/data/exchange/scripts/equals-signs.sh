torchrun --nnodes=4 --nproc_per_node=8 pretrain_gpt.py \
  --num-layers=61 --hidden-size=7168 --num-attention-heads=128 --ffn-hidden-size=18432 --swiglu \
  --multi-latent-attention --q-lora-rank=1536 --kv-lora-rank=512 \
  --num-experts=256 --moe-router-topk=8 --moe-ffn-hidden-size=2048 \
  --moe-layer-freq="([0]*3+[1]*58)" --seq-length=4096 --micro-batch-size=1 --global-batch-size=960 \
  --tensor-model-parallel-size=1 --pipeline-model-parallel-size=4 --expert-model-parallel-size=8 \
  --decoder-first-pipeline-num-layers=15 --decoder-last-pipeline-num-layers=14 \
  --vocab-size=129280 --bf16 --use-distributed-optimizer
