//! The positions that a board with unseen cards reaches before one of these cards matters.
//!
//! The *covered* board has a card of rank 0, which no deck has, at each unseen place. This card and all cards below it
//! lie face down. [`reach`] plays the covered board on [`Table`], breadth first. It ends as soon as an unseen card
//! is turned: it is on top of its column, or has left its place. It also ends as soon as the play depends on one that
//! lies face up: in some completion it moves with others, or is part of a complete run. [`PartialBoard`] defines
//! completions.
//!
//! # Why "lost" holds in every completion
//! Suppose that [`reach`] visits all positions, that none has a turned unseen card, and that the play depends on an
//! unseen card in none. Then each completion reaches exactly these positions, with its own cards at the unseen
//! places. By induction over the moves, in such a position:
//!
//! * Draws, redeals and rows look at no card.
//! * A single card leaves the top of a place, and lands on the top of one. All tops are known, but that of the
//!   stock. If the rules let an unseen top of the stock be played, they also let it be drawn, which turns it.
//! * A group of cards of a column consists of known cards, or it includes the topmost unseen card. In the second
//!   case [`Board::may_move`] holds if the group moves in some completion. Cards that lie face down never move.
//!   Where groups are shorthand for single moves ([`Group::BySpaces`]) it does not: the single moves take the known
//!   cards off the unseen one first, they are legal in every completion, and the last of them turns it.
//! * A complete run consists of known cards, or includes the topmost unseen card. In the second case
//!   [`Board::may_be_complete`] holds if the run is complete in some completion.
//! * A card that is turned because it came to the top of its column is known.
//!
//! So the same moves are legal, and they lead to the same positions. In each an unseen card is in play, so none is
//! won.
//!
//! The closed set is also checked in completions by [`Table`] alone, which knows nothing of this argument: in
//! all of them if they are few, else in some ([`CheckedCompletions`]).

use super::orders;
use patsat_base::Limit;
use patsat_blind::every_order;
use patsat_formats::{PartialBoard, UnseenPlace};
use patsat_game::cards::dealers::random;
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::rules::{Group, Move, Place};
use patsat_game::state::Table;
use patsat_game::verify::ClosedSetFault;
use patsat_planning::{Failure, SelfCheck};
use patsat_search::Budget;
use std::collections::HashSet;

/// What a board reaches before an unseen card matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Nothing but these positions, none of them won: every completion is lost.
    Lost {
        /// Number of positions.
        positions: usize,
        /// The completions in which the rules were checked to leave these positions by no move.
        checked: CheckedCompletions,
    },
    /// An unseen card can be turned, by these moves and no fewer. They are legal in every completion; supermoves that
    /// carry an unseen card do not count.
    Turns {
        /// The moves; the last one turns it. Empty if a complete run that leaves before the first move turns it.
        moves: Vec<Move>,
    },
    /// After these moves, and no fewer, an unseen card that lies face up may move with others or complete a run.
    Depends {
        /// The moves.
        moves: Vec<Move>,
    },
    /// A limit came first.
    Unknown(Limit),
}

/// Completions in which a closed set was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckedCompletions {
    /// Number of completions.
    pub completions: u64,
    /// Whether the board has no other.
    pub all: bool,
}

/// Positions, counted in each completion, that are checked at most.
const MOST_CHECKED: u64 = 20_000;

/// Visits what can be reached before an unseen card matters, in order of the number of moves.
///
/// # Errors
/// If the positions of a lost board are not closed in a completion: an error of this program.
pub fn reach(read: &PartialBoard, budget: &mut Budget<'_>) -> Result<Reach, Failure> {
    let board = Board::new(read);
    let start = board.covered();
    if board.is_turned(&start) {
        return Ok(Reach::Turns { moves: Vec::new() });
    }
    if board.depends(&start) {
        return Ok(Reach::Depends { moves: Vec::new() });
    }
    // Whole positions, no canonical keys: columns with unseen cards differ.
    let mut seen = HashSet::from([start.deal().clone()]);
    let mut found: Vec<(Table, Option<(usize, Move)>)> = vec![(start, None)];
    let mut next = 0;
    while let Some((table, _)) = found.get(next) {
        let table = table.clone();
        // Each is kept twice: in the list and in the set.
        let bytes = 2 * found.len() * (size_of_val(&found[0]) + 8 * table.rules().deck.len());
        if let Some(limit) = budget.expand(bytes as u64) {
            return Ok(Reach::Unknown(limit));
        }
        for action in table.moves() {
            let mut after = table.clone();
            if board.plays_unseen(&table, action) || after.apply(action).is_err() {
                continue;
            }
            let moves = || moves_to(&found, next, action);
            if board.is_turned(&after) {
                return Ok(Reach::Turns { moves: moves() });
            }
            if seen.contains(after.deal()) {
                continue;
            }
            if board.depends(&after) {
                return Ok(Reach::Depends { moves: moves() });
            }
            seen.insert(after.deal().clone());
            found.push((after, Some((next, action))));
        }
        next += 1;
    }
    drop(seen);
    let positions: Vec<Table> = found.into_iter().map(|(table, _)| table).collect();
    let checked = board.check(&positions, budget)?;
    Ok(Reach::Lost { positions: positions.len(), checked })
}

/// The moves to the position at this place of the list, and one more.
fn moves_to(found: &[(Table, Option<(usize, Move)>)], mut at: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while let Some((before, action)) = found[at].1 {
        moves.push(action);
        at = before;
    }
    moves.reverse();
    moves
}

/// A board with unseen cards.
struct Board<'a> {
    read: &'a PartialBoard,
    /// The place of the topmost unseen card of each column.
    columns: Vec<Option<usize>>,
    /// The place of the topmost unseen card of the stock.
    stock: Option<usize>,
    /// The cards that an unseen one may be, each kind once.
    kinds: Vec<Card>,
}

impl<'a> Board<'a> {
    fn new(read: &'a PartialBoard) -> Board<'a> {
        let mut columns = vec![None; read.instance.deal.columns.len()];
        let mut stock = None;
        for &spot in &read.unseen {
            let (topmost, place) = match spot {
                UnseenPlace::Column(column, place) => (&mut columns[column], place),
                UnseenPlace::Stock(place) => (&mut stock, place),
            };
            *topmost = (*topmost).max(Some(place));
        }
        let mut kinds = read.rest();
        kinds.sort_unstable();
        kinds.dedup();
        Board { read, columns, stock, kinds }
    }

    /// The start of the covered board.
    fn covered(&self) -> Table {
        let mut board = self.read.shown();
        for (pile, unseen) in board.deal.columns.iter_mut().zip(&self.columns) {
            pile.face_down = pile.face_down.max(unseen.map_or(0, |place| place + 1));
        }
        board.table()
    }

    /// How many cards of a column with unseen ones lie face down in every completion.
    fn face_down(&self, column: usize) -> usize {
        self.read.instance.deal.columns[column].face_down
    }

    /// Whether an unseen card is on top of its column, or has left its place.
    fn is_turned(&self, table: &Table) -> bool {
        let mut columns = table.columns().iter().zip(&self.columns);
        columns.any(|(pile, unseen)| unseen.is_some_and(|place| pile.cards.len() < place + 2))
            || self.stock.is_some_and(|place| table.deal().stock.len() <= place)
    }

    /// Whether a move plays an unseen card from the top of the stock.
    fn plays_unseen(&self, table: &Table, action: Move) -> bool {
        let top = table.deal().stock.len().checked_sub(1);
        matches!(action, Move::Cards { from: Place::Stock, .. }) && top == self.stock
    }

    /// Whether, in some completion, an unseen card that lies face up moves with others or is part of a complete run.
    fn depends(&self, table: &Table) -> bool {
        self.columns.iter().enumerate().any(|(column, unseen)| {
            let face_up = unseen.filter(|&place| place >= self.face_down(column));
            face_up.is_some_and(|place| {
                self.may_be_complete(table, column, place) || self.may_move(table, column, place)
            })
        })
    }

    /// Whether a column ends with a complete run in some completion, one that includes the unseen card at `place`.
    fn may_be_complete(&self, table: &Table, column: usize, place: usize) -> bool {
        let (rules, cards) = (table.rules(), &table.columns()[column].cards);
        let Some(start) = cards.len().checked_sub(rules.deck.ranks as usize) else { return false };
        let Some(&Card { suit, .. }) = cards.last() else { return false };
        rules.home.of_runs()
            && (self.face_down(column)..=place).contains(&start)
            && cards[start..].iter().zip(rules.run_ranks()).all(|(&card, rank)| {
                let wanted = Card { rank, suit };
                card == wanted || (is_unseen(card) && self.kinds.contains(&wanted))
            })
    }

    /// Whether a group that includes the unseen card at `place` moves in some completion. Copies of cards are not
    /// counted, so it may hold where none does.
    fn may_move(&self, table: &Table, column: usize, place: usize) -> bool {
        let (rules, cards) = (table.rules(), &table.columns()[column].cards);
        let joined = cards[place + 1..].windows(2).all(|pair| rules.moves_with(pair[0], pair[1]));
        if matches!(rules.group, Group::Single | Group::BySpaces) || !joined {
            return false;
        }
        // The cards that may be the deepest of a group, place by place downwards.
        let mut bases = vec![cards[place + 1]];
        for deepest in (self.face_down(column)..=place).rev() {
            let own = [cards[deepest]];
            let lower = if is_unseen(own[0]) { &self.kinds[..] } else { &own };
            let joins = |lower: &&Card| bases.iter().any(|&upper| rules.moves_with(**lower, upper));
            bases = lower.iter().filter(joins).copied().collect();
            if bases.iter().any(|&base| lands(table, column, base)) {
                return true;
            }
        }
        false
    }

    /// Checks that no move of a completion leaves these positions of the covered board, and that none is won.
    fn check(&self, positions: &[Table], budget: &mut Budget<'_>) -> Result<CheckedCompletions, Failure> {
        let most = MOST_CHECKED / positions.len() as u64;
        let all = orders(self.read, most.saturating_add(1));
        let rest = self.read.rest();
        let orders: Box<dyn Iterator<Item = Vec<Card>>> = if all <= most {
            Box::new(every_order(rest.clone()))
        } else {
            Box::new(random::orders(&rest, 0).take(most as usize))
        };
        let mut completions = 0;
        for order in orders {
            if budget.over().is_some() {
                break;
            }
            self.check_closed(positions, &order)
                .map_err(|fault| SelfCheck::Certificate { fault: Box::new(fault) })?;
            completions += 1;
        }
        Ok(CheckedCompletions { completions, all: completions == all })
    }

    /// The same in one completion.
    fn check_closed(&self, positions: &[Table], order: &[Card]) -> Result<(), ClosedSetFault> {
        let start = self.read.with(order).table();
        let inside: HashSet<Deal> =
            positions.iter().map(|covered| self.filled(covered.deal(), order)).collect();
        // No move is needed to leave the set if the start is another position.
        if !inside.contains(start.deal()) {
            return Err(ClosedSetFault::Count { claimed: positions.len() as u64, found: 0 });
        }
        for deal in &inside {
            let table = start.with_deal(deal.clone());
            if table.is_won() {
                return Err(ClosedSetFault::Won(Box::new(table)));
            }
            for action in table.moves() {
                let mut after = table.clone();
                let left = after.apply(action).is_ok() && !inside.contains(after.deal());
                if left || table.deal() != deal {
                    return Err(ClosedSetFault::Open { action, board: Box::new(table) });
                }
            }
        }
        Ok(())
    }

    /// A position of the covered board with these cards at the unseen places.
    fn filled(&self, covered: &Deal, order: &[Card]) -> Deal {
        let mut deal = covered.clone();
        for (column, (pile, unseen)) in deal.columns.iter_mut().zip(&self.columns).enumerate() {
            // Where the cover was not needed, face-down cards above the unseen ones may have been turned.
            if unseen.is_some_and(|place| place >= self.face_down(column)) {
                pile.face_down = self.face_down(column);
            }
        }
        for (&spot, &card) in self.read.unseen.iter().zip(order) {
            match spot {
                UnseenPlace::Column(column, place) => deal.columns[column].cards[place] = card,
                UnseenPlace::Stock(place) => deal.stock[place] = card,
            }
        }
        deal
    }
}

/// Whether a card of the covered board is unseen.
fn is_unseen(card: Card) -> bool {
    card.rank.0 == 0
}

/// Whether this card, with others on it, may land on another column.
fn lands(table: &Table, from: usize, base: Card) -> bool {
    let rules = table.rules();
    let fits = |pile: &Pile| match pile.cards.last() {
        Some(&onto) => rules.fits(base, onto),
        None => rules.may_fill_column(base),
    };
    table.columns().iter().enumerate().any(|(to, pile)| to != from && fits(pile))
}
