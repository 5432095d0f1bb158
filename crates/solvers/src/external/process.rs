//! Runs a program until it ends or is to stop; nothing of it is left running.

use crate::control::Watch;
use crate::{Control, Limit};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use web_time::Duration;

/// Files of a run, in its folder.
pub(crate) const RESULT: &str = "result";
pub(crate) const STDOUT: &str = "stdout";
pub(crate) const STDERR: &str = "stderr";

/// A solver that prints more than this prints no answer.
const MOST_PRINTED: u64 = 1 << 30;

/// The end of a run.
pub(crate) enum ProcessEnd {
    By(ExitStatus),
    Stopped(Limit),
    TooMuch,
}

/// Whether a program can be found: a path to a file, or a name in `PATH`.
#[must_use]
pub fn is_installed(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .any(|folder| ["", ".exe"].iter().any(|end| folder.join(format!("{program}{end}")).is_file()))
}

/// Where a program looks for shared libraries before it looks where the system has them.
const LIBRARY_PATH: &str =
    if cfg!(target_os = "macos") { "DYLD_FALLBACK_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };

/// Takes from the library path of a program of other people what cargo has put there for ours (`cargo run` and
/// `cargo test` do). What is linked in here is built as a shared library too, under the name that the system's has:
/// Debian's MiniSat would load the one of another version, and run wild.
pub fn without_our_libraries(command: &mut Command) {
    let Some(path) = std::env::var_os(LIBRARY_PATH) else { return };
    let kept: Vec<_> = std::env::split_paths(&path).filter(|folder| !is_built_here(folder)).collect();
    match std::env::join_paths(&kept) {
        Ok(path) if !kept.is_empty() => command.env(LIBRARY_PATH, path),
        _ => command.env_remove(LIBRARY_PATH),
    };
}

/// Whether a folder is what a build script has filled: `.../build/PACKAGE/out/...`.
fn is_built_here(folder: &Path) -> bool {
    let names: Vec<_> = folder.components().map(|part| part.as_os_str()).collect();
    names.windows(3).any(|names| names[0] == "build" && names[2] == "out")
}

/// Runs a command; its output goes to files in `folder`, so that no pipe can fill up.
pub(crate) fn run(
    words: &[String],
    folder: &Path,
    input: &Path,
    control: Control<'_>,
) -> io::Result<ProcessEnd> {
    let (input_name, result_name) = (input.to_string_lossy(), folder.join(RESULT));
    let result_name = result_name.to_string_lossy();
    let mut command = Command::new(&words[0]);
    command.args(words[1..].iter().map(|w| w.replace("{in}", &input_name).replace("{out}", &result_name)));
    without_our_libraries(&mut command);
    let by_name = words.iter().any(|w| w.contains("{in}"));
    command.stdin(if by_name { Stdio::null() } else { File::open(input)?.into() });
    command.stdout(File::create(folder.join(STDOUT))?).stderr(File::create(folder.join(STDERR))?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut running = Running(command.spawn()?);
    let process = running.0.id().to_string();
    let mut watch = Watch::new(control);
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = running.0.try_wait()? {
            return Ok(ProcessEnd::By(status));
        }
        if let Some(limit) = watch.check_process(&process) {
            return Ok(ProcessEnd::Stopped(limit));
        }
        let printed = |name| fs::metadata(folder.join(name)).map_or(0, |m| m.len());
        if [STDOUT, STDERR, RESULT].into_iter().map(printed).sum::<u64>() > MOST_PRINTED {
            return Ok(ProcessEnd::TooMuch);
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(20));
    }
}

/// A process whose whole group ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // What is gone already needs no killing; no other error can be helped here.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.0.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_cargo_builds_are_recognised() {
        let built = ["/x/target/debug/build/rustsat-minisat-1f/out/lib", "target/release/build/a/out"];
        assert!(built.iter().all(|folder| is_built_here(Path::new(folder))));
        let others = ["/usr/lib", "/x/target/debug/deps", "/x/build/out", "/out/build/a", ""];
        assert!(others.iter().all(|folder| !is_built_here(Path::new(folder))));
    }
}
