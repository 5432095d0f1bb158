//! The variants of the construction, and the ranks of its parts.
//!
//! All constructions of this module are one: ranges of ranks, one after the other from the lowest,
//! parted by buffers. A range that a variant does not need has size 0.

use super::super::{Cnf, ReduceError};
use patsat_game::cards::DeckSpec;
use patsat_game::rules::{Group, Home, MOST_PLACES, Rules};

/// The options of the construction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Construction {
    /// Number of suits, from 1. The formula is played in the first.
    pub suits: u16,
    /// Copies of each card, from 2.
    pub decks: u16,
    /// Ranks above the highest that the formula needs, see [`super::gaps`].
    pub padding: u32,
    /// Ranks between two ranges. The proofs need 1; 0 shows why.
    pub buffers: u32,
    /// Number of variables, from the first, that are chosen by hidden cards, see [`super::fair`].
    pub hidden: u32,
    /// Ranks to be moved between the choices of the first `delayed_after` variables and the rest,
    /// see [`super::easy`].
    pub delay: u32,
    /// See `delay`.
    pub delayed_after: u32,
    /// Whether columns of no selection are capped by two cards, see [`super::easy`].
    pub caps: bool,
}

impl Default for Construction {
    fn default() -> Construction {
        let (hidden, delay, delayed_after) = (0, 0, 0);
        Construction { suits: 1, decks: 2, padding: 0, buffers: 1, hidden, delay, delayed_after, caps: false }
    }
}

impl Construction {
    /// Number of columns that each hidden variable's gadget can empty, if there are `clauses`
    /// clauses.
    pub(super) fn spaces(clauses: usize) -> u32 {
        clauses as u32 + 4
    }

    /// Number of capped columns: those that are neither the initial one nor a literal's, nor hold
    /// the delay.
    pub(super) fn capped(self, clauses: usize) -> u32 {
        match (self.caps, self.delay) {
            (false, _) => 0,
            (true, 0) => 5 * clauses as u32 + 5,
            (true, _) => 5 * clauses as u32 + 3,
        }
    }

    fn columns(self, formula: &Cnf) -> u64 {
        let clauses = formula.clauses.len();
        let gadget = 2 + u64::from(Construction::spaces(clauses));
        2 * u64::from(formula.variables) + 5 * clauses as u64 + 6 + u64::from(self.hidden) * gadget
    }
}

/// The ranks of the parts of the construction, from 1. A pair is named by its lower rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ranks {
    /// The pairs that cap columns: the lowest of them.
    pub(super) caps: u32,
    /// The selection pair of each variable; 0 for hidden ones.
    pub(super) selection: Vec<u32>,
    /// The lowest of the delaying ranks.
    pub(super) delay: u32,
    /// The initial card.
    pub(super) initial: u32,
    /// The choice pair of each hidden literal.
    pub(super) choice: Vec<u32>,
    /// The base of each literal's column: the highest of its range.
    pub(super) base: Vec<u32>,
    /// The pairs of each clause's three literals.
    pub(super) slots: Vec<[u32; 3]>,
    /// The activation pair of each hidden variable.
    pub(super) activation: Vec<u32>,
    /// The lowest of each hidden variable's gadget.
    pub(super) gadget: Vec<u32>,
    /// The lowest of each clause's six ranks.
    pub(super) clause: Vec<u32>,
    /// The lock pair of each clause.
    pub(super) lock: Vec<u32>,
    /// The rest card.
    pub(super) rest: u32,
    /// The end card: the highest rank of the formula's game.
    pub(super) end: u32,
}

/// The place of a literal in lists of literals: variable by variable, the positive one first.
pub(super) fn place(literal: i32) -> usize {
    2 * (literal.unsigned_abs() as usize - 1) + usize::from(literal < 0)
}

/// How often each literal occurs.
pub(super) fn occurrences(formula: &Cnf) -> Vec<u32> {
    let mut occurrences = vec![0; 2 * formula.variables as usize];
    formula.clauses.iter().flatten().for_each(|&literal| occurrences[place(literal)] += 1);
    occurrences
}

/// Hands out ranges of ranks from the lowest.
struct Ranges {
    next: u32,
    buffers: u32,
}

impl Ranges {
    fn take(&mut self, size: u32) -> u32 {
        let first = self.next;
        if size > 0 {
            self.next += size + self.buffers;
        }
        first
    }
}

impl Ranks {
    /// The ranks of a formula's game.
    ///
    /// The formula has been [`check`]ed.
    pub(super) fn new(formula: &Cnf, shape: Construction) -> Ranks {
        let mut ranges = Ranges { next: 1, buffers: shape.buffers };
        let (variables, hidden) = (formula.variables as usize, shape.hidden as usize);
        let clauses = formula.clauses.len();
        let capped = shape.capped(clauses);
        let chosen = formula.variables - shape.hidden;
        let caps = ranges.take(2 * capped + 2 * chosen + shape.delay + 1);
        let initial = caps + 2 * capped + 2 * chosen + shape.delay;
        // Downwards from the initial card: the first variables, the delay, the others, the caps.
        let mut next = initial;
        let mut delay = initial;
        let mut selection = vec![0; variables];
        for (variable, pair) in selection.iter_mut().enumerate().skip(hidden) {
            if variable == shape.delayed_after as usize {
                next -= shape.delay;
                delay = next;
            }
            next -= 2;
            *pair = next;
        }
        if shape.delayed_after as usize >= variables {
            delay = next - shape.delay;
        }
        let choice = (0..2 * hidden).map(|_| ranges.take(2)).collect();
        let mut free = Vec::new();
        let mut base = Vec::new();
        for occurrences in occurrences(formula) {
            let first = ranges.take(2 * occurrences + 1);
            free.push(first);
            base.push(first + 2 * occurrences);
        }
        let activation = (0..hidden).map(|_| ranges.take(2)).collect();
        let spaces = Construction::spaces(clauses);
        let gadget = (0..hidden).map(|_| ranges.take(2 * spaces + 1)).collect();
        let clause = (0..clauses).map(|_| ranges.take(6)).collect();
        let lock = (0..clauses).map(|_| ranges.take(2)).collect();
        let slots = formula.clauses.iter().map(|clause| {
            let mut literals = clause.iter();
            [(); 3].map(|()| {
                let place = literals.next().map_or(0, |&literal| place(literal));
                free[place] += 2;
                free[place] - 2
            })
        });
        let slots = slots.collect();
        let rest = ranges.take(1);
        let end = ranges.take(1);
        Ranks {
            caps,
            selection,
            delay,
            initial,
            choice,
            base,
            slots,
            activation,
            gadget,
            clause,
            lock,
            rest,
            end,
        }
    }
}

/// Checks that the formula's game can be made.
///
/// # Errors
/// If a clause does not have three literals of the formula's variables, if an option is invalid, or
/// if the game would have too many columns, foundations, ranks or cards.
pub(super) fn check(formula: &Cnf, shape: Construction) -> Result<(), ReduceError> {
    let variables = formula.variables;
    for (clause, literals) in formula.clauses.iter().enumerate() {
        if literals.len() != 3 {
            let found = literals.len();
            return Err(ReduceError::Clause { clause, found, expected: "three (a literal may be repeated)" });
        }
        if let Some(&literal) = literals.iter().find(|&&l| l == 0 || l.unsigned_abs() > variables) {
            return Err(ReduceError::Literal { clause, literal, variables });
        }
    }
    if shape.suits == 0 {
        return Err(ReduceError::Option("there are 0 suits: expected at least one".into()));
    }
    if shape.decks < 2 {
        let found = shape.decks;
        return Err(ReduceError::Option(format!("copies of each card: found {found}, expected at least 2")));
    }
    let too_large = |what, needed, most| Err(ReduceError::TooLarge { what, needed, most });
    let columns = shape.columns(formula);
    if columns > MOST_PLACES.into() {
        return too_large("columns", columns, MOST_PLACES.into());
    }
    let foundations = u64::from(shape.suits) * u64::from(shape.decks);
    if foundations > MOST_PLACES.into() {
        return too_large("foundations", foundations, MOST_PLACES.into());
    }
    // Not more than the columns allow, so none of this overflows.
    let ranks = u64::from(Ranks::new(formula, shape).end) + u64::from(shape.padding);
    if ranks > MOST_RANKS {
        return too_large("ranks", ranks, MOST_RANKS);
    }
    let cards = ranks * foundations;
    if cards > MOST_CARDS { too_large("cards", cards, MOST_CARDS) } else { Ok(()) }
}

/// The limit of [`Rules::check`].
const MOST_CARDS: u64 = 4_000_000;
/// The limit of [`patsat_game::cards::Rank`].
const MOST_RANKS: u64 = u32::MAX as u64;

/// The rules: Spider, all cards dealt.
pub(super) fn rules(shape: Construction, ranks: u32, columns: usize) -> Rules {
    let deck = DeckSpec::new(ranks, shape.suits, shape.decks);
    Rules { group: Group::SuitRun, home: Home::Runs, ..Rules::plain("spider", deck, columns as u16) }
}
