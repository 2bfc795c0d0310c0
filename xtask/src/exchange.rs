//! Reads exported files with the real parsers of the frameworks that they are for.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::programs::{cargo, download, program, root, run, say, target};

/// Packages with the parsers, at the versions that the writers name, and what these need.
const PACKAGES: &str = "torch accelerate==1.15.0 deepspeed==0.19.8 hydra-core==1.3.8 tyro pyyaml tokenizers packaging \
     numpy dacite transformers";
/// Packages of which only the configuration is read, without the dependencies of training.
const BARE: &str = "torchtitan==0.2.2";

/// A framework whose parser is in no package.
struct Source {
    /// Its name, and the option of the checks that names its checkout.
    name: &'static str,
    /// An environment variable with another place of it: a checkout or a repository.
    variable: &'static str,
    address: &'static str,
    /// A tag or a commit.
    version: &'static str,
}

const MEGATRON: Source = Source {
    name: "megatron",
    variable: "SHARDWISE_MEGATRON",
    address: "https://github.com/NVIDIA/Megatron-LM.git",
    version: "core_v0.16.1",
};

const NANOTRON: Source = Source {
    name: "nanotron",
    variable: "SHARDWISE_NANOTRON",
    address: "https://github.com/huggingface/nanotron.git",
    version: "2411b022a75fb7f7561a1bb4166706da5e1b76de",
};

/// Exports plans and has each file read; installs the parsers first, some gigabytes.
pub fn test() -> Result<()> {
    let target = target();
    let python = install(&target.join("exchange-python"))?;
    let megatron = MEGATRON.checkout(&target)?;
    let nanotron = NANOTRON.checkout(&target)?;
    say("plans as files");
    let files = target.join("exchange-files");
    if files.exists() {
        fs::remove_dir_all(&files).context("old files are in the way")?;
    }
    let mut export = cargo(&[
        "test",
        "--quiet",
        "--package=shardwise-cli",
        "--test=all",
        "exchange::kept",
    ])?;
    export.env("SHARDWISE_EXPORTS", &files);
    run(export, "the plans cannot be exported")?;
    say("the parsers of their frameworks");
    let mut read = Command::new(python);
    read.current_dir(root())
        .args(["-W", "ignore", "crates/cli/tests/all/exchange/parsers"])
        .arg(files)
        .arg("--megatron")
        .arg(megatron)
        .arg("--nanotron")
        .arg(nanotron);
    run(read, "a framework cannot read what is written for it")
}

impl Source {
    /// The files of the version, in the folder of builds.
    fn checkout(&self, target: &Path) -> Result<PathBuf> {
        let place = env::var_os(self.variable);
        if let Some(place) = place.as_ref().map(PathBuf::from)
            && place.join("pyproject.toml").exists()
        {
            return Ok(place);
        }
        let folder = target.join(["exchange-", self.name].concat());
        // Written last: whatever was interrupted is done again.
        let done = folder.join("checked-out");
        if fs::read_to_string(&done).is_ok_and(|version| version == self.version) {
            return Ok(folder);
        }
        say(&[self.name, " ", self.version].concat());
        fs::create_dir_all(&folder).context("the checkout cannot be written")?;
        let git = |arguments: &[&str]| -> Result<Command> {
            let mut git = program("git")?;
            git.current_dir(&folder).args(arguments);
            Ok(git)
        };
        let failure = ["git cannot fetch ", self.name].concat();
        run(git(&["init", "--quiet"])?, &failure)?;
        let address = match place {
            // Git runs in another folder.
            Some(place) => fs::canonicalize(&place).map_or(place, PathBuf::into_os_string),
            None => self.address.into(),
        };
        let fetch = || {
            let mut fetch = git(&["fetch", "--quiet", "--depth=1"])?;
            fetch.arg(&address).arg(self.version);
            Ok(fetch)
        };
        download(fetch, &failure)?;
        run(
            git(&["checkout", "--quiet", "--force", "FETCH_HEAD"])?,
            &failure,
        )?;
        fs::write(&done, self.version).context("the checkout cannot be written")?;
        Ok(folder)
    }
}

/// The Python of an environment that has the parsers.
fn install(folder: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    // Written last: whatever was interrupted is done again.
    let done = folder.join("installed");
    let wanted = [PACKAGES, BARE].join("\n");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    say("parsers of the frameworks");
    let mut create = program("python3")?;
    create.args(["-m", "venv"]).arg(folder);
    run(create, "Python cannot create an environment")?;
    for (packages, options) in [(PACKAGES, &[][..]), (BARE, &["--no-deps"][..])] {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet"])
            .args(options)
            .args(packages.split_whitespace());
        run(pip, "pip cannot install the parsers")?;
    }
    fs::write(&done, wanted).context("the environment cannot be written to")?;
    Ok(python)
}
