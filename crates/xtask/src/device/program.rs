//! The files of a program: CUDA text with the kernels and a table of them, and the cases as JSON.

use super::cases::{Case, CaseArgument};
use serde_json::{json, Value};
use std::fmt::Write;
use wp_engine::Argument;
use wp_kir::Type;

/// A source with launches of its kernels.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The name of the files.
    pub name: String,
    /// The file that the source is from.
    pub origin: String,
    /// Text of the source.
    pub source: String,
    /// Macros that are defined, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// The launches.
    pub cases: Vec<Case>,
}

/// Headers of CUDA by words of sources that need them: the front end declares all of their contents by itself.
const HEADERS: [(&[&str], &str); 5] = [
    (&["cooperative_groups", "cg::"], "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"),
    (&["half"], "#include <cuda_fp16.h>\n"),
    (&["bfloat16"], "#include <cuda_bf16.h>\n"),
    (&["memcpy_async", "__pipeline"], "#include <cuda_pipeline.h>\n"),
    (
        &["__requires", "__ensures", "__assert", "__assume", "__invariant", "__old", "__implies", "__barrier_inv"],
        "#include \"warpproof.h\"\n",
    ),
];

/// The headers that a source needs.
pub fn headers(source: &str) -> String {
    let mut out = String::from(
        "#include <cuda_runtime.h>\n#include <assert.h>\n#include <float.h>\n#include <limits.h>\n#include <math.h>\n\
         #include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
    );
    for (words, text) in HEADERS {
        if words.iter().any(|w| source.contains(w)) {
            out.push_str(text);
        }
    }
    out
}

impl Program {
    /// The kernels that are launched, each once.
    pub fn kernels(&self) -> Vec<&str> {
        let mut kernels: Vec<&str> = self.cases.iter().map(|c| c.kernel.as_str()).collect();
        kernels.sort_unstable();
        kernels.dedup();
        kernels
    }

    /// The CUDA file.
    pub fn text(&self) -> String {
        let mut out = format!("// {}\n{}", self.origin, headers(&self.source));
        for define in &self.defines {
            let (name, value) = define.split_once('=').unwrap_or((define, "1"));
            let _ = writeln!(out, "#define {name} {value}");
        }
        let _ = writeln!(out, "#define main main_of_the_source\n{}\n#undef main", self.source);
        out.push_str("#include \"harness.h\"\nstatic const wpd_kernel wpd_kernels[] = {\n");
        for kernel in self.kernels() {
            let _ = writeln!(out, "    (const void *){kernel},");
        }
        out.push_str("};\nint main() { return wpd_serve(wpd_kernels, sizeof wpd_kernels / sizeof *wpd_kernels); }\n");
        out
    }

    /// The cases.
    pub fn json(&self) -> Value {
        let kernels = self.kernels();
        let cases: Vec<Value> = self.cases.iter().map(|c| case(c, &kernels)).collect();
        json!({ "name": self.name, "origin": self.origin, "cases": cases })
    }
}

fn case(case: &Case, kernels: &[&str]) -> Value {
    json!({
        "kernel": case.kernel,
        "index": kernels.iter().position(|k| *k == case.kernel),
        "block": case.launch.block,
        "grid": case.launch.grid,
        "dynamic": case.dynamic_shared,
        "arguments": case.arguments.iter().map(argument).collect::<Vec<_>>(),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

fn type_name(ty: Type) -> String {
    match ty {
        Type::Float { bits } => format!("f{bits}"),
        Type::Int { bits, signed: true } => format!("i{bits}"),
        Type::Int { bits, signed: false } => format!("u{bits}"),
        Type::Bool => "u8".to_owned(),
        Type::Ptr => "u64".to_owned(),
    }
}

fn argument(argument: &CaseArgument) -> Value {
    let (name, ty) = (&argument.name, type_name(argument.ty));
    match &argument.value {
        Argument::Buffer { size, bytes } => {
            let changed: Vec<Value> = argument.changed.iter().map(|(at, run)| json!([at, hex(run)])).collect();
            // JSON has no infinities.
            let open = argument.open.iter().map(|v| match v.range {
                Some((low, high)) => json!([v.offset, v.width, format!("{low:?}"), format!("{high:?}")]),
                None => json!([v.offset, v.width]),
            });
            let open: Vec<Value> = open.collect();
            json!({ "name": name, "type": ty, "size": size, "bytes": hex(bytes), "changed": changed, "open": open })
        }
        Argument::Scalar(_, bytes) => json!({ "name": name, "type": ty, "scalar": hex(bytes) }),
        Argument::Local(size) => json!({ "name": name, "type": ty, "local": size }),
    }
}
