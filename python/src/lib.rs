//! The Python package `patsat`: this crate is its module `patsat._native`.
//!
//! It only translates: texts and numbers of Python become requests of the façade `patsat`, answers become objects,
//! errors become exceptions. Verdicts and pictures come from `patsat-report`; the command and the reader of files come
//! from `patsat-cli`. The doc comments of functions and methods are the docstrings. Types are in `patsat/_native.pyi`.

mod answer;
mod blind;
mod checked;
mod count;
mod deal;
mod errors;
mod explain;
mod formula;
mod json;
mod plan;
mod reduced;
mod solving;
mod source;
mod survey;
mod tables;
mod work;

use patsat_cli::Build;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

/// Runs the program with these arguments and returns its exit code.
///
/// `program` is the file that starts the program again, for campaigns. The program handles signals itself.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>, program: Option<PathBuf>) -> u8 {
    let build = Build { commit: "of the Python package", target: env!("PATSAT_TARGET"), program };
    let arguments = [OsString::from("patsat")].into_iter().chain(arguments);
    py.detach(move || {
        let status = patsat_cli::status(arguments, build);
        // Rust does not flush at the end of a Python process. A closed pipe is no error.
        let _ = std::io::stdout().flush();
        status
    })
}

/// The part of the package that is not written in Python.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::blind::{Advice, Played, View, play, view_of_line};
    #[pymodule_export]
    use crate::checked::{Checked, verify};
    #[pymodule_export]
    use crate::deal::{Deal, domain, games};
    #[pymodule_export]
    use crate::explain::{Hint, Why, hint, why};
    #[pymodule_export]
    use crate::formula::{Clauses, Formula, encode, encodings};
    #[pymodule_export]
    use crate::plan::Plan;
    #[pymodule_export]
    use crate::reduced::{lift, lower, reduce};
    #[pymodule_export]
    use crate::run_command;
    #[pymodule_export]
    use crate::solving::{backends, solve};
    #[pymodule_export]
    use crate::survey::{Survey, survey};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python prescribes")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
