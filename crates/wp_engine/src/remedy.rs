//! The remedy for a finding: an atomic operation for an update, a barrier for communication, a guard for an index.
//!
//! Input: a suspect. Output: one line of advice. It is guessed from the statements of the kernel, and no verdict
//! depends on it.

use wp_base::Span;
use wp_check::Site;
use wp_kir::{visit, BinOp, Dialect, ExprId, ExprKind, Kernel, Space, StmtKind, VarId};
use wp_prove::PairKind;
use wp_summary::Invalid;

/// Advice on an access out of bounds.
pub(crate) const BOUNDS: &str = "guard the access, or state the range of the index with `__requires`";
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
    let between_blocks = pair == PairKind::OtherBlock;
    if first.span == second.span {
        if let Some(op) = update_at(kernel, first.span) {
            return format!("several threads update the same element: {}", atomic(kernel.dialect, op));
        }
        if !is_in_loop(kernel, first.span) {
            return "make the threads access different elements, or let one thread write".to_owned();
        }
    }
    if between_blocks {
        return "no barrier of a block synchronizes threads of different blocks: make the threads access different \
                elements, use atomics, or split the kernel"
            .to_owned();
    }
    let barrier = match (kernel.dialect, space) {
        (Dialect::Cuda, _) => "`__syncthreads()`",
        (Dialect::OpenCl, Space::Shared) => "`barrier(CLK_LOCAL_MEM_FENCE)`",
        (Dialect::OpenCl, _) => "`barrier(CLK_GLOBAL_MEM_FENCE)`",
    };
    format!(
        "separate the two accesses by a barrier ({barrier}) that all threads of the block reach, or make the threads \
         access different elements"
    )
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
            let exchange = if dialect == Dialect::Cuda { "atomicCAS" } else { "atomic_cmpxchg" };
            return format!("use an atomic operation, such as a loop with `{exchange}`");
        }
    };
    match dialect {
        Dialect::Cuda => {
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
