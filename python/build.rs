//! Passes the target triple to the command.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_else(|_| "unknown target".into());
    println!("cargo::rustc-env=PATSAT_TARGET={target}");
}
