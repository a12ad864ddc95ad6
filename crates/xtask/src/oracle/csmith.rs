//! Programs of csmith: global variables become members of one object, functions its member functions, and the checksums results.
//!
//! That keeps what a program does: members are initialised in the order of their declarations, as globals are, and a pointer to a global is a pointer
//! to a member.

use super::program::{Origin, Program};
use anyhow::{bail, Context, Result};
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether the program is installed.
pub fn available() -> bool {
    let run = Command::new("csmith").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|s| s.success())
}

/// The options of a seed. Sizes are bounded so that a program takes about a second; kinds of data vary.
fn options(seed: u64) -> Vec<&'static str> {
    let mut all = vec!["--lang-cpp", "--cpp11", "--no-argc", "--quiet", "--concise"];
    all.extend(["--max-funcs", "5", "--max-block-depth", "4", "--max-array-len-per-dim", "5"]);
    match seed % 8 {
        0 => all.push("--float"),
        1 => all.extend(["--max-block-size", "8", "--max-expr-complexity", "6"]),
        2 => all.extend(["--no-volatiles", "--max-pointer-depth", "4"]),
        3 => all.extend(["--max-struct-fields", "4", "--max-union-fields", "3"]),
        _ => {}
    }
    // Bit-fields and `#pragma pack` are not lowered: three of four programs are without, so that they tell about the rest.
    if seed % 4 != 3 {
        all.extend(["--no-bitfields", "--no-packed-struct"]);
    }
    all
}

/// The program of a seed.
pub fn program(seed: u64, scratch: &Path) -> Result<Program> {
    let output = Command::new("timeout")
        .args(["20", "csmith", "--seed", &seed.to_string()])
        .args(options(seed))
        // csmith leaves a file about the platform where it runs.
        .current_dir(scratch)
        .output()
        .context("csmith does not start")?;
    if !output.status.success() {
        bail!("csmith ended with {}", output.status);
    }
    let text = convert(&String::from_utf8_lossy(&output.stdout)).context("the text of csmith has another form")?;
    Ok(Program { origin: Origin::Csmith(seed), text })
}

fn convert(text: &str) -> Option<String> {
    let (_, body) = text.split_once("#include \"csmith.h\"")?;
    let (functions, main) = body.split_once("int main (void)")?;
    let mut out = String::from("struct Program {\n");
    for line in functions.lines() {
        // In a class every function is known to the others.
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
