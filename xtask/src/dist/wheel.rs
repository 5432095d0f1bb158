//! The Python package: one wheel for every Python from 3.9 on, on Linux with an old glibc.

use super::build::settings;
use super::project::{Project, TARGET};
use super::shell::run;
use super::tools::{GLIBC, Tools};
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let tools = Tools::find(project)?;
    let folder = project.scratch("wheel")?;
    let mut command = Command::new(tools.path("maturin"));
    command.args(["build", "--quiet", "--release", "--locked", "--manifest-path", "python/Cargo.toml"]);
    command.args(["--target", TARGET, "--compatibility", &format!("manylinux_{}", GLIBC.replace('.', "_"))]);
    run(settings(command.arg("--out").arg(&folder), project, &tools, ""))?;
    let wheel = fs::read_dir(&folder)?.next().context("maturin made no wheel")??;
    let file = project.out.join(wheel.file_name());
    fs::copy(wheel.path(), &file)?;
    Ok(file)
}
