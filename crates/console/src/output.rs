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
    Whole(Whole),
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

/// A file that is there as a whole or not at all: written beside its place, then put there.
#[derive(Debug)]
struct Whole {
    path: PathBuf,
    beside: PathBuf,
    /// Gone once it is in its place.
    file: Option<File>,
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

    /// The same for a file that is written at once and of which a part is worse than nothing: who is killed, or
    /// finds the disk full, leaves what was there before. It is written beside its place, as `NAME.writing`, and put
    /// there when it is whole. Devices, pipes, and files in a folder that takes no new ones are written where they are.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn whole(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|p| *p != "-") else { return Ok(Output::stdout()) };
        let there = path.metadata().ok();
        if there.as_ref().is_some_and(|there| !there.is_file() || there.permissions().readonly()) {
            return Output::open(Some(path));
        }
        // Where a link leads, so that the link stays.
        let place = path.canonicalize().unwrap_or_else(|_| path.into());
        let mut name = place.clone().into_os_string();
        name.push(".writing");
        let beside = PathBuf::from(name);
        let Ok(file) = File::create(&beside) else { return Output::open(Some(path)) };
        if let Some(there) = there {
            // At worst the new file has the rights of any new file.
            let _ = file.set_permissions(there.permissions());
        }
        Ok(Output(Where::Whole(Whole { path: place, beside, file: Some(file) })))
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
            Where::Whole(whole) => whole.write(bytes).map_err(|e| cannot_write(&whole.path, &e)),
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

impl Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return OpenOptions::new().append(true).open(&self.path)?.write_all(bytes);
        };
        file.write_all(bytes)?;
        // What is put into its place is on the disk, or a loss of power could leave an empty file there.
        file.sync_all()?;
        std::fs::rename(&self.beside, &self.path)?;
        self.file = None;
        Ok(())
    }
}

impl Drop for Whole {
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

/// What the system says, without its number.
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
        // What a killed process left is written over.
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
