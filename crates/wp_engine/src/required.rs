//! Extents that preconditions fix: under `//@ requires blockDim.x == 256;` the launch is one of that size, so that
//! loops over its threads have a known number of iterations.
//!
//! Exact: the preconditions stay, and the size of the launch follows from them.

use wp_kir::device::MAX_GRID;
use wp_kir::{AssumeKind, BinOp, CastKind, Dim, ExprId, ExprKind, Kernel, Launch, Special, StmtKind, Type};

/// The given launch, in which open extents have the values that the kernel's preconditions fix.
pub fn launch(kernel: &Kernel, given: Launch) -> Launch {
    let mut launch = given;
    for statement in &kernel.body {
        match &statement.kind {
            StmtKind::Assume { kind: AssumeKind::Requires, cond } => fix(kernel, *cond, &mut launch),
            // A thread may not reach the preconditions behind such a statement.
            kind if !is_straight(kind) => break,
            _ => {}
        }
    }
    launch
}

fn is_straight(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assign { .. } | StmtKind::Assume { .. } | StmtKind::Assert { .. })
}

fn fix(kernel: &Kernel, cond: ExprId, launch: &mut Launch) {
    match kernel.exprs[cond].kind {
        ExprKind::Binary(BinOp::And, a, b) => {
            fix(kernel, a, launch);
            fix(kernel, b, launch);
        }
        // `a && b`
        ExprKind::Select(a, b, otherwise) if matches!(kernel.exprs[otherwise].kind, ExprKind::Int(0)) => {
            fix(kernel, a, launch);
            fix(kernel, b, launch);
        }
        ExprKind::Binary(BinOp::Eq, a, b) => {
            let (a, b) = (inner(kernel, a), inner(kernel, b));
            let number = |e: Option<ExprId>| match kernel.exprs[e?].kind {
                ExprKind::Int(n) => u32::try_from(n).ok().filter(|n| (1..=i32::MAX as u32).contains(n)),
                _ => None,
            };
            if let Some((extent, n)) = a.zip(number(b)).or(b.zip(number(a))) {
                let dim = match kernel.exprs[extent].kind {
                    ExprKind::Special(Special::BlockDim(axis)) => &mut launch.block[axis.index()],
                    // No launch has more blocks. If the extent stays open, the contradiction is found in the proof.
                    ExprKind::Special(Special::GridDim(axis)) if n <= MAX_GRID[axis.index()] => {
                        &mut launch.grid[axis.index()]
                    }
                    _ => return,
                };
                if *dim == Dim::Any {
                    *dim = Dim::Known(n);
                }
            }
        }
        _ => {}
    }
}

/// An expression below conversions between integers of at least 32 bits, which do not change what equals a positive
/// `int`.
fn inner(kernel: &Kernel, mut e: ExprId) -> Option<ExprId> {
    let wide = |ty: Type| matches!(ty, Type::Int { bits: 32.., .. });
    while let ExprKind::Cast(CastKind::IntToInt, below) = kernel.exprs[e].kind {
        if !wide(kernel.exprs[e].ty) || !wide(kernel.exprs[below].ty) {
            return None;
        }
        e = below;
    }
    Some(e)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Dim::{Any, Known};

    fn launch_of(clauses: &str) -> Launch {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("k.cu");
        let body =
            "__global__ void k(int *a, unsigned char c) { if (c) return; __requires(gridDim.y == 7); a[0] = 0; }\n";
        std::fs::write(&path, format!("//@ requires {clauses};\n{body}")).unwrap();
        let unit = wp_clang::parse(&path, wp_clang::Language::Cuda, &wp_clang::ParseOptions::default()).unwrap();
        let lowered = wp_lower::lower(&unit, &wp_lower::LowerOptions::default());
        launch(lowered.kernels[0].kernel.as_ref().unwrap(), Launch::ANY)
    }

    #[test]
    fn equalities_fix_extents() {
        let found = launch_of("blockDim.x == 256 && 2 == gridDim.x && c > 3");
        assert_eq!((found.block, found.grid), ([Known(256), Any, Any], [Known(2), Any, Any]));
    }

    #[test]
    fn what_does_not_fix_an_extent_leaves_it_open() {
        for clauses in [
            "blockDim.x == 256 || c == 0",
            "blockDim.x != 256",
            "!(blockDim.x == 256)",
            "blockDim.x == c",
            "blockDim.x + 1 == 256",
            "blockDim.x == 0",
            "blockDim.x == -1",
            "blockDim.x == 4294967296",
            "c == 0 ==> blockDim.x == 256",
        ] {
            assert_eq!(launch_of(clauses), Launch::ANY, "{clauses}");
        }
    }

    #[test]
    fn what_is_given_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("k.cu");
        std::fs::write(&path, "//@ requires blockDim.x == 4;\n__global__ void k(int *a) { a[threadIdx.x] = 0; }\n")
            .unwrap();
        let options = crate::Options {
            launch: Launch { block: [Known(8), Known(1), Known(1)], ..Launch::ANY },
            ..Default::default()
        };
        let report = crate::check_file(&path, &crate::Options { no_solver: true, ..options });
        assert!(report.kernels[0].properties.iter().all(|p| p.verdict != crate::Verdict::Proved), "no launch is both");
    }

    #[test]
    fn sizes_beyond_the_limits_prove_nothing() {
        for clause in
            ["blockDim.x == 2048", "blockDim.x == 64 && blockDim.y == 32", "blockDim.z == 65", "gridDim.y == 65536"]
        {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("k.cu");
            let text = format!("//@ requires {clause};\n__global__ void k(int *a) {{ if (threadIdx.y + threadIdx.z + blockIdx.y == 0) a[0]; }}\n");
            std::fs::write(&path, text).unwrap();
            let report = crate::check_file(&path, &crate::Options { no_solver: true, ..Default::default() });
            let proved = |p: &crate::PropertyReport| p.verdict == crate::Verdict::Proved;
            assert!(!report.kernels[0].properties.iter().any(proved), "{clause}");
        }
    }
}
