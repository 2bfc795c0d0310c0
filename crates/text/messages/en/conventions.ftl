### Conventions of utilisation and memory.

mfu-label = Utilisation counts
mfu-non-causal = non-causal attention
mfu-causal = causal attention
mfu-all-parameters = all parameters
mfu-hardware = recomputation too (HFU)
peak-label = over
peak-dtype = peak of the products’ type
peak-sixteen-bit = 16-bit peak
memory-label = Memory means
memory-allocated = allocated
memory-reserved = reserved by PyTorch
memory-nvidia-smi = as nvidia-smi shows

mfu = MFU
hfu = HFU
# The kinds of memory behind a size.
allocated = allocated
reserved = reserved
nvidia-smi = nvidia-smi

# All choices in words; the peak is that of a type of products.
# $counts (cost::convention::MfuKind) $peak (text) $memory (text)
sentence =
    { $counts ->
        [non-causal] MFU, non-causal attention
        [causal] MFU, causal attention
        [all-parameters] MFU, all parameters
       *[hardware] HFU, with recomputation
    }, over { $peak } peak · { $memory } memory
sixteen-bit = 16-bit
verdict = The verdict always uses total GPU memory.
