//! Finds the browsers that the page is tested in, and installs them where that is possible.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, ensure};

use crate::programs::{download, output, program, say, version};

/// The variable that names the browsers that the tests are to do without.
const WITHOUT: &str = "SHARDWISE_WITHOUT";

/// The browsers of this machine.
pub struct Browsers {
    found: Vec<(&'static Kind, PathBuf)>,
    missing: Vec<&'static Kind>,
}

/// Browsers that a task needs.
#[derive(Clone, Copy)]
pub enum Need<'a> {
    /// Any one.
    One,
    /// Each, but for those of these names, which are left out.
    Each { without: &'a [String] },
}

impl Browsers {
    /// Passes the browsers' paths to a command, each in its own environment variable.
    pub fn pass_to(&self, command: &mut Command) {
        for (kind, path) in &self.found {
            command.env(kind.variable, path);
        }
        for kind in &self.missing {
            command.env_remove(kind.variable);
        }
        let missing: Vec<&str> = self.missing.iter().map(|kind| kind.word).collect();
        command.env(WITHOUT, missing.join(","));
    }

    fn find() -> Self {
        let mut browsers = Self {
            found: Vec::new(),
            missing: Vec::new(),
        };
        for kind in &KINDS {
            match kind.find() {
                Some(path) => browsers.found.push((kind, path)),
                None => browsers.missing.push(kind),
            }
        }
        browsers
    }
}

/// Finds the browsers, installing the missing ones on Debian and its like; those that are needed
/// are there where this succeeds.
pub fn install(need: Need) -> Result<Browsers> {
    let without = match need {
        Need::One => &[][..],
        Need::Each { without } => without,
    };
    let is_left_out = |kind: &Kind| without.iter().any(|word| word == kind.word);
    for kind in KINDS.iter().filter(|kind| is_left_out(kind)) {
        say(&format!(
            "{}: LEFT OUT, by the option; nothing is tested in it",
            kind.name
        ));
    }
    let mut browsers = Browsers::find();
    if !browsers.missing.is_empty() && can_use_apt() {
        let packages: Vec<&str> = browsers.missing.iter().map(|kind| kind.package).collect();
        say(&format!(
            "browsers: installing {} with apt-get",
            packages.join(" and ")
        ));
        if let Err(error) = apt_install(&packages) {
            say(&format!("browsers: {error}"));
        }
        browsers = Browsers::find();
    }
    let (left_out, found) = browsers
        .found
        .into_iter()
        .partition::<Vec<_>, _>(|(kind, _)| is_left_out(kind));
    browsers.found = found;
    browsers
        .missing
        .extend(left_out.into_iter().map(|(kind, _)| kind));
    for (kind, path) in &browsers.found {
        let version = version(Command::new(path)).unwrap_or_else(|| "no version".into());
        say(&format!("{} {version}: {}", kind.name, path.display()));
    }
    ensure!(
        !browsers.found.is_empty(),
        "no browser was found; install Chromium, Chrome or Firefox"
    );
    for kind in &browsers.missing {
        if is_left_out(kind) {
            continue;
        }
        let missing = format!(
            "{name} is missing; install it (on Debian: `apt-get install {package}`), or name its path in {variable}",
            name = kind.name,
            package = kind.package,
            variable = kind.variable
        );
        ensure!(
            matches!(need, Need::One),
            "{missing}; to test without it, knowingly: `cargo xtask test --without {}`",
            kind.word
        );
        say(&missing);
    }
    Ok(browsers)
}

/// A kind of browser and where it may be.
struct Kind {
    name: &'static str,
    /// Name of the browser in options and tests.
    word: &'static str,
    /// The environment variable that holds its path.
    variable: &'static str,
    /// The name of its package on Debian.
    package: &'static str,
    /// Names that its program may have.
    programs: &'static [&'static str],
    /// Paths of its program on systems that do not put it on PATH.
    files: &'static [&'static str],
}

static KINDS: [Kind; 2] = [
    Kind {
        name: "Chromium",
        word: "chromium",
        variable: "SHARDWISE_CHROMIUM",
        // The browser without its windows: it runs the tests in half the time of the full one.
        package: "chromium-headless-shell",
        programs: &[
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome",
        ],
        files: &[
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            r"C:\Program Files\Google\Chrome\Application\chrome.exe",
            r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
        ],
    },
    Kind {
        name: "Firefox",
        word: "firefox",
        variable: "SHARDWISE_FIREFOX",
        package: "firefox-esr",
        programs: &["firefox", "firefox-esr"],
        files: &[
            "/Applications/Firefox.app/Contents/MacOS/firefox",
            r"C:\Program Files\Mozilla Firefox\firefox.exe",
        ],
    },
];

impl Kind {
    fn find(&self) -> Option<PathBuf> {
        let named = env::var_os(self.variable).map(PathBuf::from);
        let on_path = self
            .programs
            .iter()
            .filter_map(|name| which::which(name).ok());
        let elsewhere = self.files.iter().map(PathBuf::from);
        named
            .into_iter()
            .chain(on_path)
            .chain(elsewhere)
            .find(|path| path.is_file() && !is_snap(path))
    }
}

/// True if a program is only a way into a snap, as Ubuntu's packages of browsers are. A snap has a
/// separate folder for temporary files, so that it does not find the profile that a test makes.
fn is_snap(path: &Path) -> bool {
    let program = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    program.starts_with("/snap")
        || program.ends_with("bin/snap")
        || fs::read_to_string(&program).is_ok_and(|script| script_is_snaps(&script))
}

/// True if a script starts a program out of a snap.
fn script_is_snaps(script: &str) -> bool {
    script.starts_with("#!") && script.contains("/snap/bin/")
}

/// True if packages can be installed without asking: as root, on Debian or its like.
fn can_use_apt() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let is_root = || {
        let mut id = program("id").ok()?;
        id.arg("-u");
        output(id)
    };
    is_debian(&release)
        && which::which("apt-get").is_ok()
        && is_root().is_some_and(|id| id.trim() == "0")
}

/// True if a system has Debian's packages of browsers. Ubuntu itself has snaps under their names.
fn is_debian(release: &str) -> bool {
    let fields = release.lines().filter_map(|line| line.split_once('='));
    let names = |field: &'static str| {
        let lines = fields.clone().filter(move |(key, _)| *key == field);
        lines.flat_map(|(_, names)| names.trim_matches('"').split(' '))
    };
    let is_like = names("ID").chain(names("ID_LIKE")).any(|id| id == "debian");
    is_like && names("ID").all(|id| id != "ubuntu")
}

fn apt_install(packages: &[&str]) -> Result<()> {
    let apt_get = |arguments: &[&str]| -> Result<()> {
        let command = || {
            let mut command = program("apt-get")?;
            command
                .arg("-qq")
                .args(arguments)
                .env("DEBIAN_FRONTEND", "noninteractive");
            Ok(command)
        };
        download(
            command,
            &format!("`apt-get {}` failed", arguments.join(" ")),
        )
    };
    apt_get(&["update"])?;
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    // Without a font, a browser measures and draws no text.
    arguments.push("fonts-dejavu-core");
    apt_get(&arguments)
}

#[cfg(test)]
mod tests {
    use super::{is_debian, script_is_snaps};

    #[test]
    fn debian_is_told_by_its_name_or_by_what_it_is_like() {
        assert!(is_debian("PRETTY_NAME=\"Debian\"\nID=debian\n"));
        assert!(is_debian("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=fedora\nNAME=\"no debian\"\n"));
        assert!(!is_debian("ID=ubuntu\nID_LIKE=debian\n"));
    }

    #[test]
    fn a_script_that_only_starts_a_snap_is_told() {
        let transitional = "#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n  exit 1\nfi\n\
                            exec /snap/bin/chromium \"$@\"\n";
        assert!(script_is_snaps(transitional));
        assert!(!script_is_snaps(
            "#!/bin/sh\nexec /usr/lib/chromium/chromium \"$@\"\n"
        ));
    }
}
