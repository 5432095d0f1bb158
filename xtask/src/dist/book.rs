//! The book as a site.

use super::archive::{copy_all, pack};
use super::project::Project;
use super::shell::run;
use anyhow::{Result, bail};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let site = project.root.join("docs/book");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    run(Command::new(project.root.join(".ci/book")).current_dir(&project.root))?;
    if !site.join("index.html").is_file() {
        bail!("the book was not built: mdbook is missing");
    }
    let name = format!("patsat-{}-book", project.version);
    let folder = project.scratch("book")?.join(&name);
    copy_all(&site, &folder)?;
    pack(project, &folder, &format!("{name}.tar.gz"))
}
