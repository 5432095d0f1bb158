//! Builds that do not depend on the machine: an old glibc, and no paths of this machine in them.

use super::project::{Project, TARGET};
use super::shell::run;
use super::tools::{Tools, registries};
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// The largest program that a release may have.
const MOST_BYTES: u64 = 12_000_000;
/// z3 is left out: the program would not start without libz3. It is called as a program instead.
pub(super) const FEATURES: &str = "program,cadical";

/// Builds the program, stripped, with CaDiCaL in it.
pub(super) fn program(project: &Project) -> Result<PathBuf> {
    let mut command = Command::new("cargo");
    command.args(["build", "--profile", "slim", "--locked", "--no-default-features", "--bin", "patsat"]);
    command.args(["--features", FEATURES, "--target", TARGET]);
    // A panic ends the program, so nothing unwinds.
    run(settings(&mut command, project, &Tools::find(project)?, "-Cforce-unwind-tables=no "))?;
    let built = project.target.join(TARGET).join("slim/patsat");
    let bytes = std::fs::metadata(&built)?.len();
    if bytes > MOST_BYTES {
        bail!("the program has {bytes} bytes: expected at most {MOST_BYTES}");
    }
    Ok(built)
}

/// Gives a build the compiler of the release, and the flags that hide the paths of this machine.
pub(super) fn settings<'a>(
    command: &'a mut Command,
    project: &Project,
    tools: &Tools,
    flags: &str,
) -> &'a mut Command {
    // CaDiCaL's build script writes the time into the program, unless `NBUILD` makes CaDiCaL ignore it.
    let mut c_flags = "-DNBUILD -DDATE=0".to_owned();
    // All sources of C++ are in crates.
    for (path, name) in hidden(project).iter().skip(1).rev() {
        c_flags += &format!(" -ffile-prefix-map={path}={name}");
    }
    let flags = format!("{flags}{}", remapped(project));
    let name = TARGET.replace('-', "_");
    command.current_dir(&project.root);
    command.env("SOURCE_DATE_EPOCH", &project.epoch).env("PATSAT_COMMIT", &project.commit);
    command.env("CARGO_TARGET_DIR", &project.target).env("CARGO_INCREMENTAL", "0");
    command.env(format!("CARGO_TARGET_{}_RUSTFLAGS", name.to_uppercase()), flags);
    command.env(format!("CARGO_TARGET_{}_LINKER", name.to_uppercase()), tools.wrapped("cc"));
    command.env(format!("CC_{name}"), tools.wrapped("cc")).env(format!("CXX_{name}"), tools.wrapped("cxx"));
    command.env(format!("AR_{name}"), tools.wrapped("ar"));
    command.env(format!("CFLAGS_{name}"), &c_flags).env(format!("CXXFLAGS_{name}"), &c_flags);
    if let Some(jobs) = &project.jobs {
        command.env("CARGO_BUILD_JOBS", jobs);
    }
    command
}

/// Flags for rustc that hide the paths of this machine.
pub(super) fn remapped(project: &Project) -> String {
    let flags = hidden(project).into_iter().map(|(path, name)| format!("--remap-path-prefix={path}={name}"));
    flags.collect::<Vec<_>>().join(" ")
}

/// Paths of this machine and the names that stand for them in what is built. The last that fits counts.
fn hidden(project: &Project) -> Vec<(String, &'static str)> {
    let path = |path: PathBuf| path.display().to_string();
    let mut all =
        vec![(path(project.root.clone()), "/patsat"), (path(project.root.join("vendor")), "/crates")];
    all.extend(registries().into_iter().map(|folder| (path(folder), "/crates")));
    all.push((path(project.target.clone()), "/target"));
    all
}
