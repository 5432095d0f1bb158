//! The board as it lies on a table: cells and foundations above, columns side by side.

use super::labels;
use crate::CardStyle;
use patsat_base::{FormatError, Style};
use patsat_game::cards::{Card, Pile, Suit, Suits};
use patsat_game::rules::{Redeals, Rules, Stock};
use patsat_game::state::{Instance, Table};
use std::fmt::Write;

/// Boards wider than this are cut into blocks, one below the other.
const WIDTH: usize = 80;
/// Maximum number of cards of a stock or waste on a line.
const PER_LINE: usize = 10;
/// If a game has more foundations than this, only those with a card are listed.
const SLOTS: usize = 8;

/// The title of an instance: `freecell ms:617`, or `freecell` alone.
#[must_use]
pub fn title(instance: &Instance) -> String {
    let game = &instance.rules.name;
    match &instance.id {
        Some(id) => format!("{game} {id}"),
        None => game.clone(),
    }
}

/// The board at the start of an instance, with its name above, and the cards of stock and waste below.
///
/// The reader restores the instance, except for rule changes other than numbers. Columns with labels are written one
/// per line, with their labels.
#[must_use]
pub fn instance(instance: &Instance, style: Style) -> String {
    let table = instance.table();
    let board = match &instance.origin {
        Some(origin) if !origin.labels.is_empty() => labelled(&table, &origin.labels, style),
        _ => board(&table, style),
    };
    let deal = table.deal();
    let mut text = format!("{}\n\n{board}", style.bold(&title(instance)));
    let packs = [("stock:", &deal.stock), ("waste:", &deal.waste)];
    if packs.iter().any(|(_, cards)| !cards.is_empty()) {
        text.push_str(&style.dim("\n# stock and waste, the deepest card first: the last card is on top\n"));
    }
    for (name, cards) in packs {
        // A line for each row that is dealt.
        let per_line = if cards.len() > PER_LINE { PER_LINE } else { cards.len().max(1) };
        for cards in cards.chunks(per_line) {
            let _ = writeln!(text, "{name} {}", line(cards, style));
        }
    }
    text
}

/// The board as a format: plain.
pub(super) fn write(instance: &Instance) -> Result<String, FormatError> {
    if instance.origin.as_ref().is_some_and(|origin| !origin.labels.is_empty()) {
        let expected = "columns without them (json can express every game)";
        return Err(FormatError::unexpected("labels of columns", expected));
    }
    Ok(self::instance(instance, Style::PLAIN))
}

fn labelled(table: &Table, labels: &[String], style: Style) -> String {
    let mut text = above(table, style);
    labels::columns(&mut text, table.columns(), labels, style);
    face_down_note(&mut text, table, style);
    text
}

/// The board.
#[must_use]
pub fn board(table: &Table, style: Style) -> String {
    marked(table, &[], style)
}

/// The board, `>` before the upper `moved[n]` cards of column `n`.
#[must_use]
pub fn marked(table: &Table, moved: &[usize], style: Style) -> String {
    let mut text = above(table, style);
    columns_in(&mut text, table.columns(), usize::MAX, moved, style);
    face_down_note(&mut text, table, style);
    text
}

/// The board in little space, without empty lines. A column longer than `rows` shows only the number of its deepest
/// cards, as `+7`. Moved cards are marked as in [`marked`].
#[must_use]
pub fn squeezed(table: &Table, rows: usize, moved: &[usize], style: Style) -> String {
    let mut text = above(table, style).trim_end().to_owned() + "\n";
    columns_in(&mut text, table.columns(), rows.max(2), moved, style);
    text
}

/// Everything above the columns, and an empty line.
fn above(table: &Table, style: Style) -> String {
    let mut text = String::new();
    let mut above = Vec::new();
    if !table.cells().is_empty() {
        above.push(format!("cells {}", cells(table, style)));
    } else if Rules::preset(&table.rules().name).is_ok_and(|usual| usual.cells > 0) {
        // Without this entry a board has the usual number of cells of its game.
        above.push("cells none".into());
    }
    above.push(home(table, style));
    if table.rules().base != 1 {
        let base = Card { rank: table.rules().first_rank(), suit: Suit(0) };
        above.push(format!("base {}", base.to_string().trim_end_matches('C')));
    }
    let _ = writeln!(text, "{}", above.join("   "));
    let deal = table.deal();
    if !deal.reserve.is_empty() {
        let _ = writeln!(text, "reserve {}", line(&deal.reserve, style));
    }
    match table.rules().stock {
        Stock::None => {}
        Stock::Waste { redeals, .. } => {
            let next = deal.stock.last().map(|&c| format!(", next {}", style.card(c, 0))).unwrap_or_default();
            let top = deal.waste.last().map(|&c| format!(", top {}", style.card(c, 0))).unwrap_or_default();
            let redeals = match redeals.left(deal.redeals_used) {
                _ if redeals == Redeals::NONE => String::new(),
                Some(left) => format!("   redeals left {left}"),
                None => format!("   redeals {redeals}"),
            };
            let (stock, waste) = (deal.stock.len(), deal.waste.len());
            let _ = writeln!(text, "stock {}{next}   waste {}{top}{redeals}", cards(stock), cards(waste));
        }
        Stock::Hole => {
            let next = deal.stock.last().map(|&c| format!(", next {}", style.card(c, 0))).unwrap_or_default();
            let _ = writeln!(text, "stock {}{next}", cards(deal.stock.len()));
        }
        Stock::Rows { .. } => {
            let rows = deal.stock.len().div_ceil(table.columns().len().max(1));
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            let _ = writeln!(text, "stock {} ({rows})", cards(deal.stock.len()));
        }
    }
    text.push('\n');
    text
}

fn face_down_note(text: &mut String, table: &Table, style: Style) {
    if table.columns().iter().any(|pile| pile.face_down > 0) {
        text.push_str(&style.dim("(small letters or brackets: face down)"));
        text.push('\n');
    }
}

fn cards(count: usize) -> String {
    if count == 1 { "1 card".into() } else { format!("{count} cards") }
}

/// Cards side by side.
fn line(cards: &[Card], style: Style) -> String {
    cards.iter().map(|&card| style.card(card, 0)).collect::<Vec<_>>().join(" ")
}

fn cells(table: &Table, style: Style) -> String {
    let slot = |cell: &Option<Card>| cell.map_or_else(|| style.dim("--"), |card| style.card(card, 0));
    let slots = |cells: &[Option<Card>]| cells.iter().map(slot).collect::<Vec<_>>().join(" ");
    let cells = table.cells();
    if cells.len() <= 2 * SLOTS {
        return slots(cells);
    }
    // Of many cells, only those up to the last occupied one are shown.
    let held = cells.iter().flatten().count();
    let last = cells.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    format!("{held} of {} taken: {}", cells.len(), slots(&cells[..last]))
}

/// The top card of each foundation or of the hole, or the number of runs that have left.
#[must_use]
pub fn home(table: &Table, style: Style) -> String {
    let deck = table.rules().deck;
    let heights = table.foundations();
    if table.rules().home.is_hole() {
        let hole = &table.deal().hole;
        let top = hole.last().map_or_else(|| style.dim("--"), |&card| style.card(card, 0));
        return format!("hole {top}");
    }
    if table.rules().home.of_runs() {
        let whole = (0..heights.len()).filter(|&place| heights[place] == deck.ranks);
        let suits: Vec<String> = whole.map(|place| Suits::name_of(deck.suit_of_foundation(place))).collect();
        let named = !suits.is_empty() && (2..=4).contains(&deck.suits.count());
        let named = if named { format!(" ({})", suits.join(" ")) } else { String::new() };
        return format!("complete runs {} of {}{named}", suits.len(), heights.len());
    }
    let tops = heights
        .iter()
        .enumerate()
        .map(|(place, &height)| table.rules().last_home(deck.suit_of_foundation(place), height));
    if heights.len() <= SLOTS {
        let slot = |top: Option<Card>| top.map_or_else(|| style.dim("--"), |card| style.card(card, 0));
        format!("home {}", tops.map(slot).collect::<Vec<_>>().join(" "))
    } else {
        let tops: Vec<Card> = tops.flatten().collect();
        if tops.is_empty() { "home (none)".into() } else { format!("home {}", line(&tops, style)) }
    }
}

/// The columns, with the deepest cards in the first row. Columns beyond the width follow in further blocks.
pub fn columns(text: &mut String, piles: &[Pile], style: Style) {
    columns_in(text, piles, usize::MAX, &[], style);
}

/// As [`columns`], with at most `rows` rows in each block, and with `>` before the cards that moved.
fn columns_in(text: &mut String, piles: &[Pile], rows: usize, moved: &[usize], style: Style) {
    let width = |pile: &Pile| {
        (pile.cards.iter().enumerate())
            .map(|(n, &card)| style.width(card, n < pile.face_down))
            .max()
            .unwrap_or(0)
    };
    let width = piles.iter().map(width).max().unwrap_or(0).max(piles.len().to_string().len()).max(2);
    let at_once = (WIDTH / (width + 1)).max(1);
    for (block, piles) in piles.chunks(at_once).enumerate() {
        if block > 0 {
            text.push('\n');
        }
        let numbers: String =
            (1..=piles.len()).map(|n| format!(" {:>width$}", block * at_once + n)).collect();
        let _ = writeln!(text, "{}", style.dim(&numbers));
        let longest = piles.iter().map(|pile| pile.cards.len()).max().unwrap_or(0);
        for row in 0..longest.min(rows) {
            let mut blank = 0;
            for (n, pile) in piles.iter().enumerate() {
                let all = pile.cards.len();
                // The first row of a column that is too long stands for its hidden cards.
                let hidden = if all > rows { all - rows + 1 } else { 0 };
                let at = if hidden > 0 { row + hidden - 1 } else { row };
                let Some(&card) = pile.cards.get(at) else {
                    blank += width + 1;
                    continue;
                };
                let from = all - moved.get(block * at_once + n).copied().unwrap_or(0).min(all);
                let mark = if at >= from { style.bold(">") } else { " ".to_owned() };
                let _ = write!(text, "{:blank$}{mark}", "");
                blank = 0;
                text.push_str(&if hidden > 0 && row == 0 {
                    style.dim(&format!("{:>width$}", format!("+{hidden}")))
                } else if at < pile.face_down {
                    style.face_down(card, width)
                } else {
                    style.card(card, width)
                });
            }
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::{Deal, DeckSpec};
    use patsat_game::rules::Layout;

    fn preset(name: &str, deal: &str) -> Instance {
        Instance::from_id(Rules::preset(name).unwrap(), deal.parse().unwrap()).unwrap()
    }

    #[test]
    fn freecell_lies_as_usual() {
        let text = instance(&preset("freecell", "ms:1"), Style::PLAIN);
        let expected = "\
freecell ms:1

cells -- -- -- --   home -- -- -- --

  1  2  3  4  5  6  7  8
 JD 2D 9H JC 5D 7H 7C 5H
 KD KC 9S 5S AD QC KH 3H
 2S KS 9D QD JS AS AH 3C
 4C 5C TS QH 4H AC 4D 7S
 3S TD 4S TH 8H 2C JH 7D
 6D 8S 8D QS 6C 3D 8C TC
 6S 9C 2H 6H
";
        assert_eq!(text, expected);
    }

    #[test]
    fn every_game_shows_every_card_once() {
        for preset_ in patsat_game::rules::PRESETS {
            let game = preset(preset_.name, "random:3");
            let text = instance(&game, Style::PLAIN).to_ascii_uppercase();
            let shown = text.split_whitespace().filter(|w| w.parse::<Card>().is_ok() && w.len() == 2).count();
            let next = usize::from(matches!(game.rules.stock, Stock::Waste { .. } | Stock::Hole));
            // Column numbers from 10 up, and home cards in this layout, do not parse as cards.
            assert_eq!(shown, game.rules.deck.len() + next, "{}:\n{text}", preset_.name);
        }
    }

    #[test]
    fn face_down_cards_and_stock_are_described() {
        let text = instance(&preset("spider", "random:1"), Style::PLAIN);
        assert!(text.contains("complete runs 0 of 8\nstock 50 cards (5 rows)\n"), "{text}");
        let rows: Vec<&str> = text.lines().skip_while(|l| !l.contains(" 1  2")).collect();
        assert!(rows[1].chars().all(|c| !c.is_ascii_uppercase()), "{text}");
        assert!(
            text.contains("face down)\n") && text.lines().filter(|l| l.starts_with("stock: ")).count() == 5
        );
        let text = instance(&preset("forty-thieves", "solvitaire:6"), Style::PLAIN);
        assert!(text.contains("stock 64 cards, next ") && text.contains("waste 0 cards\n"), "{text}");
    }

    #[test]
    fn wide_cards_and_many_columns_go_on_below() {
        let deck = DeckSpec::new(150, 2, 1);
        let rules =
            Rules { deck, columns: 100, layout: Layout::open(), ..Rules::preset("freecell").unwrap() };
        let mut deal = Deal { columns: vec![Pile::default(); 100], ..Deal::default() };
        for (n, card) in deck.distinct_cards().enumerate() {
            deal.columns[n % 100].cards.push(card);
        }
        deal.columns[99].face_down = 1;
        let text = instance(&Instance::new(rules, deal).unwrap(), Style::PLAIN);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.contains("r150s1") && text.contains("(r50s2)"), "{text}");
        assert!(text.contains(" 100\n"), "{text}");
    }

    #[test]
    fn a_long_column_is_squeezed_and_what_moved_is_marked() {
        let mut rules = Rules::preset("freecell").unwrap();
        (rules.deck, rules.columns) = (DeckSpec::new(5, 2, 1), 2);
        let pile =
            |text: &str| Pile::from(text.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<Card>>());
        let deal = Deal { columns: vec![pile("AC AD 2C 2D 5C 4D 3C"), pile("5D 4C 3D")], ..Deal::default() };
        let table = Instance::new(rules, deal).unwrap().table();
        let shown = |rows, moved: &[usize]| {
            let text = squeezed(&table, rows, moved, Style::PLAIN);
            text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(shown(4, &[2, 1]), ["  1  2", " +4 5D", " 5C 4C", ">4D>3D", ">3C"]);
        assert_eq!(shown(9, &[0, 3])[..3], ["  1  2", " AC>5D", " AD>4C"]);
        assert_eq!(shown(7, &[]).len(), 8, "where there is room nothing is left out");
        assert!(!shown(7, &[]).concat().contains('+'));
    }

    #[test]
    fn empty_columns_keep_their_place() {
        let mut rules = Rules::preset("freecell").unwrap();
        rules.deck = DeckSpec::new(1, 2, 1);
        rules.columns = 3;
        let pile = |c: &str| Pile::from(vec![c.parse().unwrap()]);
        let deal = Deal { columns: vec![pile("AC"), Pile::default(), pile("AD")], ..Deal::default() };
        let text = instance(&Instance::new(rules, deal).unwrap(), Style::PLAIN);
        assert!(text.ends_with("  1  2  3\n AC    AD\n"), "{text:?}");
    }
}
