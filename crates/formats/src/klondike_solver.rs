//! Decks and moves of Klondike-Solver: a deal as 156 digits, a plan as `DR2 WD DR1 W4 46 F4 63-3 F6 NEW`.
//!
//! Source: ShootMe's Klondike-Solver (its README, `LoadSolitaire`, `GetSolitaire` and `MovesMade`); MinimalKlondike
//! has the same decks. A deck lists the cards in dealing order, three digits each: the rank from 01 to 13, then 1 to 4
//! for clubs, diamonds, hearts, spades. It is a fresh deal of Klondike, and does not say how many cards are drawn; the
//! solver draws one by default.
//!
//! Moves are words. `DRn` draws n times, `NEW` turns the waste back, `XY` moves a card and `XY-n` n cards from X to Y.
//! Places are the columns 1 to 7, `W` for the waste, and `C`, `D`, `S`, `H` for the foundations. `Fn` says that the
//! move before turned a card of column n, which our rules do by themselves: it is checked, and is no move of ours.

use super::{Hints, hints};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::DealOrder;
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{Move, Place, Rules};
use patsat_game::state::{Instance, Plan, Table};

/// Fewer digits are no deck that was cut short.
const FEWEST_DIGITS: usize = 60;
/// A pass through the stock has no more draws.
const MOST_DRAWS: usize = 52;
/// The game of a deck for which the caller names none: the solver's default.
const USUAL_GAME: &str = "klondike-draw-one";
/// The letters of the foundations, by suit.
const FOUNDATIONS: [char; 4] = ['C', 'D', 'H', 'S'];

const WHAT_A_MOVE_IS: &str = "a move such as DR2, NEW, F3, W4, 46, 63-3 or 4H";

/// Whether a text holds a deck, whole or damaged.
pub(super) fn is_deck(text: &str) -> bool {
    lines(text).any(|(_, line)| is_digits(line))
}

/// Whether a text holds moves, and some of them cannot be standard notation.
pub(super) fn are_moves(text: &str) -> bool {
    let words = || lines(text).flat_map(|(_, line)| line.split_whitespace());
    words().any(|word| matches!(parse(word), Some(Word::Draws(_) | Word::Redeal)) || word.contains('-'))
        && words().all(|word| parse(word).is_some())
}

/// The lines that are neither empty nor comments, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn is_digits(line: &str) -> bool {
    line.len() >= FEWEST_DIGITS && line.bytes().all(|b| b.is_ascii_digit())
}

/// Reads a deck.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let preset = || Rules::preset(USUAL_GAME).map_err(|e| FormatError::unexpected(e.name, e.known));
    let rules = hints.rules(preset)?;
    if !rules.dealt_as_klondike() {
        let expected = format!("the rules of {} to agree with it", rules.name);
        return Err(FormatError::unexpected("a deal of Klondike", expected));
    }
    let mut lines = lines(text);
    let expected = "the 156 digits of a deck of Klondike-Solver";
    let (number, line) = lines.next().ok_or_else(|| FormatError::unexpected("no deck", expected))?;
    if let Some((number, other)) = lines.next() {
        let found = if is_digits(other) { "a second deck".into() } else { quoted(other) };
        return Err(FormatError::unexpected(found, "one deck").at(number));
    }
    let cards = cards(line).map_err(|error| error.at(number))?;
    hints::instance(rules.clone(), rules.lay_out(&cards, DealOrder::TableauFirst))
        .map_err(|error| FormatError { line: Some(number), ..error })
}

/// The cards of a deck in dealing order.
fn cards(line: &str) -> Result<Vec<Card>, FormatError> {
    if let Some(other) = line.chars().find(|c| !c.is_ascii_digit()) {
        let found = format!("{} in a deck", quoted(&other.to_string()));
        return Err(FormatError::unexpected(found, "digits"));
    }
    if line.len() != 156 {
        let found = format!("a deck of {} digits", line.len());
        return Err(FormatError::unexpected(found, "156, three for each of 52 cards"));
    }
    let mut cards: Vec<Card> = Vec::with_capacity(52);
    for n in 0..52 {
        let digits = &line[3 * n..3 * n + 3];
        let (rank, suit) = (digits[..2].parse().unwrap_or(0), digits[2..].parse().unwrap_or(0_u16));
        if !(1..=13).contains(&rank) || !(1..=4).contains(&suit) {
            let found = format!("{} as card {}", quoted(digits), n + 1);
            let expected = "a rank from 01 to 13 and a suit from 1 to 4 (clubs, diamonds, hearts, spades)";
            return Err(FormatError::unexpected(found, expected));
        }
        let card = Card::new(rank, suit - 1);
        if cards.contains(&card) {
            let found = format!("{card} ({digits}) a second time as card {}", n + 1);
            return Err(FormatError::unexpected(found, "each card once"));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// Where a deck was read without a game: a sentence that says which was taken.
pub(super) fn game_note(hints: &Hints) -> Option<String> {
    hints.game.is_none().then(|| {
        format!(
            "a deck of Klondike-Solver does not say how many cards are drawn: read as {USUAL_GAME} (--game klondike \
             draws three)"
        )
    })
}

/// Writes a fresh deal.
pub(super) fn write(instance: &Instance) -> Result<String, FormatError> {
    check_rules(&instance.rules)?;
    let Deal { columns, stock, .. } = &instance.deal;
    let rows = (0..7).flat_map(|row| columns.iter().filter_map(move |pile| pile.cards.get(row)));
    let cards: Vec<Card> = rows.chain(stock.iter().rev()).copied().collect();
    let is_fresh = cards.len() == 52 && {
        let fresh = instance.rules.lay_out(&cards, DealOrder::TableauFirst);
        let fresh = Instance::new((*instance.rules).clone(), fresh);
        fresh.is_ok_and(|fresh| fresh.deal == instance.deal)
    };
    if !is_fresh {
        let expected =
            "a fresh deal: columns of 1 to 7 cards, one of each face up, and 24 cards in the stock";
        return Err(FormatError::unexpected("a position in the middle of a game", expected));
    }
    let digits = cards.iter().map(|card| format!("{:02}{}", card.rank.0, card.suit.0 + 1));
    Ok(digits.collect::<String>() + "\n")
}

fn check_rules(rules: &Rules) -> Result<(), FormatError> {
    if rules.dealt_as_klondike() {
        return Ok(());
    }
    let found = format!("the rules of {}, with changes or without", rules.name);
    Err(FormatError::unexpected(found, "Klondike, whose deals and moves Klondike-Solver writes"))
}

/// A word of a list of moves.
#[derive(Clone, Copy)]
enum Word {
    Draws(usize),
    Redeal,
    /// The move before turned a card of this column.
    Turned(u16),
    Cards {
        from: Place,
        to: Place,
        count: u32,
    },
}

fn parse(word: &str) -> Option<Word> {
    let number = |digits: &str| -> Option<usize> {
        let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    if word == "NEW" {
        return Some(Word::Redeal);
    }
    if let Some(digits) = word.strip_prefix("DR") {
        return number(digits).filter(|&n| n <= MOST_DRAWS).map(Word::Draws);
    }
    let (places, count) = match word.split_once('-') {
        Some((places, digits)) => (places, number(digits).filter(|&n| n <= 13)?),
        None => (word, 1),
    };
    let mut letters = places.chars();
    let (from, to) = (letters.next()?, letters.next()?);
    if letters.next().is_some() {
        return None;
    }
    if let ('F', 1, Some(Place::Column(column))) = (from, count, place(to)) {
        return Some(Word::Turned(column));
    }
    let (from, to) = (place(from)?, place(to)?);
    let is_move = from != to && to != Place::Waste;
    is_move.then_some(Word::Cards { from, to, count: count as u32 })
}

fn place(letter: char) -> Option<Place> {
    match letter {
        '1'..='7' => letter.to_digit(10).map(|n| Place::Column(n as u16 - 1)),
        'W' => Some(Place::Waste),
        _ => FOUNDATIONS.iter().position(|&own| own == letter).map(|n| Place::Foundation(n as u16)),
    }
}

/// Reads moves.
pub(super) fn read_plan(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    check_rules(&instance.rules)?;
    let mut player = Player { plan: Plan::default(), table: Some(instance.table()), turned: None };
    let mut nth = 0;
    for (line, words) in lines(text) {
        for word in words.split_whitespace() {
            nth += 1;
            let wrong = |found: String, expected: &str| FormatError::unexpected(found, expected).at(line);
            let parsed = parse(word)
                .ok_or_else(|| wrong(format!("{} as word {nth}", quoted(word)), WHAT_A_MOVE_IS))?;
            match parsed {
                Word::Draws(times) => (0..times).for_each(|_| player.push(Move::Draw)),
                Word::Redeal => player.push(Move::Redeal),
                Word::Cards { from, to, count } => player.push(Move::Cards { from, to, count }),
                Word::Turned(column) if player.table.is_some() && player.turned.take() != Some(column) => {
                    let found =
                        format!("{word} as word {nth}, before which no card of that column is turned");
                    return Err(wrong(found, "it after a move that uncovers a face-down card"));
                }
                Word::Turned(_) => {}
            }
        }
    }
    Ok(player.plan)
}

/// Moves that are played along as long as they are legal.
struct Player {
    plan: Plan,
    table: Option<Table>,
    /// The column of which the last move turned a card.
    turned: Option<u16>,
}

impl Player {
    fn push(&mut self, action: Move) {
        self.plan.moves.push(action);
        self.turned = None;
        let Some(table) = &mut self.table else { return };
        let before = face_down(table, action);
        if table.apply(action).is_err() {
            self.table = None;
        } else if face_down(table, action) != before {
            self.turned = column_left(action);
        }
    }
}

fn column_left(action: Move) -> Option<u16> {
    match action {
        Move::Cards { from: Place::Column(n), .. } => Some(n),
        _ => None,
    }
}

/// How many cards lie face down in the column that a move leaves.
fn face_down(table: &Table, action: Move) -> Option<usize> {
    Some(table.columns().get(usize::from(column_left(action)?))?.face_down)
}

/// Writes a legal plan.
pub(super) fn write_plan(instance: &Instance, plan: &Plan) -> Result<String, FormatError> {
    check_rules(&instance.rules)?;
    let mut player = Player { plan: Plan::default(), table: Some(instance.table()), turned: None };
    let mut words: Vec<String> = Vec::new();
    let mut draws = 0;
    for (step, &action) in plan.moves.iter().enumerate() {
        let legal = player.table.as_ref().map_or(Ok(()), |table| table.check(action));
        legal.map_err(|illegal| {
            let found = format!("move {} ({action}), which is illegal ({illegal})", step + 1);
            FormatError::unexpected(found, "a legal plan to write down")
        })?;
        player.push(action);
        if action == Move::Draw {
            draws += 1;
            continue;
        }
        words.extend((draws > 0).then(|| format!("DR{draws}")));
        draws = 0;
        words.push(word(action).ok_or_else(|| {
            let found = format!("move {} ({action})", step + 1);
            FormatError::unexpected(found, "a move of Klondike")
        })?);
        words.extend(player.turned.map(|column| format!("F{}", column + 1)));
    }
    words.extend((draws > 0).then(|| format!("DR{draws}")));
    Ok(if words.is_empty() { "# no move is needed\n".to_owned() } else { words.join(" ") + "\n" })
}

fn word(action: Move) -> Option<String> {
    let Move::Cards { from, to, count } = action else {
        return (action == Move::Redeal).then(|| "NEW".to_owned());
    };
    let letter = |place: Place| match place {
        Place::Column(n) => char::from_digit(u32::from(n) + 1, 10),
        Place::Waste => Some('W'),
        Place::Foundation(n) => FOUNDATIONS.get(usize::from(n)).copied(),
        _ => None,
    };
    let places = format!("{}{}", letter(from)?, letter(to)?);
    Some(if count > 1 { format!("{places}-{count}") } else { places })
}
