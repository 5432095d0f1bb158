//! What is released: the tree, its version and its commit.

use super::shell::output;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The system that programs are built for.
pub(super) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// A tree to release, and the folder that the parts are written to.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) root: PathBuf,
    /// Where cargo builds.
    pub(super) target: PathBuf,
    pub(super) out: PathBuf,
    pub(super) version: String,
    /// 12 digits, as `patsat --version -v` prints them.
    pub(super) commit: String,
    /// The time of the commit, in seconds of Unix.
    pub(super) epoch: String,
    /// A page that is built already.
    pub(super) page: Option<PathBuf>,
    pub(super) jobs: Option<String>,
}

impl Project {
    pub(super) fn read(out: Option<PathBuf>, page: Option<PathBuf>, jobs: Option<String>) -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        let command = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
        let text = output(Command::new("cargo").args(command).current_dir(&root))?;
        let metadata: Value = serde_json::from_str(&text)?;
        let target = metadata["target_directory"].as_str().context("cargo metadata names no folder")?;
        let target = PathBuf::from(target);
        let git = |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(&root));
        // An archive of the sources has no repository; its `.cargo/config.toml` sets both.
        let named = |name: &str, arguments: &[&str]| match std::env::var(name) {
            Ok(value) if !value.is_empty() => Ok(value),
            _ => git(arguments).with_context(|| format!("no commit here: set {name}")),
        };
        let commit = named("PATSAT_COMMIT", &["rev-parse", "--short=12", "HEAD"])?.trim().to_owned();
        let epoch = named("SOURCE_DATE_EPOCH", &["log", "-1", "--format=%ct"])?.trim().to_owned();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let out = out.unwrap_or_else(|| target.join("dist").join(format!("patsat-{version}")));
        fs::create_dir_all(&out).with_context(|| format!("{} cannot be made", out.display()))?;
        let out = out.canonicalize()?;
        Ok(Self { root, target, out, version, commit, epoch, page, jobs })
    }

    /// An empty folder for files that go into an archive.
    pub(super) fn scratch(&self, name: &str) -> Result<PathBuf> {
        let folder = self.target.join("dist/work").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The page of the release, if it is made.
    pub(super) fn finished_page(&self) -> Option<PathBuf> {
        let made = self.out.join(format!("patsat-{}.html", self.version));
        self.page.clone().or(Some(made)).filter(|page| page.is_file())
    }
}
