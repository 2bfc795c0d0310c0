//! Kernels against their roofs: the same seconds as the step's, the FLOPs and bytes of closed
//! forms, and Flash Attention as its authors measured it.

use cost::kernel_times::{KernelTimes, Roof};
use cost::layer_time::{ModelCompute, end_operations, layer_operations};
use cost::legal::Legal;
use cost::operation::{Kernel, Work};
use cost::params::LayerKind;
use cost::roofline::Roofline;
use cost::traffic::Route;
use search::flash;
use test_utils::{close, estimated};

fn last_inch(link: &str) -> KernelTimes {
    let (plan, estimate) = estimated(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    KernelTimes::of(&legal, &estimate)
}

fn kernel(link: &str, kernel: Kernel) -> Work {
    let times = last_inch(link);
    let mut kernels = times.kernels.iter();
    let spent = kernels.find(|spent| spent.kernel == kernel);
    spent.expect("this kernel").work
}

const LLAMA: &str = "#v=1&p=llama3-70b/h100x8&tp=8&gbs=16&recipe=zeropaper";

#[test]
fn operations_take_as_long_as_their_layer() {
    for link in [
        LLAMA,
        "#v=1&p=gpt3-175b/a100-80x64&tp=8&pp=8&flash=0",
        "#v=1&p=deepseek-v3-671b/h800x1024&pp=8&ep=64&layers=64&gbs=2048",
        "#v=1&p=qwen3-30b-a3b/b200x64&ep=8&dtype=mxfp8&mbs=4",
        "#v=1&p=gpt2-1.5b/h100x8&seq=128",
    ] {
        let (plan, _) = estimated(link);
        let legal = Legal::check(&plan).expect("a legal plan");
        let roofline: Roofline = Roofline::of(&legal);
        let compute = ModelCompute::of(&legal, &roofline);
        let mut kinds = vec![(LayerKind::Dense, compute.dense)];
        if plan.model.moe.experts > 0 {
            kinds.push((LayerKind::Routed, compute.routed));
        }
        for (kind, layer) in kinds {
            let operations = layer_operations(&legal, &roofline, kind);
            let forward: f64 = operations.iter().map(|each| each.forward.seconds.0).sum();
            let backward: f64 = operations.iter().map(|each| each.backward.seconds.0).sum();
            close("forward", forward, layer.forward.0, 1e-12);
            close("backward", backward, layer.backward.0, 1e-12);
        }
        let [first, last] = end_operations(&legal, &roofline);
        for (operations, piece) in [(first, compute.embedding), (last, compute.head)] {
            let forward: f64 = operations.iter().map(|each| each.forward.seconds.0).sum();
            close("an end", forward, piece.forward.0, 1e-12);
        }
    }
}

#[test]
fn kernels_take_as_long_as_the_steps_computing() {
    // Without a pipeline there is one rank, and its seconds are the step's: kernels and optimizer,
    // but for the 10 ms that every step costs.
    for link in [
        LLAMA,
        "#v=1&p=llama3-8b/h100x8&mstep=5",
        "#v=1&p=mixtral-8x7b/h100x64&ep=8&recipe=nemo",
    ] {
        let (_, estimate) = estimated(link);
        let overhead = 0.01 * estimate.machine.map_or(1.0, |machine| machine.pace);
        let step = estimate.time.compute.0 + estimate.time.optimizer.0 - overhead;
        close(link, last_inch(link).total().seconds.0, step, 1e-9);
    }
}

#[test]
fn products_have_the_models_flops_and_the_bytes_of_three_matrices() {
    // The MLP of Llama-3 70B: 28,672 wide, gated, 8 ways. Per layer and micro-batch of 8,192
    // tokens 2·T·h·2f/t FLOPs in and half as many out, three times as many with backward.
    let (t, h, f) = (8_192.0, 8_192.0, 28_672.0 / 8.0);
    let times = 80.0 * 16.0 * 3.0;
    let inner = kernel(LLAMA, Kernel::MlpIn);
    close(
        "FLOPs in",
        inner.flops.0,
        2.0 * t * h * 2.0 * f * times,
        1e-12,
    );
    let bytes = 2.0 * (t * h + 2.0 * f * h + t * 2.0 * f) * times;
    close("bytes in", inner.bytes.0 as f64, bytes, 1e-9);
    let outer = kernel(LLAMA, Kernel::MlpOut);
    close("FLOPs out", outer.flops.0, 2.0 * t * h * f * times, 1e-12);
    // All products are the model's own: 6 for each multiplied weight and token, 1/8 on each GPU.
    let times = last_inch(LLAMA);
    let products = times
        .kernels
        .iter()
        .filter(|spent| spent.kernel.is_product());
    let flops: f64 = products.map(|spent| spent.work.flops.0).sum();
    let (_, estimate) = estimated(LLAMA);
    let weights = estimate.params.multiplied as f64;
    close(
        "products",
        flops,
        6.0 * weights * 8_192.0 * 16.0 / 8.0,
        1e-9,
    );
}

#[test]
fn nothing_pierces_its_roof() {
    for link in [
        LLAMA,
        "#v=1&p=gpt3-175b/a100-80x64&tp=8&pp=8&flash=0",
        "#v=1&p=deepseek-v3-671b/h800x1024&pp=8&ep=64&layers=64&gbs=2048&dtype=fp8b",
        "#v=1&p=qwen3-30b-a3b/b200x64&ep=8&dtype=mxfp8&mbs=4",
        "#v=1&p=llama3-8b/l4x8&mbs=1&gbs=8&seq=512",
    ] {
        let times = last_inch(link);
        let share: f64 = times.kernels.iter().map(|spent| spent.share).sum();
        close("shares", share, 1.0, 1e-12);
        for spent in &times.kernels {
            // Frameworks that run faster than the fit's middle reach a little more.
            assert!(spent.reached < 1.0, "{link}: {spent:?}");
        }
    }
}

#[test]
fn products_hit_the_roof_of_computing_and_norms_that_of_memory() {
    let times = last_inch(LLAMA);
    let find = |kernel| {
        let mut kernels = times.kernels.iter();
        *kernels
            .find(|spent| spent.kernel == kernel)
            .expect("a kernel")
    };
    for product in [
        Kernel::Projections,
        Kernel::MlpIn,
        Kernel::MlpOut,
        Kernel::Head,
    ] {
        assert_eq!(find(product).roof, Roof::Compute, "{product:?}");
    }
    for stream in [Kernel::Elementwise, Kernel::Loss, Kernel::Optimizer] {
        assert_eq!(find(stream).roof, Roof::Memory, "{stream:?}");
        // Streaming kernels reach 80 % of the data sheet's bandwidth.
        close("streaming", find(stream).reached, 0.8, 1e-3);
    }
    // 989 TFLOP/s over 3.35 TB/s: the roofs meet at 295 FLOPs a byte.
    close(
        "ridge",
        times.roofs.peak.0 / times.roofs.memory.0,
        295.2,
        1e-3,
    );
}

#[test]
fn flash_attention_lifts_attention_to_the_roof_of_computing() {
    // 64 / 8 heads of 128 on each GPU: 16 MiB for each of q, k, v, the output, and backward twice
    // as many; 5 and 10 times 8 · 8,192² bytes of scores without it.
    let core = |link: &str| {
        let times = last_inch(link);
        let mut kernels = times.kernels.iter();
        *kernels
            .find(|spent| spent.kernel == Kernel::Core)
            .expect("attention")
    };
    let (with, without) = (core(LLAMA), core(&[LLAMA, "&flash=0"].concat()));
    let (tensor, scores) = (2.0_f64.powi(24), 8.0 * 8_192.0 * 8_192.0);
    let times = 80.0 * 16.0;
    close(
        "with",
        with.work.bytes.0 as f64,
        12.0 * tensor * times,
        1e-9,
    );
    let square = (12.0 * tensor + 15.0 * scores) * times;
    close("without", without.work.bytes.0 as f64, square, 1e-9);
    assert_eq!((with.roof, without.roof), (Roof::Compute, Roof::Memory));
}

#[test]
fn an_exchange_is_measured_by_the_bytes_it_sends() {
    let times = last_inch(LLAMA);
    let tensor = times.exchanges[0];
    assert_eq!(tensor.route, Route::Tensor);
    assert_eq!(tensor.work.flops, times.total().flops);
    // 4.5 all-reduces a layer and one at each end, of 2·T·h bytes, 7/4 of which a ring sends.
    let bytes = (4.5 * 80.0 + 2.0) * 2.0 * 8_192.0 * 8_192.0 * 1.75 * 16.0;
    close("bytes", tensor.work.bytes.0 as f64, bytes, 1e-9);
    // One node: nothing crosses the network.
    assert_eq!(times.roofs.network, None);
    assert_eq!(times.roofs.domain.map(|link| link.0), Some(450e9));
}

#[test]
fn flash_attention_as_measured() {
    // Dao 2022, figure 2, within 25 %: the same as in figures/attention.rs, which puts it
    // together by hand.
    let predicted = flash::predicted().expect("a legal plan");
    for (work, measured) in predicted.into_iter().zip(flash::MEASURED) {
        close("GB", work.bytes.0 as f64 / 1e9, measured.gigabytes, 0.25);
        close("ms", work.seconds.0 * 1e3, measured.milliseconds, 0.25);
    }
}

#[test]
fn flash_attention_saves_what_the_estimates_differ_by() {
    let link = "#v=1&p=llama3-8b/h100x64&tp=2";
    let (plan, with) = estimated(link);
    let (_, without) = estimated(&[link, "&flash=0"].concat());
    let sides = flash::compare(&plan).expect("a legal plan");
    for (side, estimate) in sides.into_iter().zip([with, without]) {
        assert_eq!(side.peak, estimate.memory.peak());
        assert_eq!(side.step, estimate.time.total());
        assert_eq!(side.verdict, estimate.memory.verdict);
    }
    // Whichever of the two the plan has, both are the same.
    let mut other = plan;
    other.levers.flash = false;
    assert_eq!(flash::compare(&other), Some(sides));
}
