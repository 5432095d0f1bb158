//! The crates that are linked into the program, the wheel and the page.

use super::build::FEATURES;
use super::project::{Project, TARGET};
use super::shell::output;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A crate of others.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression.
    pub(super) licence: String,
    pub(super) folder: PathBuf,
    /// SHA-256 of the archive on crates.io.
    pub(super) checksum: Option<String>,
    /// Name and version of the crates it uses, as far as they are linked too.
    pub(super) uses: BTreeSet<(String, String)>,
}

/// What is built, and from which package: features, then the target.
const BUILDS: [(&str, &str, &str); 3] = [
    ("patsat", FEATURES, TARGET),
    ("patsat-python", "cadical", TARGET),
    ("patsat-web", "", "wasm32-unknown-unknown"),
];

/// The linked crates of others by name and version.
pub(super) fn linked(project: &Project) -> Result<BTreeMap<(String, String), Package>> {
    let mut names = BTreeSet::new();
    for (package, features, target) in BUILDS {
        names.extend(tree(project, package, features, target)?);
    }
    let text = output(Command::new("cargo").current_dir(&project.root).args([
        "metadata",
        "--locked",
        "--format-version",
        "1",
    ]))?;
    let metadata: Value = serde_json::from_str(&text)?;
    let checksums = checksums(&fs::read_to_string(project.root.join("Cargo.lock"))?);
    let mut found = BTreeMap::new();
    for package in metadata["packages"].as_array().context("cargo metadata lists no packages")? {
        let text = |field: &str| package[field].as_str().unwrap_or_default().to_owned();
        let key = (text("name"), text("version"));
        if package["source"].is_null() || !names.contains(&key) {
            continue;
        }
        let manifest = PathBuf::from(text("manifest_path"));
        let (name, version) = key.clone();
        let package = Package {
            licence: text("license").replace('/', " OR "),
            folder: manifest.parent().context("a manifest without a folder")?.into(),
            checksum: checksums.get(&key).cloned(),
            uses: BTreeSet::new(),
            name,
            version,
        };
        found.insert(key, package);
    }
    add_uses(&mut found, &metadata);
    Ok(found)
}

/// Names and versions of all crates that are linked into a package.
fn tree(project: &Project, package: &str, features: &str, target: &str) -> Result<Vec<(String, String)>> {
    let mut command = Command::new("cargo");
    command.args([
        "tree",
        "--locked",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--no-default-features",
    ]);
    command.args(["--package", package, "--features", features, "--target", target]);
    Ok(output(command.current_dir(&project.root))?.lines().filter_map(name_and_version).collect())
}

/// Reads a line such as `serde v1.0.228 (*)`.
fn name_and_version(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    Some((name.to_owned(), version.to_owned()))
}

/// The checksums of `Cargo.lock`.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.map(|rest| rest.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]");
    let entry =
        |block: &str| Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?));
    blocks.filter_map(entry).collect()
}

/// Notes which linked crates use which.
fn add_uses(found: &mut BTreeMap<(String, String), Package>, metadata: &Value) {
    let all = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let keys: BTreeMap<String, (String, String)> = all(&metadata["packages"])
        .iter()
        .map(|package| {
            let text = |field: &str| package[field].as_str().unwrap_or_default().to_owned();
            (text("id"), (text("name"), text("version")))
        })
        .collect();
    let linked: BTreeSet<_> = found.keys().cloned().collect();
    for node in all(&metadata["resolve"]["nodes"]) {
        let key = node["id"].as_str().and_then(|id| keys.get(id));
        let Some(package) = key.and_then(|key| found.get_mut(key)) else { continue };
        let used = all(&node["dependencies"]).into_iter().filter_map(|id| keys.get(id.as_str()?).cloned());
        package.uses = used.filter(|key| linked.contains(key)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cargo_tree_is_read() {
        let pair = |name: &str, version: &str| Some((name.to_owned(), version.to_owned()));
        assert_eq!(name_and_version("serde v1.0.228 (*)"), pair("serde", "1.0.228"));
        assert_eq!(name_and_version("patsat v0.3.0 (/a/b)"), pair("patsat", "0.3.0"));
        assert_eq!(name_and_version(""), None);
    }

    #[test]
    fn checksums_are_read_from_a_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"00ff\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"2.0.0\"\n";
        let read = checksums(lock);
        assert_eq!(read.len(), 1);
        assert_eq!(read[&("a".to_owned(), "1.0.0".to_owned())], "00ff");
    }
}
