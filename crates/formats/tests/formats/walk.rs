//! Random play.

use patsat_game::state::{Instance, Plan, Table};

/// A small generator of numbers, so that a seed means the same test for ever.
pub(super) struct Lcg(u64);

impl Lcg {
    pub(super) fn new(seed: u64) -> Lcg {
        Lcg(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, values: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 24) % values.max(1) as u64) as usize
    }
}

/// Random legal moves from the start, at most `steps`, and where they lead.
pub(super) fn random_walk(instance: &Instance, steps: usize, seed: u64) -> (Plan, Table) {
    let mut lcg = Lcg::new(seed);
    let mut table = instance.table();
    let mut plan = Plan::default();
    for _ in 0..steps {
        let moves = table.moves();
        if moves.is_empty() {
            break;
        }
        let action = moves[lcg.below(moves.len())];
        table.apply(action).unwrap();
        plan.moves.push(action);
    }
    (plan, table)
}
