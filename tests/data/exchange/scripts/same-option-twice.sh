ARGS="--num-layers 24 --hidden-size 1024 --num-attention-heads 16 --seq-length 512"
ARGS="$ARGS --micro-batch-size 4 --global-batch-size 32 --vocab-size 30592 --bf16"
ARGS+=" --num-layers 36 --tensor-model-parallel-size 2"
torchrun --nproc_per_node 2 pretrain_gpt.py $ARGS --tensor-model-parallel-size 1
