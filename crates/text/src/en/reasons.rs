//! English sentences about illegal plans and faulty links.

use super::words::joined;
use cost::coverage::NotModelled;
use cost::legal::Reason;
use cost::plan::{Plan, Word, limits};
use formats::link::{LONGEST, LinkWarning};
use formats::number::{fixed, grouped};
use search::degrees;

/// Values listed before a list is cut.
const LISTED: usize = 8;
/// Values up to which a list is not cut: about the most stages to which people assign layers.
const WHOLE: usize = 32;

/// A value as a link writes it; of a list of many numbers only the first.
pub(super) fn few(value: &str) -> String {
    let commas = value.matches(',').count();
    match value.match_indices(',').nth(LISTED - 1) {
        Some((end, _)) if commas >= WHOLE => {
            let count = grouped(commas as u64 + 1);
            [&value[..end], ",… (", &count, " numbers)"].concat()
        }
        _ => value.to_owned(),
    }
}

pub(super) fn reason(reason: &Reason, plan: &Plan) -> String {
    let n = grouped;
    match *reason {
        Reason::OutOfRange { key } => joined(&["“", key, "” is outside what any plan can have."]),
        Reason::LatentRank => String::from(
            "Latent attention makes keys and values from a latent: MLA’s KV rank cannot be 0.",
        ),
        Reason::KeyWidth => String::from(
            "Latent attention needs queries and keys of some width: MLA’s parts with and without \
             positions are both 0 wide.",
        ),
        Reason::Dtype { dtype } => {
            joined(&["This GPU does not support products in ", dtype.word(), "."])
        }
        Reason::ContextHeads { context, heads } => joined(&[
            "CP ",
            &n(context),
            " does not divide ",
            &n(heads),
            " heads of a rank, which all-to-all divides.",
        ]),
        Reason::TensorHeads { tensor, heads } => {
            let legal = list(&degrees::tensor(plan));
            joined(&[
                "TP ",
                &n(tensor),
                " does not divide ",
                &n(heads),
                " heads: legal are ",
                &legal,
                ".",
            ])
        }
        Reason::MixerHeads {
            tensor,
            context,
            heads,
        } => joined(&[
            "TP ",
            &n(tensor),
            " times CP ",
            &n(context),
            " does not divide ",
            &n(heads),
            " heads of the linear mixer.",
        ]),
        Reason::TensorKvHeads { tensor, kv_heads } => {
            let legal = list(&degrees::tensor(plan));
            joined(&[
                "TP ",
                &n(tensor),
                " can neither divide nor copy ",
                &n(kv_heads),
                " KV heads evenly: legal are ",
                &legal,
                ".",
            ])
        }
        Reason::TensorFfn { tensor, ffn } => {
            let legal = list(&degrees::tensor(plan));
            joined(&[
                "TP ",
                &n(tensor),
                " does not divide the MLP’s width of ",
                &n(ffn),
                ": legal are ",
                &legal,
                ".",
            ])
        }
        Reason::SequenceSlices { tensor, tokens } => joined(&[
            "Sequence parallelism cannot cut ",
            &n(tokens),
            " tokens into ",
            &n(tensor),
            " equal pieces.",
        ]),
        Reason::ContextSlices { context, sequence } => {
            let legal = list(&degrees::context(plan));
            joined(&[
                "CP ",
                &n(context),
                " needs the sequence in ",
                &n(2 * context),
                " equal pieces, an early and a late one for each rank; ",
                &n(sequence),
                " tokens allow ",
                &legal,
                ".",
            ])
        }
        Reason::Degrees {
            tensor,
            pipeline,
            context,
            gpus,
        } => {
            let product = n(tensor.saturating_mul(pipeline).saturating_mul(context));
            joined(&[
                "tp·pp·cp = ",
                &n(tensor),
                "·",
                &n(pipeline),
                "·",
                &n(context),
                " = ",
                &product,
                " does not divide ",
                &n(gpus),
                " GPUs.",
            ])
        }
        Reason::Layers {
            layers,
            pipeline,
            virtual_stages,
        } => {
            let stages = n(pipeline.saturating_mul(virtual_stages));
            let legal = list(&degrees::pipeline(plan));
            let split = degrees::uneven(plan);
            // All stages have the rounded-down share or one layer more.
            let each = split.iter().min().map(|&fewest| {
                let most = n(fewest.saturating_add(1));
                joined(&[
                    "split them unevenly, ",
                    &n(fewest),
                    " or ",
                    &most,
                    " a stage, or set ",
                ])
            });
            joined(&[
                &n(layers),
                " layers do not divide into ",
                &stages,
                " equal stages: ",
                each.as_deref().unwrap_or("set "),
                "PP to ",
                &legal,
                ".",
            ])
        }
        Reason::Split {
            stages,
            layers,
            wanted_stages,
            wanted_layers,
        } => joined(&[
            "The split names ",
            &n(layers),
            " layers in ",
            &n(stages),
            " stages; the plan has ",
            &n(wanted_layers),
            " in ",
            &n(wanted_stages),
            ".",
        ]),
        Reason::Batch {
            global,
            micro,
            data,
        } => joined(&[
            "A global batch of ",
            &n(global),
            " does not divide into micro-batches of ",
            &n(micro),
            " on ",
            &n(data),
            " data-parallel ranks: it must be a multiple of ",
            &n(micro.saturating_mul(data)),
            ".",
        ]),
        Reason::VirtualStages {
            virtual_stages,
            schedule,
        } => joined(&[
            &n(virtual_stages),
            " virtual stages per rank need an interleaved schedule, not ",
            schedule.word(),
            ".",
        ]),
        Reason::MeetingPipelines { pipeline } => joined(&[
            "The two pipelines of DualPipe meet between two ranks: ",
            &n(pipeline),
            " stages are an odd number.",
        ]),
        Reason::VirtualWithoutPipeline { virtual_stages } => joined(&[
            &n(virtual_stages),
            " virtual stages per rank need a pipeline of at least 2 stages.",
        ]),
        _ => expert_reason(reason, plan),
    }
}

fn expert_reason(reason: &Reason, plan: &Plan) -> String {
    let n = grouped;
    match *reason {
        Reason::ExpertsMissing => {
            String::from("Expert parallelism needs experts; this model is dense.")
        }
        Reason::ExpertsPerToken { per_token, experts } => joined(&[
            "A token cannot go to ",
            &n(per_token),
            " of ",
            &n(experts),
            " experts.",
        ]),
        Reason::Experts { expert, experts } => {
            let legal = list(&degrees::expert(plan));
            joined(&[
                "EP ",
                &n(expert),
                " does not divide ",
                &n(experts),
                " experts: legal are ",
                &legal,
                ".",
            ])
        }
        Reason::ExpertWidth { expert_tensor, ffn } => joined(&[
            "TP ",
            &n(expert_tensor),
            " inside an expert does not divide its width of ",
            &n(ffn),
            ".",
        ]),
        Reason::ExpertRanks {
            expert,
            expert_tensor,
            ranks,
        } => joined(&[
            "ep·etp = ",
            &n(expert.saturating_mul(expert_tensor)),
            " does not divide the ",
            &n(ranks),
            " GPUs of a stage.",
        ]),
        Reason::ShardGroup { group, replicas } => joined(&[
            "Shard groups of ",
            &n(group),
            " do not divide the ",
            &n(replicas),
            " GPUs that hold the same weights.",
        ]),
        _ => String::new(),
    }
}

/// "1, 2, 4, 8, 16…"
fn list(values: &[u64]) -> String {
    let mut text = String::new();
    for (index, &value) in values.iter().take(LISTED).enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(&grouped(value));
    }
    if values.len() > LISTED {
        text.push('…');
    }
    text
}

pub(super) fn link_warning(warning: &LinkWarning) -> String {
    match warning {
        LinkWarning::TooLong => joined(&[
            "The link is longer than ",
            &grouped(LONGEST as u64),
            " characters; the rest was not read.",
        ]),
        LinkWarning::Version { given } => joined(&[
            "It was made by version “",
            given,
            "” of this planner and is read as version 1.",
        ]),
        LinkWarning::NothingMeasured => {
            String::from("It says which plan was measured, but not what: that was left out.")
        }
        LinkWarning::UnknownKey { key } => {
            joined(&["There is no setting called “", key, "”; it was left out."])
        }
        LinkWarning::Repeated { key } => {
            joined(&["“", key, "” stands twice; the first one counts."])
        }
        LinkWarning::UnknownModel { given, used } => joined(&[
            "There is no model “",
            given,
            "” in the catalogue; using ",
            used,
            ".",
        ]),
        LinkWarning::UnknownGpu { given, used } => joined(&[
            "There is no GPU “",
            given,
            "” in the catalogue; using ",
            used,
            ".",
        ]),
        LinkWarning::BadValue { key, given, used } => joined(&[
            "“",
            given,
            "” is not a value of “",
            key,
            "”; using ",
            &few(used),
            ".",
        ]),
    }
}

pub(super) fn not_modelled(part: NotModelled) -> String {
    let said = match part {
        NotModelled::MeasuredPlan => "The measurement is left out: its plan cannot exist.",
        NotModelled::MeasuredStep => return refused("step"),
        NotModelled::MeasuredPeak => return refused("peak"),
        NotModelled::StepBeyondPeak => {
            "The measured step is left out: in so short a time the GPUs would compute more than \
             their peak."
        }
        NotModelled::PaceBeyondPeak => {
            "The measured step is left out: at the speed measured on the other plan, the GPUs \
             would compute more than their peak in this one."
        }
        NotModelled::MaskedScores => {
            "A part of the masked attention scores does not count in the MFU: the usual \
             definition counts all of them although they are skipped, which would be more than \
             the peak here. The causal definition counts what is computed."
        }
        NotModelled::Adapters => {
            "Adapters are left out: this plan trains all weights, with gradients and optimizer \
             state for each, although they are stored in 4 bits. QLoRA trains only small adapters \
             beside such weights, and is not planned here yet."
        }
    };
    String::from(said)
}

fn refused(figure: &str) -> String {
    let (most, least) = (
        limits::MEASURED_RATIO.end(),
        1.0 / limits::MEASURED_RATIO.start(),
    );
    joined(&[
        "The measured ",
        figure,
        " is left out: it is more than ",
        &fixed(*most, 0),
        " times what the model says, or less than one part in ",
        &fixed(least, 0),
        " of it.",
    ])
}

#[cfg(test)]
mod tests {
    use formats::link;

    #[test]
    fn a_long_split_is_told_by_its_first_numbers() {
        let said = |stages: usize| {
            let split = vec!["1"; stages].join(",");
            let text = format!("#v=1&p=llama3-8b/h100x8&layers={stages}&split={split}&b.split=x");
            let warnings = link::decode(&text).1;
            (crate::EN.link_warning)(&warnings[0])
        };
        assert!(said(8).ends_with("using 1,1,1,1,1,1,1,1."), "{}", said(8));
        let long = said(512);
        assert!(
            long.ends_with("using 1,1,1,1,1,1,1,1,… (512 numbers)."),
            "{long}"
        );
    }
}
