//! The encodings on tiny tasks, held against exhaustive search.

mod agreement;
mod common;
mod draws;
mod ends;
mod exists;
mod left;
mod objective;
mod runs;
mod task;
