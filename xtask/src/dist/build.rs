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
    command.args(["build", "--release", "--locked", "--no-default-features", "--bin", "patsat"]);
    command.args(["--features", FEATURES, "--target", TARGET]);
    run(settings(&mut command, project, &Tools::find(project)?))?;
    let built = project.target.join(TARGET).join("release/patsat");
    let bytes = std::fs::metadata(&built)?.len();
    if bytes > MOST_BYTES {
        bail!("the program has {bytes} bytes: expected at most {MOST_BYTES}");
    }
    Ok(built)
}

/// Gives a build the compiler of the release and hides the paths of this machine.
pub(super) fn settings<'a>(command: &'a mut Command, project: &Project, tools: &Tools) -> &'a mut Command {
    let (flag, c_flag) = ("--remap-path-prefix=", "-ffile-prefix-map=");
    let paths =
        |flag| hidden(project).iter().map(|(path, name)| format!("{flag}{path}={name}")).collect::<Vec<_>>();
    // CaDiCaL's build script writes the time into the program, unless `NBUILD` makes CaDiCaL ignore it.
    let c_flags = format!("-DNBUILD -DDATE=0 {}", paths(c_flag).join(" "));
    let name = TARGET.replace('-', "_");
    command.current_dir(&project.root);
    command.env("SOURCE_DATE_EPOCH", &project.epoch).env("PATSAT_COMMIT", &project.commit);
    command.env("CARGO_TARGET_DIR", &project.target).env("CARGO_INCREMENTAL", "0");
    command.env(format!("CARGO_TARGET_{}_RUSTFLAGS", name.to_uppercase()), paths(flag).join(" "));
    command.env(format!("CARGO_TARGET_{}_LINKER", name.to_uppercase()), tools.wrapped("cc"));
    command.env(format!("CC_{name}"), tools.wrapped("cc")).env(format!("CXX_{name}"), tools.wrapped("cxx"));
    command.env(format!("AR_{name}"), tools.wrapped("ar"));
    command.env(format!("CFLAGS_{name}"), &c_flags).env(format!("CXXFLAGS_{name}"), &c_flags);
    if let Some(jobs) = &project.jobs {
        command.env("CARGO_BUILD_JOBS", jobs);
    }
    command
}

/// Paths of this machine and the names that stand for them in what is built. The last that fits counts.
pub(super) fn hidden(project: &Project) -> Vec<(String, &'static str)> {
    let path = |path: PathBuf| path.display().to_string();
    let mut all =
        vec![(path(project.root.clone()), "/patsat"), (path(project.root.join("vendor")), "/crates")];
    all.extend(registries().into_iter().map(|folder| (path(folder), "/crates")));
    all.push((path(project.target.clone()), "/target"));
    all
}
