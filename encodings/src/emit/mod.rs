//! Formulas as files for any solver, and its models read back.
//!
//! A file begins with comments for its readers: what the caller reports about it, and what each variable
//! means. Literals are DIMACS numbers, variable 1 being the first.

mod cubes;
mod dimacs;
mod model;
mod qbf_answer;
mod qdimacs;
mod wcnf;

pub use cubes::{cube_line, read_cube_line};
pub use dimacs::{write_clauses, write_dimacs};
pub use model::{Model, ModelError, Verdict, read_model, read_model_of};
pub use qbf_answer::{QbfAnswer, QbfAnswerError, read_qbf_answer};
pub use qdimacs::write_qdimacs;
pub use wcnf::{write_wcnf, write_weighted_wcnf};

use rustsat::types::Var;
use std::io::{self, Write};

/// The comments that a file begins with.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Lines about the whole.
    pub header: Vec<String>,
    /// What variables mean.
    pub names: Vec<(Var, String)>,
}

impl Legend {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for line in self.header.iter().flat_map(|text| text.lines()) {
            writeln!(out, "c {line}")?;
        }
        for (var, name) in &self.names {
            writeln!(out, "c var {} {name}", var.idx() + 1)?;
        }
        Ok(())
    }
}
