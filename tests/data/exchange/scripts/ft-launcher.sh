ft_launcher --fault-tol-cfg-path=ft.yaml --nnodes=${NUM_NODES:-8} --nproc-per-node=8 --max-restarts=10 \
  pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 8192 \
  --micro-batch-size 1 --vocab-size 128256 --bf16 --use-distributed-optimizer \
  --num-distributed-optimizer-instances 2 --overlap-grad-reduce --overlap-param-gather
