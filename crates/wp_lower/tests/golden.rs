//! The printed KIR of small kernels, compared with the files in `golden/`. `WP_BLESS=1` rewrites them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use wp_clang::{Language, ParseOptions};
use wp_lower::{lower, LowerOptions};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn lowered(source: &Path) -> String {
    let language = if source.extension().is_some_and(|e| e == "cl") { Language::OpenCl } else { Language::Cuda };
    let unit = wp_clang::parse(source, language, &ParseOptions::default()).expect("Clang runs");
    let mut out = String::new();
    for result in lower(&unit, &LowerOptions::default()).kernels {
        match result.kernel {
            Ok(kernel) => {
                if let Err(errors) = wp_kir::verify(&kernel) {
                    panic!("{}: {errors:?}", result.name);
                }
                writeln!(out, "{kernel}").expect("writing to a string");
            }
            Err(error) => writeln!(out, "{}: {}\n", result.name, error.message).expect("writing to a string"),
        }
    }
    out
}

fn check(name: &str) {
    let source = folder().join(name);
    let expected = source.with_extension(if name.ends_with("cl") { "cl.kir" } else { "kir" });
    let found = lowered(&source);
    if std::env::var_os("WP_BLESS").is_some() {
        std::fs::write(&expected, &found).expect("the folder is writable");
        return;
    }
    let text = std::fs::read_to_string(&expected).unwrap_or_default();
    assert!(text == found, "{} differs; found:\n{found}", expected.display());
}

#[test]
fn calls() {
    check("calls.cu");
}

#[test]
fn declarations() {
    check("declarations.cu");
}

#[test]
fn memory() {
    check("memory.cu");
}

#[test]
fn control() {
    check("control.cu");
}

#[test]
fn sync() {
    check("sync.cu");
}

#[test]
fn vectors() {
    check("vectors.cl");
}

#[test]
fn macros() {
    check("macros.cl");
}

#[test]
fn annotations() {
    check("annotations.cu");
}

#[test]
fn errors() {
    check("errors.cu");
}
