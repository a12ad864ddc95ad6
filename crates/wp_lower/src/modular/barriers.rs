//! Barriers of the block in functions with contracts.
//!
//! A contract states the number of barriers that the function executes, and the accesses before the first, between each
//! two, and after the last of them. So every thread that enters the function must reach all of them in this order: no
//! barrier may stand in a loop or under a condition, and no jump may skip one. Other functions with a contract and
//! barriers are rejected; without the contract they are inlined.
//!
//! In the kernel of one thread in which a function is checked, the contents of all arrays behind parameters are unknown
//! after a barrier, because other threads may have written them.

use crate::builder::{Blocks, Builder};
use std::sync::Arc;
use wp_base::Span;
use wp_kir::{
    visit, BarrierScope, BinOp, Block, ExprId, Fence, LabelId, ObjectKind, Param, Stmt, StmtKind, Type, Unknown,
};

/// Checks that a function has as many barriers as its contract says, and that every execution passes all of them. The
/// error is the construct to reject, with its place if it has one.
pub(super) fn check_barriers(block: &[Stmt], stated: usize) -> Result<(), (String, Option<Span>)> {
    let mut path = Path { open: Vec::new(), left: Vec::new(), barriers: 0 };
    path.follow(block)?;
    match path.barriers == stated {
        true => Ok(()),
        false => {
            let what = format!("function that passes {} of the {stated} barriers of its contract", path.barriers);
            let more = format!("function that passes {} barriers, of which its contract names {stated}", path.barriers);
            Err((if path.barriers < stated { what } else { more }, None))
        }
    }
}

/// The statements up to a place in the function.
struct Path {
    /// The labels of the blocks around the place.
    open: Vec<LabelId>,
    /// The targets of the jumps in front of the place.
    left: Vec<LabelId>,
    /// The number of barriers in front of the place.
    barriers: usize,
}

impl Path {
    fn follow(&mut self, block: &[Stmt]) -> Result<(), (String, Option<Span>)> {
        for statement in block {
            let wrong = |what: &str| Err((what.to_owned(), Some(statement.span)));
            match &statement.kind {
                StmtKind::Barrier { scope, fence, agree, invariants } => {
                    if *scope != BarrierScope::Block || *fence != Fence::ALL {
                        return wrong(
                            "barrier other than one of the block for all memory in a function with a contract",
                        );
                    }
                    if !agree.is_empty() || !invariants.is_empty() {
                        return wrong("barrier with a value or an invariant in a function with a contract");
                    }
                    if self.open.iter().any(|l| self.left.contains(l)) {
                        return wrong("barrier that may be jumped over in a function with a contract");
                    }
                    self.barriers += 1;
                }
                StmtKind::Labelled { label, body } => {
                    self.open.push(*label);
                    self.follow(body)?;
                    self.open.pop();
                }
                StmtKind::Break(label) => self.left.push(*label),
                kind => {
                    let mut barrier = None;
                    for inner in kind.blocks() {
                        visit(inner, &mut |s| match &s.kind {
                            StmtKind::Barrier { .. } | StmtKind::NamedBarrier(_) => barrier = Some(s.span),
                            StmtKind::Break(label) | StmtKind::Continue(label) => self.left.push(*label),
                            _ => {}
                        });
                    }
                    if barrier.is_some() {
                        return Err((CONDITIONAL.to_owned(), barrier));
                    }
                }
            }
        }
        Ok(())
    }
}

const CONDITIONAL: &str = "barrier in a loop or under a condition of a function with a contract";

impl Builder<'_> {
    /// Replaces each barrier by writes of unknown values, which other threads may have made.
    pub(super) fn replace_barriers(&mut self, block: Block) -> Block {
        let any = block.iter().any(|s| matches!(s.kind, StmtKind::Barrier { .. } | StmtKind::Labelled { .. }));
        if !any {
            return block;
        }
        let ((), changed) = self.in_block(|s| {
            for mut statement in block {
                if let StmtKind::Barrier { .. } = statement.kind {
                    s.store_unknown_contents(statement.span);
                    continue;
                }
                if let StmtKind::Labelled { body, .. } = &mut statement.kind {
                    let inner = std::mem::take(body);
                    *body = s.replace_barriers(inner);
                }
                s.append([statement]);
            }
        });
        changed
    }

    /// Stores an unknown value to each element of each array parameter. The number of elements is arbitrary.
    fn store_unknown_contents(&mut self, span: Span) {
        let reason: Arc<str> = "what other threads have written at a barrier".into();
        let pointers: Vec<Param> = self.kernel().params.values().filter(|p| p.object.is_some()).cloned().collect();
        for pointer in pointers {
            let Some(object) = pointer.object else { continue };
            if !matches!(self.kernel().objects[object].kind, ObjectKind::Param(_)) {
                continue;
            }
            // Another thread may write the array even if this function declares it as `const`.
            self.object_mut(object).is_const = false;
            let elem = self.kernel().objects[object].elem;
            let count = self.extent_of(&pointer, span);
            let base = self.read(pointer.var, span);
            let var = self.var("%element", Type::I64, span);
            let zero = self.zero(Type::I64, span);
            self.assign(var, zero, span);
            self.loop_over(var, (BinOp::Lt, count), 1, |s, index| {
                let value = s.temp(elem, span);
                s.emit(StmtKind::Havoc { var: value, reason: reason.clone(), unknown: Unknown::Behaviour }, span);
                let value = s.read(value, span);
                let ptr = s.ptr_index(base, index, elem.size(), span);
                s.emit(StmtKind::Store { ptr, value, ty: elem, volatile: false }, span);
            });
        }
    }

    /// The number of elements of an array that other threads may have written, which is a further parameter of the
    /// kernel.
    fn extent_of(&mut self, pointer: &Param, span: Span) -> ExprId {
        let name = format!("written of {}", pointer.name);
        let known = self.kernel().params.values().find(|p| *p.name == *name).map(|p| p.var);
        let var = known.unwrap_or_else(|| {
            let var = self.var(&name, Type::I64, span);
            self.add_param(Param { name: name.as_str().into(), ty: Type::I64, var, object: None, span });
            var
        });
        self.read(var, span)
    }
}

#[cfg(test)]
mod tests {
    use super::check_barriers;

    fn check(body: &str, stated: usize) -> Result<(), String> {
        let text = format!(
            "kernel \"f\" cuda {{ loops 9; labels 9; param p0 \"n\": i32 = v0; var v0 \"n\": i32; body {{ {body} }} }}"
        );
        let kernel = wp_kir::parse_kernel(&text).unwrap();
        check_barriers(&kernel.body, stated).map_err(|(what, _)| what)
    }

    #[test]
    fn barriers_are_passed_in_turn() {
        assert_eq!(check("barrier block shared global; barrier block shared global;", 2), Ok(()));
        assert!(check("barrier block shared global;", 0).is_err());
        assert!(check("", 1).is_err());
        assert!(check("barrier block shared;", 1).is_err(), "not all memory");
        assert!(check("if (v0 == 0:i32) { barrier block shared global; }", 1).is_err());
    }
}
