//! Positions of GPUs, their groups and their traffic: against closed forms, and against the step
//! time, which is made of the same exchanges.

use cost::Estimate;
use cost::calibration::CALIBRATION;
use cost::legal::Legal;
use cost::placement::{Carrier, Leg, Partners, Placement, exposed, sum};
use cost::traffic::Route;
use test_utils::{close, estimated};

/// The legs of a GPU, in a plan that has to be legal, with its estimate.
fn legs(link: &str, gpu: u64) -> (Vec<Leg>, Estimate) {
    let (plan, estimate) = estimated(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let legs = Placement::of(&legal, &estimate).legs(gpu);
    (legs, estimate)
}

fn leg(legs: &[Leg], route: Route) -> &Leg {
    legs.iter()
        .find(|leg| leg.route == route)
        .expect("a leg of this route")
}

const LLAMA: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn partners_of_the_first_gpu() {
    let (legs, _) = legs(LLAMA, 0);
    let routes: Vec<Route> = legs.iter().map(|leg| leg.route).collect();
    assert_eq!(routes, [Route::Tensor, Route::Pipeline, Route::Data]);
    let of = |route| leg(&legs, route).partners;
    let partners = |first, size, stride| Partners {
        first,
        size,
        stride,
    };
    // Tensor ranks are neighbours; 64 / (8·4) = 2 data ranks follow; then the stages.
    assert_eq!(of(Route::Tensor), partners(0, 8, 1));
    assert_eq!(of(Route::Data), partners(0, 2, 8));
    assert_eq!(of(Route::Pipeline), partners(0, 4, 16));
    let near = |route| (leg(&legs, route).in_node, leg(&legs, route).carrier);
    assert_eq!(near(Route::Tensor), (7, Carrier::Domain));
    assert_eq!(near(Route::Data), (0, Carrier::Network));
    assert_eq!(near(Route::Pipeline), (0, Carrier::Network));
}

#[test]
fn groups_are_counted_once_each() {
    // 2 tensor × 2 context × 3 pipeline × 4 data = 48 GPUs: every group of every route has as
    // many members as its size, and all together are all GPUs.
    let link = "#v=1&p=llama3-70b/h100x48&layers=78&tp=2&cp=2&pp=3&gbs=16";
    let (plan, estimate) = estimated(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let placement = Placement::of(&legal, &estimate);
    for (route, size) in [
        (Route::Tensor, 2),
        (Route::Context, 2),
        (Route::Data, 8),
        (Route::Pipeline, 3),
    ] {
        assert_eq!(placement.size(route), size, "{route:?}");
        for rank in 0..48 {
            let partners = placement.partners(route, rank);
            let group = placement.group(route, rank);
            let members = (0..48).filter(|&other| placement.group(route, other) == group);
            let listed = (0..48).filter(|&other| partners.contains(other));
            assert!(members.eq(listed), "{route:?} of {rank}: {partners:?}");
            assert_eq!(partners.among(0, 48), size);
            let node: u64 = (0..6).map(|node| partners.among(node * 8, 8)).sum();
            assert_eq!(node, size);
        }
        let groups: Vec<u64> = (0..48).map(|rank| placement.group(route, rank)).collect();
        assert_eq!(groups.iter().max(), Some(&(48 / size - 1)), "{route:?}");
    }
    assert_eq!(placement.neighbours(0), [None, Some(16)]);
    assert_eq!(placement.neighbours(17), [Some(1), Some(33)]);
    assert_eq!(placement.neighbours(47), [Some(31), None]);
}

#[test]
fn a_stretch_is_of_one_group_only_where_all_its_cards_are() {
    let (plan, estimate) = estimated("#v=1&p=llama3-70b/h100x64&tp=4&cp=2&pp=2");
    let legal = Legal::check(&plan).expect("a legal plan");
    let placement = Placement::of(&legal, &estimate);
    for route in [Route::Tensor, Route::Context, Route::Data, Route::Pipeline] {
        for from in 0..64 {
            for ranks in [1, 2, 4, 8, 16] {
                let group = placement.group(route, from);
                let end = (from + ranks).min(64);
                let is = (from..end).all(|rank| placement.group(route, rank) == group);
                let said = placement.is_of_one_group(route, from, ranks);
                // Past the last GPU the answer may hold for fewer.
                if from + ranks <= 64 {
                    assert_eq!(said, is, "{route:?} from {from}, {ranks}");
                }
            }
        }
    }
}

#[test]
fn tensor_bytes_are_four_all_reduces_a_layer_and_one_at_each_end() {
    // Shoeybi 2019, section 3: an all-reduce of s·b·h 16-bit elements after attention and after
    // the MLP, forward and backward; a ring of 8 sends 2·7/8 of each. The first stage has 20 of
    // 80 layers and the embedding, whose one all-reduce is two halves, one each way.
    let link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sp=0&gbs=512";
    let (legs, _) = legs(link, 0);
    let message = 2.0 * 8_192.0 * 8_192.0;
    let all_reduces = 4.0 * 20.0 + 1.0;
    let bytes = message * 2.0 * 7.0 / 8.0 * all_reduces * 256.0;
    let sent = leg(&legs, Route::Tensor).traffic.bytes.0 as f64;
    close("tensor-parallel bytes", sent, bytes, 1e-9);
    // Sequence parallelism sends as much forward and half as much more backward (Korthikanti
    // 2022, section 4.2.2), all from the layers.
    let (legs, _) = self::legs(LLAMA, 0);
    let bytes = message * 2.0 * 7.0 / 8.0 * (4.5 * 20.0 + 1.0 + 0.0) * 256.0;
    let sent = leg(&legs, Route::Tensor).traffic.bytes.0 as f64;
    close("with sequence parallelism", sent, bytes, 1e-9);
}

#[test]
fn stages_send_an_activation_forward_and_its_gradient_back() {
    // 2·s·b·h bytes each way and micro-batch, 1/8 of it under sequence parallelism: the first
    // stage sends forward only, the second both ways.
    let message = 2.0 * 8_192.0 * 8_192.0 / 8.0;
    for (gpu, ways) in [(0, 1.0), (16, 2.0), (63, 1.0)] {
        let (legs, _) = legs(LLAMA, gpu);
        let leg = leg(&legs, Route::Pipeline);
        close(
            "between stages",
            leg.traffic.bytes.0 as f64,
            ways * message * 256.0,
            1e-9,
        );
        assert_eq!(leg.crossing, leg.traffic.bytes);
        // 50 GB/s of the network, 80 % of it, and the latency of a hop.
        let seconds = ways * 256.0 * (message / 40e9 + CALIBRATION.ring_step_across);
        // As Megatron-LM's steps are slowed: by its constant, and by another for each of log₂ 8.
        close(
            "seconds",
            leg.traffic.link.0,
            seconds * CALIBRATION.megatron_time * (1.0 + CALIBRATION.scale_loss * 3.0),
            1e-6,
        );
    }
}

#[test]
fn data_parallel_ranks_send_gradients_and_weights_once() {
    // 4-byte gradients and 2-byte weights of the rank's parameters, half of them from each of
    // two ranks (Rajbhandari 2020, section 7.2.1).
    let (legs, estimate) = legs(LLAMA, 16);
    let leg = leg(&legs, Route::Data);
    let layer = (estimate.params.total as f64 - 2.0 * 128_256.0 * 8_192.0 - 8_192.0) / 80.0;
    // Norms are whole on every tensor rank.
    let own = (layer - 2.0 * 8_192.0) / 8.0 + 2.0 * 8_192.0;
    let bytes = 20.0 * own * 6.0 / 2.0;
    close(
        "data-parallel bytes",
        leg.traffic.bytes.0 as f64,
        bytes,
        1e-6,
    );
    assert_eq!(leg.sheet.0, 50e9);
    assert_eq!(leg.crossing, leg.traffic.bytes);
}

#[test]
fn a_ring_over_whole_nodes_sends_an_eighth_over_each_network_card() {
    let (legs, _) = legs("#v=1&p=llama3-8b/h100x64&zero=3", 5);
    let leg = leg(&legs, Route::Data);
    assert_eq!((leg.others(), leg.in_node), (63, 7));
    assert_eq!(leg.crossing.0, leg.traffic.bytes.scaled(0.125).0);
}

/// The step's exposed communication is the mean of these GPUs', one of each stage.
fn agrees(link: &str, gpus: &[u64]) {
    let mut means = [0.0; 6];
    for &gpu in gpus {
        let (legs, _) = legs(link, gpu);
        let of = |routes: &[Route]| {
            let legs = legs.iter().filter(|leg| routes.contains(&leg.route));
            legs.map(|leg| leg.traffic.exposed.0).sum::<f64>()
        };
        let data = [
            Route::Data,
            Route::AcrossShards,
            Route::ExpertData,
            Route::AcrossExpertShards,
            Route::Host,
        ];
        let exposed = [
            of(&[Route::Tensor, Route::ExpertTensor]),
            of(&[Route::Context]),
            of(&[Route::Expert]),
            of(&[Route::Pipeline]),
            of(&data),
            exposed(&legs).0,
        ];
        for (mean, seconds) in means.iter_mut().zip(exposed) {
            *mean += seconds / gpus.len() as f64;
        }
        for leg in &legs {
            let traffic = leg.traffic;
            assert!(
                traffic.exposed.0 <= traffic.link.0 * (1.0 + 1e-9),
                "{link}: {leg:?}"
            );
        }
    }
    let (_, Estimate { time, .. }) = legs(link, 0);
    let expected = [
        time.tensor,
        time.context,
        time.expert,
        time.pipeline,
        time.data,
        time.communication(),
    ];
    for (index, (mean, expected)) in means.into_iter().zip(expected).enumerate() {
        let close = (mean - expected.0).abs() <= 1e-9 * expected.0.max(1e-12);
        assert!(close, "{link}, part {index}: {mean}, {}", expected.0);
    }
}

#[test]
fn exposed_seconds_are_those_of_the_step() {
    for (link, gpus) in [
        (LLAMA, &[0, 16, 32, 48][..]),
        (
            "#v=1&p=llama3-70b/h100x64&tp=8&cp=4&overlap=none",
            &[0, 1, 2, 3],
        ),
        (
            "#v=1&p=llama3-70b/h100x64&tp=8&cp=4&cpkind=a2a",
            &[0, 1, 2, 3],
        ),
        (
            "#v=1&p=llama3-70b/h100x64&zero=3&recipe=torchtitan",
            &[0, 1, 2, 3],
        ),
        ("#v=1&p=llama3-70b/h100x64&zero=3&hsdp=8", &[0, 1, 2, 3]),
        (
            "#v=1&p=llama3-70b/h100x64&tp=2&pp=4&vp=2&recipe=nemo&ckpt=full",
            &[0, 16, 32, 48],
        ),
        (
            "#v=1&p=llama3-70b/h100x8&tp=8&off=opt,acts,params&zero=3",
            &[0, 1, 2, 3],
        ),
        ("#v=1&p=mixtral-8x7b/h100x64&tp=2&ep=8&pp=2", &[0, 32]),
        (
            "#v=1&p=mixtral-8x7b/h100x64&tp=4&ep=4&etp=2&overlap=ep,tp,dp",
            &[0, 1, 2, 3],
        ),
        (
            "#v=1&p=deepseek-v3-671b/h800x1024&pp=8&ep=64&layers=64&sched=dualpipe&gbs=2048",
            &[0, 128, 256, 384, 512, 640, 768, 896],
        ),
        (
            "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=9",
            &[0, 16, 32, 48],
        ),
    ] {
        agrees(link, gpus);
    }
}

#[test]
fn bytes_and_seconds_add_up_by_carrier() {
    let (legs, _) = legs(LLAMA, 0);
    let [inside, network, host] =
        [Carrier::Domain, Carrier::Network, Carrier::Host].map(|carrier| sum(&legs, carrier));
    assert_eq!(inside, leg(&legs, Route::Tensor).traffic);
    let apart = [Route::Pipeline, Route::Data].map(|route| leg(&legs, route).traffic.bytes);
    assert_eq!(network.bytes, apart[0] + apart[1]);
    assert_eq!(host.bytes.0, 0);
    // An H100 reaches 70 % of NVLink at most, and less with short messages.
    let reached = leg(&legs, Route::Tensor).reached().0 / 1e9;
    assert!((150.0..315.0).contains(&reached), "{reached} GB/s");
}
