//! Makes programs with csmith. Global variables become members of one object, functions become its member functions,
//! and the values that csmith adds to its checksum become results.
//!
//! This keeps the meaning of a program: members are initialised in the order of their declarations, like global
//! variables, and a pointer to a global variable becomes a pointer to a member.

use super::program::{Origin, Program};
use anyhow::{bail, Context, Result};
use std::path::Path;
use std::process::{Command, Stdio};

/// True if csmith is installed.
pub fn available() -> bool {
    let run = Command::new("csmith").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|s| s.success())
}

/// The options for a seed. Of 16 programs, one has about csmith's default size, 3 are smaller, and 12 are small. The
/// options for kinds of data vary too.
fn options(seed: u64) -> Vec<&'static str> {
    let mut all = vec!["--lang-cpp", "--cpp11", "--no-argc", "--quiet", "--concise"];
    all.extend(match seed % 16 {
        0 => [
            "--max-funcs",
            "5",
            "--max-block-depth",
            "4",
            "--max-array-len-per-dim",
            "5",
            "--max-expr-complexity",
            "10",
        ],
        1..=3 => {
            ["--max-funcs", "3", "--max-block-depth", "3", "--max-array-len-per-dim", "4", "--max-expr-complexity", "6"]
        }
        _ => {
            ["--max-funcs", "2", "--max-block-depth", "2", "--max-array-len-per-dim", "3", "--max-expr-complexity", "4"]
        }
    });
    match seed / 16 % 8 {
        0 => all.push("--float"),
        1 => all.extend(["--max-block-size", "8"]),
        2 => all.extend(["--no-volatiles", "--max-pointer-depth", "4"]),
        3 => all.extend(["--max-struct-fields", "4", "--max-union-fields", "3"]),
        _ => {}
    }
    all
}

/// The program of a seed.
pub fn program(seed: u64, scratch: &Path) -> Result<Program> {
    let output = Command::new("timeout")
        .args(["20", "csmith", "--seed", &seed.to_string()])
        .args(options(seed))
        // csmith writes a file about the platform to its working folder.
        .current_dir(scratch)
        .output()
        .context("csmith does not start")?;
    if !output.status.success() {
        bail!("csmith ended with {}", output.status);
    }
    let text =
        class_of_program(&String::from_utf8_lossy(&output.stdout)).context("the text of csmith has another form")?;
    let text = with_unique_type_names(&text, seed);
    Ok(Program::new(Origin::Csmith(seed), text))
}

/// The text with the seed appended to the names of structs and unions (`S0`, `U1`): Clang prints them without their
/// namespaces, so they must be unique in a file.
fn with_unique_type_names(text: &str, seed: u64) -> String {
    let mut out = String::with_capacity(text.len() * 9 / 8);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        out.push_str(before);
        out.push_str(word);
        let number = word.strip_prefix(['S', 'U']).unwrap_or("");
        if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
            out.push_str(&format!("_{seed}"));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The class of a program of csmith; `None` if its text has another form than expected.
fn class_of_program(text: &str) -> Option<String> {
    let (_, body) = text.split_once("#include \"csmith.h\"")?;
    let (functions, main) = body.split_once("int main (void)")?;
    let mut out = String::from("struct Program {\n");
    for line in functions.lines() {
        // In a class no prototypes are needed.
        let prototype = line.starts_with("static ") || line.starts_with("inline ");
        if prototype && line.ends_with(");") && !line.contains('=') {
            continue;
        }
        let line = line.strip_prefix("inline ").unwrap_or(line);
        out.push_str(line.strip_prefix("static ").unwrap_or(line));
        out.push('\n');
    }
    out.push_str("void main_(uint64_t *out)");
    for line in main.lines() {
        let dropped = ["printf", "platform_main", "crc32_gentab", "return 0;"].iter().any(|w| line.contains(w));
        if !dropped {
            let line = line.replace("transparent_crc_bytes (", "emit_bytes(out, ");
            let line = line.replace("transparent_crc_bytes(", "emit_bytes(out, ");
            out.push_str(&line.replace("transparent_crc(", "emit(out, "));
            out.push('\n');
        }
    }
    out.push_str("};\nvoid run(uint64_t *out) { Program p = Program(); p.main_(out); }\n");
    Some(out)
}
