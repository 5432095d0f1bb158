//! A process that answers a line with a line.
//!
//! Threads read and write its pipes, so that a process that reads or answers nothing blocks no caller. The process and its
//! children end with this value.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line that is read: an answer is a number.
const LONGEST: u64 = 4096;
/// Characters of a line that stand in an error.
const QUOTED: usize = 80;
/// Interval between two looks at the stop flag.
const TICK: Duration = Duration::from_millis(50);
/// Time that a process gets to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// What came in reply to a line.
pub(super) enum Reply {
    /// A line, without its end.
    Line(String),
    /// A line that was there before the question.
    Early(String),
    /// The process closed its output; the words are its exit code and its last error message.
    Ended(String),
    /// Nothing in time.
    Late,
    /// Nothing before the caller's stop.
    Stopped,
}

pub(super) struct Process {
    child: Child,
    lines: Receiver<String>,
    complaint: Receiver<String>,
    /// Taken when there are no more questions: the input ends with it.
    questions: Option<Sender<String>>,
    has_ended: bool,
}

impl Process {
    /// Starts a command.
    pub(super) fn start(words: &[String]) -> io::Result<Process> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        patsat_solvers::without_our_libraries(&mut command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (questions, written) = channel();
        // A process that writes more than one line for a line waits here.
        let (answers, lines) = sync_channel(1);
        let (last_words, complaint) = channel();
        let process = Process { child, lines, complaint, questions: Some(questions), has_ended: false };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        spawn(move || write(input, &written))?;
        spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = line(&mut output)
                && answers.send(line).is_ok()
            {}
        })?;
        spawn(move || {
            let _ = last_words.send(last_line(errors));
        })?;
        Ok(process)
    }

    /// Writes a line and waits for one.
    pub(super) fn query(&mut self, line: String, patience: Duration, is_stopped: &dyn Fn() -> bool) -> Reply {
        if let Ok(early) = self.lines.try_recv() {
            return Reply::Early(short(&early));
        }
        if let Some(questions) = &self.questions {
            // A writer that is gone has met the end of the process, which the reader reports.
            let _ = questions.send(line + "\n");
        }
        let begun = Instant::now();
        loop {
            if is_stopped() {
                return Reply::Stopped;
            }
            let left = patience.saturating_sub(begun.elapsed());
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return Reply::Line(short(&line)),
                Err(RecvTimeoutError::Disconnected) => return Reply::Ended(self.end()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Reply::Late,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the input, and gives the process time to end.
    pub(super) fn finish(mut self) {
        self.wait();
    }

    /// How it ended.
    fn end(&mut self) -> String {
        let status = self.wait();
        self.kill();
        let complaint = self.complaint.recv_timeout(GRACE).unwrap_or_default();
        let how = status.map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        if complaint.is_empty() { how } else { format!("{how}: {complaint}") }
    }

    /// Ends the input and waits for the end of the process; `None` if it does not come.
    fn wait(&mut self) -> Option<ExitStatus> {
        self.questions = None;
        let begun = Instant::now();
        let mut pause = Duration::from_millis(1);
        while begun.elapsed() < GRACE {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.kill_group();
                self.has_ended = true;
                return Some(status);
            }
            thread::sleep(pause);
            pause = (2 * pause).min(TICK);
        }
        None
    }

    fn kill(&mut self) {
        // The number of a process that has ended may be another's.
        if !std::mem::replace(&mut self.has_ended, true) {
            self.kill_group();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// Ends the children that the process left behind too.
    fn kill_group(&self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("player".into()).spawn(work).map(drop)
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// The next line, cut where it is too long; `None` at the end.
fn line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match output.take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
    }
}

/// The last line with text.
fn last_line(mut errors: impl Read) -> String {
    let (mut tail, mut block) = (Vec::new(), [0; 4096]);
    while let Ok(read @ 1..) = errors.read(&mut block) {
        tail.extend_from_slice(&block[..read]);
        tail.drain(..tail.len().saturating_sub(block.len()));
    }
    let text = String::from_utf8_lossy(&tail);
    text.lines().rfind(|line| !line.trim().is_empty()).map(|line| short(line.trim())).unwrap_or_default()
}

fn short(text: &str) -> String {
    let mut clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let start: String = clean.by_ref().take(QUOTED).collect();
    if clean.next().is_some() { start + "..." } else { start }
}
