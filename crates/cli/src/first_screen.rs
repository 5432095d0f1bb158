//! What `patsat` prints without arguments: where to begin, in fewer than 24 lines.

use crate::groups::GROUPS;
use patsat_game::rules::PRESETS;
use std::fmt::Write;

pub(crate) fn first_screen() -> String {
    let more = PRESETS.len() - 3;
    let mut text = format!(
        "patsat solves and explains solitaire (Klondike, FreeCell, Spider, {more} more)\n\n\
         \x20 patsat solve 617          solve FreeCell deal 617\n\
         \x20 patsat solve board.txt    solve a board that you typed or pasted\n\
         \x20 patsat hint board.txt     show the best next move\n\
         \x20 patsat why ms:11982       explain why a deal cannot be won\n\
         \x20 patsat replay 617         watch the solution\n\n"
    );
    for (group, names) in GROUPS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {group:<11} {}", names.join("  "));
    }
    text + "\n'patsat COMMAND --help' has the details, 'patsat --help' all commands.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fits_a_small_terminal() {
        let text = first_screen();
        assert!(text.lines().count() <= 22, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
