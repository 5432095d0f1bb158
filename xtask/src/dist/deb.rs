//! A Debian package, made by `dpkg-deb` from the staged files.
//!
//! # References
//! * <https://www.debian.org/doc/debian-policy/>

use super::project::Project;
use super::shell::{output, run};
use super::staged::stage;
use super::tools::GLIBC;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Stands in until the project has an address.
const MAINTAINER: &str = "The patsat developers <patsat@example.org>";

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let root = project.scratch("deb")?.join("root");
    stage(project, &root.join("usr"))?;
    follow_policy(project, &root.join("usr/share"))?;
    let control = include_str!("../../files/control")
        .replace("{version}", &project.version)
        .replace("{kib}", &kib(&root)?.to_string())
        .replace("{depends}", &libraries(&root.join("usr/bin/patsat"))?)
        .replace("{maintainer}", MAINTAINER)
        .replace("{homepage}", env!("CARGO_PKG_REPOSITORY"));
    fs::create_dir_all(root.join("DEBIAN"))?;
    fs::write(root.join("DEBIAN/control"), control)?;
    fs::write(root.join("DEBIAN/md5sums"), md5sums(&root)?)?;
    run(Command::new("chmod").args(["-R", "u+rwX,go=rX"]).arg(&root))?;
    let file = project.out.join(format!("patsat_{}-1_amd64.deb", project.version));
    let mut build = Command::new("dpkg-deb");
    // xz, which dpkg of Debian 11 reads too.
    build.args(["--root-owner-group", "-Zxz", "--threads-max=1", "--build"]).arg(&root).arg(&file);
    // Standard output has the parts that were made, and nothing else.
    output(build.env("SOURCE_DATE_EPOCH", &project.epoch)).context("the Debian package was not made")?;
    Ok(file)
}

/// Moves what Debian has at another place, and compresses what it wants compressed.
fn follow_policy(project: &Project, share: &Path) -> Result<()> {
    fs::rename(share.join("zsh/site-functions"), share.join("zsh/vendor-completions"))?;
    let doc = share.join("doc/patsat");
    let mit = fs::read_to_string(project.root.join("LICENSE-MIT"))?;
    let apache = "The licence Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.";
    let others = "The licences of what is linked are in THIRD-PARTY.txt.gz.";
    fs::write(doc.join("copyright"), format!("patsat: MIT OR Apache-2.0\n\n{mit}\n{apache}\n\n{others}\n"))?;
    fs::rename(doc.join("CHANGELOG.md"), doc.join("changelog"))?;
    let date = output(
        Command::new("date").args(["--utc", "--rfc-email", "--date"]).arg(format!("@{}", project.epoch)),
    )?;
    let entry = format!(
        "patsat ({0}-1) unstable; urgency=medium\n\n  * Release {0}.\n\n -- {MAINTAINER}  {1}\n",
        project.version,
        date.trim()
    );
    fs::write(doc.join("changelog.Debian"), entry)?;
    let mut files = ["changelog", "changelog.Debian", "THIRD-PARTY.txt"].map(|name| doc.join(name)).to_vec();
    let pages = fs::read_dir(share.join("man/man1"))?.map(|entry| Ok(entry?.path()));
    files.extend(pages.collect::<Result<Vec<_>>>()?);
    run(Command::new("gzip").args(["-n", "-9"]).args(files))
}

/// What the program needs: the C library, and nothing else. `dpkg-shlibdeps` would name the C library of the machine
/// that it runs on, because later ones contain libpthread and libdl.
fn libraries(program: &Path) -> Result<String> {
    let text = output(Command::new("readelf").args(["--dynamic", "--wide"]).arg(program))?;
    let needed = text.lines().filter(|line| line.contains("(NEEDED)"));
    for name in needed.filter_map(|line| line.split(['[', ']']).nth(1)) {
        let own = ["libc", "libm", "libpthread", "libdl", "librt", "ld-linux-x86-64"];
        if !own.contains(&name.split(".so").next().unwrap_or_default()) {
            bail!("the program needs {name}: expected libraries of glibc");
        }
    }
    Ok(format!("libc6 (>= {GLIBC})"))
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { left.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

fn kib(root: &Path) -> Result<u64> {
    files(root)?.iter().map(|file| Ok(fs::metadata(file)?.len().div_ceil(1024))).sum()
}

fn md5sums(root: &Path) -> Result<String> {
    let usr = files(&root.join("usr"))?;
    let names = usr.iter().map(|file| file.strip_prefix(root).unwrap_or(file));
    output(Command::new("md5sum").args(names).current_dir(root))
}
