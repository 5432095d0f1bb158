//! The commands of `patsat --help` in groups. clap prints one flat list, so the list becomes part of the help template.

use clap::Command;
use std::fmt::Write;

/// The groups in the order of the help, each with its commands.
pub(crate) const GROUPS: [(&str, &[&str]); 8] = [
    ("Solve", &["solve", "hint", "play", "shorten", "best", "fair", "easy"]),
    ("Explain", &["why", "rate", "classify", "estimate"]),
    ("Check", &["verify", "certify"]),
    ("Formats", &["show", "which", "convert", "replay"]),
    ("Many deals", &["survey", "merge", "bench", "report", "pack"]),
    ("Formulas", &["encode", "decode", "conquer", "reduce", "lower", "lift", "hard"]),
    ("Puzzles", &["puzzle"]),
    ("Other", &["games", "completions", "man", "help"]),
];

/// The command line with its commands in groups.
pub(crate) fn grouped(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let mut template = String::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n");
    for (group, names) in GROUPS {
        // Writing to a string cannot fail.
        let _ = write!(template, "\n{header}{group}:{header:#}\n");
        for name in names {
            let found = command.find_subcommand(name).and_then(|found| found.get_about());
            let about = found.map_or_else(|| "Print help for a command".to_owned(), ToString::to_string);
            let _ = writeln!(template, "  {name:<11}  {about}");
        }
    }
    let _ = write!(template, "\n{header}Options:{header:#}\n{{options}}{{after-help}}");
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group_and_fits_a_line() {
        let command = <crate::Cli>::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.retain(|name| *name != "help");
        let mut known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        for command in command.get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!((1..=65).contains(&about.chars().count()), "{}: {about}", command.get_name());
        }
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }
}
