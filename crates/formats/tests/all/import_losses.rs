//! Parts of a file that its plan lacks: their order, and files that lose nothing.

use formats::catalog::default_plan;
use formats::import::{Concern, ImportNote, Imported, Lost, import};

fn read(text: &str) -> Imported {
    import(text, None, &default_plan()).expect("a plan")
}

const MODEL: &str = "--num-layers 32 --hidden-size 4096 --num-attention-heads 32 \
    --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --bf16";

#[test]
fn what_changes_memory_or_the_layout_comes_first() {
    let script = format!(
        "python pretrain_gpt.py {MODEL} --house-colour red --window-of-cutoff 3 \
         --narrow-batch-steps 4 --tensor-ring-parallel 2 --activation-zip 3"
    );
    let imported = read(&script);
    let lost = imported.lost();
    let concerns: Vec<Concern> = lost.iter().map(|(concern, _)| *concern).collect();
    assert!(concerns.is_sorted(), "{lost:?}");
    let expected = [
        "--window-of-cutoff",
        "--narrow-batch-steps",
        "--tensor-ring-parallel",
        "--activation-zip",
    ];
    let Some((Concern::Memory, Lost::Unknown(grave))) = lost.first() else {
        panic!("{lost:?}");
    };
    assert_eq!(*grave, expected);
    let last = lost.last().map(|(_, lost)| lost.clone());
    assert_eq!(last, Some(Lost::Unknown(vec!["--house-colour"])));
}

#[test]
fn a_file_that_was_not_given_may_change_anything() {
    let script = format!("source model.sh\npython pretrain_gpt.py {MODEL} --activation-zip 3");
    let imported = read(&script);
    let lost = imported.lost();
    let note = ImportNote::NotGiven("model.sh".to_owned());
    assert_eq!(lost[0], (Concern::Any, Lost::Note(&note)));
    assert!(imported.is_lossy());
}

#[test]
fn options_of_a_log_lose_nothing() {
    assert!(
        !read(&format!(
            "python pretrain_gpt.py {MODEL} --house-colour red"
        ))
        .is_lossy()
    );
    assert!(
        read(&format!(
            "python pretrain_gpt.py {MODEL} --activation-zip 3"
        ))
        .is_lossy()
    );
}

#[test]
fn a_value_that_another_file_decides_is_lost() {
    let arguments = "per_device_train_batch_size: 1\nbf16: true\ngradient_accumulation_steps: 8\n\
        model_name_or_path: meta-llama/Meta-Llama-3-8B\nlearning_rate: 1.0e-05\n";
    assert!(!read(arguments).is_lossy(), "{:?}", read(arguments).lost());
    let deepspeed = format!("{arguments}deepspeed: ds_config.json\n");
    assert!(read(&deepspeed).is_lossy());
}
