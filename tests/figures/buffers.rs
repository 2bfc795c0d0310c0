//! Buffers: what a rank holds beside state and activations.

use shardwise::cost::memory::StageMemory;
use shardwise::cost::units::Bytes;

use crate::common::estimated;

#[test]
fn libraries_keep_their_workspaces() {
    // Measured: cuBLAS keeps two workspaces of 32 MiB on Hopper and 8,519,680 bytes before,
    // TransformerEngine, where kernels are fused, one of 32 MiB or 4 MiB. All else in the buffers
    // of a plan without ZeRO-3 is known: with fused kernels 16-bit dummy gradients of one layer,
    // 12·h², and of the head, V·h.
    let (hidden, vocab) = (1_024, 32_000);
    let dummy_gradients = Bytes(2 * (12 * hidden * hidden + vocab * hidden));
    let shape = "x1&layers=2&hidden=1024&ffn=4096&heads=8&kv=8&headdim=128&vocab=32000&gated=0\
                 &seq=1024&gbs=1&kern=";
    let cases = [
        (
            "h100",
            "fused",
            dummy_gradients,
            2 * (32 << 20) + (32 << 20),
        ),
        ("h100", "eager", Bytes::ZERO, 2 * (32 << 20)),
        (
            "a100-80",
            "fused",
            dummy_gradients,
            2 * 8_519_680 + (4 << 20),
        ),
        ("a100-80", "eager", Bytes::ZERO, 2 * 8_519_680),
    ];
    for (gpu, kernels, gradients, workspaces) in cases {
        let link = ["#v=1&p=custom/", gpu, shape, kernels].concat();
        let (_, estimate) = estimated(&link);
        let stage: StageMemory = estimate.memory.stages[0];
        assert_eq!(stage.buffers, gradients + Bytes(workspaces), "{link}");
        let others = stage.state.total() + stage.activations + stage.logits;
        assert_eq!(stage.allocated(), others + stage.buffers, "{link}");
    }
}
