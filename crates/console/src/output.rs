//! Where results go: stdout, or a file that is opened before the work begins.

use super::exit::Failure;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// An open target. A file keeps its old content until the first write, and one that was
/// made for nothing is removed again.
#[derive(Debug)]
pub struct Output(Where);

#[derive(Debug)]
enum Where {
    Stdout,
    Stderr,
    File(Target),
}

#[derive(Debug)]
struct Target {
    path: PathBuf,
    file: File,
    /// Nothing was written yet.
    fresh: bool,
    /// The file was not there before.
    made: bool,
}

impl Output {
    /// Standard output.
    #[must_use]
    pub fn stdout() -> Output {
        Output(Where::Stdout)
    }

    /// For an answer beside which such files are written: standard output, or standard error if one of
    /// them takes standard output, so that neither is mixed into the other.
    #[must_use]
    pub fn beside(files: &[Option<&Path>]) -> Output {
        let taken = files.iter().flatten().any(|path| *path == Path::new("-"));
        Output(if taken { Where::Stderr } else { Where::Stdout })
    }

    /// Opens `path`, or stdout for none and for `-`.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|p| *p != "-") else { return Ok(Output::stdout()) };
        let made = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|e| cannot_write(path, &e))?;
        Ok(Output(Where::File(Target { path: path.into(), file, fresh: true, made })))
    }

    /// Writes and flushes. A reader that has gone away is no failure.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match &mut self.0 {
            Where::Stdout => stream(&mut io::stdout().lock(), bytes, "output"),
            Where::Stderr => stream(&mut io::stderr().lock(), bytes, "error"),
            Where::File(target) => target.write(bytes).map_err(|e| cannot_write(&target.path, &e)),
        }
    }
}

fn stream(stream: &mut dyn Write, bytes: &[u8], name: &str) -> Result<(), Failure> {
    match stream.write_all(bytes).and_then(|()| stream.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write to standard {name}: {}", reason(&e))))
        }
        _ => Ok(()),
    }
}

impl Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Devices and pipes have no length to set.
        if std::mem::take(&mut self.fresh) && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.file.write_all(bytes)
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.fresh && self.made {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A file that cannot be written, as a failure.
#[must_use]
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot write '{}': {}", path.display(), reason(error)))
}

/// What the system says, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + chars.as_str())
}
