//! A Debian package, made by `dpkg-deb` from the staged files.
//!
//! # References
//! * <https://www.debian.org/doc/debian-policy/>

use super::project::Project;
use super::shell::{output, run};
use super::staged::stage;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let scratch = project.scratch("deb")?;
    let root = scratch.join("root");
    stage(project, &root.join("usr"))?;
    follow_policy(project, &root.join("usr/share"))?;
    let control = include_str!("../../files/control")
        .replace("{version}", &project.version)
        .replace("{kib}", &kib(&root)?.to_string())
        .replace("{depends}", &libraries(&scratch)?)
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
    let third = fs::read_to_string(doc.join("THIRD-PARTY.txt"))?;
    fs::remove_file(doc.join("THIRD-PARTY.txt"))?;
    let mit = fs::read_to_string(project.root.join("LICENSE-MIT"))?;
    let apache = "The licence Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.";
    fs::write(doc.join("copyright"), format!("patsat: MIT OR Apache-2.0\n\n{mit}\n{apache}\n\n{third}"))?;
    fs::rename(doc.join("CHANGELOG.md"), doc.join("changelog"))?;
    let mut files = vec![doc.join("changelog")];
    files.extend(
        fs::read_dir(share.join("man/man1"))?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?,
    );
    run(Command::new("gzip").args(["-n", "-9"]).args(files))
}

/// The packages of the libraries that the program calls.
fn libraries(scratch: &Path) -> Result<String> {
    // `dpkg-shlibdeps` reads a source package's control file, which need not say more.
    fs::create_dir_all(scratch.join("debian"))?;
    fs::write(scratch.join("debian/control"), "Source: patsat\n\nPackage: patsat\nArchitecture: amd64\n")?;
    let command = ["-O", "--warnings=0", "root/usr/bin/patsat"];
    let text = output(Command::new("dpkg-shlibdeps").args(command).current_dir(scratch))?;
    let found = text.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    found.map(str::to_owned).context("dpkg-shlibdeps names no libraries")
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
