//! The browser page in one file.

use super::build::remapped;
use super::project::Project;
use super::shell::run;
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let built = match &project.page {
        Some(page) => page.clone(),
        None => {
            let mut command = Command::new(project.root.join("web/build"));
            command.env("PATSAT_RUSTFLAGS", remapped(project));
            command.env("SOURCE_DATE_EPOCH", &project.epoch).env("PATSAT_COMMIT", &project.commit);
            if let Some(jobs) = &project.jobs {
                command.env("CARGO_BUILD_JOBS", jobs);
            }
            run(command.current_dir(&project.root))
                .context("the page was not built (--page FILE takes a built one)")?;
            project.root.join("web/dist/index.html")
        }
    };
    let file = project.out.join(format!("patsat-{}.html", project.version));
    if built != file {
        fs::copy(&built, &file).with_context(|| format!("{} cannot be copied", built.display()))?;
    }
    Ok(file)
}
