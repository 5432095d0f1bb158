//! Where a campaign runs, and on which day.

use super::process::{ProcessLimits, execute};
use crate::campaign::Machine;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the system says of itself.
#[must_use]
pub fn machine() -> Machine {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let after = |text: &str, key: &str| {
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let memory = after(&read("/proc/meminfo"), "MemTotal");
    let kib = memory.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let system =
        ["ostype", "osrelease"].map(|name| read(&format!("/proc/sys/kernel/{name}")).trim().to_owned());
    // Of the release the version: what follows names who built it.
    let [kind, release] = &system;
    let system = format!("{kind} {}", release.split('-').next().unwrap_or_default()).trim().to_owned();
    Machine {
        cpu: after(&read("/proc/cpuinfo"), "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memory_mib: kib.unwrap_or_default() / 1024,
        system: if system.is_empty() { std::env::consts::OS.to_owned() } else { system },
    }
}

/// Today, as YYYY-MM-DD in UTC.
#[must_use]
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The day that is `days` days after 1970-01-01 (Hinnant, *chrono-compatible low-level date
/// algorithms*: years begin in March, so that a leap day comes last).
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) =
        (400 * era + year + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}-{month:02}-{day:02}")
}

/// The version of a program: the first line with a number that `--version` prints, unless that is a usage text.
#[must_use]
pub fn version(program: &str, folder: &Path) -> Option<String> {
    let [out, err] = ["version.out", "version.err"].map(|name| folder.join(name));
    let words = [program.to_owned(), "--version".to_owned()];
    let allowed = ProcessLimits { cpu_s: 5.0, wall_s: 5.0, memory_mib: 16_384 };
    execute(&words, [&out, &err], allowed, &AtomicBool::new(false)).ok()??;
    let texts = [out, err].into_iter().filter_map(|path| std::fs::read(path).ok());
    let texts: Vec<String> = texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    texts.iter().find_map(|text| version_line(text)).map(ToOwned::to_owned)
}

/// The first line with a number, among the first five before a usage text. The `c` that begins a comment of a SAT
/// solver is left out.
fn version_line(text: &str) -> Option<&str> {
    let usage = |line: &str| line.to_ascii_lowercase().starts_with("usage");
    let bare = |line| str::strip_prefix(line, "c ").unwrap_or(line);
    let digit = |line: &str| line.chars().any(|c| c.is_ascii_digit()) && line.len() < 120;
    text.lines().take(5).map(str::trim).take_while(|line| !usage(line)).find(|line| digit(line)).map(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usage_text_is_no_version() {
        assert_eq!(version_line("c CryptoMiniSat version 5.11.4\n"), Some("CryptoMiniSat version 5.11.4"));
        assert_eq!(version_line("Some Solver\n\nversion 2.1\n"), Some("version 2.1"));
        assert_eq!(version_line("Usage: solver2 [options] FILE\n-v 1\n"), None);
        assert_eq!(version_line("no number\n"), None);
    }

    #[test]
    fn days_have_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
