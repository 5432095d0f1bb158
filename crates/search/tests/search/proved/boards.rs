//! Boards in Freecell Solver's format have one meaning: the checker's reader in OCaml reads the position that
//! `patsat-formats` reads, or both refuse. Positions are compared by the digest that certificates carry.

use patsat_formats::{Format, Hints, read_instance};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_testkit::{Dice, proved};
use std::path::Path;

/// A position in the middle of a small or whole game of FreeCell: foundations of any height, the other cards anywhere.
pub(super) fn position(
    dice: &mut Dice,
    most_ranks: usize,
    most_columns: usize,
    most_cells: usize,
) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    let ranks = 1 + dice.below(most_ranks);
    rules.deck = DeckSpec::new(ranks as u32, 4, 1);
    rules.columns = 1 + dice.below(most_columns) as u16;
    rules.cells = dice.below(most_cells + 1) as u16;
    let least = dice.pick(&[0, 0, ranks / 2, ranks - 1]);
    let foundations = [(); 4].map(|()| (least + dice.below(ranks - least + 1)) as u32);
    let mut cards: Vec<Card> =
        rules.deck.distinct_cards().filter(|c| c.rank.0 > foundations[usize::from(c.suit.0)]).collect();
    for n in (1..cards.len()).rev() {
        cards.swap(n, dice.below(n + 1));
    }
    let cells = (0..rules.cells).map(|_| if dice.below(2) == 0 { cards.pop() } else { None }).collect();
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let used = 1 + dice.below(columns.len());
    for card in cards {
        columns[dice.below(used)].push(card);
    }
    for n in (1..columns.len()).rev() {
        columns.swap(n, dice.below(n + 1));
    }
    let columns = columns.into_iter().map(Pile::from).collect();
    Instance::new(rules, Deal { columns, cells, foundations: foundations.into(), ..Deal::default() }).unwrap()
}

/// The options of both programs that a board needs, for it does not name its game.
pub(super) fn options(instance: &Instance) -> (Hints, [String; 4]) {
    let (columns, cells) = (instance.rules.columns, instance.rules.cells);
    let hints = Hints { columns: Some(columns), cells: Some(cells), ..Hints::default() };
    (hints, ["--columns".into(), columns.to_string(), "--cells".into(), cells.to_string()])
}

fn card(dice: &mut Dice, card: Card) -> String {
    let (name, rank, suit) = (card.to_string(), card.rank.0, card.suit.0 + 1);
    match dice.below(12) {
        0 => name.to_lowercase(),
        1 => format!("r{rank}s{suit}"),
        2 if rank == 1 => name.replace('A', "1"),
        3..=7 => name.replace('T', "10"),
        _ => name,
    }
}

fn foundations(dice: &mut Dice, heights: &[u32]) -> String {
    let names = ["Foundations:", "founds:", "  Foundation :", "DECKS:", "deck:", "Found:"];
    let mut order = [0, 1, 2, 3];
    for n in (1..4).rev() {
        order.swap(n, dice.below(n + 1));
    }
    let mut line = dice.pick(&names).to_owned();
    for suit in order {
        let height = heights[suit];
        if height == 0 && dice.below(2) == 0 {
            continue;
        }
        let name = match (height, dice.below(3)) {
            (0, _) => "0".to_owned(),
            (_, 0) => format!("{height:02}"),
            (10, 1) => "10".to_owned(),
            _ => "A23456789TJQK"[height as usize - 1..][..1].to_owned(),
        };
        line += &format!(" {}-{name}", ["C", "D", "H", "S"][suit]);
    }
    if dice.below(4) == 0 { line.to_lowercase() } else { line }
}

fn cells(dice: &mut Dice, cells: &[Option<Card>]) -> String {
    let name = dice.pick(&["Freecells:", "freecell :", "FC:"]).to_owned();
    // Empty cells beyond those of the game are allowed.
    let cells = [cells, &[None, None][..dice.pick(&[0, 0, 0, 1, 2])]].concat();
    if dice.below(3) == 0 {
        // As Freecell Solver prints them: four characters a cell.
        return name
            + &cells
                .iter()
                .map(|c| format!("{:>4}", c.map_or("".into(), |c| c.to_string())))
                .collect::<String>();
    }
    let mut shown: Vec<String> = Vec::new();
    for cell in cells {
        shown.push(match cell {
            Some(held) => card(dice, held),
            None => dice.pick(&["-", "--"]).to_owned(),
        });
    }
    while shown.last().is_some_and(|last| last.starts_with('-')) && dice.below(2) == 0 {
        shown.pop();
    }
    format!("{name} {}", shown.join(" "))
}

/// A board in one of the spellings that the format allows.
pub(super) fn spelled(dice: &mut Dice, instance: &Instance) -> String {
    let deal = &instance.deal;
    let mut lines = Vec::new();
    for (n, column) in deal.columns.iter().enumerate() {
        let between = n > 0 && n + 1 < deal.columns.len();
        let blank = dice.pick(&[" ", " ", " ", "  ", "\t", "\u{a0}"]);
        let shown: Vec<String> = column.cards.iter().map(|&c| card(dice, c)).collect();
        let start = dice.pick(&[": ", ":", "", "", " "]);
        lines.push(match (shown.is_empty(), between && dice.below(2) == 0) {
            (true, true) => String::new(),
            (true, false) => ":".to_owned(),
            _ => format!("{start}{}", shown.join(blank)),
        });
    }
    // An empty line at the end of the columns stands for none.
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
        lines.push(":".to_owned());
    }
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
    for line in &mut lines[last + 1..] {
        ":".clone_into(line);
    }
    if deal.foundations.iter().any(|&h| h > 0) || dice.below(3) == 0 {
        let at = dice.pick(&[0, 0, lines.len()]);
        lines.insert(at, foundations(dice, &deal.foundations));
    }
    if deal.cells.iter().any(Option::is_some) || dice.below(3) == 0 {
        let at = dice.pick(&[0, 0, lines.len()]);
        lines.insert(at, cells(dice, &deal.cells));
    }
    if dice.below(4) == 0 {
        lines.insert(dice.below(lines.len() + 1), "# a remark".to_owned());
    }
    let end = dice.pick(&["\n", "\n", "\r\n"]);
    let mut text = lines.join(end);
    if dice.below(4) > 0 {
        text += end;
    }
    if dice.below(8) == 0 { format!("\u{feff}{text}") } else { text }
}

/// The board with a word or line dropped, doubled, exchanged or changed.
pub(super) fn damaged(dice: &mut Dice, text: &str) -> String {
    let mut pieces: Vec<String> = Vec::new();
    let mut was_blank = None;
    for c in text.chars() {
        let blank = c.is_whitespace() || c == '\u{feff}';
        if blank || was_blank != Some(false) {
            pieces.push(String::new());
        }
        pieces.last_mut().unwrap().push(c);
        was_blank = Some(blank);
    }
    for _ in 0..=dice.below(2) {
        if pieces.is_empty() {
            break;
        }
        let (at, other) = (dice.below(pieces.len()), dice.below(pieces.len()));
        match dice.below(7) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[at].clone()),
            2 => pieces.insert(other, pieces[at].clone()),
            3 => pieces.swap(at, other),
            4 => {
                pieces[at] =
                    dice.pick(&["\n", " ", ":", "-", "KS", "AC", "H-10", "H-", "S-K", "\n\n"]).to_owned();
            }
            5 => pieces.truncate(at + 1),
            _ => {
                let mut chars: Vec<char> = pieces[at].chars().collect();
                let letter = "A23456789TJQK01CDHSrs-:x,".chars().nth(dice.below(25)).unwrap();
                let place = dice.below(chars.len());
                chars[place] = letter;
                pieces[at] = chars.into_iter().collect();
            }
        }
    }
    pieces.concat()
}

/// What both readers make of a board.
pub(super) fn both(
    program: &Path,
    file: &Path,
    instance: &Instance,
    text: &str,
) -> [Result<String, String>; 2] {
    std::fs::write(file, text).unwrap();
    let (hints, options) = options(instance);
    let ours = read_instance(text.as_bytes(), Some(Format::FcSolve), &hints);
    let theirs = proved::digest(program, file, &options.each_ref().map(String::as_str));
    [ours.map(|i| proved::digest_of(&i)).map_err(|e| e.to_string()), theirs]
}

/// Whether the reader in OCaml differs on purpose: it allows a remark after words, and refuses wide gaps between cards.
pub(super) fn differs_on_purpose(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim();
        !line.starts_with('#') && (line.contains('#') || line.replace('\u{a0}', " ").contains("   "))
    })
}

fn compare(seeds: std::ops::Range<u64>) {
    let Some(program) = proved::program() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board");
    let (mut read, mut refused) = (0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let instance = position(&mut dice, 13, 9, 5);
        let text = spelled(&mut dice, &instance);
        let whole = both(&program, &file, &instance, &text);
        assert_eq!(
            whole,
            [Ok(proved::digest_of(&instance)), Ok(proved::digest_of(&instance))],
            "{seed}\n{text}"
        );
        for _ in 0..3 {
            let text = damaged(&mut dice, &text);
            if differs_on_purpose(&text) {
                continue;
            }
            let [ours, theirs] = both(&program, &file, &instance, &text);
            assert_eq!(ours.as_ref().ok(), theirs.as_ref().ok(), "{seed}\n{text}\n{ours:?}\n{theirs:?}");
            *(if ours.is_ok() { &mut read } else { &mut refused }) += 1;
        }
    }
    println!("{read} damaged boards read alike, {refused} refused by both");
    assert!(read > 20 && refused > 100);
}

#[test]
fn both_readers_read_the_same_position_or_refuse() {
    compare(0..150);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn both_readers_read_the_same_position_or_refuse_at_length() {
    compare(1_000..4_000);
}
