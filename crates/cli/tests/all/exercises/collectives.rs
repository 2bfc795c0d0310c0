//! Measures of one collective, as in How To Scale Your Model, chapters 6 and 12. The command prints
//! the exposed seconds of whole steps, so the time of a collective is the difference of two plans
//! of which one has a layer more.

use super::{estimate, number};

/// Chapter 12: NVLink sets the rate of an all-gather over two nodes, not the network.
#[test]
fn nvlink_sets_the_rate_of_two_nodes() {
    let usual = sharding_bandwidth(2, "");
    assert!(sharding_bandwidth(2, "&nicbw=400") < 1.001 * usual);
    assert!(sharding_bandwidth(2, "&nvbw=225") < 0.6 * usual);
}

/// Seconds of an all-gather of a 16-bit array among the eight GPUs of a node: with sequence
/// parallelism a layer has four collectives forward and five backward (Korthikanti 2022, section
/// 4.2.2).
pub(super) fn all_gather(rows: u64, columns: u64) -> f64 {
    let seconds = |layers: u64| {
        let link = format!(
            "p=custom/h100x8&layers={layers}&hidden={columns}&ffn=64&heads=64&kv=64&headdim=128\
             &vocab=64&seq={rows}&gbs=1&tp=8&sp=1&recipe=zeropaper&overlap=none"
        );
        number(&estimate(&link), "/time/tp_s")
    };
    (seconds(2) - seconds(1)) / 9.0
}

/// GB/s that each GPU sends in that all-gather.
pub(super) fn bus_bandwidth(rows: u64, columns: u64) -> f64 {
    let bytes = 2.0 * rows as f64 * columns as f64;
    bytes * 7.0 / 8.0 / all_gather(rows, columns) / 1e9
}

/// GB/s of an all-gather over whole nodes: bytes of the array over seconds. ZeRO-1 scatters 16-bit
/// gradients and gathers 16-bit weights, in messages so large that none waits.
pub(super) fn sharding_bandwidth(nodes: u64, more: &str) -> f64 {
    let gpus = 8 * nodes;
    let [one, two] = [1, 2].map(|layers| {
        let link = format!(
            "p=custom/h100x{gpus}&layers={layers}&hidden=65536&ffn=262144&heads=512&kv=512\
             &headdim=128&vocab=64&seq=1&gbs={gpus}&zero=1&grads=16bit&msg=layer&recipe=zeropaper\
             &overlap=none{more}"
        );
        let object = estimate(&link);
        ["/params", "/time/dp_s"].map(|pointer| number(&object, pointer))
    });
    4.0 * (two[0] - one[0]) / (two[1] - one[1]) / 1e9
}

/// Seconds in which all GPUs of some nodes send the tokens of one batch to experts and back.
pub(super) fn dispatch(nodes: u64) -> f64 {
    let gpus = 8 * nodes;
    let link = format!(
        "p=custom/h100x{gpus}&layers=8&experts=16&topk=2&moeffn=64&vocab=64&ep={gpus}&seq=4096\
         &gbs=64&recipe=zeropaper&overlap=none&imbal=1"
    );
    number(&estimate(&link), "/time/ep_s")
}

/// The TP with the shortest step.
pub(super) fn fastest_tensor_parallelism() -> f64 {
    let step = |tensor: &u64| {
        let link =
            format!("p=llama3-70b/tpu-v5px8192&tp={tensor}&zero=3&seq=512&gbs=8192&recipe=maxtext");
        number(&estimate(&link), "/time/step_s")
    };
    let degrees = [1, 2, 4, 8, 16];
    let fastest = degrees
        .iter()
        .min_by(|one, other| step(one).total_cmp(&step(other)));
    *fastest.expect("degrees") as f64
}
