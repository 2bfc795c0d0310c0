# Read by another script.
MODEL_ARGS=(
    --num-layers 36 --hidden-size 2560 --num-attention-heads 32 --group-query-attention --num-query-groups 8
    --ffn-hidden-size 9728 --swiglu --kv-channels 128 --vocab-size 151936 --seq-length 8192
)
TRAIN_ARGS="--micro-batch-size 1 --global-batch-size 256 --bf16 --tensor-model-parallel-size 2 --sequence-parallel"
