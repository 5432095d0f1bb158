//! Tests of swept sets: those of brute force, and those of the sweep for the games that it supports.

use super::{CHANGES, Disagreement, Work};
use crate::tamper;
use patsat_base::Limits;
use patsat_game::rules::Redeals;
use patsat_game::state::swept_set::SweptSet;
use patsat_search::{Budget, CertifyError, certify_swept};

impl Work<'_> {
    pub(super) fn swept_sets(&mut self) -> Result<(), Disagreement> {
        // Where cards come back, a move may lower the progress, so there is no such set.
        let rules = &self.instance.rules;
        if rules.worrying_back || rules.stock.redeals() == Redeals::Unlimited {
            return Ok(());
        }
        let Some(own) = self.oracle.swept(self.instance) else {
            return self.wrong("a position does not come back from its key");
        };
        self.swept_set(&own)?;
        for safe_home in [true, false] {
            let made = match certify_swept(self.instance, safe_home, &mut Budget::new(Limits::default())) {
                Ok(text) => SweptSet::read(self.instance, text.as_bytes()),
                Err(CertifyError::NotSwept) => return Ok(()),
                Err(CertifyError::Winnable) if self.oracle.is_won() => return Ok(()),
                Err(error) => return self.wrong(format!("is not made: {error}")),
            };
            match made {
                Ok(made) if safe_home => self.swept_set(&made)?,
                Ok(made) if made == own => {}
                Ok(made) => return self.wrong(format!("{made:?}, by brute force {own:?}")),
                Err(error) => return self.wrong(format!("does not read: {error}")),
            }
        }
        Ok(())
    }

    /// Checks a correct swept set, and changes of it.
    fn swept_set(&mut self, set: &SweptSet) -> Result<(), Disagreement> {
        let file = set.write(self.instance).into_bytes();
        match ((self.checkers.swept_set)(self.instance, &file), self.oracle.is_won()) {
            (Some(positions), false) if positions == set.positions() => self.count("made and accepted"),
            (None, true) => self.count("forged, refused"),
            (found, won) => return self.wrong(format!("{found:?} positions of a game that is won: {won}")),
        }
        for _ in 0..CHANGES {
            let changed = tamper::bytes(&mut self.dice, &file);
            let found = (self.checkers.swept_set)(self.instance, &changed);
            let read_set = SweptSet::read(self.instance, &changed);
            let is_true = !self.oracle.is_won() && read_set.is_ok_and(|read_set| read_set == *set);
            self.judged(found.is_some(), is_true, &format!("{found:?} positions"))?;
        }
        Ok(())
    }
}
