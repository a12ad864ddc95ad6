//! The remedy for a finding: an atomic operation for an update, a barrier for communication, a guard for an index.
//!
//! Input: a suspect. Output: one line of advice. It is guessed from the statements of the kernel, and no verdict
//! depends on it.

use crate::{Cure, Finding};
use wp_base::Span;
use wp_check::Site;
use wp_kir::{visit, BinOp, CopyStep, Dialect, ExprId, ExprKind, Kernel, Space, StmtKind, VarId};
use wp_prove::PairKind;
use wp_summary::Invalid;

/// Advice on an access out of bounds.
pub(crate) const BOUNDS: &str = "guard the access, or state the range of the index with `__requires`";
/// Advice on a misaligned access.
pub(crate) const ALIGNMENT: &str = "make the offset a multiple of the width of the access, or access narrower elements";
/// Advice on a read of an element that nothing wrote.
pub(crate) const INITIALISED: &str = "write the element before it is read, or do not use the value";
/// Advice on barrier divergence.
pub(crate) const DIVERGENCE: &str = "move the barrier out of the condition or loop that depends on the thread";
/// Advice on a thread that ends before a barrier.
pub(crate) const EARLY_EXIT: &str =
    "let every thread of the block reach the barrier: guard the work instead of returning early";

/// Advice on an invalid access.
pub(crate) fn invalid(fault: &Invalid) -> &'static str {
    match fault {
        Invalid::Null => "make sure that the pointer points to an object on every path",
        Invalid::ConstantWrite => "constant memory is written by the host only",
    }
}

/// Advice on a race of two accesses.
pub(crate) fn race(kernel: &Kernel, space: Space, first: &Site, second: &Site, pair: PairKind) -> String {
    let sites = [first.span, second.span];
    if sites.iter().all(|s| kernel.bit_field_stores.contains(s)) {
        return "adjacent bit-fields share a word: give each thread a word of its own, or members that are no bit-fields"
            .to_owned();
    }
    let statement = one_statement(sites);
    if let Some(op) = statement.and_then(|s| update_at(kernel, s)) {
        return format!("several threads update the same element: {}", atomic(kernel.dialect, op));
    }
    const WAIT: &str = "wait for the asynchronous copy (`cp.async.wait_group`, `__pipeline_wait_prior`)";
    if pair == PairKind::SameThread {
        return format!("{WAIT} before the thread uses the memory again");
    }
    if first.span != second.span && sites.iter().any(|s| is_of_copy(kernel, *s)) && pair == PairKind::SameBlock {
        return format!("{WAIT}, and then separate the two accesses by a barrier that all threads of the block reach");
    }
    if first.span == second.span && !is_in_loop(kernel, first.span) {
        return "make the threads access different elements, or let one thread write".to_owned();
    }
    if pair == PairKind::OtherBlock {
        return "these accesses race across blocks, which no barrier of a block synchronizes: make the threads access \
                different elements, write to another array, use atomics, or split the kernel"
            .to_owned();
    }
    let barrier = match (kernel.dialect, space) {
        (Dialect::Cuda | Dialect::Hip, _) => "`__syncthreads()`",
        (Dialect::OpenCl, Space::Shared) => "`barrier(CLK_LOCAL_MEM_FENCE)`",
        (Dialect::OpenCl, _) => "`barrier(CLK_GLOBAL_MEM_FENCE)`",
    };
    if let Some(statement) = statement.filter(|_| first.span != second.span) {
        return match is_in_loop(kernel, statement) {
            true => format!(
                "separate the iterations by a barrier ({barrier}) that all threads of the block reach; within an \
                 iteration, read the element into a variable, put a barrier behind it, and write after the barrier; or \
                 write to another array"
            ),
            false => format!(
                "one statement reads and writes the array: read the element into a variable, put a barrier ({barrier}) \
                 that all threads of the block reach behind the read, and write after the barrier; or write to another \
                 array"
            ),
        };
    }
    format!(
        "separate the two accesses by a barrier ({barrier}) that all threads of the block reach, or make the threads \
         access different elements"
    )
}

/// True if an asynchronous copy of a thread stands at a place.
fn is_of_copy(kernel: &Kernel, span: Span) -> bool {
    let mut found = false;
    visit(&kernel.body, &mut |stmt| found |= stmt.span == span && stmt.kind == StmtKind::Copy(CopyStep::Begin));
    found
}

/// Gives races within a block the advice on the race of the same accesses across blocks, where there is one: a barrier
/// orders only the former.
pub(crate) fn repeat_advice_across_blocks(findings: &mut [Finding]) {
    let order = |f: &Finding| match f.cure {
        Some(Cure::Order { sites, within_block, .. }) => Some((sites, within_block)),
        _ => None,
    };
    let across: Vec<([Span; 2], Option<String>)> = findings
        .iter()
        .filter_map(|f| order(f).filter(|(_, within_block)| !within_block).map(|(s, _)| (s, f.diagnostic.help.clone())))
        .collect();
    for finding in findings {
        let Some(([one, other], true)) = order(finding) else { continue };
        let same = across.iter().find(|(sites, _)| *sites == [one, other] || *sites == [other, one]);
        if let Some((_, help)) = same {
            finding.diagnostic.help.clone_from(help);
        }
    }
}

/// The place of a statement that has both accesses, if one of them is the statement as a whole.
fn one_statement([one, other]: [Span; 2]) -> Option<Span> {
    [(one, other), (other, one)].into_iter().find(|(inner, outer)| within(*inner, *outer)).map(|(_, outer)| outer)
}

/// The function that updates an element atomically, in the words of the language.
fn atomic(dialect: Dialect, op: Option<BinOp>) -> String {
    let name = match op {
        Some(BinOp::Add) => "add",
        Some(BinOp::Sub) => "sub",
        Some(BinOp::And) => "and",
        Some(BinOp::Or) => "or",
        Some(BinOp::Xor) => "xor",
        Some(BinOp::Min) => "min",
        Some(BinOp::Max) => "max",
        _ => {
            let exchange = if dialect.is_cpp() { "atomicCAS" } else { "atomic_cmpxchg" };
            return format!("use an atomic operation, such as a loop with `{exchange}`");
        }
    };
    match dialect {
        Dialect::Cuda | Dialect::Hip => {
            let (head, tail) = name.split_at(1);
            format!("use `atomic{}{tail}`", head.to_uppercase())
        }
        Dialect::OpenCl => format!("use `atomic_{name}`"),
    }
}

/// Tests if the statement at a place reads an element and stores there what it computed from it; if so, the operation
/// where there is one. A statement that reads another element of the same array as well, such as `s[i] += s[i + n]`,
/// communicates between threads: no update.
fn update_at(kernel: &Kernel, span: Span) -> Option<Option<BinOp>> {
    let (mut loads, mut stores) = (Vec::new(), Vec::new());
    visit(&kernel.body, &mut |s| match &s.kind {
        StmtKind::Load { var, ptr, .. } if within(s.span, span) => loads.push((*var, *ptr)),
        StmtKind::Store { ptr, value, .. } if s.span == span => stores.push((*ptr, *value)),
        _ => {}
    });
    stores.into_iter().find_map(|(target, value)| {
        let of_array = loads.iter().filter(|(_, ptr)| same(kernel, base(kernel, *ptr), base(kernel, target)));
        let (own, others): (Vec<_>, Vec<_>) = of_array.partition(|(_, ptr)| same(kernel, *ptr, target));
        let own: Vec<VarId> = own.into_iter().map(|(var, _)| var).collect();
        (others.is_empty() && reads(kernel, value, &own)).then(|| operation(kernel, value))
    })
}

/// The object or parameter that a pointer is computed from.
fn base(kernel: &Kernel, ptr: ExprId) -> ExprId {
    match &kernel.exprs[ptr].kind {
        ExprKind::PtrAdd(inner, _) => base(kernel, *inner),
        _ => ptr,
    }
}

fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// True if an expression reads one of the variables.
fn reads(kernel: &Kernel, expr: ExprId, vars: &[VarId]) -> bool {
    let kind = &kernel.exprs[expr].kind;
    matches!(kind, ExprKind::Var(v) if vars.contains(v)) || kind.children().into_iter().any(|e| reads(kernel, e, vars))
}

/// The outermost operation, below conversions.
fn operation(kernel: &Kernel, expr: ExprId) -> Option<BinOp> {
    match &kernel.exprs[expr].kind {
        ExprKind::Cast(_, inner) => operation(kernel, *inner),
        ExprKind::Binary(op, ..) => Some(*op),
        _ => None,
    }
}

/// True if two expressions are written alike.
fn same(kernel: &Kernel, a: ExprId, b: ExprId) -> bool {
    if a == b {
        return true;
    }
    let (one, other) = (&kernel.exprs[a].kind, &kernel.exprs[b].kind);
    let (left, right) = (one.children(), other.children());
    let heads = match (one, other) {
        (ExprKind::PtrAdd(..), ExprKind::PtrAdd(..)) | (ExprKind::PtrDiff(..), ExprKind::PtrDiff(..)) => true,
        (ExprKind::Select(..), ExprKind::Select(..)) => true,
        (ExprKind::Unary(a, _), ExprKind::Unary(b, _)) => a == b,
        (ExprKind::Binary(a, ..), ExprKind::Binary(b, ..)) => a == b,
        (ExprKind::Cast(a, _), ExprKind::Cast(b, _)) => a == b,
        (ExprKind::Call(a, _), ExprKind::Call(b, _)) => a == b,
        _ => left.is_empty() && right.is_empty() && one == other,
    };
    heads && left.len() == right.len() && left.into_iter().zip(right).all(|(a, b)| same(kernel, a, b))
}

/// True if a statement at this place stands in a loop.
fn is_in_loop(kernel: &Kernel, span: Span) -> bool {
    let mut found = false;
    visit(&kernel.body, &mut |s| {
        if let StmtKind::Loop { .. } = s.kind {
            s.kind.blocks().into_iter().for_each(|part| visit(part, &mut |inner| found |= inner.span == span));
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_check::SiteKind;

    /// Advice on a race of two executions of the last statement of a kernel.
    fn advice(dialect: &str, body: &str, pair: PairKind) -> String {
        let text = format!(
            "kernel \"k\" {dialect} {{ loops 0; labels 0; object o0 \"s\" shared declared elem i32 size 64 init undefined;
             var v0 \"x\": i32; var v1 \"y\": i32; body {{ {body} }} }}"
        );
        let mut kernel = wp_kir::parse_kernel(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
        let span = Span { start: 3, end: 9, ..Span::NONE };
        kernel.body.iter_mut().for_each(|s| s.span = span);
        let site = Site { span, kind: SiteKind::Write };
        race(&kernel, Space::Shared, &site, &site, pair)
    }

    #[test]
    fn an_update_is_made_atomic() {
        let update = "v0 = load i32 [&o0]; store i32 [&o0] = (v0 + 1:i32);";
        let text = "several threads update the same element: use `atomicAdd`";
        assert_eq!(advice("cuda", update, PairKind::SameBlock), text);
        assert_eq!(advice("cuda", update, PairKind::OtherBlock), text);
        assert!(advice("opencl", update, PairKind::SameBlock).ends_with("use `atomic_add`"));
        let product = "v0 = load i32 [&o0]; store i32 [&o0] = (v0 * 3:i32);";
        assert!(advice("cuda", product, PairKind::SameBlock).contains("atomicCAS"));
    }

    /// Advice on a race of the last statement with a read in it.
    fn advice_on_read(body: &str, pair: PairKind) -> String {
        let text = format!(
            "kernel \"k\" cuda {{ loops 0; labels 0; object o0 \"s\" shared declared elem i32 size 64 init undefined;
             var v0 \"x\": i32; var v1 \"y\": i32; body {{ {body} }} }}"
        );
        let mut kernel = wp_kir::parse_kernel(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
        let (whole, part) = (Span { start: 3, end: 19, ..Span::NONE }, Span { start: 9, end: 19, ..Span::NONE });
        for stmt in &mut kernel.body {
            stmt.span = if matches!(stmt.kind, StmtKind::Store { .. }) { whole } else { part };
        }
        let (write, read) = (Site { span: whole, kind: SiteKind::Write }, Site { span: part, kind: SiteKind::Read });
        race(&kernel, Space::Shared, &write, &read, pair)
    }

    #[test]
    fn one_statement_is_not_separated_from_itself() {
        let copy = "v0 = load i32 [ptradd(&o0, 4:i64)]; store i32 [&o0] = v0;";
        assert!(advice_on_read(copy, PairKind::SameBlock).starts_with("one statement reads and writes the array"));
        assert!(advice_on_read(copy, PairKind::OtherBlock).starts_with("these accesses race across blocks"));
        let update = "v0 = load i32 [&o0]; store i32 [&o0] = (v0 + 1:i32);";
        assert!(advice_on_read(update, PairKind::SameBlock).ends_with("use `atomicAdd`"));
    }

    #[test]
    fn what_is_no_update_gets_other_advice() {
        for body in [
            "store i32 [&o0] = 1:i32;",
            "v0 = load i32 [&o0]; store i32 [&o0] = 1:i32;",
            // Two elements of one array.
            "v0 = load i32 [&o0]; v1 = load i32 [ptradd(&o0, 4:i64)]; store i32 [&o0] = (v0 + v1);",
        ] {
            let text = advice("cuda", body, PairKind::SameBlock);
            assert_eq!(text, "make the threads access different elements, or let one thread write", "{body}");
        }
    }
}
