//! The parts of a release, each made alone or all in one folder.
//!
//! Two runs on the same commit with the same Rust are to make the same bytes. Times are those of the commit
//! (`SOURCE_DATE_EPOCH`), archives are sorted, and paths of this machine are replaced in the program.
//!
//! # References
//! * <https://reproducible-builds.org/docs/source-date-epoch/>

mod archive;
mod book;
mod build;
mod deb;
mod licences;
mod packages;
mod page;
mod project;
mod sbom;
mod shell;
mod source;
mod staged;
mod sums;
mod tarball;
mod tools;
mod wheel;

use anyhow::{Result, bail};
use project::Project;
use std::path::PathBuf;
use std::time::Instant;

pub(crate) const HELP: &str = "\
Makes the files of a release.

Usage: cargo xtask dist [PART]... [--out DIR] [--page FILE] [--jobs N]

Parts; without one all are made, in this order:
  page      the browser page in one file
  book      the book as a site
  tarball   the program, its manual pages, completions, the page, licences
  deb       a Debian package
  wheel     the Python package
  source    the sources with all crates they need, to be built offline
  sbom      what is linked, as CycloneDX
Each run writes SHA256SUMS of all files in the folder.

Options:
  --out DIR    the folder to write to [default: target/dist/patsat-VERSION]
  --page FILE  take this page instead of building one
  --jobs N     jobs of each build

The wheel, the program and its tools need python3, libclang and the network; zig comes from PyPI.
";

/// Makes one part, and returns the file it wrote.
type Maker = fn(&Project) -> Result<PathBuf>;

const PARTS: [(&str, Maker); 7] = [
    ("page", page::make),
    ("book", book::make),
    ("tarball", tarball::make),
    ("deb", deb::make),
    ("wheel", wheel::make),
    ("source", source::make),
    ("sbom", sbom::make),
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut wanted = Vec::new();
    let (mut out, mut page, mut jobs) = (None, None, None);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().cloned().ok_or_else(|| anyhow::anyhow!("{argument} needs a value"));
        match argument.as_str() {
            "-h" | "--help" => {
                print!("{HELP}");
                return Ok(());
            }
            "--out" => out = Some(PathBuf::from(value()?)),
            "--page" => page = Some(PathBuf::from(value()?)),
            "--jobs" => jobs = Some(value()?),
            part if PARTS.iter().any(|row| row.0 == part) => wanted.push(part),
            other => bail!("unknown part or option '{other}' (cargo xtask dist --help)"),
        }
    }
    let project = Project::read(out, page, jobs)?;
    for (name, make) in PARTS {
        if wanted.is_empty() || wanted.contains(&name) {
            let began = Instant::now();
            let file = make(&project)?;
            let bytes = std::fs::metadata(&file)?.len();
            println!(
                "{name:8} {:>6} s {:>8} KiB  {}",
                began.elapsed().as_secs(),
                bytes / 1024,
                file.display()
            );
        }
    }
    println!("sums     {}", sums::make(&project)?.display());
    Ok(())
}
