//! Finds the browsers that the page is tested in, and installs them where that is possible.

use std::{env, fs, path::PathBuf, process::Command};

use anyhow::{Result, ensure};

use crate::programs::{output, program, run, say};

/// The browsers of this machine.
pub struct Browsers {
    found: Vec<(&'static Kind, PathBuf)>,
    missing: Vec<&'static Kind>,
}

impl Browsers {
    /// Tells a command where the browsers are, each in a variable of its own.
    pub fn pass_to(&self, command: &mut Command) {
        for (kind, path) in &self.found {
            command.env(kind.variable, path);
        }
        for kind in &self.missing {
            command.env_remove(kind.variable);
        }
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

/// Finds the browsers, installing the missing ones on Debian and its like; at least one is there
/// where this succeeds.
pub fn install() -> Result<Browsers> {
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
    for (kind, path) in &browsers.found {
        say(&format!("{}: {}", kind.name, path.display()));
    }
    for kind in &browsers.missing {
        say(&format!(
            "{name}: MISSING, so nothing is tested in it; install it, or name its path in {variable}",
            name = kind.name,
            variable = kind.variable
        ));
    }
    ensure!(
        !browsers.found.is_empty(),
        "no browser was found; install Chromium, Chrome or Firefox"
    );
    Ok(browsers)
}

/// A kind of browser and where it may be.
struct Kind {
    name: &'static str,
    /// The environment variable that holds its path.
    variable: &'static str,
    /// The name of its package on Debian.
    package: &'static str,
    /// What its program may be called.
    programs: &'static [&'static str],
    /// Where it is on systems that do not put it on PATH.
    files: &'static [&'static str],
}

static KINDS: [Kind; 2] = [
    Kind {
        name: "Chromium",
        variable: "SHARDWISE_CHROMIUM",
        package: "chromium",
        programs: &[
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
            .find(|path| path.is_file())
    }
}

/// Whether packages can be installed without asking: as root, on Debian or its like.
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

fn is_debian(release: &str) -> bool {
    release
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter(|(key, _)| matches!(*key, "ID" | "ID_LIKE"))
        .flat_map(|(_, names)| names.trim_matches('"').split(' '))
        .any(|name| name == "debian")
}

fn apt_install(packages: &[&str]) -> Result<()> {
    let apt_get = |arguments: &[&str]| -> Result<()> {
        let mut command = program("apt-get")?;
        command
            .arg("-qq")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        run(
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
    use super::is_debian;

    #[test]
    fn debian_is_told_by_its_name_or_by_what_it_is_like() {
        assert!(is_debian("PRETTY_NAME=\"Debian\"\nID=debian\n"));
        assert!(is_debian("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=fedora\nNAME=\"no debian\"\n"));
    }
}
