//! Buffers: memory of a rank beside state and activations.

use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::memory::terms::{Name, StageTerms};
use cost::units::Bytes;

use test_utils::estimated;

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

#[test]
fn zero_3_gathers_the_layers_that_a_rank_has() {
    // Mixtral's shape with no layer routed: 6 bytes for each parameter of a dense layer, of which
    // h·dₕ·(a + 2k) are queries, keys and values, a·dₕ·h the projection, 3·h·f the MLP, 2h norms.
    let (h, f) = (4_096, 14_336);
    let layer = h * 128 * (32 + 2 * 8) + 32 * 128 * h + 3 * h * f + 2 * h;
    let gathered = |link: &str| -> Vec<u64> {
        let (plan, estimate) = estimated(link);
        let legal = Legal::check(&plan).expect("a legal plan");
        let stages = 0..estimate.memory.stages.len();
        let of = |stage| {
            let terms = StageTerms::of(&legal, &estimate.memory, stage).terms;
            let is_gathered = |name| matches!(name, Name::Gathered | Name::WholeGradients);
            let gathered = terms.iter().filter(|term| is_gathered(term.name));
            gathered.map(|term| term.bytes.0).sum()
        };
        stages.map(of).collect()
    };
    let dense = "#v=1&p=mixtral-8x7b/h100x16&zero=3&gbs=16&pp=2&dense=";
    assert_eq!(gathered(&format!("{dense}32")), [6 * layer, 6 * layer]);
    // The second of two stages has routed layers: a router and eight experts in place of the MLP.
    let routed = layer - 3 * h * f + 8 * h + 8 * 3 * h * f;
    assert_eq!(gathered(&format!("{dense}16")), [6 * layer, 6 * routed]);
    // One replica gathers nothing but experts that tensor-parallel ranks share out.
    let alone = "#v=1&p=mixtral-8x7b/h100x8&zero=3&gbs=16&tp=8";
    assert_eq!(gathered(alone), [6 * 8 * 3 * h * f]);
    assert_eq!(gathered("#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&tp=8"), [0]);
    // Shard groups of one share out nothing.
    assert_eq!(
        gathered("#v=1&p=llama3-8b/h100x8&zero=3&gbs=16&hsdp=1"),
        [0]
    );
}
