//! Moves that a search makes after every step without counting them.

use super::{Board, CardId, CardSet, Game, NONE, Size, Slots, Small, Step, Target, members};

/// The moves that a search makes automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoMoves {
    /// No moves.
    Nothing,
    /// Cards go home that will not be missed ([`Board::next_safe`]): no win is lost.
    Safe,
    /// The moves of a hasty player: every card goes home that can, a card in a cell or a whole run goes onto any
    /// card that it fits on. Wins are lost, so a search that does this can prove no loss.
    Hasty,
}

impl AutoMoves {
    /// Returns the moves that lose no win, unless dominance rules are off.
    #[must_use]
    pub fn safe_unless(no_dominance: bool) -> AutoMoves {
        if no_dominance { AutoMoves::Nothing } else { AutoMoves::Safe }
    }

    /// Returns the next of these moves. It does not depend on the order of the columns.
    #[inline]
    #[must_use]
    pub fn next<S: Size>(self, board: &Board<S>, game: &Game<S>) -> Option<Step> {
        match self {
            AutoMoves::Nothing => None,
            AutoMoves::Safe => board.next_safe(game).map(|card| Step { card, to: Target::HOME }),
            AutoMoves::Hasty => hasty(board, game, |_, top| board.run_bottom(game, top)),
        }
    }
}

/// The next hasty move; `bottom` finds the deepest card of the run that ends a column, given its number and top.
#[inline]
fn hasty<S: Size>(
    board: &Board<S>,
    game: &Game<S>,
    bottom: impl Fn(usize, CardId) -> CardId,
) -> Option<Step> {
    let home = board.next_cards(game) & board.free_cards();
    if !home.is_empty() {
        return Some(Step { card: home.lowest(), to: Target::HOME });
    }
    let first = |card: CardId| {
        let onto = game.onto[usize::from(card)] & board.top_set;
        (!onto.is_empty()).then(|| Step { card, to: Target(onto.lowest()) })
    };
    if let Some(step) = members(board.cell_set).find_map(first) {
        return Some(step);
    }
    let room = if game.supermoves { board.free_cells(game) as u8 } else { 0 };
    let mut lowest = None;
    for (column, &top) in board.tops.as_ref()[..game.columns].iter().enumerate() {
        if top == NONE {
            continue;
        }
        let bottom = bottom(column, top);
        let fewer = lowest.is_none_or(|step: Step| bottom < step.card);
        // Ranks of a run fall by one a card.
        if fewer && S::rank(bottom) - S::rank(top) <= room {
            lowest = first(bottom).or(lowest);
        }
    }
    lowest
}

impl<S: Size> Board<S> {
    /// The deepest card of the run that ends with this card.
    #[inline]
    #[must_use]
    pub fn run_bottom(&self, game: &Game<S>, mut card: CardId) -> CardId {
        loop {
            let below = self.below[usize::from(card)];
            // `NONE` and the other marks are in no set of cards.
            if !game.onto[usize::from(card)].has(below) {
                return card;
            }
            card = below;
        }
    }
}

/// A position in which hasty moves are made: of each column the deepest card of the run that ends it is kept, as
/// most hasty moves change one.
#[derive(Clone, Copy, Debug)]
pub struct HastyBoard<S: Size = Small> {
    board: Board<S>,
    /// [`NONE`] of an empty column.
    bottoms: S::Columns<u8>,
}

impl<S: Size> HastyBoard<S> {
    /// The same position, with the deepest cards of its runs found.
    #[must_use]
    pub fn new(board: Board<S>, game: &Game<S>) -> HastyBoard<S> {
        let mut bottoms = S::Columns::filled(NONE);
        for (bottom, &top) in bottoms.as_mut().iter_mut().zip(&board.tops.as_ref()[..game.columns]) {
            *bottom = if top == NONE { NONE } else { board.run_bottom(game, top) };
        }
        HastyBoard { board, bottoms }
    }

    /// The position.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board<S> {
        &self.board
    }

    /// Makes a step, which must be legal.
    #[inline]
    pub fn make(&mut self, game: &Game<S>, step: Step) {
        let [left, reached] = self.board.make_between(step);
        if let Some(column) = left {
            let top = self.board.tops[column];
            self.bottoms[column] = if top == NONE { NONE } else { self.board.run_bottom(game, top) };
        }
        // A card put onto another one makes that run longer, and its deepest card stays.
        if let Some(column) = reached.filter(|_| step.to == Target::EMPTY) {
            self.bottoms[column] = step.card;
        }
    }

    /// Makes every hasty move; returns the set of columns that cards were put on.
    #[inline]
    pub fn hasten(&mut self, game: &Game<S>) -> u64 {
        let mut gained = 0;
        while let Some(step) = hasty(&self.board, game, |column, _| self.bottoms[column]) {
            if step.to != Target::HOME {
                gained |= 1 << self.board.column_of(step.to.0);
            }
            self.make(game, step);
        }
        gained
    }

    /// The deepest cards of the runs that end columns.
    #[must_use]
    pub fn run_bottoms(&self, game: &Game<S>) -> S::Set {
        let bottoms = self.bottoms.as_ref()[..game.columns].iter();
        bottoms.fold(S::Set::default(), |set, &bottom| set | S::Set::one_if(bottom != NONE, bottom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::{Group, Rules};
    use patsat_game::state::{Instance, Table};

    fn play(table: &mut Table, step: Step) {
        let action = step.card_move::<Small>().locate(table).unwrap();
        table.apply(action).unwrap();
    }

    /// On random walks hasty moves are legal on the table and do not depend on the order of columns. So the
    /// search's keys suffice to make a plan.
    #[test]
    fn hasty_moves_are_legal_and_independent_of_column_order() {
        let (mut runs, mut made) = (0, 0);
        let names = [
            "freecell",
            "freecell",
            "eight-off",
            "king-albert",
            "seahaven-towers",
            "bakers-game",
            "beleaguered-castle",
            "streets-and-alleys",
            "fore-cell",
        ];
        for (n, name) in names.iter().enumerate() {
            let mut rules = Rules::preset(name).unwrap();
            if n == 1 {
                rules.group = Group::Single;
            }
            for seed in 0..20 {
                let id = DealId::Random { game: None, seed };
                let instance = Instance::from_id(rules.clone(), id).unwrap();
                let game = Game::new(&instance).unwrap();
                let (mut board, mut table) = (game.start(), instance.table());
                for turn in 0..150usize {
                    let (mut here, mut there) = (board, game.board(board.key));
                    while let Some(step) = AutoMoves::Hasty.next(&here, &game) {
                        assert_eq!(Some(step), AutoMoves::Hasty.next(&there, &game), "{name} {seed} {turn}");
                        runs += u32::from(
                            here.top_set >> step.card & 1 == 0 && here.cell_set >> step.card & 1 == 0,
                        );
                        play(&mut table, step);
                        here.make(step);
                        there.make(step);
                        made += 1;
                    }
                    let mut hasty = HastyBoard::new(board, &game);
                    hasty.hasten(&game);
                    assert_eq!((here.key, here.key), (there.key, hasty.board.key));
                    assert_eq!(hasty.bottoms, HastyBoard::new(hasty.board, &game).bottoms);
                    board = here;
                    let mut steps = Vec::new();
                    board.single_steps(&game, |step| steps.push(step));
                    board.supermoves(&game, |step, _| steps.push(step));
                    let Some(&step) = steps.get(turn * 17 % steps.len().max(1)) else { break };
                    play(&mut table, step);
                    board.make(step);
                }
            }
        }
        assert!(made > 3000 && runs > 100, "{made} {runs}");
    }
}
