//! The position at one time: a literal a card and location, and what every position satisfies.

use super::{Location, Places};
use crate::constraints::{at_most_one, exactly_one};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::CardId;
use itertools::Itertools;
use rustsat::types::Lit;

/// The literals of one time.
#[derive(Clone, Debug)]
pub struct Layer {
    at: Vec<Vec<Lit>>,
}

impl Layer {
    /// Writes a position.
    pub fn new(formula: &mut Formula, places: &Places, options: &Options) -> Layer {
        let at = places.of.iter().map(|of| of.iter().map(|_| formula.new_lit()).collect()).collect();
        let layer = Layer { at };
        for card in places.cards() {
            exactly_one(formula, options.at_most_one, &layer.at[card.index()]);
            layer.write_uppers(formula, places, options, card);
        }
        layer.write_home(formula, places);
        if options.invariants {
            layer.write_chains(formula, places);
        }
        layer
    }

    /// Says that everything lies where it was dealt.
    pub fn fix_start(&self, formula: &mut Formula) {
        self.at.iter().for_each(|of| formula.add(&[of[0]]));
    }

    /// The literal of a card at a location, if it has that location.
    #[must_use]
    pub fn find(&self, places: &Places, card: CardId, location: Location) -> Option<Lit> {
        let n = places.of[card.index()].iter().position(|&of| of == location)?;
        Some(self.at[card.index()][n])
    }

    /// The literals of a card, in the order of [`Places::of`].
    #[must_use]
    pub fn of(&self, card: CardId) -> &[Lit] {
        &self.at[card.index()]
    }

    /// The literal "at home".
    #[must_use]
    pub fn home(&self, card: CardId) -> Lit {
        // Home is every card's last location.
        self.at[card.index()][self.at[card.index()].len() - 1]
    }

    /// The cards that may lie on a card, each with the literal that it does.
    pub fn uppers<'a>(
        &'a self,
        places: &'a Places,
        card: CardId,
    ) -> impl Iterator<Item = (CardId, Lit)> + 'a {
        let uppers = places.upper[card.index()].iter();
        uppers.filter_map(move |&(upper, at)| Some((upper, self.find(places, upper, at)?)))
    }

    /// The location of a card in a model.
    pub fn read(&self, places: &Places, card: CardId, model: &dyn Fn(Lit) -> bool) -> Option<Location> {
        let true_ones = |n: &usize| model(self.at[card.index()][*n]);
        let n = (0..self.at[card.index()].len()).filter(true_ones).exactly_one().ok()?;
        Some(places.of[card.index()][n])
    }

    /// One card on a card at most, none on one that is home, in a cell or in the reserve.
    fn write_uppers(&self, formula: &mut Formula, places: &Places, options: &Options, card: CardId) {
        let uppers: Vec<Lit> = self.uppers(places, card).map(|(_, lit)| lit).collect();
        at_most_one(formula, options.at_most_one, &uppers);
        let cell_only =
            if places.fills[card.index()] { None } else { self.find(places, card, Location::Loose) };
        let cell = self.find(places, card, Location::Cell);
        let reserve = places.reserved[card.index()].then(|| self.of(card)[0]);
        for bare in [Some(self.home(card)), cell, cell_only, reserve].into_iter().flatten() {
            uppers.iter().for_each(|&upper| formula.add(&[!upper, !bare]));
        }
    }

    /// Not more cards of a kind are home than of the kind before it.
    fn write_home(&self, formula: &mut Formula, places: &Places) {
        for (kind, before) in places.before.iter().enumerate() {
            let Some(before) = before else { continue };
            let (cards, befores) = (&places.cards_of[kind], &places.cards_of[before.index()]);
            let slack = places.slack[kind];
            for more in 1..=cards.len().saturating_sub(slack) {
                // slack + more of this kind need as many as `more` of the kind before.
                for chosen in cards.iter().combinations(slack + more) {
                    for missing in befores.iter().combinations((befores.len() + 1).saturating_sub(more)) {
                        let condition: Vec<Lit> = chosen.iter().map(|&&c| self.home(c)).collect();
                        let then: Vec<Lit> = missing.iter().map(|&&c| self.home(c)).collect();
                        formula.imply(&condition, &then);
                    }
                }
            }
        }
    }

    /// What lies untouched lies on what is untouched. (Follows from the steps.)
    fn write_chains(&self, formula: &mut Formula, places: &Places) {
        for card in places.cards() {
            if let (Some(Location::Native), Some(below)) =
                (places.of[card.index()].first(), places.dealt_on[card.index()])
            {
                formula.add(&[!self.at[card.index()][0], self.at[below.index()][0]]);
            }
        }
    }
}
