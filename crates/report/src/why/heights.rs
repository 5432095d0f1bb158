//! A height game in words: which cards cannot leave the place where they were dealt.

use patsat_base::{Style, counted};
use patsat_formats::CardStyle;
use patsat_game::state::Instance;
use patsat_game::verify::HeightLoss;
use std::fmt::Write;

/// What keeps its place in each column, and what was counted.
#[must_use]
pub(super) fn text(instance: &Instance, loss: &HeightLoss, style: Style) -> String {
    let table = instance.table();
    let dealt =
        table.columns().iter().map(|pile| pile.cards.len()).sum::<usize>() + table.deal().reserve.len();
    let leave = dealt.saturating_sub(loss.left as usize);
    let mut text = format!(
        "Too few cards can be dug out: of the {dealt} cards in place, at most {leave} can leave theirs before the room \
         for moved cards runs out.\n"
    );
    let mut stuck = 0;
    for (n, (pile, &fewest)) in table.columns().iter().zip(&loss.fewest).enumerate() {
        let Some(under) = usize::from(fewest).checked_sub(1) else { continue };
        let Some(&card) = pile.cards.get(under) else { continue };
        stuck += 1;
        let card = style.card(card, 0);
        let _ = match under {
            0 => writeln!(text, "  column {}: {card} cannot move", n + 1),
            _ => writeln!(
                text,
                "  column {}: {card} and the {} under it cannot move",
                n + 1,
                counted(under, "card")
            ),
        };
    }
    if stuck == 0 {
        text.push_str("Each column can be emptied, but not all of them.\n");
    }
    let _ = writeln!(
        text,
        "This counts how many cards of each column have not moved, and takes the others to be arranged as well as can \
         be. Even then there are only {}, and none is won.",
        counted(loss.positions as usize, "position")
    );
    text
}
