//! A pattern as a drawing: cards on a table, those of the pattern bright and framed.

use super::fold::{Row, across, end, fold};
use super::picture::{Picture, Slot};
use super::{ways, words};
use patsat_analysis::why::PatternProof;
use patsat_base::{Style, filled};
use patsat_formats::CardStyle;
use patsat_game::cards::Colour;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards};
use patsat_game::verify::explain;
use quick_xml::escape::partial_escape;
use std::fmt::Write;

const CARD_WIDTH: usize = 62;
const CARD_HEIGHT: usize = 86;
const GAP: usize = 12;
/// How much of a covered card is seen.
const STEP: usize = 27;
const MARGIN: usize = 20;
const TOP: usize = 58;
/// Cards of a pile beside the columns that are drawn.
const MOST: usize = 12;
const FELT: &str = "#1f5c43";
/// Characters and height of a line that names what a column stands for.
const LABEL_WIDTH: usize = 11;
const LABEL_STEP: usize = 13;

/// The drawing of pattern number `which`, that of the start if the number is too large.
#[must_use]
pub fn drawing(instance: &Instance, proof: &PatternProof, which: Option<usize>) -> String {
    let patterns = &proof.checked.patterns.0;
    let which = which.filter(|&n| n < patterns.len()).unwrap_or(proof.checked.start);
    let cards = Cards::of(instance);
    let pattern = &patterns[which];
    let empty = Picture {
        whole: false,
        columns: Vec::new(),
        cells: Vec::new(),
        home: Vec::new(),
        reserve: Vec::new(),
        stock: Vec::new(),
        waste: Vec::new(),
    };
    let picture = Picture::of(instance, &cards, pattern).unwrap_or(empty);
    let title = format!(
        "{}: dead pattern {} of {}",
        patsat_formats::board::title(instance),
        which + 1,
        patterns.len()
    );
    let style = Style { colour: false, symbols: true };
    let explained = explain(instance, &proof.checked, [which]).pop().unwrap_or_default();
    let ways = ways::ways(instance, &cards, pattern, &explained, style);
    let captions = words::pattern(instance, &cards, pattern, style) + &ways;
    let copies = copies(&cards, &picture, style);
    let lines: Vec<&str> = captions.lines().map(str::trim).chain(copies.as_deref()).collect();
    Canvas::new(&cards, &picture, labels(instance)).draw(&picture, &title, &lines)
}

/// The drawing of a board at the start of an instance.
///
/// It shrinks to the width of its page. A column of more than 28 cards shows 4 to 11 cards at either end, as the
/// other columns have height, and the number of the cards between. A deal of a formula names its columns.
#[must_use]
pub fn board(instance: &Instance) -> String {
    let cards = Cards::of(instance);
    let home = patsat_formats::board::home(&instance.table(), Style { colour: false, symbols: true });
    let picture = Picture::board(&cards);
    let lines: Vec<&str> = Some(home.as_str()).into_iter().filter(|home| !home.is_empty()).collect();
    let mut canvas = Canvas::new(&cards, &picture, labels(instance));
    canvas.plain = true;
    canvas.draw(&picture, &patsat_formats::board::title(instance), &lines)
}

/// A sentence on the numbers of copies, if a card of the pattern has copies.
fn copies(cards: &Cards, picture: &Picture, style: Style) -> Option<String> {
    let beside = beside(picture).into_iter().flat_map(|(_, slots)| slots).flatten();
    let mut slots = beside.chain(picture.columns.iter().flatten().copied()).filter(|slot| slot.marked);
    let card = slots.find_map(|slot| slot.card.filter(|&card| cards.twin(card) > 0))?;
    let (name, twin) = (style.name(cards.card(card)), cards.twin(card));
    Some(format!(
        "The small number on a card is the number of its copy: {name}.{twin} is the {name} with {twin}."
    ))
}

/// What the columns stand for, in a deal that was made from a formula.
fn labels(instance: &Instance) -> &[String] {
    instance.origin.as_ref().map_or(&[], |origin| &origin.labels)
}

struct Canvas<'a> {
    cards: &'a Cards,
    labels: &'a [String],
    /// Cards at either end of a folded column.
    end: usize,
    width: usize,
    /// Whether all cards look alike.
    plain: bool,
    body: String,
}

impl<'a> Canvas<'a> {
    fn new(cards: &'a Cards, picture: &Picture, labels: &'a [String]) -> Canvas<'a> {
        let rows = beside(picture);
        let longest = rows.iter().map(|(_, slots)| slots.len()).max().unwrap_or(0);
        let across = across(picture.columns.len()).max(longest).max(7);
        Canvas {
            cards,
            labels,
            end: end(picture),
            width: 2 * MARGIN + across * (CARD_WIDTH + GAP) - GAP,
            plain: false,
            body: String::new(),
        }
    }

    fn draw(mut self, picture: &Picture, title: &str, captions: &[&str]) -> String {
        let mut y = TOP;
        for (name, slots) in beside(picture) {
            self.label(MARGIN, y, "start", &name);
            for (n, slot) in slots.iter().enumerate() {
                let x = MARGIN + n * (CARD_WIDTH + GAP);
                match slot {
                    Some(slot) => self.slot(x, y + 8, slot),
                    None => self.place(x, y + 8),
                }
            }
            y += CARD_HEIGHT + 34;
        }
        let across = across(picture.columns.len());
        for (band, columns) in picture.columns.chunks(across).enumerate() {
            y = self.columns(y, band * across, columns);
        }
        for line in captions.iter().flat_map(|line| filled(line, (self.width - 2 * MARGIN) / 8, "", "")) {
            let _ = writeln!(
                self.body,
                r##"<text x="{MARGIN}" y="{y}" font-size="15" fill="#eef3ee">{}</text>"##,
                partial_escape(&line)
            );
            y += 22;
        }
        let (width, height) = (self.width, y + MARGIN / 2);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" style="max-width:100%;height:auto" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">
<title>{0}</title>
<rect width="{width}" height="{height}" rx="10" fill="{FELT}"/>
<text x="{MARGIN}" y="34" font-size="19" font-weight="bold" fill="#ffffff">{0}</text>
{1}</svg>
"##,
            partial_escape(title),
            self.body
        )
    }

    /// Draws columns side by side, the first of them number `first` from 0; returns where the next line begins.
    fn columns(&mut self, mut y: usize, first: usize, columns: &[Vec<Slot>]) -> usize {
        let folded: Vec<Vec<Row>> = columns.iter().map(|column| fold(column, self.end)).collect();
        let labels = self.labels.get(first..).unwrap_or_default();
        let left = |n: usize| MARGIN + n * (CARD_WIDTH + GAP);
        for n in 0..columns.len() {
            self.label(left(n) + CARD_WIDTH / 2, y, "middle", &format!("{}", first + n + 1));
        }
        let parts: Vec<Vec<String>> =
            labels.iter().take(columns.len()).map(|label| filled(label, LABEL_WIDTH, "", "")).collect();
        for (n, lines) in parts.iter().enumerate() {
            for (line, text) in lines.iter().enumerate() {
                self.small(left(n), y + (line + 1) * LABEL_STEP, text);
            }
        }
        y += parts.iter().map(Vec::len).max().unwrap_or(0) * LABEL_STEP + 8;
        for (n, rows) in folded.iter().enumerate() {
            if rows.is_empty() {
                self.place(left(n), y);
            }
            for (row, what) in rows.iter().enumerate() {
                match what {
                    Row::Slot(slot) => self.slot(left(n), y + row * STEP, slot),
                    Row::Fold(cards) => self.folded(left(n), y + row * STEP, *cards),
                }
            }
        }
        let deepest = folded.iter().map(Vec::len).max().unwrap_or(0);
        y + deepest.saturating_sub(1) * STEP + CARD_HEIGHT + 34
    }

    /// A gap in a column, over the card below it.
    fn folded(&mut self, x: usize, y: usize, cards: usize) {
        let (left, width) = (x - 2, CARD_WIDTH + 4);
        let _ = writeln!(
            self.body,
            r##"<rect x="{left}" y="{y}" width="{width}" height="{CARD_HEIGHT}" fill="{FELT}"/>"##
        );
        self.small(x, y + 18, &format!("\u{2026} {cards} more"));
    }

    fn small(&mut self, x: usize, y: usize, text: &str) {
        let _ = writeln!(
            self.body,
            r##"<text x="{x}" y="{y}" font-size="11" fill="#d5e6dc">{}</text>"##,
            partial_escape(text)
        );
    }

    fn label(&mut self, x: usize, y: usize, anchor: &str, text: &str) {
        let _ = writeln!(
            self.body,
            r##"<text x="{x}" y="{y}" font-size="13" text-anchor="{anchor}" fill="#a9c8b8">{}</text>"##,
            partial_escape(text)
        );
    }

    /// An empty place.
    fn place(&mut self, x: usize, y: usize) {
        let _ = writeln!(
            self.body,
            r##"<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7" fill="none" stroke="#4d8069" stroke-width="1.5" stroke-dasharray="5 4"/>"##
        );
    }

    fn slot(&mut self, x: usize, y: usize, slot: &Slot) {
        match slot.card {
            Some(card) => self.card(x, y, card, slot.marked),
            None => {
                self.place(x, y);
                let (x, y) = (x + CARD_WIDTH / 2, y + 18);
                let _ = writeln!(
                    self.body,
                    r##"<text x="{x}" y="{y}" font-size="15" text-anchor="middle" fill="#a9c8b8">any cards</text>"##
                );
            }
        }
    }

    fn card(&mut self, x: usize, y: usize, number: CardNo, marked: bool) {
        let card = self.cards.card(number);
        let (fill, stroke, line) = match (self.plain, marked) {
            (true, _) => ("#fdfdfa", "#7d948a", 1.0),
            (false, true) => ("#fff6cf", "#f0a500", 3.5),
            (false, false) => ("#dfe6e1", "#7d948a", 1.0),
        };
        let ink = match (card.colour(), marked || self.plain) {
            (Colour::Red, true) => "#c4161c",
            (Colour::Red, false) => "#b0676a",
            (Colour::Black, true) => "#111111",
            (Colour::Black, false) => "#6a7570",
        };
        let symbols = Style { colour: false, symbols: true };
        let name = symbols.name(card);
        let weight = if marked { "bold" } else { "normal" };
        let size = if name.chars().count() > 3 { 12 } else { 19 };
        let (text_x, text_y) = (x + 7, y + 20);
        let _ = writeln!(
            self.body,
            r##"<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7" fill="{fill}" stroke="{stroke}" stroke-width="{line}"/><text x="{text_x}" y="{text_y}" font-size="{size}" font-weight="{weight}" fill="{ink}">{}</text>"##,
            partial_escape(&name)
        );
        let twin = self.cards.twin(number);
        if twin > 0 && !self.plain {
            let (x, y) = (x + CARD_WIDTH - 6, y + 16);
            let _ = writeln!(
                self.body,
                r##"<text x="{x}" y="{y}" font-size="12" text-anchor="end" fill="{ink}">{twin}</text>"##
            );
        }
        if let Some(suit) = name.chars().last().filter(|c| !c.is_ascii()) {
            let (x, y) = (x + CARD_WIDTH / 2, y + 66);
            let _ = writeln!(
                self.body,
                r##"<text x="{x}" y="{y}" font-size="34" text-anchor="middle" fill="{ink}">{suit}</text>"##
            );
        }
    }
}

/// The piles that lie above the columns; `None` is an empty place.
fn beside(picture: &Picture) -> Vec<(String, Vec<Option<Slot>>)> {
    let mut rows: Vec<(String, Vec<Option<Slot>>)> = Vec::new();
    if !picture.cells.is_empty() {
        rows.push(("cells".to_owned(), picture.cells.iter().copied().take(2 * MOST).collect()));
    }
    let piles = [
        ("home", &picture.home),
        ("reserve", &picture.reserve),
        ("stock, the next card first", &picture.stock),
        ("waste, its top first", &picture.waste),
    ];
    for (name, pile) in piles.into_iter().filter(|(_, pile)| !pile.is_empty()) {
        let shown = pile.iter().enumerate().filter(|(n, slot)| *n < MOST || slot.marked);
        let shown: Vec<Option<Slot>> = shown.take(2 * MOST).map(|(_, &slot)| Some(slot)).collect();
        let name = match pile.len() - shown.len() {
            0 => name.to_owned(),
            more => format!("{name}; and {more} more"),
        };
        rows.push((name, shown));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::rules::Rules;
    use patsat_game::state::Origin;
    use std::sync::Arc;

    #[test]
    fn the_drawing_of_a_board_has_every_card_once_and_marks_none() {
        for (game, id, cards) in [("freecell", "ms:617", 52), ("eight-off", "random:1", 52)] {
            let game = Instance::from_id(Rules::preset(game).unwrap(), id.parse().unwrap()).unwrap();
            let drawing = board(&game);
            assert_eq!(drawing.matches(r##"fill="#fdfdfa""##).count(), cards);
            assert!(!drawing.contains("#fff6cf") && !drawing.contains("#dfe6e1"), "a card is marked");
            assert!(drawing.starts_with("<svg ") && drawing.contains("♠") && drawing.ends_with("</svg>\n"));
        }
    }
    #[test]
    fn cards_out_of_sight_are_counted_and_column_numbers_centred() {
        let drawing = board(&game("spider", "kpat:spider4:1"));
        assert!(drawing.contains("stock, the next card first; and 38 more"), "{drawing}");
        assert!(drawing.contains("text-anchor=\"middle\" fill=\"#a9c8b8\">1<"), "{drawing}");
    }

    #[test]
    fn copies_of_marked_cards_are_explained() {
        let style = Style { colour: false, symbols: true };
        for (name, id, has_notes) in [("spider", "kpat:spider4:1", true), ("freecell", "ms:617", false)] {
            let cards = Cards::of(&game(name, id));
            let mut picture = Picture::board(&cards);
            assert_eq!(copies(&cards, &picture, style), None);
            picture.columns[0][0].marked = true;
            let sentence = copies(&cards, &picture, style);
            assert_eq!(
                sentence.is_some_and(|text| text.contains(".1 is the ") || text.contains(".2 is the ")),
                has_notes
            );
            let drawing = Canvas::new(&cards, &picture, &[]).draw(&picture, "title", &[]);
            assert_eq!(drawing.contains("text-anchor=\"end\""), has_notes);
        }
    }

    fn game(name: &str, id: &str) -> Instance {
        Instance::from_id(Rules::preset(name).unwrap(), id.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_long_column_is_folded() {
        let mut rules = Rules { columns: 4, ..Rules::preset("freecell").unwrap() };
        rules.deck.ranks = 35;
        let mut deal = Instance::from_id(rules, "random:1".parse().unwrap()).unwrap();
        deal.origin =
            Some(Arc::new(Origin { labels: vec!["not x1".into(); 4], reduction: serde_json::Value::Null }));
        let drawing = board(&deal);
        assert_eq!(drawing.matches("\u{2026} 13 more").count(), 4, "35 cards a column, 22 of them drawn");
        let size = |name: &str| -> usize {
            let rest = drawing.split(&format!(" {name}=\"")).nth(1).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        assert!(size("height") < 1000, "{} x {}", size("width"), size("height"));
        assert_eq!(drawing.matches(">not x1<").count(), 4);
        assert!(drawing.contains("max-width:100%"), "it is as wide as its page at most");
    }

    #[test]
    fn many_columns_go_below_each_other() {
        let rules = Rules { columns: 50, ..Rules::preset("freecell").unwrap() };
        let game = Instance::from_id(rules, "random:1".parse().unwrap()).unwrap();
        let drawing = board(&game);
        assert!(drawing.contains(">50</text>") && drawing.contains(r##"width="1286""##), "17 columns a band");
        assert_eq!([0, 1, 24, 25, 27, 50].map(across), [1, 1, 24, 13, 14, 17]);
    }
}
