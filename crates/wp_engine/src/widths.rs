//! Operations that exceed 32 bits on the way to an address, as findings for people, and the verdict on them.

use crate::arrays::element;
use crate::findings::{thread_name, witness_of};
use crate::{Exclusion, Finding, Property, Verdict};
use wp_base::{Diagnostic, Severity};
use wp_check::index_width::Exceeding;
use wp_kir::{BinOp, ExprKind, Kernel, Type};

/// A property that only such great arrays break.
const OTHERWISE: &str = "an array has so many elements that an index exceeds 32 bits";

/// The finding of an operation. It is an error where the program gives all sizes of the launch.
pub(crate) fn finding(kernel: &Kernel, found: &Exceeding, memory: u64) -> Finding {
    let operation = &kernel.exprs[found.operation];
    let what = match operation.kind {
        ExprKind::Binary(BinOp::Mul, ..) => "product",
        ExprKind::Binary(BinOp::Shl, ..) => "shift",
        ExprKind::Binary(..) => "sum",
        _ => "conversion",
    };
    let name = &kernel.objects[found.object].name;
    let (exact, device) = found.result;
    let signed = matches!(operation.ty, Type::Int { signed: true, .. });
    let ty = if signed { "int" } else { "unsigned int" };
    let message = format!("a 32-bit {what} in an index of `{name}` exceeds its type");
    let at = |offset: i128| i64::try_from(offset).ok().map(|offset| element(kernel, found.object, offset));
    let accessed = match at(found.offset.0).zip(at(found.offset.1)) {
        Some((exact, device)) => format!("accesses `{device}` instead of `{exact}`"),
        None => "accesses another element".to_owned(),
    };
    let mut diagnostic = Diagnostic::error("WP0304", message);
    diagnostic = match operation.span == found.access {
        true => diagnostic.primary(operation.span, format!("is {exact}, and {device} as `{ty}`; {accessed}")),
        false => diagnostic
            .primary(operation.span, format!("is {exact}, and {device} as `{ty}`"))
            .secondary(found.access, accessed),
    };
    let memory_used =
        format!("the arrays take {} of the {} of the device", gigabytes(found.bytes), gigabytes(memory.into()));
    let undefined = "signed overflow is undefined: a compiler may also compute the index in 64 bits, or assume that it does not happen";
    diagnostic = diagnostic.note(memory_used);
    if signed && what != "conversion" {
        diagnostic = diagnostic.note(undefined);
    }
    diagnostic = diagnostic.help(match what {
        "conversion" => "keep the index in a variable of 64 bits, such as `size_t`".to_owned(),
        _ => format!("compute the {what} in 64 bits: convert its first operand to `{}`", wide(kernel, signed)),
    });
    if !found.is_of_program {
        diagnostic.severity = Severity::Warning;
    }
    let witness = witness_of(kernel, (found.launch, &found.inputs), vec![thread_name(&found.thread)]);
    Finding { witness: Some(witness), object: Some(name.to_string()), ..Finding::new(Property::IndexWidth, diagnostic) }
}

/// A type of 64 bits in the language of a kernel, which keeps the sign.
fn wide(kernel: &Kernel, signed: bool) -> &'static str {
    match (kernel.dialect.is_cpp(), signed) {
        (true, true) => "long long",
        (false, true) => "long",
        (true, false) => "size_t",
        (false, false) => "ulong",
    }
}

/// The verdict: refuted where the program shows one of the findings.
pub(crate) fn verdict(findings: &[Finding]) -> Verdict {
    let is_error = |f: &Finding| f.diagnostic.severity == Severity::Error;
    if findings.iter().any(is_error) {
        return Verdict::Refuted;
    }
    if findings.is_empty() {
        return Verdict::Proved;
    }
    Verdict::UnusualLaunch(Exclusion { conditions: Vec::new(), otherwise: vec![OTHERWISE.to_owned()] })
}

/// A number of bytes in units of 2^30, rounded up.
fn gigabytes(bytes: i128) -> String {
    let tenths = (bytes * 10 + (1 << 30) - 1) >> 30;
    match tenths % 10 {
        0 => format!("{} GiB", tenths / 10),
        rest => format!("{}.{rest} GiB", tenths / 10),
    }
}
