//! Tests on small kernels, written in a shorthand of the printed IR.
//!
//! `tid`, `bid`, `dim`, `gid` are the usual coordinates; `#3` is `3:u32`; `A[e]`, `S[e]`, `P[e]` are the addresses of `u32` elements of
//! a global parameter without known size, of a shared array of 64 elements, and of a private array of 4.
//! Variables: `n` (parameter), `i j x y` of type `u32`, `q` of type `bool`, `p` of type `ptr`, `f` of type `f32`.

mod barriers;
mod doubts;
mod memory;
mod named;
mod races;
mod values;
mod warps;

use crate::*;
use wp_base::Id;
use wp_kir::{parse_kernel, verify, Dialect, Kernel, ObjectId, ParamId};

/// The object behind `A`.
fn object_a() -> ObjectId {
    ObjectId::from_index(0)
}

/// The parameter `n`.
fn param_n() -> ParamId {
    ParamId::from_index(1)
}

fn word(w: &str) -> Option<&'static str> {
    Some(match w {
        "tid" => "threadIdx.x",
        "bid" => "blockIdx.x",
        "dim" => "blockDim.x",
        "gid" => "((blockIdx.x * blockDim.x) + threadIdx.x)",
        "n" => "v1",
        "i" => "v2",
        "j" => "v3",
        "x" => "v4",
        "y" => "v5",
        "q" => "v6",
        "p" => "v7",
        "f" => "v8",
        _ => return None,
    })
}

/// Replaces the shorthand.
fn expand(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut closers = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        if c.is_alphabetic() || c == '_' {
            let start = at;
            while at < chars.len() && (chars[at].is_alphanumeric() || matches!(chars[at], '_' | '.')) {
                at += 1;
            }
            let name: String = chars[start..at].iter().collect();
            let base = match name.as_str() {
                "A" => Some("v0"),
                "S" => Some("&o1"),
                "P" => Some("&o2"),
                _ => None,
            };
            match base {
                Some(base) if chars.get(at) == Some(&'[') => {
                    out += &format!("ptradd({base}, int_to_int((");
                    closers.push(" * 4:u32)):i64)");
                    at += 1;
                }
                _ => out += word(&name).unwrap_or(&name),
            }
        } else if c == '#' {
            at += 1;
            while at < chars.len() && chars[at].is_ascii_digit() {
                out.push(chars[at]);
                at += 1;
            }
            out += ":u32";
        } else if c == '[' {
            closers.push("]");
            out.push(c);
            at += 1;
        } else if c == ']' {
            out += closers.pop().unwrap_or("]");
            at += 1;
        } else if c == '"' {
            out.push(c);
            at += 1;
            while chars[at] != '"' {
                out.push(chars[at]);
                at += 1;
            }
            out.push('"');
            at += 1;
        } else if c == ':' {
            // A type or label is no shorthand.
            out.push(c);
            at += 1;
            while at < chars.len() && chars[at].is_alphanumeric() {
                out.push(chars[at]);
                at += 1;
            }
        } else {
            out.push(c);
            at += 1;
        }
    }
    out
}

fn kernel_of(dialect: &str, body: &str) -> Kernel {
    let text = format!(
        "kernel \"k\" {dialect} {{ loops 4; labels 4;
        param p0 \"a\": ptr = v0 -> o0; param p1 \"n\": u32 = v1;
        object o0 \"a\" global param p0 elem u32 init input;
        object o1 \"s\" shared declared elem u32 size 256 init undefined;
        object o2 \"l\" private declared elem u32 size 16 init undefined;
        var v0 \"a\": ptr; var v1 \"n\": u32; var v2 \"i\": u32; var v3 \"j\": u32; var v4 \"x\": u32; var v5 \"y\": u32;
        var v6 \"q\": bool; var v7 \"p\": ptr; var v8 \"f\": f32;
        body {{ {} }} }}",
        expand(body)
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&kernel).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    kernel
}

fn cuda(body: &str) -> Kernel {
    kernel_of("cuda", body)
}

fn opencl(body: &str) -> Kernel {
    let kernel = kernel_of("opencl", body);
    assert_eq!(kernel.dialect, Dialect::OpenCl);
    kernel
}

fn zero_inputs() -> Inputs {
    Inputs::default()
}

/// Runs with defaults on a linear launch, under three schedules that must agree on whether there is a race.
fn go(kernel: &Kernel, block: u32, grid: u32) -> Outcome {
    go_with(kernel, block, grid, &zero_inputs(), &Config::default())
}

fn go_with(kernel: &Kernel, block: u32, grid: u32, inputs: &Inputs, config: &Config) -> Outcome {
    let launch = ConcreteLaunch::linear(block, grid);
    let first = run(kernel, &launch, inputs, config);
    assert_eq!(first, run(kernel, &launch, inputs, config), "a run is determined by its inputs");
    for schedule in [Schedule::Descending, Schedule::Seeded(7)] {
        let other = run(kernel, &launch, inputs, &Config { schedule, ..config.clone() });
        assert_eq!(other.has_race(), first.has_race(), "{schedule:?}: {:?}\n{:?}", other.findings, first.findings);
        assert_eq!(other.has_divergence(), first.has_divergence(), "{schedule:?}");
    }
    first
}

fn races(outcome: &Outcome) -> Vec<(AccessKind, AccessKind, bool)> {
    let mut found: Vec<_> = outcome
        .findings
        .iter()
        .filter_map(|f| match f {
            Finding::Race { first, second, same_block, .. } => {
                Some((first.kind.min(second.kind), first.kind.max(second.kind), *same_block))
            }
            _ => None,
        })
        .collect();
    found.sort();
    found
}

fn clean(outcome: &Outcome) {
    assert_eq!(outcome.findings, []);
    assert_eq!(outcome.end, End::Completed);
}

fn word_of_a(outcome: &Outcome, index: i64) -> u64 {
    outcome.memory[&object_a()].read(index * 4, 4).unwrap_or(0)
}
