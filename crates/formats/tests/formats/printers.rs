//! Boards printed in the ways of people and programs, written apart from the reader.

use super::walk::Lcg;
use patsat_game::cards::{Card, Pile};
use patsat_game::state::Instance;

/// A way to print the columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Way {
    Numbered,
    NumberedMarkdown,
    NamedCsv,
    Labelled,
    Colons,
    Aligned,
    Marked,
    Lines,
    CsvRows,
    CsvColumns,
    Tabs,
    Markdown,
    Bars,
    JsonRows,
    JsonColumns,
    Python,
}

use Way::*;

impl Way {
    pub(super) const ALL: [Way; 16] = [
        Numbered,
        NumberedMarkdown,
        NamedCsv,
        Labelled,
        Colons,
        Aligned,
        Marked,
        Lines,
        CsvRows,
        CsvColumns,
        Tabs,
        Markdown,
        Bars,
        JsonRows,
        JsonColumns,
        Python,
    ];

    /// Whether the text itself says what a line is.
    pub(super) fn states_it(self) -> bool {
        matches!(self, Numbered | NumberedMarkdown | NamedCsv | Labelled | Colons)
    }

    fn by_rows(self) -> bool {
        !matches!(self, Labelled | Colons | Lines | CsvColumns | JsonColumns | Python)
    }
}

/// A card as one of many spell it; brackets around those face down.
fn spelled(card: Card, down: bool, spelling: usize) -> String {
    let letter = |ten: &'static str| match card.rank.0 {
        1 => "A".to_owned(),
        10 => ten.to_owned(),
        11 => "J".to_owned(),
        12 => "Q".to_owned(),
        13 => "K".to_owned(),
        n => n.to_string(),
    };
    let suit = |names: &str| names.chars().nth(card.suit.0.into()).unwrap();
    let name = match spelling {
        0 => letter("T") + &suit("CDHS").to_string(),
        1 => letter("10") + &suit("CDHS").to_string(),
        2 => letter("10") + &suit("\u{2663}\u{2666}\u{2665}\u{2660}").to_string(),
        3 => format!("{}{}", suit("\u{2663}\u{2666}\u{2665}\u{2660}"), letter("10")),
        4 => format!("{}{}", suit("CDHS"), letter("T")),
        _ => letter("0") + &suit("cdhs").to_string(),
    };
    if down { format!("({name})") } else { name }
}
const SPELLINGS: usize = 6;

/// The places of a board: a line of the table each, `None` where there is no card.
fn table(piles: &[Pile], by_rows: bool, spelling: usize) -> Vec<Vec<Option<String>>> {
    let at =
        |pile: &Pile, n: usize| pile.cards.get(n).map(|&card| spelled(card, n < pile.face_down, spelling));
    let depth = piles.iter().map(|pile| pile.cards.len()).max().unwrap_or(0);
    match by_rows {
        true => (0..depth).map(|row| piles.iter().map(|pile| at(pile, row)).collect()).collect(),
        false => piles.iter().map(|pile| (0..pile.cards.len()).map(|n| at(pile, n)).collect()).collect(),
    }
}

/// What stands beside the columns, a line each.
fn beside(game: &Instance, spelling: usize, lcg: &mut Lcg) -> String {
    let (rules, deal) = (&game.rules, &game.deal);
    let names = |cards: &[Card]| {
        cards.iter().map(|&card| spelled(card, false, spelling)).collect::<Vec<_>>().join(" ")
    };
    let mut lines = Vec::new();
    if rules.cells > 0 {
        let slot = |cell: &Option<Card>| cell.map_or("--".into(), |card| spelled(card, false, spelling));
        let cells = deal.cells.iter().map(slot).collect::<Vec<String>>().join(" ");
        let empty = deal.cells.iter().all(Option::is_none);
        lines.push(match lcg.below(4) {
            0 if empty => "Free cells: empty".to_owned(),
            1 if empty => "Freecells: none".to_owned(),
            2 => format!("Cells: {cells}"),
            _ => format!("Free cells: {cells}"),
        });
    }
    let of_suit = |place: usize| rules.deck.suit_of_foundation(place);
    if rules.home.of_runs() {
        let gone = (0..deal.foundations.len()).filter(|&n| deal.foundations[n] > 0);
        let gone: Vec<char> = gone.map(|n| b"CDHS"[usize::from(of_suit(n))] as char).collect();
        let suits = gone.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        lines.push(format!("complete runs: {} {suits}", gone.len()));
    } else {
        let heights = deal.foundations.iter().enumerate();
        let empty = deal.foundations.iter().all(|&height| height == 0);
        let style = lcg.below(3);
        let slot = |(place, &height): (usize, &u32)| match (style, height) {
            (0, _) => format!("{}-{height}", b"CDHS"[usize::from(of_suit(place))] as char),
            (_, 0) => "--".to_owned(),
            _ => spelled(Card::new(height, of_suit(place)), false, style),
        };
        let slots = heights.map(slot).collect::<Vec<_>>().join(" ");
        lines.push(if empty && style > 0 {
            "Foundations: empty".into()
        } else {
            format!("Foundations: {slots}")
        });
    }
    for (name, cards) in [("Reserve", &deal.reserve), ("Stock", &deal.stock), ("Waste", &deal.waste)] {
        if !cards.is_empty() {
            lines.push(format!("{name}: {}", names(cards)));
        } else if name == "Stock" && rules.stock != patsat_game::rules::Stock::None {
            lines.push("Stock: 0 cards".into());
        }
    }
    lines.join("\n") + "\n"
}

/// A text of lines of fields.
fn joined(lines: &[Vec<Option<String>>], none: &str, between: &str) -> String {
    let field = |place: &Option<String>| place.clone().unwrap_or_else(|| none.to_owned());
    let line = |places: &Vec<Option<String>>| places.iter().map(field).collect::<Vec<_>>().join(between);
    lines.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Lines padded with blanks, gaps as blanks.
fn aligned(lines: &[Vec<Option<String>>], width: usize, right: bool) -> String {
    let pad = |place: &Option<String>| {
        let name = place.as_deref().unwrap_or("");
        let blank = " ".repeat(width - name.chars().count());
        if right { format!(" {blank}{name}") } else { format!("{name}{blank} ") }
    };
    let line =
        |places: &Vec<Option<String>>| places.iter().map(pad).collect::<String>().trim_end().to_owned();
    lines.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// The board in this way, in a random spelling.
pub(super) fn print(game: &Instance, way: Way, lcg: &mut Lcg) -> String {
    let spelling = lcg.below(SPELLINGS);
    let columns = game.deal.columns.len();
    let mut lines = table(&game.deal.columns, way.by_rows(), spelling);
    let width = lines.iter().flatten().flatten().map(|name| name.chars().count()).max().unwrap_or(1).max(2);
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let markdown = |lines: &[Vec<Option<String>>], padded: bool| {
        lines
            .iter()
            .map(|places| {
                row(places
                    .iter()
                    .map(|place| {
                        let name = place.clone().unwrap_or_default();
                        if padded { format!("{name:<width$}") } else { name }
                    })
                    .collect())
            })
            .collect::<String>()
    };
    let rule = |kind: usize| row(vec![["---", ":---:", "---:"][kind].to_owned(); columns]);
    let text = match way {
        Numbered => {
            let right = lcg.below(3) > 0;
            let head: Vec<Option<String>> = (1..=columns).map(|n| Some(n.to_string())).collect();
            aligned(&[head], width, right) + &aligned(&lines, width, right)
        }
        NumberedMarkdown => {
            let head = row((1..=columns).map(|n| n.to_string()).collect());
            head + &rule(lcg.below(3)) + &markdown(&lines, lcg.below(2) == 0)
        }
        NamedCsv => {
            let name = ["Column ", "col", "T", ""][lcg.below(4)];
            let head: Vec<Option<String>> = (1..=columns).map(|n| Some(format!("{name}{n}"))).collect();
            joined(&[head], "", ",") + &joined(&lines, "", ",")
        }
        Labelled => {
            let name = ["", "Column ", "stack #", "t"][lcg.below(4)];
            let lines = lines.iter().enumerate().map(|(n, places)| {
                format!("{name}{}: {}", n + 1, joined(std::slice::from_ref(places), "", " "))
            });
            lines.collect()
        }
        Colons => lines
            .iter()
            .map(|places| format!(": {}", joined(std::slice::from_ref(places), "", " ")))
            .collect(),
        Aligned => aligned(&lines, width, lcg.below(2) == 0),
        Marked => {
            if lcg.below(2) == 0 {
                for places in &mut lines {
                    while places.last() == Some(&None) {
                        places.pop();
                    }
                }
            }
            joined(&lines, ["--", "-", ".", "[]"][lcg.below(4)], " ")
        }
        Lines => {
            // An empty line is an empty column, too.
            if lcg.below(3) > 0 {
                lines.iter_mut().filter(|places| places.is_empty()).for_each(|places| places.push(None));
            }
            joined(&lines, ["--", "-", "empty"][lcg.below(3)], " ")
        }
        CsvRows => joined(&lines, "", [",", ";", ", "][lcg.below(3)]),
        CsvColumns => {
            let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
            if lcg.below(2) == 0 {
                lines.iter_mut().for_each(|places| places.resize(longest.max(2), None));
            } else {
                lines.iter_mut().filter(|places| places.len() < 2).for_each(|places| places.resize(2, None));
            }
            joined(&lines, "", ",")
        }
        Tabs => joined(&lines, "", "\t"),
        Markdown => {
            let body = markdown(&lines, lcg.below(2) == 0);
            match body.split_once('\n') {
                Some((first, rest)) => format!("{first}\n{}{rest}", rule(lcg.below(3))),
                None => body,
            }
        }
        Bars => lines
            .iter()
            .map(|places| {
                let places =
                    places.iter().map(|place| place.clone().unwrap_or(" ".into())).collect::<Vec<_>>();
                format!("|{}|\n", places.join("|"))
            })
            .collect(),
        JsonRows | JsonColumns | Python => {
            let quote = if way == Python { "'" } else { "\"" };
            let none = if way == Python { "None" } else { ["null", "\"\""][lcg.below(2)] };
            let list = |places: &Vec<Option<String>>| {
                let names = places.iter().map(|place| match place {
                    Some(name) => format!("{quote}{name}{quote}"),
                    None => none.to_owned(),
                });
                format!("[{}]", names.collect::<Vec<_>>().join(", "))
            };
            let lists = lines.iter().map(list).collect::<Vec<_>>().join(if lcg.below(2) == 0 {
                ",\n "
            } else {
                ", "
            });
            format!("[{lists}]\n")
        }
    };
    if matches!(way, JsonRows | JsonColumns | Python) {
        return text;
    }
    let beside = beside(game, spelling, lcg);
    match lcg.below(4) {
        0 => format!("{text}\n{beside}"),
        1 => format!("{beside}\n{text}\nIs there a way to win this?\n"),
        2 => format!("{beside}\n\n{text}\n"),
        _ => beside + &text,
    }
}
