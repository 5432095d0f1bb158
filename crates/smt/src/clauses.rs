//! SAT encodings as scripts: the bridge from [`patsat_encodings::schemes`] to SMT-LIB.
//!
//! A formula's variables become Boolean constants `b0`, `b1`, ..., its clauses assertions. Counts that it keeps
//! beside clauses (see [`patsat_encodings::sums`]) are written as bit-vectors. A count is a sum of `ite`s that is wide
//! enough, named once for each set of literals. A bound on it is `bvule` or the literal that lifts the bound.
//! That is in the standard; `(_ at-most n)` is z3's own, and sums over the integers took z3 ten times as long.
//!
//! The encoding itself reads models, from the values of the Boolean constants. A missing value counts as
//! false, since solvers leave out what they need not choose. Bounds, options, and what no model means are
//! those of the SAT encoding.

use super::script::Script;
use super::term::{BitVec, Bool, Sort, Term, count, or};
use super::{BuildError, PlanScript, ScriptSizeError, ScriptSource, SmtEncoding, Values};
use patsat_encodings::formula::{self, Formula};
use patsat_encodings::options::Options;
use patsat_encodings::task::Task;
use patsat_encodings::unroll::{Encoding, Start, Unit, Unroll, UnsupportedError};
use rustsat::types::{Lit, Var};
use std::collections::HashMap;
use std::sync::Arc;

/// A SAT encoding and what of it is no clause.
#[derive(Clone, Copy, Debug)]
pub struct Bridge {
    /// The name in its errors.
    pub(super) name: &'static str,
    pub(super) logic: &'static str,
    pub(super) start: Start,
    /// Whether counts are sums.
    pub(super) sums: bool,
}

/// The row of a SAT encoding, clauses and nothing else.
pub(super) const fn row(encoding: &Encoding) -> SmtEncoding {
    let Encoding { name, source, unit, first_bound, as_script, start, .. } = *encoding;
    // The first bound of a SAT encoding is one of whole deals, by a solver that is asked many.
    let first_bound = match unit {
        Unit::Moves | Unit::MovesToSorted | Unit::Steps => 3,
        Unit::PhaseSteps | Unit::DrawSteps => first_bound,
    };
    let about = "the SAT encoding as an SMT-LIB script, for solvers without DIMACS";
    // An error names the encoding as in its own table.
    let bridge = Bridge { name, logic: "QF_UF", start, sums: false };
    SmtEncoding { name: as_script, about, source, unit, first_bound, written: ScriptSource::From(bridge) }
}

/// Writes the formula of a bound as a script.
///
/// # Errors
/// If the encoding cannot express the task, or formula or script reach the memory limit.
pub(super) fn build(
    bridge: &Bridge,
    task: &Task,
    options: &Options,
    bound: u32,
    most_mib: Option<u64>,
) -> Result<PlanScript, BuildError> {
    let unsupported = |UnsupportedError { what, .. }| UnsupportedError { encoding: bridge.name, what };
    let mut unrolling = (bridge.start)(task, options).map_err(unsupported)?;
    let mut formula = Formula::with_limit(most_mib);
    if bridge.sums {
        formula = formula.with_sums();
    }
    let too_large =
        |formula::FormulaSizeError { limit_mib, clauses }| ScriptSizeError { limit_mib, assertions: clauses };
    let goal = unrolling.grow(bound, &mut formula).map_err(too_large)?;
    formula.add(&[goal]);
    formula.check().map_err(too_large)?;
    let mut writing = Writer::new(bridge.logic, most_mib, &formula, unrolling.as_ref());
    writing.clauses(&formula)?;
    writing.sums(&formula);
    let Writer { script, variables, .. } = writing;
    // Not part of the script yet: only a question for least cost needs it, and its sort.
    let costs = unrolling.costs();
    let cost = (!costs.is_empty()).then(|| count(costs.iter().map(|&lit| literal(lit))));
    script.check()?;
    let wanted = variables.into_iter().map(name).collect();
    Ok(PlanScript { script, wanted, bound, reader: reader(unrolling), cost, minimized: false })
}

/// The steps of a model, as the SAT encoding reads them.
fn reader(unrolling: Box<dyn Unroll>) -> super::Reader {
    let unrolling: Arc<dyn Unroll> = unrolling.into();
    Arc::new(move |_: &Task, _: u32, values: &Values| {
        unrolling.read(&|lit: Lit| values.bool(&name(lit.var())).unwrap_or(false) == lit.is_pos())
    })
}

fn name(variable: Var) -> String {
    format!("b{}", variable.idx())
}

fn literal(lit: Lit) -> Term<Bool> {
    let variable = Term::symbol(name(lit.var()));
    if lit.is_pos() { variable } else { !variable }
}

/// The number of bits that hold a count of `of` literals.
fn width(of: usize) -> u32 {
    of.max(1).ilog2() + 1
}

fn bits(value: usize, width: u32) -> Term<BitVec> {
    Term::symbol(format!("(_ bv{value} {width})"))
}

/// The number of true literals, added up in pairs: the standard's `bvadd` takes two.
fn added(literals: &[Lit], width: u32) -> Term<BitVec> {
    let (none, one) = (bits(0, width), bits(1, width));
    let mut terms: Vec<Term<BitVec>> =
        literals.iter().map(|&lit| one.where_else(&literal(lit), &none)).collect();
    while terms.len() > 1 {
        let add = |pair: &[Term<BitVec>]| match pair {
            [a, b] => Term::apply("bvadd", [a.text(), b.text()]),
            rest => rest.first().unwrap_or(&none).clone(),
        };
        terms = terms.chunks(2).map(add).collect();
    }
    terms.pop().unwrap_or(none)
}

/// A script in the making.
struct Writer {
    script: Script,
    /// The variables that occur in a clause, in a count or in the costs.
    variables: Vec<Var>,
    used: Vec<bool>,
}

impl Writer {
    fn new(logic: &'static str, most_mib: Option<u64>, formula: &Formula, unrolling: &dyn Unroll) -> Writer {
        let mut used = vec![false; formula.size().variables as usize];
        let mut uses = |lit: &Lit| used[lit.vidx()] = true;
        formula.clauses_from(0).flatten().for_each(&mut uses);
        formula.sums().iter().flat_map(|sums| &sums.counted).flatten().for_each(&mut uses);
        unrolling.costs().iter().for_each(uses);
        let mut script = Script::new(logic, most_mib);
        let names: HashMap<Var, String> = unrolling.names().into_iter().collect();
        let variables: Vec<Var> =
            (0..).zip(&used).filter(|(_, used)| **used).map(|(n, _)| Var::new(n)).collect();
        for &variable in &variables {
            if let Some(meaning) = names.get(&variable) {
                script.comment(&format!("{} is {meaning}", name(variable)));
            }
            script.constant(name(variable), &Sort::bool());
        }
        Writer { script, variables, used }
    }

    fn clauses(&mut self, formula: &Formula) -> Result<(), ScriptSizeError> {
        for clause in formula.clauses_from(0) {
            self.script.assert(&or(clause.iter().map(|&lit| literal(lit))));
        }
        self.script.check()
    }

    fn sums(&mut self, formula: &Formula) {
        let Some(sums) = formula.sums() else { return };
        let mut named: Vec<Option<Term<BitVec>>> = vec![None; sums.counted.len()];
        for sum in sums.bounds.iter().filter(|sum| self.used[sum.unless.vidx()]) {
            let counted = &sums.counted[sum.counted];
            let width = width(counted.len());
            let total = named[sum.counted].get_or_insert_with(|| {
                let name = format!("sum_{}", sum.counted);
                self.script.define(name, &Sort::bits(width), &added(counted, width))
            });
            let most = bits(sum.most, width);
            let bounded = Term::apply("bvule", [total.text(), most.text()]);
            self.script.assert(&or([&bounded, &literal(sum.unless)]));
        }
    }
}
