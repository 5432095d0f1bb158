//! A move between two states (sections 3.2.3 and 3.3): which one, whether it is allowed, and the
//! state after it.

use super::facts::Facts;
use super::state::{Cards, State, rank};
use crate::script::{Script, ScriptSizeError};
use crate::term::{Bool, Int, Sort, Term, and, or};
use patsat_encodings::options::Options;

/// The enumeration `move_type`.
pub(super) enum MoveType {}

/// The move that leads from one state to the next.
pub(super) struct Move {
    pub(super) kind: Term<MoveType>,
    source: Term<Int>,
    target: Term<Int>,
    height: Term<Int>,
}

/// Names of the constants that say which move is made at time `t`.
pub(super) fn names(t: u32) -> [String; 4] {
    ["type", "source", "target", "height"].map(|name| format!("{name}_{t}"))
}

pub(super) fn types(script: &mut Script) -> Sort<MoveType> {
    script.data("MoveType", &[("normal", &[]), ("stock", &[]), ("clear", &[]), ("ordered", &[])])
}

fn number(n: usize) -> Term<Int> {
    Term::int(n as i64)
}

impl Move {
    pub(super) fn declare(script: &mut Script, types: &Sort<MoveType>, t: u32) -> Move {
        let [kind, source, target, height] = names(t);
        Move {
            kind: script.constant(kind, types),
            source: script.constant(source, &Sort::int()),
            target: script.constant(target, &Sort::int()),
            height: script.constant(height, &Sort::int()),
        }
    }

    fn is(&self, kind: &str) -> Term<Bool> {
        self.kind.eq(&Term::symbol(kind))
    }

    /// Whether this is a move of the game: a run leaves without one.
    pub(super) fn is_counted(&self) -> Term<Bool> {
        or([self.is("normal"), self.is("stock")])
    }

    fn from(&self, p: usize) -> Term<Bool> {
        self.source.eq(&number(p))
    }

    fn to(&self, p: usize) -> Term<Bool> {
        self.target.eq(&number(p))
    }
}

/// What the rules of one step are written from.
pub(super) struct Step<'a> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) cards: &'a Cards,
    pub(super) options: &'a Options,
    /// Number of the move.
    pub(super) time: u32,
    pub(super) action: &'a Move,
    pub(super) before: &'a State,
    pub(super) after: &'a State,
}

impl Step<'_> {
    /// `define_move_rules`.
    pub(super) fn write(&self, script: &mut Script) -> Result<(), ScriptSizeError> {
        self.which(script);
        self.allowed(script);
        self.empty_piles(script);
        self.sunk(script);
        for p in 0..self.piles() {
            self.normal(script, p);
            self.rest(script, p);
            script.check()?;
        }
        self.stocks(script);
        Ok(())
    }

    fn piles(&self) -> usize {
        self.before.piles.len()
    }

    /// The heights that a move from this pile may have. A complete run leaves before it can move.
    fn heights(&self, p: usize) -> std::ops::RangeInclusive<usize> {
        1..=self.before.movable[p].len().min(self.facts.ranks - 1)
    }

    /// A rule of what is allowed, with its contraposition (section 3.3.1).
    fn rule(&self, script: &mut Script, condition: &Term<Bool>, then: &Term<Bool>) {
        script.assert(&condition.implies(then));
        if self.options.thesis.contraposition {
            script.assert(&(!then).implies(&!condition));
        }
    }

    /// Each type of move names what it needs and nothing else.
    fn which(&self, script: &mut Script) {
        let (action, none) = (self.action, Term::int(-1));
        let names =
            |term: &Term<Int>, below: usize| and([Term::int(0).at_most(term), term.less(&number(below))]);
        let piles = self.piles();
        script.assert(&action.is("normal").implies(&and([
            names(&action.source, piles),
            names(&action.target, piles),
            !action.source.eq(&action.target),
            Term::int(1).at_most(&action.height),
            action.height.less(&number(self.facts.ranks)),
        ])));
        let [no_source, no_target] = [&action.source, &action.target].map(|term| term.eq(&none));
        let no_height = action.height.eq(&Term::int(0));
        script.assert(&action.is("clear").implies(&and([
            names(&action.source, piles),
            no_target.clone(),
            no_height.clone(),
        ])));
        let neither = or([action.is("stock"), action.is("ordered")]);
        script.assert(&neither.implies(&and([no_source, no_target, no_height])));
    }

    fn allowed(&self, script: &mut Script) {
        let (action, before) = (self.action, self.before);
        for p in 0..self.piles() {
            for height in self.heights(p) {
                let moves = and([action.is("normal"), action.from(p), action.height.eq(&number(height))]);
                self.rule(script, &moves, &before.movable[p][height - 1]);
            }
            // No run is higher than its pile.
            let most = number(*self.heights(p).end());
            let moves = and([action.is("normal"), action.from(p)]);
            script.assert(&moves.implies(&action.height.at_most(&most)));
            let clears = and([action.is("clear"), action.from(p)]);
            self.rule(script, &clears, &before.clearable[p]);
        }
        let clearable = or(&before.clearable);
        self.rule(script, &action.is("clear"), &clearable);
        let mut stock = vec![before.has_stock()];
        if !self.facts.onto_empty {
            stock.extend((0..self.piles()).map(|p| !before.is_empty(p)));
        }
        self.rule(script, &action.is("stock"), &and(stock));
        script.assert(&action.is("ordered").eq(&before.over));
        // A complete run leaves before anything else happens.
        let must = and([clearable, !&before.over]);
        script.assert(&must.implies(&action.is("clear")));
    }

    /// Sections 3.3.2 and 3.3.3.
    fn empty_piles(&self, script: &mut Script) {
        let (action, before) = (self.action, self.before);
        for p in 0..self.piles() {
            if self.options.thesis.empty_piles {
                script.assert(&before.is_empty(p).implies(&!action.from(p)));
            }
            if self.options.thesis.minimal_index {
                for lower in 0..p {
                    let onto = and([action.is("normal"), action.to(p), before.is_empty(p)]);
                    script.assert(&onto.implies(&!before.is_empty(lower)));
                }
            }
        }
    }

    /// One rule for each source, target and height: whether the cards fit, and both piles after it.
    /// What a pile loses or what lies below new cards is the same in many of them and has a name.
    fn normal(&self, script: &mut Script, from: usize) {
        let (action, before, after) = (self.action, self.before, self.after);
        for height in self.heights(from) {
            let mut lost = Vec::new();
            self.shifted(&mut lost, from, height);
            let name = format!("lost_{}_{from}_{height}", self.time);
            let lost = script.define(name, &Sort::bool(), &and(lost));
            for to in (0..self.piles()).filter(|&to| to != from) {
                let this = and([
                    action.is("normal"),
                    action.from(from),
                    action.to(to),
                    action.height.eq(&number(height)),
                ]);
                let (top, base) = (&before.piles[to][0], &before.piles[from][height - 1]);
                let fits = rank(top).eq(&rank(base).plus(&Term::int(1)));
                self.rule(script, &this, &or([before.is_empty(to), fits]));
                let put = (after.piles[to].iter().take(height).enumerate())
                    .map(|(i, card)| card.eq(&before.card(from, i)));
                let then = [lost.clone(), self.below(to, height)].into_iter().chain(put);
                script.assert(&this.implies(&and(then)));
            }
        }
    }

    /// Names, for each pile and height, the condition that the pile's cards lie below `height` new ones.
    fn sunk(&self, script: &mut Script) {
        let (before, after) = (self.before, self.after);
        let most = (0..self.piles()).map(|p| *self.heights(p).end()).max().unwrap_or(0);
        for to in 0..self.piles() {
            for height in 1..=most {
                let mut then = Vec::new();
                for (i, card) in after.piles[to].iter().enumerate().skip(height) {
                    then.push(card.eq(&before.card(to, i - height)));
                }
                for (i, down) in after.down[to].iter().enumerate() {
                    let is = i.checked_sub(height).map_or(Term::truth(false), |i| before.is_down(to, i));
                    then.push(down.eq(&is));
                }
                script.define(self.below(to, height).text(), &Sort::bool(), &and(then));
            }
        }
    }

    fn below(&self, to: usize, height: usize) -> Term<Bool> {
        Term::symbol(format!("sunk_{}_{to}_{height}", self.time))
    }

    /// A pile whose uppermost `height` cards are gone; a face-down card on top is turned.
    fn shifted(&self, then: &mut Vec<Term<Bool>>, p: usize, height: usize) {
        for (i, card) in self.after.piles[p].iter().enumerate() {
            then.push(card.eq(&self.before.card(p, i + height)));
        }
        for (i, down) in self.after.down[p].iter().enumerate() {
            let is = if i == 0 { Term::truth(false) } else { self.before.is_down(p, i + height) };
            then.push(down.eq(&is));
        }
    }

    /// What the other moves make of a pile.
    fn rest(&self, script: &mut Script, p: usize) {
        let (action, before, after) = (self.action, self.before, self.after);
        let mut cleared = Vec::new();
        self.shifted(&mut cleared, p, self.facts.ranks);
        script.assert(&and([action.is("clear"), action.from(p)]).implies(&and(cleared)));
        let elsewhere = or([
            action.is("ordered"),
            and([action.is("normal"), !action.from(p), !action.to(p)]),
            and([action.is("clear"), !action.from(p)]),
        ]);
        let mut same = Vec::new();
        self.shifted(&mut same, p, 0);
        script.assert(&elsewhere.implies(&and(&same)));
        let Some(next) = before.stocks.first() else { return };
        let dealt = next.select(&number(p));
        let mut then = vec![after.piles[p][0].eq(&dealt)];
        then.extend((1..after.piles[p].len()).map(|i| after.piles[p][i].eq(&before.card(p, i - 1))));
        for (i, down) in after.down[p].iter().enumerate() {
            let is = i.checked_sub(1).map_or(Term::truth(false), |i| before.is_down(p, i));
            then.push(down.eq(&is));
        }
        let short = self.facts.rows.iter().any(|row| row.len() <= p);
        if short {
            let none = dealt.eq(&self.cards.null);
            script.assert(&and([&action.is("stock"), &none]).implies(&and(same)));
            script.assert(&and([action.is("stock"), !none]).implies(&and(then)));
        } else {
            script.assert(&action.is("stock").implies(&and(then)));
        }
    }

    /// The rows move up when one is dealt.
    fn stocks(&self, script: &mut Script) {
        let (before, after) = (&self.before.stocks, &self.after.stocks);
        let dealt = self.action.is("stock");
        for (k, row) in after.iter().enumerate() {
            let next = before.get(k + 1).cloned().unwrap_or_else(|| self.cards.no_row());
            script.assert(&dealt.implies(&row.eq(&next)));
            script.assert(&or([&dealt, &row.eq(&before[k])]));
        }
    }
}
