//! What the first argument of a command names: a deal, a file, or standard input.

use super::args::GameArgs;
use patsat_console::context::remark;
use patsat_console::exit::Failure;
use patsat_console::input;
use patsat_facade::{Source, deal_name};
use patsat_formats::DealName;
use patsat_game::cards::DealRange;
use std::path::Path;

/// Reads what the text names.
pub(super) fn read(text: &str, args: &GameArgs) -> Result<Source<'static>, Failure> {
    if let Some(name) = named(text) {
        return Ok(Source::Deal(name?.id));
    }
    let path = Path::new(text);
    let bytes =
        input::read(path, "a deal such as ms:617, a file, or - for standard input").map_err(|failure| {
            let missing = text != "-" && !path.exists();
            if missing {
                failure.with_help("'patsat --list dealers' lists the names of deals")
            } else {
                failure
            }
        })?;
    if text == "-" && args.rules.as_deref() == Some(Path::new("-")) {
        return Err(Failure::input("standard input cannot be both the instance and its rules"));
    }
    Ok(Source::File(bytes.into()))
}

/// The deal that a text names, if it names one and no file; prints how it was read.
fn named(text: &str) -> Option<Result<DealName, Failure>> {
    let name = deal_name(text)?.map_err(Failure::from);
    if let Ok(DealName { note: Some(note), .. }) = &name {
        remark(note);
    }
    Some(name)
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
