//! What the first argument of a command names: a deal, a file, or standard input.

use super::args::GameArgs;
use patsat_console::context::remark;
use patsat_console::exit::Failure;
use patsat_console::input;
use patsat_facade::{CertificateKind, Source, deal_name};
use patsat_formats::DealName;
use patsat_game::cards::DealRange;
use std::path::Path;

/// Reads what the text names.
pub(super) fn read(text: &str, args: &GameArgs) -> Result<Source<'static>, Failure> {
    if let Some(name) = named(text) {
        let id = name.map_err(|failure| range_for_deal(text).unwrap_or(failure))?.id;
        return Ok(Source::Deal(id));
    }
    let path = Path::new(text);
    let bytes =
        input::read(path, "a deal such as ms:617, a file, or - for standard input").map_err(|failure| {
            let missing = text != "-" && !path.exists();
            if missing && let Some(failure) = range_for_deal(text) {
                failure
            } else if missing {
                failure.with_help("'patsat --list dealers' lists the names of deals")
            } else {
                failure
            }
        })?;
    if text == "-" && args.rules.as_deref() == Some(Path::new("-")) {
        return Err(Failure::input("standard input cannot be both the instance and its rules"));
    }
    match other_kind(&bytes) {
        None => Ok(Source::File(bytes.into())),
        Some((found, help)) => {
            let text = format!("{}: found {found}, expected a board or a deal", input::name(text));
            Err(Failure::input(text).with_help(help))
        }
    }
}

/// What a file is that holds no board, and the command that reads it; `None` for boards and for files not known here.
fn other_kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    if bytes.starts_with(b"patsat ") && CertificateKind::of(bytes).is_some() {
        return Some(("a certificate", "'patsat verify INSTANCE FILE' checks it"));
    }
    let mut lines = bytes.split(|&byte| byte == b'\n');
    if lines.find(|line| !line.starts_with(b"c")).is_some_and(|line| line.starts_with(b"p cnf ")) {
        return Some(("a formula in DIMACS", "'patsat reduce' makes a deal of a formula"));
    }
    if bytes.starts_with(br#"{"type":"begin""#) {
        return Some(("lines of results", "name one of their deals, such as ms:617"));
    }
    None
}

/// The deal that a text names, if it names one and no file; prints how it was read.
fn named(text: &str) -> Option<Result<DealName, Failure>> {
    let name = deal_name(text)?.map_err(Failure::from);
    if let Ok(DealName { note: Some(note), .. }) = &name {
        remark(note);
    }
    Some(name)
}

/// The failure for a range of deals where one deal is expected; `None` for other texts.
fn range_for_deal(text: &str) -> Option<Failure> {
    text.split_once("..").filter(|_| deal_range(text).is_ok())?;
    let failure = Failure::input(format!("found the range '{text}', expected one deal"));
    Some(failure.with_help("'patsat survey' solves the deals of a range"))
}

/// The range of deals that a text names: `ms:1..32000`, `1..32000`, `freecell 1..9`.
pub(super) fn deal_range(text: &str) -> Result<DealRange, Failure> {
    let (first, last) = text.split_once("..").map_or((text, None), |(first, last)| (first, Some(last)));
    let range = match (named(first).transpose()?, last) {
        (None, _) => text.to_owned(),
        (Some(name), None) => name.id.to_string(),
        (Some(name), Some(last)) => format!("{}..{last}", name.id),
    };
    range.parse().map_err(Failure::input)
}
