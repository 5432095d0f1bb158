//! Columns that stand for something: one a line, with its label.

use crate::CardStyle;
use patsat_base::Style;
use patsat_game::cards::Pile;
use std::fmt::Write;

/// Lines longer than this continue on the next line, indented to where the cards began.
const WIDTH: usize = 100;

/// The columns with their labels, the deepest card first; a column without one has none.
pub(super) fn columns(text: &mut String, piles: &[Pile], labels: &[String], style: Style) {
    let number = piles.len().to_string().len();
    let label = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let none = String::new();
    let labels = labels.iter().chain(std::iter::repeat(&none));
    for ((n, pile), name) in (1..).zip(piles).zip(labels) {
        let _ = write!(text, "{}  {name:<label$} ", style.dim(&format!("{n:>number$}")));
        let begin = number + 2 + label + 1;
        let mut column = begin;
        for (place, &card) in pile.cards.iter().enumerate() {
            let hidden = place < pile.face_down;
            let width = style.width(card, hidden) + 1;
            if column + width > WIDTH && column > begin {
                let _ = write!(text, "\n{:begin$}", "");
                column = begin;
            }
            column += width;
            text.push(' ');
            text.push_str(&if hidden { style.face_down(card, 0) } else { style.card(card, 0) });
        }
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::Card;

    #[test]
    fn long_columns_go_on_below_their_first_card() {
        let cards: Vec<Card> = (1..=40).rev().map(|rank| Card::new(rank, 0)).collect();
        let piles = [Pile::from(cards), Pile { cards: vec![Card::new(2, 1), Card::new(1, 1)], face_down: 1 }];
        let mut text = String::new();
        columns(&mut text, &piles, &["x1".into(), "selector x1".into()], Style::PLAIN);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("1  x1           r40s1 r39s1"), "{text}");
        assert!(lines[1].starts_with("                r"), "{text}");
        assert_eq!(lines.last(), Some(&"2  selector x1  2d AD"), "{text}");
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
    }
}
