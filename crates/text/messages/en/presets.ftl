### Models and GPUs of the catalogue, whose own names are data.

# Model whose figures a reader sets, and the origin of the figures that it starts from.
custom-model = Custom model
custom-model-source = a Llama-like start of about 8 B parameters; set every figure yourself

# GPU whose figures a reader sets, and the origin of the figures that it starts from.
custom-gpu = Custom card
custom-gpu-source = an H100's figures to start from; set every one yourself
