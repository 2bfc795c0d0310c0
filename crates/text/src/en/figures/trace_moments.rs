//! The moments of a trace: a name and a sentence for each.

use crate::en::words::joined;
use cost::legal::Legal;
use cost::sharding::{Gathering, StateSharding};
use cost::trace::{Activity, Collective, Happening, HeldPart, Trace, TraceLane, TraceScene};
use cost::traffic::{Route, Traffic};
use cost::units::{Bytes, Seconds};
use formats::number::{Units, duration, grouped, three_digits};

/// The name and the sentence of a moment.
pub(super) fn moment(legal: &Legal, trace: &Trace, index: usize, units: Units) -> [String; 2] {
    let Some(moment) = trace.moments.get(index) else {
        return [String::new(), String::new()];
    };
    let words = MomentWords {
        legal,
        trace,
        index,
        units,
    };
    let number = grouped(moment.number + 1);
    match moment.what {
        Happening::Forward
        | Happening::Recompute
        | Happening::Backward
        | Happening::WaitForWeights
        | Happening::WaitForShards
        | Happening::LeftOut => words.of_layers(moment.what, &number),
        Happening::Router
        | Happening::Dispatch
        | Happening::ExpertGather
        | Happening::Experts
        | Happening::ExpertReduce
        | Happening::Combine
        | Happening::Merge
        | Happening::SharedIn
        | Happening::SharedOut => words.of_experts(moment.what),
        Happening::Earlier
        | Happening::LastBackward
        | Happening::GradientsLeft
        | Happening::ToHost
        | Happening::Update
        | Happening::FromHost
        | Happening::WeightsLeft
        | Happening::NextForward => words.of_update(moment.what),
        Happening::Fill | Happening::Steady | Happening::Repeats | Happening::Drain => {
            words.of_pipeline(moment.what, moment.number)
        }
        Happening::Tile | Happening::Scores | Happening::Write => {
            words.of_attention(moment.what, &number)
        }
        _ => words.of_layer(moment.what, moment.number),
    }
}

/// A moment with the figures of its sentence.
struct MomentWords<'a, 'b> {
    legal: &'b Legal<'a>,
    trace: &'b Trace,
    index: usize,
    units: Units,
}

impl MomentWords<'_, '_> {
    /// Time that the moment takes.
    fn takes(&self) -> String {
        let moment = self.trace.moments.get(self.index);
        time(moment.map_or(Seconds::ZERO, |moment| moment.to.beyond(moment.from)))
    }

    /// Time of the GPU's kernels in the moment.
    fn works(&self) -> String {
        let works = |activity| {
            matches!(
                activity,
                Activity::Compute | Activity::Recompute | Activity::Update
            )
        };
        time(self.sum(works))
    }

    /// Exposed time of the moment.
    fn exposed(&self) -> Seconds {
        self.trace.exposed_of(self.index)
    }

    fn sum(&self, is_wanted: impl Fn(Activity) -> bool) -> Seconds {
        self.trace.seconds_of(self.index, is_wanted)
    }

    /// Traffic of the moment on some routes and in some forms.
    fn sent(&self, is_wanted: impl Fn(Route, Collective) -> bool) -> Traffic {
        self.trace.sent_in(self.index, is_wanted)
    }

    /// Bytes of all that the moment sends.
    fn bytes(&self) -> String {
        self.amount(self.sent(|_, _| true).bytes)
    }

    fn amount(&self, bytes: Bytes) -> String {
        self.units.amount(bytes)
    }

    fn tensor(&self) -> String {
        grouped(self.legal.plan.layout.tensor)
    }

    /// Bytes of a part that are held when the moment ends.
    fn held(&self, part: HeldPart) -> Bytes {
        let moment = self.trace.moments.get(self.index);
        let end = moment.map_or(Seconds::ZERO, |moment| moment.to);
        self.trace.held_at(end).of(part)
    }

    /// Moments of a layer that is split by tensor or context parallelism.
    fn of_layer(&self, what: Happening, number: u64) -> [String; 2] {
        let takes = self.takes();
        let sent = self.bytes();
        match what {
            Happening::Norm => [
                String::from("Norm."),
                joined(&[
                    "Each GPU normalises its ",
                    &grouped(self.legal.outer_tokens()),
                    " tokens: ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::TensorGather => [
                String::from("All-gather."),
                joined(&[
                    "Each GPU sends ",
                    &sent,
                    " around the ring of ",
                    &self.tensor(),
                    " in ",
                    &takes,
                    ". Until all tokens are there, it has nothing to multiply.",
                ]),
            ],
            Happening::Projections => [
                String::from("Queries, keys and values."),
                joined(&[
                    "Each GPU multiplies all tokens with its columns of the weights: ",
                    &self.works(),
                    self.beside(),
                    ".",
                ]),
            ],
            Happening::ContextBefore => self.context(true),
            Happening::ContextAfter => self.context(false),
            Happening::Attention => self.attention(number),
            Happening::Output => [
                String::from("Output."),
                joined(&[
                    "The GPU's rows of the weights give full width, but only a part of the sum: ",
                    &self.works(),
                    self.beside(),
                    ".",
                ]),
            ],
            Happening::TensorReduce if self.legal.plan.sequence_parallel() => [
                String::from("Reduce-scatter."),
                joined(&[
                    "The partial sums are added on their way around the ring, ",
                    &sent,
                    " a GPU in ",
                    &takes,
                    ". Each GPU keeps the sums of its tokens.",
                ]),
            ],
            Happening::TensorReduce => [
                String::from("All-reduce."),
                joined(&[
                    "The partial sums are added and spread to all GPUs: ",
                    &sent,
                    " a GPU, twice the bytes of one pass, in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::Between => [
                String::from("Add and normalise."),
                joined(&[
                    "The sums are added to the residual stream, and normalised for the MLP: ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::MlpIn => [
                String::from("Into the MLP."),
                joined(&[
                    "Each GPU has ",
                    &grouped(self.legal.plan.model.ffn / self.legal.plan.layout.tensor.max(1)),
                    " of ",
                    &grouped(self.legal.plan.model.ffn),
                    " hidden values: ",
                    &self.works(),
                    self.beside(),
                    ".",
                ]),
            ],
            Happening::MlpOut => [
                String::from("Out of the MLP."),
                joined(&["Partial sums again: ", &self.works(), self.beside(), "."]),
            ],
            _ => [
                String::from("Add."),
                joined(&[
                    "The result is added to the residual stream, the input of the next layer: ",
                    &takes,
                    ".",
                ]),
            ],
        }
    }

    /// Words on a message beside kernels.
    fn beside(&self) -> &'static str {
        if self.sent(|_, _| true).link > Seconds::ZERO {
            ", with the message beside it"
        } else {
            ""
        }
    }

    /// Exchange of a split sequence before or after attention.
    fn context(&self, is_before: bool) -> [String; 2] {
        let [sent, takes] = [self.bytes(), self.takes()];
        let kind = self.sent(|_, collective| collective == Collective::AllToAll);
        if kind.link > Seconds::ZERO {
            let what = if is_before {
                "Each GPU trades tokens for heads: it has all tokens of its heads then. "
            } else {
                "Heads are traded for tokens again. "
            };
            return [
                String::from("All-to-all."),
                joined(&[what, &sent, " a GPU in ", &takes, "."]),
            ];
        }
        [
            String::from("Keys and values."),
            joined(&[
                "Every GPU receives the keys and values of all parts of the sequence: it sends ",
                &sent,
                " in ",
                &takes,
                ".",
            ]),
        ]
    }

    fn attention(&self, number: u64) -> [String; 2] {
        let sent = self.sent(|_, collective| collective == Collective::RingPass);
        let is_ring = self
            .trace
            .moments
            .iter()
            .any(|moment| moment.what == Happening::Attention && moment.number > 0);
        if !is_ring {
            return [
                String::from("Attention."),
                joined(&["Each GPU works on its heads alone: ", &self.works(), "."]),
            ];
        }
        let turn = joined(&["Turn ", &grouped(number + 1), "."]);
        if sent.link == Seconds::ZERO {
            return [
                turn,
                joined(&[
                    "The last keys and values are used, and go no further: ",
                    &self.works(),
                    ".",
                ]),
            ];
        }
        let exposed = self.exposed();
        let hidden = if exposed > Seconds::ZERO {
            joined(&["; ", &time(exposed), " of it are exposed"])
        } else {
            String::new()
        };
        [
            turn,
            joined(&[
                "While queries meet these keys, ",
                &self.amount(sent.bytes),
                " of keys and values go on to the next GPU, ",
                &time(sent.link),
                " beside ",
                &self.works(),
                &hidden,
                ".",
            ]),
        ]
    }

    fn of_experts(&self, what: Happening) -> [String; 2] {
        let [sent, takes] = [self.bytes(), self.takes()];
        let moe = &self.legal.plan.model.moe;
        match what {
            Happening::Router => [
                String::from("Router."),
                joined(&[
                    "Every token chooses ",
                    &grouped(moe.per_token),
                    " of ",
                    &grouped(moe.experts),
                    " experts. The copies are sorted by expert: ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::Dispatch => [
                String::from("Dispatch."),
                joined(&[
                    "Copies go to the GPUs of their experts: ",
                    &sent,
                    " a GPU in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::ExpertGather => [
                String::from("All-gather of copies."),
                joined(&[
                    "The GPUs of an expert share their copies: ",
                    &sent,
                    " in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::Experts => {
                let experts = match self.legal.local_experts() {
                    1 => String::from("one expert"),
                    experts => joined(&["its ", &grouped(experts), " experts"]),
                };
                let imbalance = self.legal.plan.imbalance();
                let fullest = if imbalance > 1.0 {
                    joined(&[
                        " All wait for the fullest GPU, with ",
                        &three_digits(imbalance),
                        " times the mean.",
                    ])
                } else {
                    String::new()
                };
                [
                    String::from("Experts."),
                    joined(&[
                        "Each GPU runs ",
                        &experts,
                        ": ",
                        &self.works(),
                        self.beside(),
                        ".",
                        &fullest,
                    ]),
                ]
            }
            Happening::ExpertReduce => [
                String::from("Reduce-scatter of copies."),
                joined(&[
                    "The partial sums of an expert are added: ",
                    &sent,
                    " in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::Combine => [
                String::from("Combine."),
                joined(&[
                    "Results go back to their tokens' GPUs: ",
                    &sent,
                    " in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::SharedIn | Happening::SharedOut => [
                String::from("Shared experts."),
                joined(&["All tokens pass the shared experts, too: ", &takes, "."]),
            ],
            _ => [
                String::from("Sum."),
                joined(&[
                    "The results of a token are weighted and added: ",
                    &takes,
                    ".",
                ]),
            ],
        }
    }

    fn of_layers(&self, what: Happening, number: &str) -> [String; 2] {
        let layer = joined(&["Layer ", number]);
        let works = self.works();
        let is_checkpoint = self.trace.scene == TraceScene::Checkpoint;
        let arrived = self
            .sent(|route, collective| collective == Collective::AllGather && route != Route::Host);
        let scattered = self.sent(|_, collective| collective == Collective::ReduceScatter);
        match what {
            Happening::Forward if is_checkpoint => [
                joined(&[&layer, ", forward."]),
                joined(&[
                    "It takes ",
                    &works,
                    ". Activations are now ",
                    &self.amount(self.held(HeldPart::Activations)),
                    ".",
                ]),
            ],
            Happening::Forward if arrived.bytes > Bytes::ZERO => [
                joined(&[&layer, ", forward."]),
                joined(&[
                    "Beside ",
                    &works,
                    " of compute, the weights of the next layer are gathered: ",
                    &self.amount(arrived.bytes),
                    " sent by each GPU in ",
                    &time(arrived.link),
                    ".",
                ]),
            ],
            Happening::Forward => [
                joined(&[&layer, ", forward."]),
                joined(&[
                    "Its weights are on every GPU: nothing is gathered. ",
                    &works,
                    " of compute.",
                ]),
            ],
            Happening::Recompute => [
                joined(&[&layer, ", forward again."]),
                joined(&[
                    "What was not kept is computed again: ",
                    &works,
                    self.beside_recompute(),
                    ".",
                ]),
            ],
            Happening::Backward if scattered.bytes > Bytes::ZERO => [
                joined(&[&layer, ", backward."]),
                joined(&[
                    "Beside ",
                    &works,
                    ", gradients of the layer above are scattered, ",
                    &self.amount(scattered.bytes),
                    " in ",
                    &time(scattered.link),
                    ", and weights of the layer below are gathered.",
                ]),
            ],
            Happening::Backward => [
                joined(&[&layer, ", backward."]),
                joined(&[
                    "Gradients are computed and activations freed: ",
                    &works,
                    ".",
                ]),
            ],
            Happening::WaitForWeights => [
                String::from("Wait for weights."),
                joined(&[
                    &time(self.exposed()),
                    " of the all-gather are exposed: compute beside it was too short, or had to share the GPU with it.",
                ]),
            ],
            Happening::WaitForShards => [
                String::from("Wait for shards."),
                joined(&[
                    &time(self.exposed()),
                    " of gathering and scattering are exposed.",
                ]),
            ],
            _ => [
                joined(&[&grouped(self.left_out()), " more layers."]),
                String::from("They run likewise, forward and backward, and are not drawn."),
            ],
        }
    }

    /// Messages that a repeated forward repeats.
    fn beside_recompute(&self) -> &'static str {
        let inside = self.sent(|_, collective| collective == Collective::Several);
        if inside.bytes > Bytes::ZERO {
            ", its messages included"
        } else {
            ""
        }
    }

    /// Layers that are not drawn.
    fn left_out(&self) -> u64 {
        let moment = self.trace.moments.get(self.index);
        moment.map_or(0, |moment| moment.number)
    }

    fn of_update(&self, what: Happening) -> [String; 2] {
        let [sent, takes] = [self.bytes(), self.takes()];
        let exposed = time(self.exposed());
        match what {
            Happening::Earlier => [
                String::from("Other chunks."),
                String::from("Gradients of chunks that are done travel already."),
            ],
            Happening::LastBackward => [
                String::from("Last backward."),
                joined(&[
                    "Gradients are final from the last layer up, and leave at once: ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::GradientsLeft => [
                String::from("Gradients on their way."),
                joined(&[
                    "After the last backward, ",
                    &exposed,
                    " of their exchange are left: nothing hides them.",
                ]),
            ],
            Happening::ToHost => [
                String::from("To the host."),
                joined(&[
                    "Gradients of the GPU's shard, ",
                    &sent,
                    ", cross the host's link in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::FromHost => [
                String::from("Back from the host."),
                joined(&[
                    "New weights, ",
                    &sent,
                    ", cross the host's link in ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::Update => [
                String::from("Optimizer."),
                joined(&[
                    if self.legal.plan.layout.zero.shards_optimizer() {
                        "Each GPU updates its shard only: "
                    } else {
                        "Every GPU updates all of its weights: "
                    },
                    &takes,
                    ", the fixed cost of a step included.",
                ]),
            ],
            Happening::WeightsLeft => [
                String::from("New weights."),
                joined(&[
                    "They are gathered before the next forward; ",
                    &exposed,
                    " are exposed.",
                ]),
            ],
            _ => [
                String::from("Next forward."),
                joined(&[
                    "The next step begins",
                    if gathers(self.legal) {
                        ""
                    } else {
                        ", while the rest of its weights arrives"
                    },
                    ": ",
                    &takes,
                    ".",
                ]),
            ],
        }
    }

    fn of_pipeline(&self, what: Happening, number: u64) -> [String; 2] {
        let idle = time(self.sum(|activity| activity == Activity::Idle));
        let takes = self.takes();
        let held = self.amount(self.held(HeldPart::Activations));
        match what {
            Happening::Fill => {
                let waits = self.sum(|activity| activity == Activity::Idle);
                let waits = if waits > Seconds::ZERO {
                    joined(&["waits ", &idle, " and stores"])
                } else {
                    String::from("stores")
                };
                [
                    String::from("Fill."),
                    joined(&[
                        "Until its first backward, the stage ",
                        &waits,
                        " the activations of its forwards, ",
                        &held,
                        ".",
                    ]),
                ]
            }
            Happening::Steady => [
                String::from("Steady state."),
                joined(&[
                    "Forwards and backwards take turns for ",
                    &takes,
                    "; it waits ",
                    &idle,
                    ".",
                ]),
            ],
            Happening::Repeats => [
                joined(&[&grouped(number), " blocks more."]),
                joined(&["They repeat the same pattern for ", &takes, "."]),
            ],
            _ => [
                String::from("Drain."),
                joined(&[
                    "The last backwards, with no forward between them: ",
                    &takes,
                    ", of which it waits ",
                    &idle,
                    ".",
                ]),
            ],
        }
    }

    fn of_attention(&self, what: Happening, number: &str) -> [String; 2] {
        let takes = self.takes();
        let moved: Bytes = self.trace.lanes[TraceLane::Memory as usize]
            .iter()
            .filter(|span| span.moment == self.index)
            .map(|span| span.traffic.bytes)
            .sum();
        let moved = self.amount(moved);
        match what {
            Happening::Tile if self.legal.plan.levers.flash => [
                joined(&["Block ", number, " of 8."]),
                joined(&[
                    "A block of keys and values is loaded, ",
                    &moved,
                    ", and meets the queries on the chip. A running maximum and sum replace the scores: ",
                    &takes,
                    ".",
                ]),
            ],
            Happening::Tile => [
                String::from("Queries meet keys."),
                joined(&["Every score of s × s is computed: ", &takes, "."]),
            ],
            Happening::Scores => [
                String::from("Scores to memory and back."),
                joined(&[
                    "Softmax reads and writes them: ",
                    &moved,
                    " in ",
                    &takes,
                    ".",
                ]),
            ],
            _ => [
                String::from("Output."),
                joined(&["The sums over the values are written: ", &takes, "."]),
            ],
        }
    }
}

/// Seconds in the unit that suits them.
pub(super) fn time(time: Seconds) -> String {
    if time.0 <= 0.0 {
        return String::from("0");
    }
    if time.0 < 0.000_999_5 {
        return joined(&[&three_digits(time.0 * 1e6), "\u{a0}µs"]);
    }
    duration(time)
}

/// True if ranks gather weights layer by layer.
pub(super) fn gathers(legal: &Legal) -> bool {
    StateSharding::of(legal).gathering == Gathering::EachMicroBatch
}
