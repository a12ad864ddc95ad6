//! Single-file C programs that return 0 when they are right: a file becomes a class, its variables members, and what it prints results. A program
//! without variables outside of functions that prints nothing keeps its functions as they are, so that it can take their addresses.
//!
//! What C allows and C++ does not is rewritten where the text tells how: sizes of arrays that their initialisers give, repeated declarations of a
//! variable, `_Bool`.

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
    unsigned long strlen(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
    char *strcpy(char *to, const char *from) { char *start = to; while ((*to++ = *from++)) {} return start; }
    char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
    int strcmp(const char *a, const char *b) {
        while (*a && *a == *b) { a++; b++; }
        return (int)(unsigned char)*a - (int)(unsigned char)*b;
    }
    int strncmp(const char *a, const char *b, unsigned long n) {
        while (n && *a && *a == *b) { a++; b++; n--; }
        return n ? (int)(unsigned char)*a - (int)(unsigned char)*b : 0;
    }
    char *strchr(const char *s, int c) {
        while (*s && *s != (char)c) s++;
        return *s == (char)c ? (char *)s : nullptr;
    }
    char *strrchr(const char *s, int c) {
        const char *found = nullptr;
        do { if (*s == (char)c) found = s; } while (*s++);
        return (char *)found;
    }
    void *memset(void *at, int c, unsigned long n) {
        for (unsigned long i = 0; i < n; i++) ((unsigned char *)at)[i] = (unsigned char)c;
        return at;
    }
    void *memcpy(void *to, const void *from, unsigned long n) {
        for (unsigned long i = 0; i < n; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
        return to;
    }
    int memcmp(const void *a, const void *b, unsigned long n) {
        for (unsigned long i = 0; i < n; i++) {
            int x = ((const unsigned char *)a)[i], y = ((const unsigned char *)b)[i];
            if (x != y) return x - y;
        }
        return 0;
    }
";

/// The program of a file.
pub fn program(path: &Path) -> Result<Program> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(Program { origin: Origin::Suite(path.to_owned()), text: convert(&text) })
}

/// A line outside of functions that declares variables: not a function, a type or a directive.
fn declares_variables(line: &str) -> bool {
    let line = line.trim();
    let is_type = ["typedef ", "struct ", "union ", "enum "].iter().any(|tag| line.starts_with(tag));
    let is_end = line.starts_with('}') && line.len() > 2;
    let words = line.split_whitespace().count();
    is_end
        || line.ends_with(';') && !line.contains('(') && words > 1 && (!is_type || words > 2 && !line.contains('{'))
        || line.contains('=') && !line.starts_with('#')
}

/// The number of elements that the initialiser behind `[] =` gives; none where it has designators.
fn elements(initialiser: &str) -> Option<usize> {
    let mut list = initialiser.trim_start();
    if let Some(text) = list.strip_prefix('"') {
        let text = text.split_once('"')?.0;
        return (!text.contains('\\')).then_some(text.len() + 1);
    }
    list = list.strip_prefix('{')?;
    let (mut depth, mut commas, mut last) = (0, 0, ',');
    for c in list.chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' if depth == 0 => return Some(if last == ',' { commas } else { commas + 1 }),
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            '.' | '[' | '"' | '\'' | '/' | '#' => return None,
            _ => {}
        }
        last = if c.is_whitespace() { last } else { c };
    }
    None
}

/// The text with the sizes that initialisers give to arrays outside of functions.
fn with_sizes(text: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut rest) = (0i32, text);
    while let Some(at) = rest.find(['{', '}', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let size = from.strip_prefix("[]").filter(|_| depth == 0);
        let initialiser = size.and_then(|s| s.trim_start().strip_prefix('='));
        match initialiser.and_then(elements) {
            Some(n) => out.push_str(&format!("[{n}")),
            None => out.push_str(&from[..1]),
        }
        depth += i32::from(from.starts_with('{')) - i32::from(from.starts_with('}'));
        rest = &from[1..];
    }
    out.push_str(rest);
    out
}

/// A program that is read as it stands, in a namespace.
fn without_variables(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().filter(|l| !(l.trim().starts_with('#') && l.contains("include"))) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

fn convert(text: &str) -> String {
    let text = &with_sizes(&text.replace("_Bool", "bool"));
    let arguments = if text.contains("main(int") || text.contains("main (int") { "1, nullptr" } else { "" };
    let mut depth = 0i32;
    let outside = text.lines().filter(|line| {
        let is_top = depth == 0;
        depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
        is_top || depth == 0 && line.starts_with('}')
    });
    let has_variables = outside.fold(false, |found, line| found | declares_variables(line));
    let needs_library = ["include", "printf", "puts", "putchar", "strlen", "memset"].iter().any(|w| text.contains(w));
    if !has_variables && !needs_library {
        let mut out = without_variables(text);
        if let Some(end) = end_of_main(&out) {
            out.insert_str(end, "\nreturn 0;\n");
        }
        out.push_str(&format!("void run(uint64_t *out) {{ emit(out, (uint64_t)(int64_t)main({arguments})); }}\n"));
        return out;
    }
    let mut out = format!("struct Program {{\n{PRINTING}");
    let mut depth = 0i32;
    let mut declared: Vec<&str> = Vec::new();
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
        // C takes declarations of the same variable for one.
        let repeated = is_top && depth == 0 && declares_variables(trimmed) && !trimmed.contains(['=', '{', '}', ',']);
        if repeated && trimmed.ends_with(';') {
            let start = trimmed.trim_end_matches(';');
            let is_initialised = |l: &str| l.strip_prefix(start).is_some_and(|rest| rest.trim_start().starts_with('='));
            if declared.contains(&trimmed) || text.lines().any(is_initialised) {
                continue;
            }
            declared.push(trimmed);
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
