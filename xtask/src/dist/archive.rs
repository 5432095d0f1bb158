//! Archives whose bytes depend on their files alone.

use super::project::Project;
use super::shell::run;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packs a folder, under its own name, into a file of the release. The name of the file says how it is compressed.
pub(super) fn pack(project: &Project, folder: &Path, name: &str) -> Result<PathBuf> {
    let compress = match name.rsplit_once('.').map(|(_, end)| end) {
        Some("gz") => "gzip -n -9",
        Some("xz") => "xz -T1 -6",
        _ => bail!("'{name}' is no archive: expected a name that ends in .gz or .xz"),
    };
    let (parent, last) = (folder.parent().context("a folder without a parent")?, folder.file_name());
    let file = project.out.join(name);
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u+rw,go=rX"]).arg(format!("--mtime=@{}", project.epoch));
    tar.arg(format!("--use-compress-program={compress}")).arg("--file").arg(&file);
    run(tar.arg("--directory").arg(parent).arg(last.context("a folder without a name")?))?;
    Ok(file)
}

/// Copies a file into a folder, which is made if it is not there.
pub(super) fn copy(from: &Path, folder: &Path, name: &str) -> Result<()> {
    fs::create_dir_all(folder)?;
    fs::copy(from, folder.join(name)).with_context(|| format!("{} cannot be copied", from.display()))?;
    Ok(())
}

/// Copies a folder with all that is in it.
pub(super) fn copy_all(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("{} cannot be read", from.display()))? {
        let entry = entry?;
        let path = entry.path();
        if path.is_dir() {
            copy_all(&path, &to.join(entry.file_name()))?;
        } else {
            fs::copy(&path, to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
