//! Files compressed as competitions take them.

use flate2::{Compression, GzBuilder};
use lzma_rust2::{XzOptions, XzWriter};
use std::io::{self, Write};

/// Compresses a file by the end of its name: `.xz`, `.gz`, anything else not at all.
///
/// The same bytes give the same file: no name and no time stands in it.
pub(super) fn squeezed(name: &str, bytes: &[u8]) -> io::Result<Vec<u8>> {
    if name.ends_with(".xz") {
        let mut out = XzWriter::new(Vec::new(), XzOptions::with_preset(6))?;
        out.write_all(bytes)?;
        return out.finish();
    }
    if name.ends_with(".gz") {
        let mut out = GzBuilder::new().write(Vec::new(), Compression::best());
        out.write_all(bytes)?;
        return out.finish();
    }
    Ok(bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_is_compressed_comes_back() {
        let text: Vec<u8> =
            (0..200_000_u32).flat_map(|n| format!("{} 0\n", n % 977 * n % 977).into_bytes()).collect();
        for bytes in [&text[..], b"", b"p cnf 0 0\n"] {
            let mut back = Vec::new();
            let xz = squeezed("f.cnf.xz", bytes).unwrap();
            lzma_rust2::XzReader::new(&xz[..], true).read_to_end(&mut back).unwrap();
            assert_eq!(back, bytes);
            back.clear();
            let gz = squeezed("f.cnf.gz", bytes).unwrap();
            flate2::read::GzDecoder::new(&gz[..]).read_to_end(&mut back).unwrap();
            assert_eq!(back, bytes);
            assert_eq!(xz, squeezed("g.xz", bytes).unwrap());
            assert_eq!(squeezed("f.cnf", bytes).unwrap(), bytes);
        }
        assert!(squeezed("f.xz", &text).unwrap().len() < text.len() / 10);
    }
}
