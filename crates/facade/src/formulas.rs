//! Exports a formula and imports a model of it.

use patsat_encodings::schemes;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_planning::formula::{BoundedFormula, FormulaError, FormulaRequest, NoPlanError};

/// The reason why there is no formula, or no plan from a model of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// There is no such encoding.
    #[error(transparent)]
    Encoding(#[from] schemes::UnknownEncodingError),
    /// The encoding does not support the game, or the formula is too large.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The text is no model of the formula.
    #[error(transparent)]
    Model(#[from] NoPlanError),
}

/// The formula "there is a plan within this horizon", with its variable map, for any solver.
///
/// ```
/// # use patsat_facade as patsat;
/// let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
/// let bounded = patsat::encode(&game, "exists", 3)?;
/// let (size, dimacs) = (bounded.formula().size(), bounded.dimacs());
/// assert!(dimacs.starts_with("c ") && dimacs.contains(&format!("p cnf {}", size.variables)));
/// assert!(dimacs.contains("c card-0 is ")); // which card, which variable
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such encoding, or if it does not support this game.
pub fn encode<'a>(
    game: &'a Instance,
    encoding: &str,
    horizon: u32,
) -> Result<BoundedFormula<'a>, EncodeError> {
    let request = FormulaRequest::new(schemes::encoding(encoding)?, horizon);
    Ok(BoundedFormula::build(game, request)?)
}

/// A model that a solver printed back to a plan, decoded and replayed.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::encodings::Formula;
/// # use rustsat::types::Lit;
/// # use varisat::ExtendFormula;
/// # fn solved(formula: &Formula) -> String {
/// #     let mut solver = varisat::Solver::new();
/// #     for clause in formula.clauses_from(0) {
/// #         let lits: Vec<_> =
/// #             clause.iter().map(|l: &Lit| varisat::Lit::from_dimacs(l.to_ipasir() as isize)).collect();
/// #         solver.add_clause(&lits);
/// #     }
/// #     assert!(solver.solve().unwrap());
/// #     let model = solver.model().unwrap();
/// #     let words: Vec<String> = model.iter().map(|l| l.to_dimacs().to_string()).collect();
/// #     format!("s SATISFIABLE\nv {} 0\n", words.join(" "))
/// # }
///
/// let game = patsat::read("Foundations: H-K C-K D-K S-J\n: QS KS\n:\n:\n:\n:\n:\n:\n:\n")?;
/// let bounded = patsat::encode(&game, "exists", 3)?;
/// let printed: String = solved(bounded.formula()); // by a solver of yours
/// let plan = patsat::decode(&game, "exists", 3, &printed)?;
/// assert_eq!(plan.moves.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such formula, or the text is no model of it.
pub fn decode(
    game: &Instance,
    encoding: &str,
    horizon: u32,
    model: &str,
) -> Result<Verified<Plan>, EncodeError> {
    Ok(encode(game, encoding, horizon)?.plan(model)?)
}
