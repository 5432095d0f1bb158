//! The wider facts, which hold where any of several narrow ones of a card does.

use super::{Spot, Spots};
use patsat_encodings::task::CardId;

impl Spots {
    /// The wider facts, those of one card from narrow to wide.
    pub(super) fn add_wider(&mut self) {
        self.wider = vec![None; self.facts.len()];
        for card in self.task.card_ids() {
            let own = |of: &dyn Fn(Spot) -> bool| -> Vec<u32> {
                self.of(card).filter(|&fact| of(self.facts[fact as usize].1)).collect()
            };
            let bottoms = own(&|place| matches!(place, Spot::BottomOf(_)));
            let stocks = own(&|place| matches!(place, Spot::StockLeft(_)));
            let wastes = own(&|place| matches!(place, Spot::WasteLeft(_)));
            if !bottoms.is_empty() {
                let wide = self.add_wide(card, Spot::Bottom, bottoms.clone());
                bottoms.iter().for_each(|&fact| self.wider[fact as usize] = Some(wide));
            }
            // They are in the order of how many redeals are left.
            for (facts, most, any) in [
                (stocks, Spot::StockLeft as fn(u16) -> Spot, Spot::Stock),
                (wastes, Spot::WasteLeft as fn(u16) -> Spot, Spot::Waste),
            ] {
                let mut wides: Vec<u32> = facts.first().copied().into_iter().collect();
                for n in 1..facts.len() {
                    let place = if n + 1 == facts.len() { any } else { most(n as u16) };
                    wides.push(self.add_wide(card, place, facts[..=n].to_vec()));
                }
                for (n, pair) in wides.windows(2).enumerate() {
                    self.wider[pair[0] as usize] = Some(pair[1]);
                    self.wider[facts[n + 1] as usize] = Some(pair[1]);
                }
            }
        }
    }

    fn add_wide(&mut self, card: CardId, place: Spot, narrow: Vec<u32>) -> u32 {
        self.facts.push((card, place));
        self.leave_only.push(false);
        self.covers.push(narrow);
        self.wider.push(None);
        self.facts.len() as u32 - 1
    }

    /// How many facts are narrow.
    #[must_use]
    pub fn narrow(&self) -> u32 {
        self.first[self.task.cards.len()]
    }

    /// The narrow facts that this one needs one of, if it is wide.
    #[must_use]
    pub fn covered(&self, fact: u32) -> Option<&[u32]> {
        let wide = fact.checked_sub(self.narrow())?;
        self.covers.get(wide as usize).map(|facts| &facts[..])
    }

    /// The fact that a pattern starts from where a position has this narrow one. Of redeals a
    /// pattern says only how many are left at most: with fewer of them nothing more can be done.
    #[must_use]
    pub fn widened(&self, fact: u32) -> u32 {
        match self.facts[fact as usize].1 {
            Spot::StockLeft(1..) | Spot::WasteLeft(1..) => self.wider[fact as usize].unwrap_or(fact),
            _ => fact,
        }
    }
}
