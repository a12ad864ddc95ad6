//! Launch and front-end flags from the first lines of a kernel file: GPUVerify's (`//--blockDim=64 --gridDim=2`) and
//! our own (`//@ flags: --block 64 --grid 1`).

use std::path::{Path, PathBuf};
use wp_engine::block_or_grid;
use wp_kir::{Dim, Launch};

/// The expectation in the header.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// Extents.
    pub launch: Launch,
    /// `-D`
    pub defines: Vec<String>,
    /// `-I`, relative to the file
    pub includes: Vec<PathBuf>,
    /// An option that this reader does not know, if there is one; such files are left out of studies.
    pub unknown: Option<String>,
}

/// Options without influence on what is studied.
const HARMLESS: [&str; 8] = [
    "--no-inline",
    "--equality-abstraction",
    "--no-infer",
    "--infer-info",
    "--debug",
    "--only-log",
    "--no-exit-arrives",
    "--boogie-file",
];

/// Reads the header of a file.
pub fn read(text: &str, path: &Path) -> Header {
    let mut header = Header { launch: Launch::ANY, defines: Vec::new(), includes: Vec::new(), unknown: None };
    let line = text
        .lines()
        .take(3)
        .filter_map(|line| {
            let comment = line.trim().strip_prefix("//")?.trim();
            comment.strip_prefix("@ flags:").or(comment.starts_with('-').then_some(comment))
        })
        .next()
        .unwrap_or_default();
    let mut words = line.split_whitespace().peekable();
    let mut global = None;
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word, None),
        };
        let mut value = || value.or_else(|| words.next_if(|w| !w.starts_with('-'))).unwrap_or_default().to_owned();
        match name {
            "--block" | "--blockDim" | "--local_size" => match block_or_grid(&value()) {
                Ok(block) => header.launch.block = block,
                Err(_) => header.unknown = Some(word.to_owned()),
            },
            "--grid" | "--gridDim" | "--num_groups" => match block_or_grid(&value()) {
                Ok(grid) => header.launch.grid = grid,
                Err(_) => header.unknown = Some(word.to_owned()),
            },
            "--global_size" => global = Some(value()),
            _ if name.starts_with("-D") => header.defines.push(name[2..].to_owned()),
            _ if word.starts_with("-I") => {
                let folder = path.parent().unwrap_or(Path::new(""));
                header.includes.push(folder.join(&word[2..]));
            }
            _ if HARMLESS.contains(&name) => {}
            _ => header.unknown = Some(word.to_owned()),
        }
    }
    if let Some(text) = global {
        let all = block_or_grid(&text).unwrap_or([Dim::Any; 3]);
        for (grid, (all, block)) in header.launch.grid.iter_mut().zip(all.iter().zip(header.launch.block)) {
            *grid = match (all, block) {
                (Dim::Known(all), Dim::Known(block)) => Dim::Known(all / block.max(1)),
                _ => Dim::Any,
            };
        }
    }
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_styles_are_read() {
        let ours = read("//@ flags: --block 8,4 -DN=3\n", Path::new("a/k.cu"));
        assert_eq!(ours.launch.block, [Dim::Known(8), Dim::Known(4), Dim::Known(1)]);
        assert_eq!(ours.launch.grid, [Dim::Any; 3]);
        assert_eq!(ours.defines, ["N=3"]);
        let theirs = read("//pass\n//--blockDim=[16,2] --gridDim=* --no-inline -Iinc\n", Path::new("a/k.cu"));
        assert_eq!(theirs.launch.block, [Dim::Known(16), Dim::Known(2), Dim::Known(1)]);
        assert_eq!(theirs.launch.grid, [Dim::Any, Dim::Known(1), Dim::Known(1)]);
        assert_eq!((theirs.includes, theirs.unknown), (vec![PathBuf::from("a/inc")], None));
        let sized = read("//pass\n//--global_size=256 --local_size=64\n", Path::new("k.cl"));
        assert_eq!(sized.launch.grid, [Dim::Known(4), Dim::Known(1), Dim::Known(1)]);
        assert!(read("//pass\n//--loop-unwind=4\n", Path::new("k.cl")).unknown.is_some());
    }
}
