//! Packs the page into one HTML file: `patsat-web-pack MODULE.wasm PAGE-FOLDER OUT.html`.
//!
//! A single file works from a disk as from a server. A browser does not let a page on a disk load modules, a
//! worker's script or WebAssembly from files beside it. The packer therefore inlines the scripts (`inline`),
//! generates the bindings of the module (`wasm-bindgen`, as a library, so that its version is the one in `Cargo.lock`),
//! and stores the compressed module as text. The page creates its worker and its module from them.

mod inline;

use anyhow::{Context, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// Maximum size of the compressed module, so that it loads quickly on a phone.
const MOST_BYTES: usize = 3 << 20;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, page, out] = &arguments[..] else {
        bail!("expected three arguments: the module, the folder of the page, and the file to write")
    };
    let (glue, wasm) = bound(module)?;
    let squeezed = gzip(&wasm)?;
    if squeezed.len() > MOST_BYTES {
        bail!("the module has {} bytes squeezed: expected at most {MOST_BYTES}", squeezed.len());
    }
    let read = |name: &str| {
        let path = page.join(name);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    let styles = ["page.css", "board.css", "panel.css", "touch.css"].iter().map(|name| read(name));
    let cards = read("../../crates/report/src/replay/page/cards.css")?;
    let style = styles.collect::<anyhow::Result<String>>()? + &cards;
    let html = read("index.html")?
        .replace("{{style}}", &style)
        .replace("{{worker}}", &script(&format!("{glue}\n{}", inline::script(&page.join("worker.js"))?))?)
        .replace("{{script}}", &script(&inline::script(&page.join("main.js"))?)?)
        .replace("{{wasm}}", &BASE64_STANDARD.encode(&squeezed));
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(out, &html).with_context(|| out.display().to_string())?;
    println!(
        "{}: {} bytes; the module {} bytes, squeezed {}",
        out.display(),
        html.len(),
        wasm.len(),
        squeezed.len()
    );
    Ok(())
}

/// Returns the script that calls the module, and the module with its bindings.
fn bound(module: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).no_modules(true)?.typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.generate_output()?;
    Ok((output.js().to_owned(), output.wasm_mut().emit_wasm()))
}

fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Checks that a script can be inlined in a page: its text must not end the script element.
fn script(text: &str) -> anyhow::Result<String> {
    if text.contains("</script") || text.contains("<!--") {
        bail!("a script holds the end of its own element");
    }
    Ok(text.to_owned())
}
