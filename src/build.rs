//! Passes to the program what it is built from: the target, and the commit if there is one.

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    let target = std::env::var("TARGET").unwrap_or_else(|_| "unknown target".into());
    println!("cargo::rustc-env=PATSAT_TARGET={target}");
    // A source archive unpacked inside some other repository is not that repository's commit.
    let ours = git(&["ls-files", "--error-unmatch", "Cargo.toml"]).is_some();
    // A source archive has no repository; its `.cargo/config.toml` names the commit.
    println!("cargo::rerun-if-env-changed=PATSAT_COMMIT");
    let named = std::env::var("PATSAT_COMMIT").ok().filter(|name| !name.is_empty());
    let head = || if ours { git(&["rev-parse", "--short=12", "HEAD"]) } else { None };
    let commit = named.or_else(head);
    println!("cargo::rustc-env=PATSAT_COMMIT={}", commit.as_deref().unwrap_or("unknown commit"));
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|p| ours && Path::new(p).exists())
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
