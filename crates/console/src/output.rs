//! The target of a result: stdout, or a file that is opened before the work begins.

use super::exit::Failure;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// An open target. An existing file keeps its content until the first write; a new file is
/// removed again if nothing is written.
#[derive(Debug)]
pub struct Output(Destination);

#[derive(Debug)]
enum Destination {
    Stdout,
    Stderr,
    File(Target),
    Whole(AtomicFile),
}

#[derive(Debug)]
struct Target {
    path: PathBuf,
    file: File,
    /// Whether nothing was written yet.
    fresh: bool,
    /// Whether the file is new.
    made: bool,
}

/// A file that is written under a temporary name and then renamed, so that it is never incomplete.
#[derive(Debug)]
struct AtomicFile {
    path: PathBuf,
    beside: PathBuf,
    /// `None` after the rename.
    file: Option<File>,
}

impl Output {
    /// Standard output.
    #[must_use]
    pub fn stdout() -> Output {
        Output(Destination::Stdout)
    }

    /// The target of an answer that is printed besides `files`: standard output, or standard error if one of
    /// the files is standard output, so that the two are not mixed.
    #[must_use]
    pub fn beside(files: &[Option<&Path>]) -> Output {
        let taken = files.iter().flatten().any(|path| *path == Path::new("-"));
        Output(if taken { Destination::Stderr } else { Destination::Stdout })
    }

    /// Opens `path`, or stdout for `None` and for `-`.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|p| *p != "-") else { return Ok(Output::stdout()) };
        let made = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|e| cannot_write(path, &e))?;
        Ok(Output(Destination::File(Target { path: path.into(), file, fresh: true, made })))
    }

    /// As [`Output::open`], for a file that must never be incomplete. The content is written to `NAME.writing` and
    /// then renamed, so that after a kill or on a full disk the old file remains. Devices, pipes, and files
    /// in a folder without write permission are written in place.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn whole(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|p| *p != "-") else { return Ok(Output::stdout()) };
        let there = path.metadata().ok();
        if there.as_ref().is_some_and(|there| !there.is_file() || there.permissions().readonly()) {
            return Output::open(Some(path));
        }
        // Resolving a symbolic link keeps the link.
        let place = path.canonicalize().unwrap_or_else(|_| path.into());
        let mut name = place.clone().into_os_string();
        name.push(".writing");
        let beside = PathBuf::from(name);
        let Ok(file) = File::create(&beside) else { return Output::open(Some(path)) };
        if let Some(there) = there {
            // At worst the new file has the rights of any new file.
            let _ = file.set_permissions(there.permissions());
        }
        Ok(Output(Destination::Whole(AtomicFile { path: place, beside, file: Some(file) })))
    }

    /// Writes and flushes. A closed pipe is no failure.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match &mut self.0 {
            Destination::Stdout => stream(&mut io::stdout().lock(), bytes, "output"),
            Destination::Stderr => stream(&mut io::stderr().lock(), bytes, "error"),
            Destination::File(target) => target.write(bytes).map_err(|e| cannot_write(&target.path, &e)),
            Destination::Whole(whole) => whole.write(bytes).map_err(|e| cannot_write(&whole.path, &e)),
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

impl AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return OpenOptions::new().append(true).open(&self.path)?.write_all(bytes);
        };
        file.write_all(bytes)?;
        // Without this sync, a loss of power after the rename could leave an empty file.
        file.sync_all()?;
        std::fs::rename(&self.beside, &self.path)?;
        self.file = None;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            let _ = std::fs::remove_file(&self.beside);
        }
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

/// The message of the system, without its error number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Names in a folder, in order.
    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_whole_file_is_there_when_it_is_written_and_not_before() {
        let folder = std::env::temp_dir().join(format!("patsat-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("proof");
        drop(Output::whole(Some(&path)).unwrap());
        assert!(names(&folder).is_empty());
        for text in ["first", "other"] {
            let before = fs::read_to_string(&path).ok();
            let mut output = Output::whole(Some(&path)).unwrap();
            assert_eq!(fs::read_to_string(&path).ok(), before);
            assert!(names(&folder).contains(&"proof.writing".to_owned()));
            output.write(text.as_bytes()).unwrap();
            assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(&folder).len()), (text, 1));
            output.write(b" more").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text} more"));
        }
        // The leftover of a killed process is overwritten.
        fs::write(folder.join("proof.writing"), "half of it").unwrap();
        Output::whole(Some(&path)).unwrap().write(b"new").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(&folder).len()), ("new", 1));
        assert!(Output::whole(Some(&folder.join("missing/proof"))).is_err());
        assert!(Output::whole(Some(&folder)).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_whole_file_keeps_links_and_rights() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = std::env::temp_dir().join(format!("patsat-links-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, link) = (folder.join("proof"), folder.join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        Output::whole(Some(&link)).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir_all(&folder).unwrap();
    }
}
