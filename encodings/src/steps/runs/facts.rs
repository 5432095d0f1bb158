//! What a task says that does not change from step to step.

use crate::task::{CardId, Goal, Group, Home, KindId, Stock, Task};
use crate::unroll::{UnsupportedError, basic};

/// Where a card lies before the first step, or comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// Deepest in this column.
    Base(usize),
    /// On the parent of this number, face up, as if it had been built there.
    Built(usize),
    /// Dealt in this column on a card that it could not be built on, or that lies face down.
    Dealt(usize),
    /// In this row of the stock, for this column.
    Row(usize, usize),
}

/// The relations of a task, by card.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) columns: usize,
    /// The cards that a card may be built on.
    pub(super) parents: Vec<Vec<CardId>>,
    /// For each parent, whether the card moves with it.
    pub(super) rides: Vec<Vec<bool>>,
    /// For each parent, whether the two are neighbours in a run.
    pub(super) joins: Vec<Vec<bool>>,
    /// The cards that may be built on a card, and the numbers that it has as their parent.
    pub(super) children: Vec<Vec<(CardId, usize)>>,
    /// The deepest card of a run.
    pub(super) heads: Vec<bool>,
    /// The last card of a run.
    pub(super) tails: Vec<bool>,
    pub(super) may_fill: Vec<bool>,
    pub(super) origins: Vec<Origin>,
    /// The card that lies dealt on a card at the start, where it was not built there.
    pub(super) covers: Vec<Option<CardId>>,
    /// Whether runs leave only where a step collects them.
    pub(super) collected: bool,
    /// The last card of a run that lies complete and covered at the start, where runs leave by force.
    pub(super) buried: Vec<bool>,
    /// It lies face down at the start.
    pub(super) face_down: Vec<bool>,
    pub(super) rows: Vec<Vec<CardId>>,
    pub(super) onto_empty: bool,
    /// How many cards could stand on a card in a chain: a card that may stand on another has a lower number.
    pub(super) heights: Vec<u32>,
}

impl Facts {
    /// Reads a task.
    ///
    /// # Errors
    /// If it is not of Spider's kind.
    pub(super) fn new(name: &'static str, task: &Task) -> Result<Facts, UnsupportedError> {
        let cannot = |what| Err(UnsupportedError { encoding: name, what });
        let Some(runs) = task.home.runs() else { return cannot("cards that go home one by one") };
        basic(name, task)?;
        let Group::Freely(follows) = &task.group else {
            return cannot("runs that leave whole but do not move freely");
        };
        if task.cells > 0 || !task.start.reserve.is_empty() {
            return cannot("cells or a reserve");
        }
        let (rows, onto_empty) = match &task.stock {
            Stock::None => (Vec::new(), true),
            Stock::Rows { rows, onto_empty } => (rows.clone(), *onto_empty),
            Stock::Waste { .. } => return cannot("a waste"),
        };
        let follow = |upper: KindId, lower: KindId| follows[upper.index()].contains(&lower);
        let pairs = |run: &Vec<KindId>| run.windows(2).all(|pair| follow(pair[1], pair[0]));
        if !runs.iter().all(pairs) {
            return cannot("runs that do not move together");
        }
        let ends: Vec<KindId> = runs.iter().filter_map(|run| run.last().copied()).collect();
        let stands = |end: &KindId| task.kinds.iter().any(|kind| kind.may_stand_on.contains(end));
        if ends.iter().any(stands) {
            return cannot("cards that stand on the end of a run");
        }
        let joined = |upper: KindId, lower: KindId| {
            runs.iter().any(|run| run.windows(2).any(|pair| pair == [lower, upper]))
        };
        let kind = |card: CardId| task.cards[card.index()];
        let parents: Vec<Vec<CardId>> = (task.card_ids())
            .map(|card| task.card_ids().filter(|&on| task.may_stand(card, on)).collect())
            .collect();
        let marks = |of: &dyn Fn(KindId, KindId) -> bool| -> Vec<Vec<bool>> {
            let of_card = |(card, parents): (CardId, &Vec<CardId>)| {
                parents.iter().map(|&on| of(kind(card), kind(on))).collect()
            };
            task.card_ids().zip(&parents).map(of_card).collect()
        };
        let is_end = |card: CardId| ends.contains(&kind(card));
        let is_head = |card: CardId| runs.iter().any(|run| run.first() == Some(&kind(card)));
        let mut children = vec![Vec::new(); task.cards.len()];
        for (card, on) in task.card_ids().zip(&parents) {
            on.iter().enumerate().for_each(|(n, on)| children[on.index()].push((card, n)));
        }
        let mut facts = Facts {
            columns: task.columns as usize,
            collected: matches!(task.home, Home::Collected(_)),
            rides: marks(&follow),
            joins: marks(&joined),
            heads: task.card_ids().map(is_head).collect(),
            tails: task.card_ids().map(is_end).collect(),
            may_fill: task.card_ids().map(|card| task.may_fill(card)).collect(),
            origins: vec![Origin::Base(0); task.cards.len()],
            covers: vec![None; task.cards.len()],
            buried: vec![false; task.cards.len()],
            face_down: vec![false; task.cards.len()],
            heights: heights(&children),
            parents,
            children,
            rows,
            onto_empty,
        };
        facts.place(task);
        if matches!(task.goal, Goal::Open(_)) {
            // The rest is never dealt, so that columns need no names for it.
            facts.rows.truncate(task.rows_to_deal());
        }
        Ok(facts)
    }

    /// The cards.
    pub(super) fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.parents.len() as u32).map(CardId)
    }

    /// Whether a card is in play when `dealt` rows are dealt.
    pub(super) fn in_play(&self, card: CardId, dealt: usize) -> bool {
        !matches!(self.origins[card.index()], Origin::Row(row, _) if row >= dealt)
    }

    /// Finds where cards lie at the start.
    fn place(&mut self, task: &Task) {
        for (n, column) in task.start.columns.iter().enumerate() {
            let face_down = task.start.face_down.get(n).map_or(0, |&count| count as usize);
            for (depth, &card) in column.iter().enumerate() {
                self.face_down[card.index()] = depth < face_down;
                let below = depth.checked_sub(1).map(|depth| column[depth]);
                let built = below
                    .filter(|_| depth > face_down)
                    .and_then(|below| self.parents[card.index()].iter().position(|&on| on == below));
                self.origins[card.index()] = match (below, built) {
                    (None, _) => Origin::Base(n),
                    (_, Some(parent)) => Origin::Built(parent),
                    (Some(below), None) => {
                        self.covers[below.index()] = Some(card);
                        let face_up = column.get(face_down..depth).unwrap_or_default();
                        let alone = self.heads[below.index()] && self.tails[below.index()];
                        let complete = alone || self.is_complete(face_up);
                        self.buried[below.index()] = complete && !self.collected;
                        Origin::Dealt(n)
                    }
                };
            }
        }
        for (row, cards) in self.rows.iter().enumerate() {
            for (column, card) in cards.iter().enumerate() {
                self.origins[card.index()] = Origin::Row(row, column);
            }
        }
    }

    /// Whether face-up cards end with a complete run.
    fn is_complete(&self, cards: &[CardId]) -> bool {
        let mut upwards = cards.iter().rev();
        let Some(last) = upwards.next().filter(|card| self.tails[card.index()]) else { return false };
        let mut upper = *last;
        while !self.heads[upper.index()] {
            let Some(&lower) = upwards.next() else { return false };
            let joins = &self.joins[upper.index()];
            let parents = &self.parents[upper.index()];
            if !parents.iter().zip(joins).any(|(&on, &joined)| on == lower && joined) {
                return false;
            }
            upper = lower;
        }
        true
    }
}

/// The longest chain on each card; the relation has no cycles.
fn heights(children: &[Vec<(CardId, usize)>]) -> Vec<u32> {
    let mut heights = vec![0; children.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (card, above) in children.iter().enumerate() {
            let height = above.iter().map(|(upper, _)| heights[upper.index()] + 1).max().unwrap_or(0);
            changed |= height > heights[card];
            heights[card] = height;
        }
    }
    heights
}
