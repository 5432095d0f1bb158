//! The `patsat` program.

fn main() {}
