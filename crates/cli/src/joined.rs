//! Deals whose name is written as several words: `patsat solve freecell 617`, `patsat solve spider 4 1`.

use clap::Command;
use patsat_formats::DealName;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Joins a game and the numbers behind it into one argument, except where a file has the name of either or the game is
/// the value of an option. `command` builds the command line; most calls do not need it.
pub(crate) fn joined(arguments: Vec<OsString>, command: impl Fn() -> Command) -> Vec<OsString> {
    let name =
        |at: usize| [3, 2].into_iter().find(|length| arguments.get(at..at + length).is_some_and(is_deal));
    let Some((at, length)) = (1..arguments.len()).find_map(|at| Some((at, name(at)?))) else {
        return arguments;
    };
    let command = command();
    let is_command = |word: &OsString| command.find_subcommand(word).is_some();
    let called = arguments.iter().find_map(|word| command.find_subcommand(word));
    let of_an_option = || {
        let before = arguments[at - 1].to_str()?;
        let options = called?
            .get_arguments()
            .chain(command.get_arguments())
            .filter(|arg| arg.get_action().takes_values());
        let mut names = options.map(|arg| (arg.get_long(), arg.get_short()));
        let is_it = |(long, short): (Option<&str>, Option<char>)| match before.strip_prefix("--") {
            Some(name) => long == Some(name),
            None => before.starts_with('-') && short.is_some() && before.chars().last() == short,
        };
        names.any(is_it).then_some(())
    };
    if is_command(&arguments[at]) || of_an_option().is_some() {
        return arguments;
    }
    let mut joined = arguments;
    let words: Vec<OsString> = joined.splice(at..at + length, [OsString::new()]).collect();
    joined[at] = words.join(OsStr::new(" "));
    joined
}

/// Whether these arguments are the name of a game with numbers behind it, and none is a file.
fn is_deal(words: &[OsString]) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let Some([game, numbers @ ..]) = words.as_deref() else { return false };
    !game.starts_with('-')
        && !is_number(game)
        && numbers.iter().all(|word| is_number(word))
        && ![&[*game], numbers].concat().iter().any(|word| Path::new(word).exists())
        && match DealName::of(&format!("{game} {}", numbers.join(" "))) {
            Some(Ok(_)) => true,
            Some(Err(_)) => numbers.len() == 1,
            None => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn games_and_numbers_become_one_argument() {
        let join = |line: &[&str]| {
            let arguments = line.iter().map(OsString::from).collect();
            let joined = joined(arguments, <crate::Cli>::command);
            joined.into_iter().map(|word| word.into_string().unwrap_or_default()).collect::<Vec<_>>()
        };
        for (line, expected) in [
            (vec!["patsat", "solve", "freecell", "617"], vec!["patsat", "solve", "freecell 617"]),
            (vec!["patsat", "solve", "spider 4", "1", "-v"], vec!["patsat", "solve", "spider 4 1", "-v"]),
            (vec!["patsat", "solve", "spider", "4", "1"], vec!["patsat", "solve", "spider 4 1"]),
            (vec!["patsat", "solve", "-v", "ms", "617"], vec!["patsat", "solve", "-v", "ms 617"]),
            (vec!["patsat", "solve", "klondike", "1"], vec!["patsat", "solve", "klondike 1"]),
        ] {
            assert_eq!(join(&line), expected);
        }
        for line in [
            &["patsat", "solve", "--game", "freecell", "617"][..],
            &["patsat", "solve", "617"],
            &["patsat", "verify", "ms:617", "plan.txt"],
            &["patsat", "solve", "board", "3"],
            &["patsat"],
        ] {
            assert_eq!(join(line), line);
        }
    }
}
