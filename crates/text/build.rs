//! Compiles the messages into functions, one file for each subject.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use messages::{Fault, Pseudo};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=messages");
    match write(Path::new("messages")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(faults) => {
            for fault in faults {
                println!("cargo::error={fault}");
            }
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<(), Vec<Fault>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let source = messages::source(folder)?;
    for subject in source.subjects() {
        save(
            &out.join(subject).with_extension("rs"),
            &messages::rust(&source, subject),
        )?;
    }
    let mut languages = Vec::new();
    for tag in messages::tags(folder)? {
        let translation = messages::translation(folder, &tag, &source)?;
        languages.push((messages::language_file(&tag, &source, &translation), tag));
    }
    for pseudo in Pseudo::ALL {
        let tag = pseudo.tag();
        let translation = messages::pseudo(&source, pseudo);
        languages.push((
            messages::language_file(tag, &source, &translation),
            tag.to_owned(),
        ));
    }
    let (mut tags, mut list) = (String::new(), String::new());
    for (text, tag) in &languages {
        save(&out.join(tag).with_extension("txt"), text)?;
        tags.push_str(&format!("{tag:?}, "));
        list.push_str(&format!("include_str!(\"{tag}.txt\"),\n"));
    }
    save(&out.join("_tags.rs"), &format!("&[{tags}]"))?;
    save(
        &out.join("_control_characters.rs"),
        &messages::control_characters(),
    )?;
    let fingerprint = source.fingerprint();
    save(&out.join("_fingerprint.txt"), &fingerprint)?;
    save(&out.join("_languages.rs"), &format!("&[{list}]"))
}

fn save(path: &Path, text: &str) -> Result<(), Vec<Fault>> {
    fs::write(path, text).map_err(|error| {
        let (path, what) = (path.to_owned(), error.to_string());
        vec![Fault {
            path,
            line: 0,
            what,
        }]
    })
}
