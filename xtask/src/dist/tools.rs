//! Tools from PyPI: zig as compiler and linker for an old glibc, and maturin for the wheel.

use super::project::Project;
use super::shell::run;
use anyhow::Result;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest glibc that programs and wheel start on: Debian 10, Ubuntu 18.10, RHEL 8.
pub(super) const GLIBC: &str = "2.28";
/// Fixed, because another compiler makes other bytes.
const PACKAGES: [&str; 3] = ["ziglang==0.17.1", "cargo-zigbuild==0.24.1", "maturin==1.16.0"];

/// The tools, in an environment of Python, and the scripts that start them.
#[derive(Debug)]
pub(super) struct Tools {
    bin: PathBuf,
    scripts: PathBuf,
}

impl Tools {
    /// Finds the tools, or installs them.
    pub(super) fn find(project: &Project) -> Result<Self> {
        let folder = project.target.join("dist/python");
        let done = folder.join(PACKAGES.join("+"));
        let bin = folder.join("bin");
        if !done.exists() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
            run(Command::new(bin.join("python")).args(pip).args(PACKAGES))?;
            fs::write(done, "")?;
        }
        let tools = Self { bin, scripts: project.target.join("dist/tools") };
        fs::create_dir_all(&tools.scripts)?;
        for (name, command) in [("cc", "zig cc"), ("cxx", "zig c++")] {
            tools.wrapper(
                name,
                &format!("cargo-zigbuild {command} -- -fno-sanitize=all -target x86_64-linux-gnu.{GLIBC}"),
            )?;
        }
        tools.wrapper("ar", "python -m ziglang ar")?;
        Ok(tools)
    }

    /// A tool by its name.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    /// The script `cc`, `cxx` or `ar`, which cargo takes as one program.
    pub(super) fn wrapped(&self, name: &str) -> PathBuf {
        self.scripts.join(name)
    }

    /// The licence of the libraries of C++ that zig links.
    pub(super) fn libcxx_licence(&self) -> Option<PathBuf> {
        let lib = fs::read_dir(self.bin.parent()?.join("lib")).ok()?.next()?.ok()?.path();
        Some(lib.join("site-packages/ziglang/lib/libcxx/LICENSE.TXT")).filter(|file| file.is_file())
    }

    /// Writes a script that starts a tool. An unchanged script keeps its time, so that cargo builds nothing again.
    fn wrapper(&self, name: &str, command: &str) -> Result<()> {
        let bin = self.bin.display();
        let text = format!(
            "#!/bin/sh\nexport CARGO_ZIGBUILD_ZIG_COMMAND={bin}/python CARGO_ZIGBUILD_ZIG_COMMAND_ARGS='-m ziglang'\n\
             exec {bin}/{command} \"$@\"\n"
        );
        let file = self.wrapped(name);
        if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            fs::write(&file, text)?;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }
}

/// The folders in which cargo keeps the sources of crates.
pub(super) fn registries() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let folder = home.unwrap_or_else(|| Path::new(".cargo").into()).join("registry/src");
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    found.sort();
    found
}
