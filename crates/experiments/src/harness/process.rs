//! One command under limits, and the account that the operating system gives of it.
//!
//! Memory is limited by the kernel (`ulimit` in a shell that becomes the command), CPU time and
//! wall-clock time by killing the process group. CPU time and peak memory are those of `wait4`: of the
//! process and of all children that it waited for, to the end, however it came. `waitid` reports
//! the end without taking the account, so that no signal can reach a stranger with the same number.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProcessLimits {
    pub cpu_s: f64,
    pub wall_s: f64,
    /// Address space in MiB.
    pub memory_mib: u64,
}

/// The account of a process that has ended.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Account {
    /// Its exit code, if it ended by itself.
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    /// CPU time, user and system, in seconds.
    pub cpu_s: f64,
    pub wall_s: f64,
    /// Peak resident memory in KiB.
    pub peak_kib: u64,
    /// What this process had held itself when it started the other: a process inherits that as its
    /// own peak, so that lower values are not measured.
    pub least_kib: u64,
    pub wall_out: bool,
    /// Whether it was killed for its CPU time.
    pub cpu_out: bool,
}

impl Account {
    /// Whether it ended for want of CPU time.
    #[must_use]
    pub fn out_of_cpu(&self) -> bool {
        #[cfg(unix)]
        let signal = Some(nix::sys::signal::Signal::SIGXCPU as i32);
        #[cfg(not(unix))]
        let signal = None;
        self.cpu_out || (self.signal.is_some() && self.signal == signal)
    }
}

/// Runs a command to its end; `None` if `stop` was set before it.
pub fn execute(
    words: &[String],
    [stdout, stderr]: [&Path; 2],
    allowed: ProcessLimits,
    stop: &AtomicBool,
) -> io::Result<Option<Account>> {
    let mut command = limited(words, allowed);
    patsat_solvers::without_our_libraries(&mut command);
    command.stdin(Stdio::null()).stdout(File::create(stdout)?).stderr(File::create(stderr)?);
    let started = Instant::now();
    let wall = Duration::try_from_secs_f64(allowed.wall_s).unwrap_or(Duration::MAX);
    let mut pause = Duration::from_micros(200);
    forget_own_peak();
    let least_kib = own_peak_kib();
    let mut child = command.spawn()?;
    let (mut wall_out, mut cpu_out, mut stopped) = (false, false, false);
    while !has_ended(&mut child)? {
        stopped = stop.load(Ordering::Relaxed);
        cpu_out = cpu_seconds(child.id()).is_some_and(|seconds| seconds > allowed.cpu_s);
        wall_out = started.elapsed() >= wall;
        if stopped || cpu_out || wall_out {
            wall_out &= !cpu_out;
            kill_group(&child);
            break;
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(10));
    }
    let wall_s = started.elapsed().as_secs_f64();
    // Children that it left behind end with it.
    kill_group(&child);
    let account = wait4::Wait4::wait4(&mut child)?;
    let used = account.rusage;
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&account.status);
    #[cfg(not(unix))]
    let signal = None;
    Ok((!stopped).then(|| Account {
        exit_code: account.status.code(),
        signal,
        cpu_s: (used.utime + used.stime).as_secs_f64(),
        wall_s,
        peak_kib: used.maxrss.div_ceil(1024),
        least_kib,
        wall_out,
        cpu_out,
    }))
}

/// CPU seconds of a process so far, and of the children that it waited for.
fn cpu_seconds(process: u32) -> Option<f64> {
    /// Linux reports times to programs in this unit, whatever its own.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it may hold anything, brackets too.
    let numbers = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(4);
    let ticks: f64 = numbers.map(|number| number.parse::<f64>().unwrap_or(0.0)).sum();
    Some(ticks / TICKS_A_SECOND)
}

/// What this process once held is not to be taken for the peak of the one that it starts: Linux
/// forgets it on request. Where it cannot, [`Account::least_kib`] is larger.
fn forget_own_peak() {
    const PEAK: &str = "5";
    let _ = std::fs::write("/proc/self/clear_refs", PEAK);
}

/// The most memory that this process has held since it was forgotten, where the system reports it.
fn own_peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// The command in a process group of its own, with limits where the system has them.
#[cfg(unix)]
fn limited(words: &[String], allowed: ProcessLimits) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    // The kernel's limit counts by another clock, which may run ahead: it is for what is not watched,
    // children of the process.
    let seconds = (1.1 * allowed.cpu_s).ceil() as u64 + 1;
    let kib = allowed.memory_mib.saturating_mul(1024);
    // No core is kept: writing one costs time that no run accounts for. Where util-linux is, the process ends with this one
    // even if this one is killed.
    let script = format!(
        "ulimit -c 0; ulimit -S -t {seconds}; ulimit -H -t {}; ulimit -v {kib}; \
         if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL -- \"$@\"; fi; exec \"$@\"",
        seconds + 1
    );
    command.args(["-c", &script, "sh"]).args(words).process_group(0);
    command
}

#[cfg(not(unix))]
fn limited(words: &[String], _: ProcessLimits) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

#[cfg(target_os = "linux")]
fn has_ended(child: &mut std::process::Child) -> io::Result<bool> {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    let Ok(id) = i32::try_from(child.id()) else { return Ok(true) };
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    match waitid(Id::Pid(nix::unistd::Pid::from_raw(id)), flags) {
        Ok(WaitStatus::StillAlive) | Err(nix::errno::Errno::EINTR) => Ok(false),
        Ok(_) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Elsewhere the end is waited for, and nothing but the kernel's limits comes before it.
#[cfg(not(target_os = "linux"))]
fn has_ended(_: &mut std::process::Child) -> io::Result<bool> {
    Ok(true)
}

fn kill_group(child: &std::process::Child) {
    #[cfg(target_os = "linux")]
    if let Ok(group) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        // What is gone already needs no killing; no other error can be helped here.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = child;
}
