python tools/preprocess_data.py --input data.json --output-prefix out --vocab-file v.json --workers 4
torchrun --nproc_per_node 1 tools/checkpoint/convert.py --model-type GPT --num-layers 2
torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 48 --hidden-size 1600 \
  --num-attention-heads 25 --seq-length 1024 --micro-batch-size 4 --global-batch-size 512 \
  --vocab-size 50304 --fp16
