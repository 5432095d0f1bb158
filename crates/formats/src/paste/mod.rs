//! Boards as people have them: what [`crate::board`] prints, and what they copy from mails, chats, web pages
//! and other programs. One lenient reader for all of them.
//!
//! [`plain`] takes marks and symbols away, [`words`] finds cards in words, [`sheet`] says what each line
//! speaks of, [`shape`] makes columns of lines, and this module makes a position of it. Formats with a
//! definition go first: this reader is asked where none of them fits.
//!
//! A title names the game; its numbers of columns and cells, and the deck, are then those of the board,
//! for the rules may have been changed. Without a title the caller names the game. Cards that nobody
//! has seen are `??`, or a stock of which only the number of cards is told: see [`Read`].

mod plain;
mod shape;
mod sheet;
mod unseen;
mod words;

pub(super) use plain::unwrapped;
pub use unseen::{Read, UnseenPlace};

use crate::Hints;
use crate::fcsolve::check_repeats;
use crate::hints::{freecell, instance};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile, Suits};
use patsat_game::rules::{Rules, Stock};
use patsat_game::state::Instance;
use patsat_text::{FormatError, quoted};
use shape::{Column, shape};
use sheet::{Kind, Pack, Sheet, sheet};
use std::collections::HashMap;
use words::{Said, Token, Word, tokens};

/// Whether a text could be read as a board: every line makes sense, and there are cards.
pub(super) fn looks_like_one(text: &str) -> bool {
    sheet(text).is_ok_and(|sheet| {
        sheet.game.is_some()
            || sheet
                .rows
                .iter()
                .any(|row| matches!(&row.kind, Kind::Cards { tokens, .. } if !tokens.is_empty()))
    })
}

/// Reads a board on which every card was seen.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    read_any(text, hints)?.complete()
}

/// Reads a board.
pub(super) fn read_any(text: &str, hints: &Hints) -> Result<Read, FormatError> {
    let sheet = sheet(text)?;
    let mut rules = hints.rules(|| named(&sheet))?;
    let mut notes = Vec::new();
    let titled = sheet.game.is_some() && hints.game.is_none();
    let shape = shape(&sheet.rows, rules.columns.into())?;
    if titled && hints.columns.is_none() && !shape.columns.is_empty() {
        rules.columns = u16::try_from(shape.columns.len()).unwrap_or(u16::MAX);
    }
    if shape.told_rows {
        let lines = sheet.rows.iter().filter(|row| matches!(row.kind, Kind::Cards { .. })).count();
        notes.push(format!(
            "read by rows: {lines} lines, the first with a card for each of {} columns (a colon before the cards of \
             a line makes it a column)",
            rules.columns
        ));
    }
    let mut columns = shape.columns;
    if hints.flip {
        columns.iter_mut().for_each(|(_, cards)| cards.reverse());
    }
    let mut deal =
        Deal { cells: cells(&sheet, &mut rules, titled && hints.cells.is_none())?, ..Deal::default() };
    let cards = seen_cards(&sheet, &deal, &columns);
    if !titled {
        check_repeats(cards.iter(), rules.deck)?;
    }
    hints.check_columns(&rules, columns.len(), |n| columns.get(n).map(|&(line, _)| line))?;
    let mut spots = Vec::new();
    for (n, column) in columns.iter().enumerate() {
        deal.columns.push(pile(column, n, &mut spots)?);
    }
    deal.reserve = face_up(&sheet.reserve, "the reserve")?;
    deal.waste = face_up(&sheet.waste, "the waste")?;
    deal.stock = stock(&sheet.stock, &mut spots)?;
    deal.redeals_used = match (rules.stock, sheet.redeals_left) {
        (Stock::Waste { redeals, .. }, Some(left)) => usize::from(redeals).saturating_sub(left),
        _ => 0,
    };
    let all: Vec<Card> = cards.into_iter().flat_map(|(_, cards)| cards).collect();
    if rules.home.of_runs() {
        if titled {
            infer_suits(&mut rules, &all, spots.len(), &sheet);
        }
        deal.foundations = runs(&sheet, &rules, &all, spots.len())?;
    } else if let Some((line, words)) = &sheet.home {
        if titled {
            let slots = words.iter().filter(|word| word.as_str() != "none").count();
            infer_few_suits(&mut rules, slots, &all);
        }
        deal.foundations = heights(words, &rules).map_err(|e| e.at(*line))?;
    }
    if spots.is_empty() && sheet.stock.line == 0 {
        hints.infer_ranks(&mut rules, &deal);
    }
    unseen::fill(&rules, &mut deal, &all, &mut spots, sheet.stock.line == 0, &mut notes)?;
    let mut read = instance(rules, deal)?;
    if let Some(id) = sheet.id.filter(|_| spots.is_empty()) {
        let fresh = Instance::from_id((*read.rules).clone(), id);
        read = fresh.ok().filter(|fresh| fresh.deal == read.deal).unwrap_or(read);
    }
    Ok(Read { instance: read, unseen: spots, notes })
}

/// The rules of the game that the title names, FreeCell without one.
fn named(sheet: &Sheet) -> Result<Rules, FormatError> {
    let Some((line, name)) = &sheet.game else { return freecell() };
    Rules::preset(name).map_err(|unknown| {
        let expected = format!("one of {} (or --rules FILE)", unknown.known);
        FormatError::unexpected(format!("the game {}", quoted(name)), expected).at(*line)
    })
}

/// The cells; where `own` holds there are as many as the board shows.
fn cells(sheet: &Sheet, rules: &mut Rules, own: bool) -> Result<Vec<Option<Card>>, FormatError> {
    let Some((line, slots)) = &sheet.cells else {
        return Ok(Vec::new());
    };
    let mut cells = Vec::with_capacity(slots.len());
    for token in slots {
        cells.push(match token.said {
            Said::Card(card) => Some(card),
            Said::Empty => None,
            Said::Unseen => return Err(FormatError::unexpected("'??' in a cell", "a card or --").at(*line)),
        });
    }
    if own {
        rules.cells = u16::try_from(sheet.cells_in_all.unwrap_or(cells.len())).unwrap_or(u16::MAX);
    }
    while cells.len() > rules.cells.into() && cells.last() == Some(&None) {
        cells.pop();
    }
    if cells.len() > rules.cells.into() {
        let expected = format!("at most {} (--cells N allows more)", rules.cells);
        return Err(FormatError::unexpected(format!("{} cells", cells.len()), expected).at(*line));
    }
    Ok(cells)
}

/// The cards that the board shows, with their lines.
fn seen_cards(sheet: &Sheet, deal: &Deal, columns: &[Column]) -> Vec<(usize, Vec<Card>)> {
    let card = |token: &Token| if let Said::Card(card) = token.said { Some(card) } else { None };
    let cells = sheet.cells.iter().map(|(line, _)| (*line, deal.cells.iter().flatten().copied().collect()));
    let columns = columns.iter().map(|(line, tokens)| (*line, tokens.iter().filter_map(card).collect()));
    let packs = [&sheet.reserve, &sheet.stock, &sheet.waste];
    let packs = packs.iter().map(|pack| (pack.line, pack.cards.iter().filter_map(card).collect()));
    cells.chain(columns).chain(packs).collect()
}

fn pile(column: &Column, number: usize, spots: &mut Vec<UnseenPlace>) -> Result<Pile, FormatError> {
    let problem = |found: &str, expected: &str| {
        Err(FormatError::unexpected(format!("{found} column {}", number + 1), expected).at(column.0))
    };
    let mut pile = Pile::default();
    for (place, token) in column.1.iter().filter(|token| token.said != Said::Empty).enumerate() {
        if token.down && pile.face_down < place {
            return problem("a face-down card on a face-up one in", "face-down cards below the others");
        }
        pile.face_down += usize::from(token.down);
        pile.cards.push(match token.said {
            Said::Card(card) => card,
            _ => {
                spots.push(UnseenPlace::Column(number, place));
                unseen::ANY
            }
        });
    }
    if pile.face_down > 0 && pile.face_down == pile.cards.len() {
        return problem("nothing but face-down cards in", "a card face up on top of each column");
    }
    Ok(pile)
}

/// The cards of a pack that lies face up.
fn face_up(pack: &Pack, place: &str) -> Result<Vec<Card>, FormatError> {
    let card = |token: &Token| match token.said {
        Said::Card(card) => Ok(card),
        _ => Err(FormatError::unexpected(format!("'??' in {place}"), "cards that were seen").at(pack.line)),
    };
    let cards = pack.cards.iter().map(card).collect::<Result<Vec<_>, _>>()?;
    check_told(pack, place)?;
    if cards.is_empty() && pack.told.is_some_and(|told| told > 0) {
        let expected = format!("them in a line such as 'waste: 4C 2S', for the cards of {place} lie face up");
        return Err(FormatError::unexpected("a number of cards", expected).at(pack.line));
    }
    Ok(cards)
}

/// Checks the number that is told of a pack against the cards that are listed.
fn check_told(pack: &Pack, place: &str) -> Result<(), FormatError> {
    match pack.told {
        Some(told) if !pack.cards.is_empty() && pack.cards.len() != told => {
            let expected = format!("{told}, as the board says");
            Err(FormatError::unexpected(format!("{} cards in {place}", pack.cards.len()), expected)
                .at(pack.line))
        }
        _ => Ok(()),
    }
}

/// The stock: its cards, or as many unseen ones as the board tells.
fn stock(pack: &Pack, spots: &mut Vec<UnseenPlace>) -> Result<Vec<Card>, FormatError> {
    check_told(pack, "the stock")?;
    let count = if pack.cards.is_empty() { pack.told.unwrap_or(0) } else { pack.cards.len() };
    if count > unseen::MOST {
        return Err(
            FormatError::unexpected(format!("{count} cards in the stock"), "a stock of a game").at(pack.line)
        );
    }
    let card = |n: usize| match pack.cards.get(n).map(|token| token.said) {
        Some(Said::Card(card)) => card,
        _ => {
            spots.push(UnseenPlace::Stock(n));
            unseen::ANY
        }
    };
    Ok((0..count).map(card).collect())
}

/// The heights of foundations, told by their top cards or as `H-5`.
fn heights(words: &[String], rules: &Rules) -> Result<Vec<u32>, FormatError> {
    let (deck, total) = (rules.deck, rules.foundations());
    let mut heights = vec![0; total];
    let mut used: HashMap<u16, usize> = HashMap::new();
    let slots: Vec<Option<Card>> = words.iter().map(|word| top(word)).collect::<Result<_, _>>()?;
    let in_order = slots.len() == total
        && slots
            .iter()
            .enumerate()
            .all(|(n, top)| top.is_none_or(|top| top.suit.0 == deck.suit_of_foundation(n)));
    for (n, (top, word)) in slots.iter().zip(words).enumerate() {
        let Some(top) = top else { continue };
        let suit = top.suit.0;
        let copies = deck.copies_of(suit);
        let copy = used.entry(suit).or_default();
        // With one deck all the cards of a foundation may be listed; the highest says enough.
        let own = deck.foundations_of(suit).nth(if copies == 1 { 0 } else { *copy });
        *copy += 1;
        let Some(place) = (if in_order { Some(n) } else { own }) else {
            let expected = format!("{total} foundations of {}", deck.suits.in_words());
            return Err(FormatError::unexpected(quoted(word), expected));
        };
        heights[place] = top.rank.0.max(heights[place]);
    }
    Ok(heights)
}

/// The top card of a foundation; `None` for an empty one.
fn top(word: &str) -> Result<Option<Card>, FormatError> {
    let wrong =
        || FormatError::unexpected(quoted(word), "a top card such as 5H, or a suit and a height such as H-5");
    if let Some((suit, height)) = word.split_once('-').filter(|(suit, _)| suit.len() == 1) {
        let ace = format!("a{suit}").to_ascii_uppercase().parse::<Card>().map_err(|_| wrong())?;
        let rank = match height {
            "0" => return Ok(None),
            _ if height.bytes().all(|b| b.is_ascii_digit()) => height.parse().map_err(|_| wrong())?,
            _ => format!("{height}C").parse::<Card>().map_err(|_| wrong())?.rank.0,
        };
        return Ok(Some(Card { rank: patsat_game::cards::Rank(rank), ..ace }));
    }
    match tokens(Word { text: word, start: 0, end: 0 }, false).as_deref() {
        Some([token]) => match token.said {
            Said::Card(card) => Ok(Some(card)),
            Said::Empty => Ok(None),
            Said::Unseen => Err(wrong()),
        },
        _ => Err(wrong()),
    }
}

/// The foundations of a game of complete runs: those that the board says have left, of the suits that
/// it names or that the missing cards tell.
fn runs(sheet: &Sheet, rules: &Rules, seen: &[Card], unseen: usize) -> Result<Vec<u32>, FormatError> {
    let deck = rules.deck;
    let mut heights = vec![0; rules.foundations()];
    let (line, words) = match (&sheet.runs, &sheet.home) {
        (Some((line, words)), _) => (*line, words.as_slice()),
        // A list of foundations, as other programs write it.
        (None, Some((line, words))) => return self::heights(words, rules).map_err(|e| e.at(*line)),
        (None, None) => return Ok(heights),
    };
    let told: Option<usize> = words.iter().find_map(|word| word.parse().ok());
    let named: Vec<u16> = words.iter().filter_map(|word| Some("cdhs".find(word.as_str())? as u16)).collect();
    let problem = |found: String, expected: String| Err(FormatError::unexpected(found, expected).at(line));
    let mut count = vec![0usize; deck.kinds()];
    seen.iter().filter(|&&card| deck.contains(card)).for_each(|&card| count[deck.index(card)] += 1);
    let mut gone = 0;
    for suit in deck.suits.iter() {
        let missing = |rank| deck.copies_of(suit).saturating_sub(count[deck.index(Card::new(rank, suit))]);
        let most = (1..=deck.ranks).map(missing).min().unwrap_or(0);
        let left = match (&named[..], unseen, told) {
            ([_, ..], ..) => named.iter().filter(|&&n| n == suit).count(),
            (_, 0, _) => most,
            (_, _, told) if deck.suits.count() == 1 => told.unwrap_or(0),
            (_, _, Some(0)) => 0,
            _ => {
                let expected = "their suits, for instance 'complete runs: S H', where cards were not seen";
                return problem(format!("{} complete runs", told.unwrap_or(0)), expected.into());
            }
        };
        if left > most {
            let found = format!("{left} complete runs of suit {}", Suits::name_of(suit));
            return problem(found, format!("at most {most}, for the other cards lie on the board"));
        }
        deck.foundations_of(suit).take(left).for_each(|place| heights[place] = deck.ranks);
        gone += left;
    }
    match told {
        Some(told) if told != gone => {
            problem(format!("{told} complete runs"), format!("{gone}, by the cards that are missing"))
        }
        _ => Ok(heights),
    }
}

/// Sets the suits of a deck of complete runs to KPatience's for so many, where the board shows fewer.
fn infer_suits(rules: &mut Rules, seen: &[Card], unseen: usize, sheet: &Sheet) {
    if seen.is_empty()
        || unseen > 0
        || seen.iter().all(|card| rules.deck.contains(*card)) && sheet.runs.is_none()
    {
        return;
    }
    let runs = rules.foundations();
    let ranks = seen.iter().map(|card| card.rank.0).max().unwrap_or(1);
    let candidates = std::iter::once(rules.deck).chain((1..=4).filter_map(|n| {
        let suits = Suits::of_spider(n);
        let copies = u16::try_from(runs / suits.len()).ok()?;
        runs.is_multiple_of(suits.len()).then_some(DeckSpec { ranks, suits, copies })
    }));
    let fits = |deck: &DeckSpec| {
        let mut count = vec![0usize; deck.kinds()];
        let known = seen.iter().all(|&card| {
            deck.contains(card) && {
                count[deck.index(card)] += 1;
                count[deck.index(card)] <= deck.copies_of(card.suit.0)
            }
        });
        // What is missing are complete runs: as many cards of each rank.
        known
            && deck.suits.iter().all(|suit| {
                let of = |rank| count[deck.index(Card::new(rank, suit))];
                (1..=deck.ranks).all(|rank| of(rank) == of(1))
            })
    };
    if let Some(deck) = candidates.into_iter().find(fits) {
        rules.deck = deck;
    }
}

/// Sets the first suits of a game with foundations to as many as it shows.
fn infer_few_suits(rules: &mut Rules, slots: usize, seen: &[Card]) {
    let (copies, shown) = (usize::from(rules.deck.copies), slots / usize::from(rules.deck.copies).max(1));
    let suits = u16::try_from(shown).unwrap_or(0);
    let fewer = slots > 0 && slots < rules.foundations() && slots.is_multiple_of(copies);
    if fewer && seen.iter().all(|card| card.suit.0 < suits) {
        rules.deck.suits = Suits::First(suits);
    }
}
