//! Makes programs with yarpgen. The global variables of its files become members of one object, and the values that it
//! adds to its hash become results.
//!
//! The environment variable `YARPGEN` names the command; the default is `yarpgen`.

use super::program::{Origin, Program};
use anyhow::{bail, Context, Result};
use std::path::Path;
use std::process::Command;

/// The program of a seed.
pub fn program(seed: u64, scratch: &Path) -> Result<Program> {
    let tool = std::env::var("YARPGEN").ok().filter(|y| !y.is_empty()).unwrap_or_else(|| "yarpgen".to_owned());
    let folder = scratch.join(format!("yarpgen{seed}"));
    std::fs::create_dir_all(&folder)?;
    let arguments = ["SOME", "ALL", "NONE"][(seed % 3) as usize];
    let output = Command::new("timeout")
        .args([
            "20",
            &tool,
            "--std=c++",
            &format!("--seed={seed}"),
            &format!("--inp-as-args={}", arguments.to_lowercase()),
        ])
        .arg(format!("--out-dir={}", folder.display()))
        .output()
        .with_context(|| format!("{tool} does not start"))?;
    if !output.status.success() {
        bail!("yarpgen ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    let read =
        |name: &str| std::fs::read_to_string(folder.join(name)).with_context(|| format!("yarpgen writes no {name}"));
    let text =
        class_of_program(&read("driver.cpp")?, &read("func.cpp")?).context("the text of yarpgen has another form")?;
    Ok(Program::new(Origin::Yarpgen(seed), text))
}

/// The class of a program of yarpgen; `None` if its files have another form than expected.
fn class_of_program(driver: &str, function: &str) -> Option<String> {
    let (declarations, main) = driver.split_once("int main()")?;
    let call = main.lines().find(|l| l.trim_start().starts_with("test("))?;
    let mut out = String::from(
        "struct Program {\nuint64_t *results;\nvoid hash(unsigned long long *, unsigned long long value) { emit(results, value); }\n",
    );
    let mut in_hash = false;
    for line in declarations.lines().chain(function.lines()) {
        in_hash |= line.starts_with("void hash(");
        let prototype = line.starts_with("void test(") && line.trim_end().ends_with(");");
        if !in_hash && !prototype && !line.starts_with("#include") {
            out.push_str(line);
            out.push('\n');
        }
        in_hash &= !line.starts_with('}');
    }
    out.push_str("void main_() {\ninit();\n");
    out.push_str(call);
    out.push_str("\nchecksum();\n}\n};\n");
    out.push_str("void run(uint64_t *out) { Program p = Program(); p.results = out; p.main_(); }\n");
    Some(out)
}
