//! The files that are installed: the same ones in tarball and Debian package.

use super::archive::copy;
use super::build::program;
use super::licences;
use super::project::Project;
use super::shell::output;
use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Texts of the repository that belong beside the program.
const TEXTS: [&str; 3] = ["README.md", "CHANGELOG.md", "CITATION.cff"];

/// Writes `bin` and `share` below a folder.
pub(super) fn stage(project: &Project, prefix: &Path) -> Result<()> {
    let built = program(project)?;
    copy(&built, &prefix.join("bin"), "patsat")?;
    let share = prefix.join("share");
    // Standard output has the parts that were made, and nothing else.
    output(Command::new(&built).args(["completions", "--install"]).arg(&share))?;
    let doc = share.join("doc/patsat");
    for name in TEXTS {
        copy(&project.root.join(name), &doc, name)?;
    }
    fs::write(doc.join("THIRD-PARTY.txt"), licences::text(project)?)?;
    match project.finished_page() {
        Some(page) => copy(&page, &doc, "patsat.html")?,
        None => eprintln!("warning: the page is not made, so it is left out (cargo xtask dist page)"),
    }
    Ok(())
}
