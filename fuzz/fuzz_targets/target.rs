//! Any target of `patsat-fuzzing`, by the name in `PATSAT_TARGET`; libFuzzer's changes and ours by turns.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use patsat_fuzzing::{Target, mutate, targets};
use patsat_testkit::Dice;
use std::sync::OnceLock;

fn target() -> &'static (&'static Target, Vec<Vec<u8>>) {
    static TARGET: OnceLock<(&'static Target, Vec<Vec<u8>>)> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("PATSAT_TARGET").unwrap_or_default();
        let target = targets::named(&name).unwrap_or_else(|| {
            let names: Vec<&str> = targets::all().map(|target| target.name).collect();
            panic!("PATSAT_TARGET is '{name}': expected one of {}", names.join(", "))
        });
        (target, (target.seeds)())
    })
}

fuzz_target!(|data: &[u8]| (target().0.run)(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 2 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let (target, seeds) = target();
    let mut bytes = data[..size].to_vec();
    mutate::change(&mut Dice::new(seed.into()), &mut bytes, seeds, target.words);
    bytes.truncate(max_size);
    data[..bytes.len()].copy_from_slice(&bytes);
    bytes.len()
});
