//! One completion of a view, and what becomes of it.

use patsat_search::klondike::{Probe, Probed};
use patsat_states::klondike::{Cards, Face, KlondikeBoard, KlondikeGame, Step};
use std::rc::Rc;

/// How far a completion is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// Positions of the first search.
    pub(super) first: u64,
    /// Searches in random order after it.
    pub(super) restarts: u64,
}

/// What becomes of a completion for a player who sees all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outlook {
    /// These steps win.
    Wins(Vec<Step>),
    /// It cannot be won.
    Lost,
    /// The search ended first.
    Open,
}

/// A position of a completion.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) game: Rc<KlondikeGame>,
    pub(super) board: KlondikeBoard,
    pub(super) outlook: Outlook,
}

/// A way to the next card that is turned: the steps up to the one that turns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) steps: Vec<Step>,
    /// What is seen before the last step, and that step: ways of one aim turn the same card from the same position.
    pub(super) aim: (Face, Step),
}

impl World {
    pub(super) fn new(game: KlondikeGame, probe: &mut Probe, effort: Effort) -> World {
        let board = KlondikeBoard::start(&game);
        let outlook = look(&game, &board, probe, effort);
        World { game: Rc::new(game), board, outlook }
    }

    pub(super) fn wins(&self) -> bool {
        matches!(self.outlook, Outlook::Wins(_))
    }

    /// The cards of a set that lie face up.
    pub(super) fn turned(&self, unseen: Cards) -> Cards {
        self.board.face_up() & unseen
    }

    /// The part of these steps up to the first that turns a card that was not seen; all of them if none does.
    pub(super) fn way(&self, steps: &[Step], unseen: Cards) -> Option<Way> {
        let mut board = self.board;
        for (n, &step) in steps.iter().enumerate() {
            let aim = (board.face(), step);
            board.make(&self.game, step);
            if board.face_up() & unseen != 0 || n + 1 == steps.len() {
                return Some(Way { steps: steps[..=n].to_vec(), aim });
            }
        }
        None
    }

    /// The ways that turn a card at once, after steps that need no choice.
    pub(super) fn ways_at_once(&self, unseen: Cards) -> Vec<Way> {
        let (mut board, mut steps) = (self.board, Vec::new());
        while let Some(step) = board.safe_step(&self.game) {
            let aim = (board.face(), step);
            board.make(&self.game, step);
            steps.push(step);
            if board.face_up() & unseen != 0 {
                return vec![Way { steps, aim }];
            }
        }
        let mut next = Vec::new();
        board.steps(&self.game, &mut next);
        next.retain(|&step| {
            let mut after = board;
            after.make(&self.game, step);
            after.face_up() & unseen != 0
        });
        let way =
            |step| Way { steps: steps.iter().copied().chain([step]).collect(), aim: (board.face(), step) };
        next.into_iter().map(way).collect()
    }

    /// The world after a way. What was found about it before is used again where it still holds.
    pub(super) fn after(&self, way: &Way, unseen: Cards, probe: &mut Probe, effort: Effort) -> World {
        let mut board = self.board;
        way.steps.iter().for_each(|&step| board.make(&self.game, step));
        let outlook = match &self.outlook {
            Outlook::Lost => Outlook::Lost,
            Outlook::Open => Outlook::Open,
            Outlook::Wins(steps) => {
                let own = self.way(steps, unseen).filter(|own| own.aim == way.aim);
                let rest = own.map(|own| steps[own.steps.len()..].to_vec());
                match rest.or_else(|| follow(&self.game, board, steps)) {
                    Some(rest) => Outlook::Wins(rest),
                    None => look(&self.game, &board, probe, effort),
                }
            }
        };
        World { game: Rc::clone(&self.game), board, outlook }
    }
}

fn look(game: &KlondikeGame, board: &KlondikeBoard, probe: &mut Probe, effort: Effort) -> Outlook {
    match probe.run(game, board, effort.first, effort.restarts) {
        Probed::Won(steps) => Outlook::Wins(steps),
        Probed::Lost => Outlook::Lost,
        Probed::Open => Outlook::Open,
    }
}

/// Makes those of these steps that can be made, and returns what was made if that wins.
fn follow(game: &KlondikeGame, mut board: KlondikeBoard, steps: &[Step]) -> Option<Vec<Step>> {
    let mut made = Vec::new();
    let mut make = |board: &mut KlondikeBoard, step| {
        board.make(game, step);
        made.push(step);
    };
    for &step in steps {
        while let Some(safe) = board.safe_step(game) {
            make(&mut board, safe);
        }
        if board.allows(game, step) {
            make(&mut board, step);
        }
    }
    while let Some(safe) = board.safe_step(game) {
        make(&mut board, safe);
    }
    board.is_won(game).then_some(made)
}
