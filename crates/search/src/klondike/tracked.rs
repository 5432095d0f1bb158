//! Few cards that are enough for a loss: if only these are tracked, and all others are home and out of the way at any
//! time, the game is lost all the same.
//!
//! Cards are added until the game is lost: as long as it is won, a card that spoils the win found. Then each of them is
//! taken out for which the rest is enough. (The first half is abstraction refined by counterexamples, Clarke et al., CAV
//! 2000.)

use super::depth_first::{DepthFirst, End, Settings};
use crate::{Budget, Limit};
use patsat_base::SplitMix64;
use patsat_states::klondike::{Cards, KlondikeBoard, KlondikeGame, Step, each};

/// What a search for tracked cards may cost.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Positions, if only some cards are tracked.
    pub(super) positions: u64,
    /// How often cards are added from the start, each time in another order.
    pub(super) attempts: u64,
}

/// Cards that are enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reason {
    pub(super) cards: Cards,
    /// Positions there are if only these cards are tracked.
    pub(super) positions: u64,
}

/// In how many positions each card lies where it was dealt.
pub(super) struct Counts(Vec<u64>);

impl Counts {
    pub(super) fn new(game: &KlondikeGame) -> Counts {
        Counts(vec![0; game.cards().len()])
    }

    /// Takes a position into account in which these cards have moved.
    pub(super) fn meet(&mut self, moved: Cards) {
        for (card, count) in self.0.iter_mut().enumerate() {
            *count += u64::from(moved & 1 << card == 0);
        }
    }
}

/// Looks for cards that are enough, until `enough` accepts what was found; returns the best.
pub(super) fn reason(
    game: &KlondikeGame,
    counts: &Counts,
    effort: Effort,
    seed: u64,
    budget: &mut Budget<'_>,
    mut enough: impl FnMut(Reason) -> bool,
) -> Result<Option<Reason>, Limit> {
    let memory = DepthFirst::default();
    let mut search =
        Search { game, counts, most: effort.positions, memory, budget, random: SplitMix64::new(seed) };
    let stock = game.stock().iter().fold(0, |set, card| set | 1 << card);
    let mut best: Option<Reason> = None;
    for _ in 0..effort.attempts {
        // Where draws turn several cards, the order of the stock counts only if all of it is tracked.
        for base in if game.draws_all() { vec![0] } else { vec![0, stock] } {
            let Some(found) = search.grow(base)? else { continue };
            let found = search.shrink(found)?;
            best = best.filter(|best| best.positions <= found.positions).or(Some(found));
            if best.is_some_and(&mut enough) {
                return Ok(best);
            }
        }
    }
    Ok(best)
}

struct Search<'a, 'b> {
    game: &'a KlondikeGame,
    counts: &'a Counts,
    most: u64,
    memory: DepthFirst<u128>,
    budget: &'a mut Budget<'b>,
    random: SplitMix64,
}

impl Search<'_, '_> {
    /// How the game ends if only these cards are tracked, as far as the quota of positions shows it.
    fn run(&mut self, cards: Cards) -> Result<End, Limit> {
        let Some(game) = self.game.tracking(cards) else { return Ok(End::Quota) };
        let settings = Settings { quota: self.most, safe: false, seed: None };
        match self.memory.run(&game, settings, self.budget, |_| {}) {
            End::Limit(limit) => Err(limit),
            end => Ok(end),
        }
    }

    fn reason(&self, cards: Cards) -> Reason {
        Reason { cards, positions: self.memory.visited() as u64 }
    }

    /// Adds cards to the base, each of which spoils a win without it.
    fn grow(&mut self, base: Cards) -> Result<Option<Reason>, Limit> {
        let mut cards = base;
        loop {
            let win = match self.run(cards)? {
                End::Lost => return Ok(Some(self.reason(cards))),
                End::Won(steps) => steps,
                End::Quota | End::Limit(_) => return Ok(None),
            };
            let others: Vec<u8> = each(self.game.all() & !cards).collect();
            let spoils = |card: &&u8| {
                let game = self.game.tracking(cards | 1 << **card);
                game.is_some_and(|game| !is_won_by(&game, &win, **card))
            };
            let mut spoiling: Vec<u8> = others.iter().filter(spoils).copied().collect();
            if spoiling.is_empty() {
                spoiling = others;
            }
            // Of two the one that has moved less often.
            let drawn = [(); 2].map(|()| spoiling.get(self.random.below(spoiling.len().max(1))));
            let Some(&card) =
                drawn.into_iter().flatten().max_by_key(|&&card| self.counts.0[usize::from(card)])
            else {
                return Ok(None);
            };
            cards |= 1 << card;
        }
    }

    /// Takes out cards as long as the rest is enough.
    fn shrink(&mut self, mut reason: Reason) -> Result<Reason, Limit> {
        let mut cards: Vec<u8> = each(reason.cards).collect();
        cards.sort_by_key(|&card| self.counts.0[usize::from(card)]);
        for card in cards {
            let rest = reason.cards & !(1 << card);
            if let End::Lost = self.run(rest)? {
                reason = self.reason(rest);
            }
        }
        Ok(reason)
    }
}

/// Whether these steps win, with steps of one more card between them where they need it.
fn is_won_by(game: &KlondikeGame, win: &[Step], card: u8) -> bool {
    let mut board = KlondikeBoard::start(game);
    let mut steps = Vec::new();
    let mut legal = |board: &KlondikeBoard| {
        steps.clear();
        board.steps(game, &mut steps);
        std::mem::take(&mut steps)
    };
    for &step in win {
        let mut helps = 0;
        loop {
            let found = legal(&board);
            if found.contains(&step) {
                board.make(game, step);
                break;
            }
            let help = found.into_iter().find(|step| step.card() == card);
            match help {
                Some(help) if helps < 2 => board.make(game, help),
                _ => return false,
            }
            helps += 1;
        }
    }
    // At last it must go home itself.
    loop {
        if board.is_won(game) {
            return true;
        }
        match legal(&board).into_iter().find(|step| matches!(step, Step::Home(_) | Step::StockHome(_))) {
            Some(step) => board.make(game, step),
            None => return false,
        }
    }
}
