//! Communication: the bytes that cross the links, and the links' bandwidth.

use cost::legal::Legal;
use cost::network::Group;
use cost::units::Bytes;
use formats::catalog;

use test_utils::{close, estimated};

#[test]
fn data_parallel_moves_two_or_three_elements_for_each_parameter() {
    // Rajbhandari 2020, section 7: 2 N elements a rank and step for plain data parallel, ZeRO-1
    // and ZeRO-2, 3 N for ZeRO-3. Read back from the exposed seconds of one node, 16-bit
    // gradients, one micro-batch, nothing overlapped, and a model that is all layers.
    let link = "#v=1&p=custom/h100x8&layers=64&hidden=8192&ffn=32768&heads=64&vocab=1&seq=1024\
                &gbs=8&recipe=zeropaper&msg=layer&overlap=none";
    for (zero, elements) in [("0", 2.0), ("1", 2.0), ("2", 2.0), ("3", 3.0)] {
        let (plan, estimate) = estimated(&[link, "&zero=", zero].concat());
        let legal = Legal::check(&plan).expect("a legal plan");
        let bandwidth = Group::replicas(&legal).ring::<f64>().bandwidth;
        // One node and the ZeRO paper's recipe: no slowdown by scale or framework. A ring of n
        // sends (n−1)/n of what it moves.
        let bytes = estimate.time.data.0 * bandwidth.0 * 8.0 / 7.0;
        let moved = bytes / 2.0 / estimate.params.total as f64;
        close(
            &["elements for each parameter, ZeRO-", zero].concat(),
            moved,
            elements,
            0.01,
        );
    }
}

#[test]
fn sharded_gradients_are_scattered_for_every_micro_batch() {
    // A rank that keeps only its shard cannot add up what it gives away: N elements a micro-batch,
    // and the new weights once.
    let link = "#v=1&p=custom/h100x8&layers=64&hidden=8192&ffn=32768&heads=64&vocab=1&seq=1024\
                &recipe=zeropaper&msg=layer&overlap=none&gbs=";
    let data = |batch: u64, zero: u64| {
        let link = [link, &batch.to_string(), "&zero=", &zero.to_string()].concat();
        estimated(&link).1.time.data.0
    };
    let (scattered, spread) = (data(8, 1) / 2.0, data(8, 1) / 2.0);
    for micro_batches in [1, 4, 16] {
        let name = format!("seconds of ZeRO-2, {micro_batches} micro-batches");
        let expected = scattered * micro_batches as f64 + spread;
        close(&name, data(8 * micro_batches, 2), expected, 1e-6);
        assert_eq!(
            data(8 * micro_batches, 1),
            data(8, 1),
            "ZeRO-1 adds them up"
        );
    }
}

#[test]
fn ranks_inside_an_expert_work_on_each_others_tokens() {
    // Each token goes to two experts; the ranks of a tensor-parallel group have the same tokens
    // unless they run sequence parallelism.
    for (link, times) in [
        ("&tp=1&etp=1", 1),
        ("&tp=1&etp=8", 8),
        ("&tp=2&etp=8", 8),
        ("&tp=2&sp=0&etp=8", 4),
        ("&tp=8&sp=0&etp=8", 1),
    ] {
        let (plan, estimate) = estimated(&["#v=1&p=mixtral-8x7b/h100x8", link].concat());
        let legal = Legal::check(&plan).expect("a legal plan");
        assert_eq!(
            legal.routed_copies(),
            legal.outer_tokens() * 2 * times,
            "{link}"
        );
        assert!(estimate.utilisation.mfu < 1.0, "{link}");
    }
}

#[test]
fn tensor_parallelism_costs_two_all_reduces_a_layer_forward() {
    // Shoeybi 2019, section 3: two all-reduces in a layer's forward, so 160 for 80 layers. Full
    // recompute repeats exactly the layers' forward.
    let link = "#v=1&p=llama3-70b/h100x8&tp=8&sp=0&gbs=1&recipe=zeropaper&overlap=none&ckpt=";
    let (plan, without) = estimated(&[link, "none"].concat());
    let (_, with) = estimated(&[link, "full"].concat());
    let legal = Legal::check(&plan).expect("a legal plan");
    let message = Bytes::product([2, 8_192, 8_192]);
    // A ring's all-reduce is a reduce-scatter and an all-gather: two passes.
    let all_reduce = Group::tensor(&legal).short_pass::<f64>(message).link.0 * 2.0;
    let forward = (with.time.tensor.0 - without.time.tensor.0) / all_reduce;
    close("all-reduces of a forward", forward, 160.0, 1e-9);
    // Backward as many again, and one for each end of the model.
    let step = without.time.tensor.0 / all_reduce;
    close(
        "all-reduces of a micro-batch",
        step,
        160.0 + 160.0 + 2.0,
        1e-9,
    );
}

#[test]
fn intra_node_bandwidth_is_nine_times_the_networks() {
    // H100's data sheet: NVLink 900 GB/s counts both directions; NDR 400 Gbit/s, 50 GB/s, one.
    // The lessons' 18× compares the two as printed; like for like it is 9×.
    let h100 = catalog::gpu("h100").expect("a preset");
    close(
        "as printed",
        2.0 * h100.nvlink_gb_s / h100.nic_gb_s,
        18.0,
        1e-12,
    );
    close("one way", h100.nvlink_gb_s / h100.nic_gb_s, 9.0, 1e-12);
}
