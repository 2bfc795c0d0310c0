//! Pods of the network, and the oversubscription above them.

use cost::estimate;
use cost::legal::Legal;
use cost::network::Group;
use cost::units::Bytes;
use formats::link;
use test_utils::close;

/// Plans whose groups of every kind leave a pod of 64 GPUs.
const PLANS: [&str; 5] = [
    "#v=1&p=llama3-405b/h100x1024&tp=8&pp=16&ends=1&zero=1&gbs=512",
    "#v=1&p=llama3-8b/h100x512&cp=128&zero=3&hsdp=8&seq=131072&gbs=16",
    "#v=1&p=llama3-8b/h100x512&tp=32&kv=32&zero=3&gbs=512",
    "#v=1&p=deepseek-v3-671b/h100x1024&ep=128&pp=8&mtp=0&layers=64&gbs=4096",
    "#v=1&p=deepseek-v3-671b/h100x1024&ep=128&disp=deepep&recipe=nemo&gbs=4096&ckpt=full",
];

/// The estimate of a plan with these keys, with every digit.
fn estimated(link: &str, more: &str) -> String {
    let (plan, warnings) = link::decode(&[link, more].concat());
    assert_eq!(warnings, [], "{link}{more}");
    format!("{:?}", estimate(&plan).expect("a legal plan"))
}

fn step(link: &str, more: &str) -> f64 {
    let (plan, _) = link::decode(&[link, more].concat());
    estimate(&plan).expect("a legal plan").time.total().0
}

/// A number read off the groups of a plan.
fn of<T>(link: &str, read: impl FnOnce(&Legal) -> T) -> T {
    let (plan, warnings) = link::decode(link);
    assert_eq!(warnings, [], "{link}");
    read(&Legal::check(&plan).expect("a legal plan"))
}

#[test]
fn no_oversubscription_changes_nothing() {
    for plan in PLANS {
        let without = estimated(plan, "");
        for more in [
            "&pod=64",
            "&pod=1",
            "&pod=64&over=1",
            // One pod has all GPUs, or no pod is named.
            "&pod=1024&over=8",
            "&pod=0&over=8",
            "&over=8",
        ] {
            assert_eq!(estimated(plan, more), without, "{plan}{more}");
        }
    }
}

#[test]
fn oversubscription_slows_plans_that_leave_their_pods() {
    for plan in PLANS {
        let steps =
            ["&over=1", "&over=8", "&over=64"].map(|over| step(plan, &["&pod=64", over].concat()));
        assert!(steps.is_sorted(), "{plan}: {steps:?}");
        assert!(steps[2] > steps[0], "{plan}: {steps:?}");
        // Larger pods are left by fewer groups.
        let pods = ["&pod=64", "&pod=128", "&pod=256", "&pod=512"]
            .map(|pod| step(plan, &["&over=64", pod].concat()));
        assert!(
            pods.is_sorted_by(|less, more| less >= more),
            "{plan}: {pods:?}"
        );
    }
}

#[test]
fn groups_inside_a_pod_keep_their_bandwidth() {
    let link = "#v=1&p=llama3-8b/h100x512&tp=4&cp=16&zero=3&hsdp=16&gbs=512&pod=64";
    let bandwidths = |more: &str| {
        of(&[link, more].concat(), |legal| {
            [
                Group::tensor(legal),
                Group::context(legal),
                Group::shard(legal),
            ]
            .map(|group| group.ring::<f64>())
        })
    };
    assert_eq!(bandwidths("&over=16"), bandwidths(""));
}

#[test]
fn one_member_in_a_pod_has_its_own_share_of_the_links() {
    // Eight shard groups of 64 GPUs, a pod each: rings across them have one member in each pod.
    let link = "#v=1&p=llama3-8b/h100x512&zero=3&hsdp=64&gbs=512&pod=64&over=";
    let across = |over: &str| {
        of(&[link, over].concat(), |legal| {
            Group::across_shards(legal).ring::<f64>().bandwidth.0
        })
    };
    close("of ratio 2", across("2"), across("1") / 2.0, 1e-12);
    close("of ratio 7", across("7"), across("1") / 7.0, 1e-12);
    // Stages of a pod each: every member sends to the next pod.
    let link = "#v=1&p=llama3-8b/h100x128&pp=2&gbs=128&pod=64&over=";
    let next = |over: &str| {
        of(&[link, over].concat(), |legal| {
            Group::pipeline(legal).neighbour().bandwidth.0
        })
    };
    close("between stages", next("2"), next("1") / 2.0, 1e-12);
}

#[test]
fn of_a_ring_one_stream_crosses_the_boundary_of_a_pod() {
    // Data parallel over 8 pods of 64 GPUs, 8 tensor-parallel ranks: 8 members of a ring in a pod,
    // one in a domain. Eight rings cross each boundary, and 64 ports' worth of links over the
    // ratio carry them: enough for their 8 ports up to a ratio of 8.
    let link = "#v=1&p=llama3-8b/h100x512&tp=8&gbs=512&pod=64&over=";
    let ring = |over: &str| {
        of(&[link, over].concat(), |legal| {
            Group::replicas(legal).ring::<f64>().bandwidth.0
        })
    };
    assert_eq!(ring("8"), ring("1"));
    close("of ratio 16", ring("16"), ring("1") / 2.0, 1e-12);
    // Without tensor parallelism the ring has all eight ports of a node.
    let link = "#v=1&p=llama3-8b/h100x512&gbs=512&pod=64&over=";
    let all = |over: &str| {
        of(&[link, over].concat(), |legal| {
            Group::replicas(legal).ring::<f64>().bandwidth.0
        })
    };
    let nodes = all("16") / all("32");
    close("half of it", nodes, 2.0, 1e-12);
    assert_eq!(all("8"), all("1"));
}

#[test]
fn of_an_all_to_all_the_share_beyond_the_pod_crosses_its_boundary() {
    let link = "#v=1&p=deepseek-v3-671b/h100x1024&ep=128&gbs=4096&pod=64&over=";
    let bytes = Bytes(128_000_000_000);
    let seconds = |over: &str| {
        of(&[link, over].concat(), |legal| {
            Group::expert(legal).all_to_all::<f64>(bytes).link.0
        })
    };
    // 64 of 127 partners are in another pod, 120 in another node: links at half the rate of the
    // ports carry 64 of these 120 in 128/120 of the ports' time.
    let [one, two, four] = ["1", "2", "4"].map(seconds);
    let port = 40e9; // 50 GB/s, of which transfers reach 80 %
    let sent = 127e9;
    close(
        "beyond the ports' time",
        two - one,
        sent * (2.0 * 64.0 - 120.0) / 127.0 / port,
        1e-9,
    );
    // From there on each doubling doubles it.
    close(
        "twice the ratio",
        four - two,
        sent * 2.0 * 64.0 / 127.0 / port,
        1e-9,
    );
}

#[test]
fn a_domain_lies_in_one_pod() {
    // 72 GPUs of a domain reach each other over NVLink, whatever the pods.
    let link = "#v=1&p=llama3-8b/gb200x144&gbs=144&over=4";
    let of_pod = |pod: &str| step(link, pod);
    assert_eq!(of_pod("&pod=1"), of_pod("&pod=72"));
}
