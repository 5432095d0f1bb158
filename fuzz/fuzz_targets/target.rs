//! Any target of `patsat-fuzzing`, by the name in `PATSAT_TARGET`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patsat_fuzzing::{Target, targets};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("PATSAT_TARGET").unwrap_or_default();
    targets::named(&name).unwrap_or_else(|| panic!("PATSAT_TARGET is '{name}', which is no target"))
});

fuzz_target!(|data: &[u8]| (TARGET.run)(data));
