//! Single-file C programs that return 0 when they are right: a file becomes a class, its variables members, and what it prints results.

use super::program::{Origin, Program};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The C files below a folder, in order.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// What is printed becomes results: integers and strings by their values, other arguments by their number.
const PRINTING: &str = "uint64_t *results;
    void record(const char *text) { do emit(results, (unsigned char)*text); while (*text++); }
    void record(char *text) { record((const char *)text); }
    void record(double value) { emit(results, value < 1e15 && value > -1e15 ? (uint64_t)(int64_t)(value * 1000.0) : 1); }
    void record(float value) { record((double)value); }
    void record(int value) { emit(results, (uint64_t)(int64_t)value); }
    void record(unsigned value) { emit(results, value); }
    void record(long value) { emit(results, (uint64_t)value); }
    void record(unsigned long value) { emit(results, value); }
    void record(long long value) { emit(results, (uint64_t)value); }
    void record(unsigned long long value) { emit(results, value); }
    void record(char value) { emit(results, (uint64_t)(int64_t)value); }
    void record(signed char value) { emit(results, (uint64_t)(int64_t)value); }
    void record(unsigned char value) { emit(results, value); }
    void record(short value) { emit(results, (uint64_t)(int64_t)value); }
    void record(unsigned short value) { emit(results, value); }
    void record(bool value) { emit(results, value); }
    template <class T> void record(T *) { emit(results, 2); }
    template <class... T> int printf(const char *format, T... values) { record(format); (record(values), ...); return 0; }
    int puts(const char *text) { record(text); return 0; }
    int putchar(int value) { record(value); return value; }
";

/// The program of a file.
pub fn program(path: &Path) -> Result<Program> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(Program { origin: Origin::Suite(path.to_owned()), text: convert(&text) })
}

fn convert(text: &str) -> String {
    let mut out = format!("struct Program {{\n{PRINTING}");
    let mut depth = 0i32;
    for line in text.lines() {
        let is_top = depth == 0;
        depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
        let trimmed = line.trim();
        // In a class every function is known to the others, and what is needed of the headers is at hand.
        let prototype =
            is_top && depth == 0 && trimmed.ends_with(");") && !trimmed.contains('=') && !trimmed.contains("(*");
        if (trimmed.starts_with('#') && trimmed.contains("include")) || (prototype && !trimmed.starts_with('#')) {
            continue;
        }
        let line = if is_top { line.strip_prefix("static ").unwrap_or(line) } else { line };
        let line = if is_top { line.strip_prefix("extern ").unwrap_or(line) } else { line };
        out.push_str(line);
        out.push('\n');
    }
    // A member function has no implicit result 0 as main has.
    if let Some(end) = end_of_main(&out) {
        out.insert_str(end, "\nreturn 0;\n");
    }
    let arguments = if text.contains("main(int") || text.contains("main (int") { "1, nullptr" } else { "" };
    out.push_str("};\nvoid run(uint64_t *out) {\n  Program p = Program();\n  p.results = out;\n");
    out.push_str(&format!("  emit(out, (uint64_t)(int64_t)p.main({arguments}));\n}}\n"));
    out
}

/// The position of the brace that ends the body of main.
fn end_of_main(text: &str) -> Option<usize> {
    let name = text.find("main(").or_else(|| text.find("main ("))?;
    let mut depth = 0;
    for (at, c) in text[name..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(name + at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
