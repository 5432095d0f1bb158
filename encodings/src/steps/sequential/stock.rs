//! The stock: drawn, turned back, dealt.
//!
//! *Waste.* The cards of stock and waste keep one order, so a card drawn is a card that moves
//! from "stock" to "waste"; `redeal` takes all from "waste" to "stock" when nothing is in the
//! stock. How often it may is counted in unary from time to time, where there is a limit. Where a draw turns `d`
//! cards, `draw` takes a card from "stock" to "waste" if fewer than `d` cards lie before it in the stock. They are
//! counted in unary along the order.
//!
//! *Rows.* `dealt(r)` at a time: row `r` has been dealt. `deal(r)` needs `dealt(r - 1)` and not
//! `dealt(r)`. Each card of the row leaves the stock for the card that is open in its column
//! at `X0`, or for the bottom of its column if that is empty; nothing else explains a card on
//! a card.

use super::Scene;
use crate::fluents::PilesLayer;
use crate::formula::Formula;
use crate::task::{CardId, Spot, Stock};
use rustsat::types::Lit;

/// The state of the stock at one time, beside where cards lie.
#[derive(Clone, Debug, Default)]
pub(crate) struct StockLayer {
    /// By row: it has been dealt.
    pub(crate) dealt: Vec<Lit>,
    /// Entry `n`: more than `n` redeals were made.
    used: Vec<Lit>,
}

impl StockLayer {
    /// Before the first step.
    pub(super) fn first(formula: &mut Formula, rows: usize) -> StockLayer {
        let dealt: Vec<Lit> = (0..rows).map(|_| formula.new_lit()).collect();
        dealt.iter().for_each(|&lit| formula.add(&[!lit]));
        StockLayer { dealt, used: Vec::new() }
    }
}

impl Scene<'_> {
    /// Axiom 5.
    pub(super) fn write_stock(&self, formula: &mut Formula, before: &StockLayer) -> StockLayer {
        let used = self.write_redeal(formula, before);
        self.write_draw(formula);
        let dealt: Vec<Lit> = before.dealt.iter().map(|_| formula.new_lit()).collect();
        for (row, &deal) in self.actions.deals.iter().enumerate() {
            formula.add(&[!deal, !before.dealt[row]]);
            if let Some(above) = row.checked_sub(1) {
                formula.add(&[!deal, before.dealt[above]]);
            }
            formula.add(&[!deal, dealt[row]]);
            formula.add(&[!before.dealt[row], dealt[row]]);
            formula.add(&[!dealt[row], before.dealt[row], deal]);
            for (column, &card) in self.piles.rows[row].iter().enumerate() {
                match self.starts {
                    None => self.write_dealt(formula, &[deal], card, column),
                    Some(starts) => {
                        for (other, lies_here) in starts.at(card) {
                            self.write_dealt(formula, &[deal, lies_here], other, column);
                        }
                    }
                }
            }
        }
        if let Stock::Rows { onto_empty: false, .. } = self.task.stock
            && self.piles.named
        {
            for column in 0..self.task.columns {
                let taken = self.before.taken(formula, self.piles, column);
                self.actions.deals.iter().for_each(|&deal| formula.add(&[!deal, taken]));
            }
        }
        StockLayer { dealt, used }
    }

    fn write_dealt(&self, formula: &mut Formula, when: &[Lit], card: CardId, column: usize) {
        for (lie, &to) in self.piles.of[card.index()].iter().zip(self.after.of(card)) {
            let condition: Vec<Lit> = when.iter().copied().chain([to]).collect();
            match lie.spot {
                Spot::On(below) => {
                    formula.imply(&condition, &[self.before.open(below)]);
                    if let Some(there) = self.before.column(below, column) {
                        formula.imply(&condition, &[there]);
                    }
                }
                Spot::Base(n) if n as usize == column => {
                    if let Some(empty) = self.before.empty(n) {
                        formula.imply(&condition, &[empty]);
                    }
                }
                _ => formula.imply(&condition, &[]),
            }
        }
    }

    fn write_draw(&self, formula: &mut Formula) {
        let Some(draw) = self.actions.draw else { return };
        let turned = (self.task.draw() as usize).min(self.piles.chain.len());
        let mut stock = Vec::new();
        // Entry `n`: more than `n` of the cards so far are in the stock.
        let mut earlier: Vec<Lit> = Vec::new();
        for &card in &self.piles.chain {
            let lies = |layer: &PilesLayer, spot| layer.find(self.piles, card, spot);
            let Some(here) = lies(self.before, Spot::Stock) else { continue };
            let stays = earlier.get(turned - 1).copied();
            let condition: Vec<Lit> = [draw, here].into_iter().chain(stays.map(|stays| !stays)).collect();
            formula.imply(&condition, lies(self.after, Spot::Waste).as_slice());
            if let (Some(stays), Some(still)) = (stays, lies(self.after, Spot::Stock)) {
                formula.imply(&[draw, here, stays], &[still]);
            }
            stock.push(here);
            earlier = counted(formula, &earlier, here, turned);
        }
        formula.imply(&[draw], &stock);
    }

    fn write_redeal(&self, formula: &mut Formula, before: &StockLayer) -> Vec<Lit> {
        let Some(redeal) = self.actions.redeal else { return Vec::new() };
        let at = |card, spot| self.before.find(self.piles, card, spot);
        let mut waste = Vec::new();
        for &card in &self.piles.chain {
            if let Some(stock) = at(card, Spot::Stock) {
                formula.add(&[!redeal, !stock]);
            }
            if let (Some(lies), Some(stock)) =
                (at(card, Spot::Waste), self.after.find(self.piles, card, Spot::Stock))
            {
                waste.push(lies);
                formula.add(&[!redeal, !lies, stock]);
            }
        }
        formula.imply(&[redeal], &waste);
        let Some(most) = self.piles.redeals(self.task) else { return Vec::new() };
        let most = most as usize;
        if before.used.len() == most {
            // As many redeals as allowed may have been made.
            before.used.last().into_iter().for_each(|&last| formula.add(&[!redeal, !last]));
        }
        let used: Vec<Lit> = (0..most.min(before.used.len() + 1)).map(|_| formula.new_lit()).collect();
        for (n, &now) in used.iter().enumerate() {
            if let Some(&was) = before.used.get(n) {
                formula.add(&[!was, now]);
            }
            match n.checked_sub(1) {
                Some(less) => formula.add(&[!redeal, !before.used[less], now]),
                None => formula.add(&[!redeal, now]),
            }
        }
        used
    }
}

/// A count in unary, up to `most`, with one literal more.
fn counted(formula: &mut Formula, before: &[Lit], next: Lit, most: usize) -> Vec<Lit> {
    let mut after = Vec::with_capacity(most.min(before.len() + 1));
    for n in 0..most.min(before.len() + 1) {
        let (was, less) = (before.get(n).copied(), n.checked_sub(1).map(|less| before[less]));
        let now = formula.new_lit();
        // now <-> was, or less and next
        was.into_iter().for_each(|was| formula.add(&[!was, now]));
        let condition: Vec<Lit> = [next].into_iter().chain(less).collect();
        formula.imply(&condition, &[now]);
        for part in condition {
            let clause: Vec<Lit> = [!now, part].into_iter().chain(was).collect();
            formula.add(&clause);
        }
        after.push(now);
    }
    after
}
