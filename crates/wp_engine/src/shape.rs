//! The shape of a kernel before anything is inferred: its loops, its preconditions, the invariants in its source.
//!
//! Counted on the lowered kernel, so after inlining, as Betts et al. 2017 do (section 3, tables 1 and 2).

use wp_kir::{AssertKind, AssumeKind, Block, ExprId, ExprKind, Kernel, SpecOp, StmtKind};

/// Counts of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Loops.
    pub loops: usize,
    /// Loops around one another, at most.
    pub depth: usize,
    /// `__requires` on variables; those on memory or on the launch alone do not count.
    pub preconditions: usize,
    /// Loop invariants and candidate invariants in the source.
    pub invariants: usize,
}

impl Shape {
    /// The counts of a kernel.
    pub fn of(kernel: &Kernel) -> Self {
        let mut shape = Shape::default();
        shape.count(kernel, &kernel.body, 0);
        shape
    }

    fn count(&mut self, kernel: &Kernel, block: &Block, depth: usize) {
        self.depth = self.depth.max(depth);
        for stmt in block {
            let is_loop = matches!(stmt.kind, StmtKind::Loop { .. });
            for part in stmt.kind.blocks() {
                self.count(kernel, part, depth + usize::from(is_loop));
            }
            match &stmt.kind {
                StmtKind::Loop { .. } => self.loops += 1,
                StmtKind::Assert {
                    kind: AssertKind::Invariant | AssertKind::FunctionWide | AssertKind::Candidate,
                    ..
                } => self.invariants += 1,
                StmtKind::Assume { cond, kind: AssumeKind::Requires } if is_on_scalars(kernel, *cond) => {
                    self.preconditions += 1;
                }
                _ => {}
            }
        }
    }
}

/// True if a condition mentions a variable and no memory.
fn is_on_scalars(kernel: &Kernel, condition: ExprId) -> bool {
    let mut mentions = false;
    let mut todo = vec![condition];
    while let Some(id) = todo.pop() {
        let kind = &kernel.exprs[id].kind;
        if matches!(kind, ExprKind::Spec(SpecOp::Load, _)) {
            return false;
        }
        mentions |= matches!(kind, ExprKind::Var(_));
        todo.extend(kind.children());
    }
    mentions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_preconditions_are_counted() {
        let kernel = wp_kir::parse_kernel(
            r#"kernel "k" cuda { loops 3; labels 3;
  param p0 "a": ptr = v0 -> o0; param p1 "n": u32 = v1;
  object o0 "a" global param p0 elem u32 init input;
  var v0 "a": ptr; var v1 "n": u32;
  body {
    assume requires (v1 == 8:u32);
    assume requires (blockDim.x == 8:u32);
    assume requires (spec load(v0):u32 == v1);
    assume assume (v1 == 8:u32);
    loop loop0 L0 while (v1 == 0:u32) {
      assert invariant (v1 == 1:u32);
      loop loop1 L1 while (v1 == 0:u32) { }
    }
    loop loop2 L2 while (v1 == 0:u32) { assert candidate (v1 == 0:u32); assert assert (v1 == 0:u32); }
  }
}"#,
        )
        .unwrap();
        assert_eq!(Shape::of(&kernel), Shape { loops: 3, depth: 2, preconditions: 1, invariants: 2 });
    }
}
