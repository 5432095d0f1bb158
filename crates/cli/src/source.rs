//! What the first argument of a command names: a deal, a file, or standard input.

use super::args::GameArgs;
use patsat_console::context::remark;
use patsat_console::exit::Failure;
use patsat_console::input::read;
use patsat_formats::DealName;
use patsat_game::cards::number::DealRange;
use std::path::Path;

/// Where an instance comes from.
pub(super) enum Source {
    /// A deal by number.
    Deal(DealName),
    /// The content of a file or of standard input.
    File(Vec<u8>),
}

impl Source {
    /// Reads what the text names. A file that is there comes before a deal in another spelling than its own name.
    pub(super) fn of(text: &str, args: &GameArgs) -> Result<Source, Failure> {
        if let Some(name) = deal_name(text) {
            return name.map(Source::Deal);
        }
        let path = Path::new(text);
        let bytes =
            read(path, "a deal such as ms:617, a file, or - for standard input").map_err(|failure| {
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
        Ok(Source::File(bytes))
    }

    /// The content of a file.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Source::Deal(_) => None,
            Source::File(bytes) => Some(bytes),
        }
    }
}

/// The deal that a text names, if it names one and no file.
pub(super) fn deal_name(text: &str) -> Option<Result<DealName, Failure>> {
    let own = patsat_game::cards::DealId::looks_like_one(text);
    if !own && Path::new(text).exists() {
        return None;
    }
    let name = DealName::of(text)?.map_err(Failure::from);
    if let Ok(DealName { note: Some(note), .. }) = &name {
        remark(note);
    }
    Some(name)
}

/// The range of deals that a text names: `ms:1..32000`, `1..32000`, `freecell 1..9`.
pub(super) fn deal_range(text: &str) -> Result<DealRange, Failure> {
    let (first, last) = text.split_once("..").map_or((text, None), |(first, last)| (first, Some(last)));
    let range = match (deal_name(first).transpose()?, last) {
        (None, _) => text.to_owned(),
        (Some(name), None) => name.id.to_string(),
        (Some(name), Some(last)) => format!("{}..{last}", name.id),
    };
    range.parse().map_err(Failure::input)
}
