//! Programs that repeat the launch of a witness on a device: CUDA for `.cu`, OpenCL for `.cl`.
//!
//! Exact in launch, arguments and contents. The device chooses the schedule: the program names the conflicting accesses
//! and the dynamic checker that can detect them.

mod cuda;
mod opencl;

use crate::finding::{is_confirmed, with_witness};
use std::fmt::Write;
use std::path::Path;
use wp_engine::{Argument, FileReport, Finding, Property};
use wp_kir::Type;

/// A program to write to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// Name of the file.
    pub name: String,
    /// The program.
    pub text: String,
}

/// The reproducers of the confirmed findings of a report, and why there is none for some.
///
/// `source` is the path of the checked file as the programs are to name it.
pub fn reproducers(report: &FileReport, source: &Path) -> (Vec<Reproducer>, Vec<String>) {
    let (mut programs, mut missing) = (Vec::new(), Vec::new());
    let is_opencl = source.extension().is_some_and(|e| e.eq_ignore_ascii_case("cl"));
    let stem = source.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    for kernel in &report.kernels {
        for finding in kernel.properties.iter().flat_map(|p| &p.findings).filter(|f| is_confirmed(f)) {
            let number = programs.len() + missing.len() + 1;
            let Some(witness) = &finding.witness else { continue };
            if report.is_hip {
                let why = "reproducers are programs of CUDA and OpenCL, and this is a kernel of HIP";
                missing.push(format!("kernel `{}`: {}: {why}", kernel.name, finding.diagnostic.message));
                continue;
            }
            let arguments = match &witness.arguments {
                Ok(arguments) => arguments,
                Err(why) => {
                    missing.push(format!("kernel `{}`: {}: {why}", kernel.name, finding.diagnostic.message));
                    continue;
                }
            };
            let launch = Launch { kernel: &kernel.name, source, witness, arguments, story: story(report, finding) };
            let (text, extension) =
                if is_opencl { (opencl::program(&launch), "c") } else { (cuda::program(&launch), "cu") };
            let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            let name = format!("{plain}_{number}_{}.{extension}", finding.diagnostic.code);
            programs.push(Reproducer { name, text });
        }
    }
    (programs, missing)
}

/// The data that a program is made from.
struct Launch<'a> {
    kernel: &'a str,
    source: &'a Path,
    witness: &'a wp_engine::Witness,
    arguments: &'a wp_engine::Arguments,
    /// The finding in words, a line each.
    story: Vec<String>,
}

fn story(report: &FileReport, finding: &Finding) -> Vec<String> {
    let (diagnostic, notes) = with_witness(finding);
    let mut lines = vec![format!("{}: {}", diagnostic.code, diagnostic.message)];
    for label in &diagnostic.labels {
        lines.push(format!("  {}: {}", report.sources.describe(label.span), label.text));
    }
    lines
        .extend(diagnostic.notes.iter().chain(&notes).filter(|n| !n.starts_with("replayed")).map(|n| format!("  {n}")));
    let checker = match finding.property {
        Property::Races => "racecheck sees races in shared memory; for those in global memory compare several runs",
        Property::Divergence => "synccheck sees barriers that not all threads reach",
        Property::Bounds => "memcheck sees accesses outside of an allocation",
        Property::Alignment => "memcheck sees misaligned accesses",
        Property::Initialised => "initcheck sees reads of global memory that nothing wrote, and none of shared memory",
        Property::IndexWidth => "memcheck sees accesses outside of an allocation, if the arrays have so many elements",
        _ => "the kernel's own assertions stop it where they are compiled in",
    };
    lines.push(format!("  dynamic checkers: {checker}"));
    // Text of the source must not end the comment, the line or the string that it is put into.
    lines.iter().map(|line| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()).collect()
}

/// The head of a program: the finding that it reproduces, as a comment.
fn comment(launch: &Launch, how: &str) -> String {
    let mut out = String::new();
    for line in launch.story.iter().map(String::as_str).chain(how.lines()) {
        // A backslash at its end would continue the comment.
        let _ = writeln!(out, "// {}", line.trim_end_matches('\\'));
    }
    out
}

/// A string literal of C.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '?' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The declaration of a scalar of the type with the value; types without a name in C are the bits.
fn scalar(name: &str, ty: Type, bytes: &[u8]) -> String {
    let mut raw = [0; 8];
    raw[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    let bits = u64::from_le_bytes(raw);
    match ty {
        Type::Float { bits: 32 } if f32::from_bits(bits as u32).is_finite() => {
            format!("float {name} = {:?}f;", f32::from_bits(bits as u32))
        }
        Type::Float { bits: 64 } if f64::from_bits(bits).is_finite() => {
            format!("double {name} = {:?};", f64::from_bits(bits))
        }
        _ => {
            let ty = match bytes.len() {
                1 => "unsigned char",
                2 => "unsigned short",
                4 if matches!(ty, Type::Int { signed: true, .. }) => return format!("int {name} = {};", int(bits)),
                4 => "unsigned int",
                _ => "unsigned long long",
            };
            format!("{ty} {name} = {bits:#x};")
        }
    }
}

/// A signed number of 32 bits; the least one has no literal.
fn int(bits: u64) -> String {
    match bits as u32 as i32 {
        i32::MIN => "-2147483647 - 1".to_owned(),
        value => value.to_string(),
    }
}

/// The first bytes of a buffer as the declaration of an array.
fn contents(name: &str, bytes: &[u8]) -> String {
    let mut out = format!("static const unsigned char {name}[] = {{");
    // An array has at least one element.
    for (i, byte) in bytes.iter().chain(bytes.is_empty().then_some(&0)).enumerate() {
        out.push_str(if i % 24 == 0 { "\n        " } else { " " });
        let _ = write!(out, "{byte},");
    }
    out.push_str("\n    };");
    out
}

/// The name of the variable of an argument: parameters may have names that the program uses itself.
fn variable(name: &str) -> String {
    format!("p_{}", name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>())
}

/// Declarations of the arguments: scalars as they are, the contents of buffers as arrays.
fn declarations(launch: &Launch) -> String {
    let mut out = String::new();
    for (name, value) in &launch.arguments.values {
        let line = match value {
            Argument::Scalar(ty, bytes) => scalar(&variable(name), *ty, bytes),
            Argument::Buffer { bytes, .. } => contents(&format!("{}_bytes", variable(name)), bytes),
            Argument::Local(_) => continue,
        };
        let _ = writeln!(out, "    {line}");
    }
    out
}

/// Prints the expected effects.
fn announcement(launch: &Launch) -> String {
    let mut out = String::new();
    for line in &launch.story {
        let _ = writeln!(out, "    puts({});", literal(line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_exact() {
        let float = |v: f32| scalar("x", Type::Float { bits: 32 }, &v.to_le_bytes());
        assert_eq!(float(0.1), "float x = 0.1f;");
        assert_eq!(float(-1e30), "float x = -1e30f;");
        assert_eq!(float(f32::INFINITY), "unsigned int x = 0x7f800000;");
        let signed = Type::Int { bits: 32, signed: true };
        assert_eq!(scalar("n", signed, &i32::MIN.to_le_bytes()), "int n = -2147483647 - 1;");
        assert_eq!(scalar("n", Type::Int { bits: 64, signed: true }, &(-1i64).to_le_bytes()).matches('f').count(), 16);
    }

    #[test]
    fn hostile_text_stays_in_its_place() {
        assert_eq!(literal("a\"b\\c\n??/"), "\"a\\\"b\\\\c \\?\\?/\"");
        assert_eq!(variable("a-b"), "p_a_b");
    }
}
