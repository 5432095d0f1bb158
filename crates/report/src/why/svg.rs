//! A pattern as a drawing: cards on a table, those of the pattern bright and framed.

use super::picture::{Picture, Slot};
use super::{ways, words};
use patsat_formats::CardStyle;
use patsat_game::cards::Colour;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards};
use patsat_game::verify::explain;
use patsat_planning::why::PatternProof;
use patsat_text::Style;
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

/// The drawing of pattern number `which`, the start's if there is none of that number.
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
    let ways = ways::ways(instance, &cards, pattern, &explain(instance, &proof.checked, which), style);
    let told = words::pattern(instance, &cards, pattern, style) + &ways;
    let told: Vec<&str> = told.lines().map(str::trim).collect();
    Canvas::new(&cards, &picture).draw(&picture, &title, &told)
}

/// The drawing of a board at the start of an instance.
#[must_use]
pub fn board(instance: &Instance) -> String {
    let cards = Cards::of(instance);
    let home = patsat_formats::board::home(&instance.table(), Style { colour: false, symbols: true });
    let told = if home.is_empty() { Vec::new() } else { vec![home.as_str()] };
    let mut canvas = Canvas::new(&cards, &Picture::board(&cards));
    canvas.plain = true;
    canvas.draw(&Picture::board(&cards), &patsat_formats::board::title(instance), &told)
}

struct Canvas<'a> {
    cards: &'a Cards,
    width: usize,
    /// Whether no card is to be told from the others.
    plain: bool,
    body: String,
}

impl<'a> Canvas<'a> {
    fn new(cards: &'a Cards, picture: &Picture) -> Canvas<'a> {
        let rows = beside(picture);
        let longest = rows.iter().map(|(_, slots)| slots.len()).max().unwrap_or(0);
        let across = picture.columns.len().max(longest).max(7);
        Canvas {
            cards,
            width: 2 * MARGIN + across * (CARD_WIDTH + GAP) - GAP,
            plain: false,
            body: String::new(),
        }
    }

    fn draw(mut self, picture: &Picture, title: &str, told: &[&str]) -> String {
        let mut y = TOP;
        for (name, slots) in beside(picture) {
            self.label(MARGIN, y, name);
            for (n, slot) in slots.iter().enumerate() {
                let x = MARGIN + n * (CARD_WIDTH + GAP);
                match slot {
                    Some(slot) => self.slot(x, y + 8, slot),
                    None => self.place(x, y + 8),
                }
            }
            y += CARD_HEIGHT + 34;
        }
        let deepest = picture.columns.iter().map(Vec::len).max().unwrap_or(0);
        for (n, column) in picture.columns.iter().enumerate() {
            let x = MARGIN + n * (CARD_WIDTH + GAP);
            self.label(x, y, &format!("{}", n + 1));
            if column.is_empty() {
                self.place(x, y + 8);
            }
            for (row, slot) in column.iter().enumerate() {
                self.slot(x, y + 8 + row * STEP, slot);
            }
        }
        y += 8 + deepest.saturating_sub(1) * STEP + CARD_HEIGHT + 34;
        for line in told.iter().flat_map(|line| wrap(line, (self.width - 2 * MARGIN) / 8)) {
            let _ = writeln!(
                self.body,
                r##"<text x="{MARGIN}" y="{y}" font-size="15" fill="#eef3ee">{}</text>"##,
                escape(&line)
            );
            y += 22;
        }
        let (width, height) = (self.width, y + MARGIN / 2);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">
<title>{0}</title>
<rect width="{width}" height="{height}" rx="10" fill="#1f5c43"/>
<text x="{MARGIN}" y="34" font-size="19" font-weight="bold" fill="#ffffff">{0}</text>
{1}</svg>
"##,
            escape(title),
            self.body
        )
    }

    fn label(&mut self, x: usize, y: usize, text: &str) {
        let _ = writeln!(
            self.body,
            r##"<text x="{x}" y="{y}" font-size="13" fill="#a9c8b8">{}</text>"##,
            escape(text)
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
            escape(&name)
        );
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
fn beside(picture: &Picture) -> Vec<(&'static str, Vec<Option<Slot>>)> {
    let mut rows: Vec<(&str, Vec<Option<Slot>>)> = Vec::new();
    if !picture.cells.is_empty() {
        rows.push(("cells", picture.cells.iter().copied().take(2 * MOST).collect()));
    }
    let piles = [
        ("home", &picture.home),
        ("reserve", &picture.reserve),
        ("stock, the next card first", &picture.stock),
        ("waste, its top first", &picture.waste),
    ];
    for (name, pile) in piles.into_iter().filter(|(_, pile)| !pile.is_empty()) {
        let shown = pile.iter().enumerate().filter(|(n, slot)| *n < MOST || slot.marked);
        rows.push((name, shown.take(2 * MOST).map(|(_, &slot)| Some(slot)).collect()));
    }
    rows
}

/// Lines of at most so many characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::rules::Rules;

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
}
