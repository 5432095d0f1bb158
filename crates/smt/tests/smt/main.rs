//! Scripts of tiny tasks, held against exhaustive search.

#[path = "../../../../encodings/tests/encodings/common/mod.rs"]
mod common;
mod thesis;
