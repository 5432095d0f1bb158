//! What every task must satisfy before an encoding may rely on it.

use super::{CardId, EmptyColumn, Goal, Group, Home, KindId, Stock, Task};

/// Why a task is not well-formed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskError {
    /// A number that names no kind.
    #[error("{place} names kind {kind}, but there are {kinds} kinds")]
    NoSuchKind {
        /// Where.
        place: &'static str,
        /// The number.
        kind: u32,
        /// How many kinds there are.
        kinds: usize,
    },
    /// A relation with an entry too many or too few.
    #[error("{place} has {found} entries, expected one for each of the {kinds} kinds")]
    Entries {
        /// Which relation.
        place: &'static str,
        /// Its entries.
        found: usize,
        /// How many kinds there are.
        kinds: usize,
    },
    /// A number that names no card.
    #[error("the start places card {card}, but there are {cards} cards")]
    NoSuchCard {
        /// The number.
        card: u32,
        /// How many cards there are.
        cards: usize,
    },
    /// A card in no place or in several.
    #[error("card {card} lies in {places} places, expected 1")]
    Places {
        /// The card.
        card: u32,
        /// How many places it lies in.
        places: usize,
    },
    /// More cards or columns than there are places for.
    #[error("the start has {found} {what}, expected at most {most}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A relation that leads from a kind back to itself.
    #[error("{place} leads from kind {kind} back to itself")]
    Cycle {
        /// Which relation.
        place: &'static str,
        /// A kind on the cycle.
        kind: u32,
    },
    /// Cards that move together without standing on each other.
    #[error("kind {upper} moves with kind {lower} but may not stand on it")]
    MovesApart {
        /// The kind above.
        upper: u32,
        /// The kind below.
        lower: u32,
    },
    /// A kind that could never go home completely, or whose share at home is impossible.
    #[error("kind {kind} has {home} of {all} cards home, which its {what} does not allow")]
    Home {
        /// The kind.
        kind: u32,
        /// Cards home at the start.
        home: u32,
        /// Cards in all.
        all: u32,
        /// What forbids it: the kind before it, or the run it belongs to.
        what: &'static str,
    },
    /// A kind in no run or in several.
    #[error("kind {kind} belongs to {runs} runs, expected 1")]
    Runs {
        /// The kind.
        kind: u32,
        /// How many runs it belongs to.
        runs: usize,
    },
    /// Draws of no card.
    #[error("a draw turns 0 cards, expected at least 1")]
    NoDraw,
    /// Cards that may come back where they left as runs.
    #[error("cards may come back, but leave as complete runs, expected cards that go home one by one")]
    RunsComeBack,
    /// A position as goal that the task has no places or no cards for.
    #[error("the goal has {what}")]
    Goal {
        /// What is wrong with it.
        what: &'static str,
    },
}

impl Task {
    /// Checks that ids name something, that every card lies in one place, that the relations
    /// have no cycles, and that counting does not forbid a win from the outset.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), TaskError> {
        self.check_relations()?;
        self.check_start()?;
        self.check_home()?;
        self.check_goal()
    }

    fn known(&self, place: &'static str, kinds: &[KindId]) -> Result<(), TaskError> {
        match kinds.iter().find(|kind| kind.index() >= self.kinds.len()) {
            Some(kind) => Err(TaskError::NoSuchKind { place, kind: kind.0, kinds: self.kinds.len() }),
            None => Ok(()),
        }
    }

    fn one_each(&self, place: &'static str, found: usize) -> Result<(), TaskError> {
        let kinds = self.kinds.len();
        if found == kinds { Ok(()) } else { Err(TaskError::Entries { place, found, kinds }) }
    }

    fn check_relations(&self) -> Result<(), TaskError> {
        self.known("the list of cards", &self.cards)?;
        for kind in &self.kinds {
            self.known("may_stand_on", &kind.may_stand_on)?;
        }
        let stands: Vec<&[KindId]> = self.kinds.iter().map(|kind| kind.may_stand_on.as_slice()).collect();
        acyclic("may_stand_on", &stands)?;
        if let EmptyColumn::Only(kinds) = &self.empty_column {
            self.known("empty_column", kinds)?;
        }
        let Group::Freely(follows) = &self.group else { return Ok(()) };
        self.one_each("group", follows.len())?;
        for (upper, lowers) in (0..).zip(follows) {
            self.known("group", lowers)?;
            if let Some(lower) = lowers.iter().find(|lower| !stands[upper as usize].contains(lower)) {
                return Err(TaskError::MovesApart { upper, lower: lower.0 });
            }
        }
        Ok(())
    }

    fn check_start(&self) -> Result<(), TaskError> {
        let at_most = |what, found: usize, most: usize| {
            if found > most { Err(TaskError::TooMany { what, found, most }) } else { Ok(()) }
        };
        let columns = self.columns as usize;
        at_most("columns", self.start.columns.len(), columns)?;
        at_most("cards in cells", self.start.cells.len(), self.cells as usize)?;
        at_most("entries for face-down cards", self.start.face_down.len(), self.start.columns.len())?;
        for (column, &face_down) in self.start.columns.iter().zip(&self.start.face_down) {
            at_most("face-down cards in a column", face_down as usize, column.len().saturating_sub(1))?;
        }
        if let Stock::Waste { draw: 0, .. } = self.stock {
            return Err(TaskError::NoDraw);
        }
        if self.home.runs().is_some() && (self.worrying_back || !self.start.home.is_empty()) {
            return Err(TaskError::RunsComeBack);
        }
        if let Stock::Rows { rows, .. } = &self.stock {
            rows.iter().try_for_each(|row| at_most("cards in a row", row.len(), columns))?;
        }
        let mut places = vec![0; self.cards.len()];
        for (CardId(card), _) in self.natives() {
            match places.get_mut(card as usize) {
                Some(count) => *count += 1,
                None => return Err(TaskError::NoSuchCard { card, cards: self.cards.len() }),
            }
        }
        match (0..).zip(places).find(|&(_, count)| count != 1) {
            Some((card, places)) => Err(TaskError::Places { card, places }),
            None => Ok(()),
        }
    }

    fn check_home(&self) -> Result<(), TaskError> {
        let mut at_start: Vec<u32> = self.kinds.iter().map(|kind| kind.home_at_start).collect();
        let mut all = at_start.clone();
        for kind in &self.cards {
            all[kind.index()] += 1;
        }
        self.start.home.iter().for_each(|card| at_start[self.cards[card.index()].index()] += 1);
        let home = |kind: KindId| at_start[kind.index()];
        let fault = |kind: KindId, what| TaskError::Home {
            kind: kind.0,
            home: home(kind),
            all: all[kind.index()],
            what,
        };
        match &self.home {
            Home::After(after) => {
                self.one_each("home", after.len())?;
                let before: Vec<&[KindId]> = after.iter().map(Option::as_slice).collect();
                before.iter().try_for_each(|kinds| self.known("home", kinds))?;
                acyclic("home", &before)?;
                for (kind, before) in (0..).map(KindId).zip(before) {
                    let short = |b: &KindId| all[b.index()] < all[kind.index()] || home(*b) < home(kind);
                    if before.iter().any(short) {
                        return Err(fault(kind, "predecessor"));
                    }
                }
            }
            Home::Runs(runs) | Home::Collected(runs) => {
                let mut belongs = vec![0; self.kinds.len()];
                for run in runs {
                    self.known("home", run)?;
                    run.iter().for_each(|kind| belongs[kind.index()] += 1);
                    let differs =
                        |k: &&KindId| all[k.index()] != all[run[0].index()] || home(**k) != home(run[0]);
                    if let Some(&kind) = run.iter().find(differs) {
                        return Err(fault(kind, "run"));
                    }
                }
                if let Some((kind, &runs)) = (0..).zip(&belongs).find(|&(_, &runs)| runs != 1) {
                    return Err(TaskError::Runs { kind, runs });
                }
            }
        }
        Ok(())
    }
}

impl Task {
    fn check_goal(&self) -> Result<(), TaskError> {
        let fault = |what| Err(TaskError::Goal { what });
        let end = match &self.goal {
            Goal::Win => return Ok(()),
            Goal::Open(dealt) => {
                let most = match &self.stock {
                    Stock::None => 0,
                    Stock::Rows { rows, .. } => rows.len(),
                    Stock::Waste { redeals: Some(0), order, draw: 1, .. } => order.len(),
                    Stock::Waste { draw: 2.., .. } => {
                        return fault("a number of draws, which turn several cards");
                    }
                    Stock::Waste { .. } => return fault("a number of draws, which redeals make ambiguous"),
                };
                return if *dealt as usize > most {
                    fault("more rows or draws than there are")
                } else {
                    Ok(())
                };
            }
            Goal::Left(cards) => {
                let lies = |card: &CardId| self.dealt_on(*card).is_some();
                if cards.iter().all(lies) {
                    return Ok(());
                }
                return fault("a card to leave another that does not lie on one in a column");
            }
            Goal::End(end) => end,
        };
        let rows: &[Vec<CardId>] = match &self.stock {
            Stock::None => &[],
            Stock::Waste { .. } => return fault("a position, which says nothing of a waste"),
            Stock::Rows { rows, .. } => rows,
        };
        if end.rows as usize > rows.len() {
            return fault("more rows dealt than there are");
        }
        if end.columns.len() > self.columns as usize || end.cells.len() > self.cells as usize {
            return fault("more columns or cells than there are");
        }
        let too_long = |(n, column): (usize, &Vec<KindId>)| end.face_down_in(n) >= column.len().max(1);
        if end.columns.iter().enumerate().any(too_long) || end.face_down.len() > end.columns.len() {
            return fault("a column with no card face up");
        }
        if let Home::Runs(runs) = &self.home {
            let complete = |(n, column): (usize, &Vec<KindId>)| {
                runs.iter().any(|run| !run.is_empty() && column[end.face_down_in(n)..].ends_with(run))
            };
            if end.columns.iter().enumerate().any(complete) {
                return fault("a complete run, which would have left");
            }
        }
        let lies = end.columns.iter().flatten().chain(&end.cells).chain(&end.reserve);
        for kind in lies {
            self.known("the goal", &[*kind])?;
            let kept = rows[end.rows as usize..].iter().flatten();
            let kept = kept.filter(|card| self.cards[card.index()] == *kind).count();
            let all = self.cards.iter().filter(|&other| other == kind).count();
            if end.count(*kind) + kept > all {
                return fault("more cards of a kind than there are");
            }
        }
        Ok(())
    }
}

/// Checks that following a relation never leads back; `next[k]` lists where kind `k` leads.
fn acyclic(place: &'static str, next: &[&[KindId]]) -> Result<(), TaskError> {
    // Take away kinds that nothing leads to until none is left; what remains holds a cycle.
    let mut leading_here = vec![0usize; next.len()];
    next.iter().copied().flatten().for_each(|kind| leading_here[kind.index()] += 1);
    let mut free: Vec<usize> = (0..next.len()).filter(|&k| leading_here[k] == 0).collect();
    while let Some(kind) = free.pop() {
        for target in next[kind] {
            leading_here[target.index()] -= 1;
            if leading_here[target.index()] == 0 {
                free.push(target.index());
            }
        }
    }
    // Kinds behind a cycle are left as well; going back along what is left ends up on it.
    let left = |k: &usize| leading_here[*k] > 0;
    let Some(mut kind) = (0..next.len()).find(left) else { return Ok(()) };
    for _ in 0..next.len() {
        let leads_here = |k: &usize| left(k) && next[*k].iter().any(|target| target.index() == kind);
        kind = (0..next.len()).find(leads_here).unwrap_or(kind);
    }
    Err(TaskError::Cycle { place, kind: kind as u32 })
}
