//! The licences of everything that is linked, in one text.

use super::packages::{Package, linked};
use super::project::Project;
use super::shell::output;
use super::tools::Tools;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How names of files with licences begin, in small letters.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// Writes the list of linked crates with their licences, then each text once with the crates that carry it.
pub(super) fn text(project: &Project) -> Result<String> {
    let packages = linked(project)?;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = String::from(
        "What others wrote and patsat links: the program, the Python package and the page.\n\
         A crate of which no text follows has none in its archive; its licence is in this list.\n\n",
    );
    for package in packages.values() {
        if package.licence.is_empty() {
            bail!("crate '{}' names no licence", package.name);
        }
        list += &format!("{} {}: {}\n", package.name, package.version, package.licence);
        for file in files(package) {
            add(&mut texts, &file, &format!("{} {}", package.name, package.version))?;
        }
    }
    list += "the Rust standard library: MIT OR Apache-2.0\n";
    list += "libc++, libc++abi and libunwind of LLVM: Apache-2.0 WITH LLVM-exception\n";
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(&project.root))?;
    for name in ["licenses/MIT.txt", "licenses/Apache-2.0.txt", "LICENSE-MIT", "LICENSE-APACHE"] {
        let file = Path::new(sysroot.trim()).join("share/doc/rust").join(name);
        if file.is_file() {
            add(&mut texts, &file, "the Rust standard library")?;
        }
    }
    if let Some(file) = Tools::find(project)?.libcxx_licence() {
        add(&mut texts, &file, "libc++, libc++abi and libunwind of LLVM")?;
    }
    // In the order of the crates, not of the texts.
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (names, text) in texts {
        list += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join("\n"));
    }
    Ok(list)
}

fn add(texts: &mut BTreeMap<String, Vec<String>>, file: &Path, name: &str) -> Result<()> {
    let text = String::from_utf8_lossy(&fs::read(file)?).replace("\r\n", "\n");
    let names = texts.entry(text.trim_end().to_owned()).or_default();
    if names.last().map(String::as_str) != Some(name) {
        names.push(name.to_owned());
    }
    Ok(())
}

/// The files with licences of a crate, and of a library of C++ that it contains.
fn files(package: &Package) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [package.folder.clone(), package.folder.join("cppsrc")] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        found.extend(entries.filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            path.is_file() && NAMES.iter().any(|begin| name.starts_with(begin))
        }));
    }
    found.sort();
    found
}
