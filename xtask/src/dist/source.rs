//! The sources of a commit with all crates they need: they are built without a network.

use super::archive::pack;
use super::project::Project;
use super::shell::{output, run};
use anyhow::Result;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo looks for crates, and the commit, which has no repository there.
const SETTINGS: &str = r#"
[source.crates-io]
replace-with = "vendored-sources"

[source.vendored-sources]
directory = "vendor"

[env]
PATSAT_COMMIT = "{commit}"
SOURCE_DATE_EPOCH = "{epoch}"
"#;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let name = format!("patsat-{}-source", project.version);
    let folder = project.scratch("source")?.join(&name);
    fs::create_dir_all(&folder)?;
    unpack_commit(project, &folder)?;
    // The names of folders are those of cargo's registry, so that a build from either makes the same bytes.
    let command = ["vendor", "--quiet", "--locked", "--versioned-dirs", "vendor"];
    output(Command::new("cargo").args(command).current_dir(&folder))?;
    let text = SETTINGS.replace("{commit}", &project.commit).replace("{epoch}", &project.epoch);
    let settings = fs::OpenOptions::new().append(true).open(folder.join(".cargo/config.toml"));
    settings?.write_all(text.as_bytes())?;
    pack(project, &folder, &format!("{name}.tar.xz"))
}

/// Writes the files of the commit that the other parts name.
fn unpack_commit(project: &Project, folder: &Path) -> Result<()> {
    let git = |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(&project.root));
    if !git(&["status", "--porcelain"])?.is_empty() {
        eprintln!(
            "warning: there are changes that are not committed; the source archive has the last commit"
        );
    }
    let archive = folder.with_extension("tar");
    run(Command::new("git")
        .args(["archive", "--output"])
        .arg(&archive)
        .arg(&project.commit)
        .current_dir(&project.root))?;
    run(Command::new("tar").arg("--extract").arg("--file").arg(&archive).arg("--directory").arg(folder))?;
    Ok(fs::remove_file(archive)?)
}
