//! The files that are installed: the same ones in tarball and Debian package.

use super::archive::copy;
use super::build::program;
use super::licences;
use super::project::Project;
use super::shell::{output, run};
use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A shell, the folder of its completions below `share`, and the name of the file.
pub(super) const SHELLS: [(&str, &str, &str); 3] = [
    ("bash", "bash-completion/completions", "patsat"),
    ("fish", "fish/vendor_completions.d", "patsat.fish"),
    ("zsh", "zsh/site-functions", "_patsat"),
];

/// Texts of the repository that belong beside the program.
const TEXTS: [&str; 3] = ["README.md", "CHANGELOG.md", "CITATION.cff"];

/// Writes `bin` and `share` below a folder.
pub(super) fn stage(project: &Project, prefix: &Path) -> Result<()> {
    let built = program(project)?;
    copy(&built, &prefix.join("bin"), "patsat")?;
    let share = prefix.join("share");
    run(Command::new(&built).args(["man", "--dir"]).arg(share.join("man/man1")))?;
    for (shell, folder, name) in SHELLS {
        let folder = share.join(folder);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), output(Command::new(&built).args(["completions", shell]))?)?;
    }
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
