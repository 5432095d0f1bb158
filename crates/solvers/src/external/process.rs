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

/// How a run ended.
pub(crate) enum Ended {
    By(ExitStatus),
    Stopped(Limit),
    TooMuch,
}

/// Whether a program can be found: a path to a file, or a name in `PATH`.
pub(crate) fn is_there(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .any(|folder| ["", ".exe"].iter().any(|end| folder.join(format!("{program}{end}")).is_file()))
}

/// Runs a command; its output goes to files in `folder`, so that no pipe can fill up.
pub(crate) fn run(words: &[String], folder: &Path, input: &Path, control: Control<'_>) -> io::Result<Ended> {
    let (input_name, result_name) = (input.to_string_lossy(), folder.join(RESULT));
    let result_name = result_name.to_string_lossy();
    let mut command = Command::new(&words[0]);
    command.args(words[1..].iter().map(|w| w.replace("{in}", &input_name).replace("{out}", &result_name)));
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
            return Ok(Ended::By(status));
        }
        if let Some(limit) = watch.check_process(&process) {
            return Ok(Ended::Stopped(limit));
        }
        let printed = |name| fs::metadata(folder.join(name)).map_or(0, |m| m.len());
        if [STDOUT, STDERR, RESULT].into_iter().map(printed).sum::<u64>() > MOST_PRINTED {
            return Ok(Ended::TooMuch);
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
