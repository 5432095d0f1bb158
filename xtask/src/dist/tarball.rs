//! The program and what belongs to it, for any Linux on x86-64.

use super::archive::{copy, pack};
use super::project::Project;
use super::staged::stage;
use anyhow::Result;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let name = format!("patsat-{}-x86_64-linux", project.version);
    let folder = project.scratch("tarball")?.join(&name);
    stage(project, &folder)?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&project.root.join(licence), &folder, licence)?;
    }
    let install = folder.join("install");
    fs::write(&install, include_str!("../../files/install.sh"))?;
    fs::set_permissions(&install, fs::Permissions::from_mode(0o755))?;
    pack(project, &folder, &format!("{name}.tar.gz"))
}
