//! The named encodings, in one table.

mod table;

pub use table::{DEFAULT, ENCODINGS, UnknownEncoding, encoding};
