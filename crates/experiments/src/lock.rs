//! One writer a file of results: an advisory lock on a file beside it.
//!
//! The results themselves are replaced by a sorted copy when a survey ends, so the lock stands on a file of its own,
//! `FILE.lock`, which says who holds it and goes away with its holder. The operating system lets a lock go with its
//! process, however that ends: a lock file left by a killed process blocks no other.

use fs4::{FileExt, TryLockError};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The right to write a file of results, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks the file of results at `path`, which need not be there yet; the inner error describes the holder.
    pub(crate) fn of(path: &Path) -> io::Result<Result<Lock, String>> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        loop {
            let mut open = OpenOptions::new();
            let open = open.read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = open?;
            match FileExt::try_lock(&file) {
                // A file system without locks (some of clusters) is no reason not to work.
                Ok(()) | Err(TryLockError::Error(_)) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    // The holder may not have written its name yet.
                    let _ = file.read_to_string(&mut holder);
                    let holder = holder.lines().next().unwrap_or("another process").to_owned();
                    return Ok(Err(holder));
                }
            }
            // The holder before may have removed the file between our opening and locking it.
            let same = same_file::Handle::from_path(&path).ok()
                == file.try_clone().and_then(same_file::Handle::from_file).ok();
            if same {
                let emptied = file.set_len(0).and_then(|()| file.rewind());
                emptied.and_then(|()| writeln!(file, "{}", this_process()))?;
                return Ok(Ok(Lock { path, file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still held, so that no process locks a file that is about to go.
        let _ = std::fs::remove_file(&self.path);
        let _ = FileExt::unlock(&self.file);
    }
}

fn this_process() -> String {
    let process = format!("process {}", std::process::id());
    #[cfg(unix)]
    if let Ok(host) = nix::unistd::gethostname() {
        return format!("{process} on {}", host.to_string_lossy());
    }
    process
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.jsonl");
        let lock = Lock::of(&path).unwrap().unwrap();
        assert_eq!(Lock::of(&path).unwrap().unwrap_err(), this_process());
        drop(lock);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        // The lock of a killed process has no holder.
        std::fs::write(folder.path().join("r.jsonl.lock"), "process 1 on nowhere\n").unwrap();
        assert!(Lock::of(&path).unwrap().is_ok());
    }
}
