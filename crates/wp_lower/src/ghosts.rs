//! Ghost statements and the counters of iterations: variables that only specifications read.
//!
//! A kernel with ghosts is lowered twice. In the lowering with ghosts, ghosts are variables of the IR, and a ghost
//! statement loads the memory that its value names. Only the assertions of this kernel are checked. The lowering
//! without ghosts leaves out the ghosts, the clauses that mention them, and the clauses about recorded values
//! ([`crate::observations`]). Races, divergence and bounds are checked on this kernel, so a ghost can neither hide nor
//! cause an error.
//!
//! A ghost integer has 64 bits and does not overflow, under the assumption `no-signed-overflow`. If the IR cannot
//! express the value of a ghost (real arithmetic, quantifiers), the value is unknown, and the over-approximation is
//! recorded with the name of the ghost.

use crate::builder::{Blocks, Builder};
use crate::lowerer::Lowerer;
use crate::spec_comments::Written;
use crate::spec_terms::{Reads, Terms};
use crate::state::CallStack;
use crate::values::Place;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{BinOp, Block, ExprId, ExprKind, Special, StmtKind, Type, Unknown, VarId};
use wp_spec::{Array, Named, Scalar, Sort, Term, TermKind};

/// The type of a variable that holds a value of a sort.
pub(crate) fn type_of_sort(sort: Sort) -> Type {
    match sort {
        Sort::Bool => Type::Bool,
        Sort::Int => Type::I64,
        Sort::Real => Type::F64,
    }
}

impl CallStack<'_> {
    /// True if the kernel contains a `return`, so that some thread may end early.
    pub(crate) fn may_return(&self) -> bool {
        let kernel = self.outermost().and_then(|function| self.unit.decls.node(function));
        kernel.is_none_or(returns)
    }
}

impl Builder<'_> {
    /// True if an expression reads a variable that satisfies a test, in operands of specification operations too.
    fn any_variable(&self, e: ExprId, test: &dyn Fn(VarId) -> bool) -> bool {
        match self.kind(e) {
            ExprKind::Spec(_, args) => args.iter().any(|a| self.any_variable(*a, test)),
            _ => self.any_var(e, test),
        }
    }

    /// True if a scalar certainly has the same value in all threads of a block.
    pub(crate) fn is_uniform(&self, scalar: Scalar) -> bool {
        match scalar {
            Scalar::Param(_) => true,
            Scalar::Special(special) => !matches!(special, Special::ThreadIdx(_) | Special::LaneId),
            Scalar::Expr(e) => match *self.kind(e) {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::AddrOf(_) => true,
                ExprKind::Var(v) => self.is_assigned_once(v) && self.kernel().params.values().any(|p| p.var == v),
                _ => false,
            },
        }
    }

    fn set_ghost(&mut self, var: VarId, value: &Term, name: &str, span: Span) {
        let mut fits = self.bool(true, span);
        let (value, block) = self.in_block(|s| Terms::new(s, Reads::Loads).value(value, span, &mut fits));
        let unknown = |s: &mut Self| {
            let reason =
                format!("the ghost variable `{name}`, whose value has quantifiers, real arithmetic or no 64 bits");
            s.emit(StmtKind::Havoc { var, reason: reason.into(), unknown: Unknown::Behaviour }, span);
        };
        let Some(value) = value else { return unknown(self) };
        self.append(block);
        if self.const_int(fits) == Some(1) {
            let value = self.convert_to_stored_type(value, self.kernel().vars[var].ty, span);
            return self.assign(var, value, span);
        }
        let value = self.convert_to_stored_type(value, self.kernel().vars[var].ty, span);
        let ((), then_block) = self.in_block(|s| s.assign(var, value, span));
        let ((), else_block) = self.in_block(unknown);
        self.emit(StmtKind::If { cond: fits, then_block, else_block }, span);
    }
}

impl Lowerer<'_> {
    /// Lowers a ghost statement, which declares or assigns a ghost variable or array.
    pub(crate) fn ghost_statement(&mut self, written: &Written) {
        let Some(target) = &written.clause.target else { return };
        if target.array {
            return self.ghost_array(written, target);
        }
        self.ghosts.meet();
        if self.ghosts.are_left_out() {
            return;
        }
        let span = written.place();
        let at = written.place_at(&target.at);
        let known = self.scope.place_of_name(&target.name);
        let own = match known {
            Some(Place::Vars { vars, .. }) => vars.first().copied().filter(|v| self.ghosts.has_var(*v)),
            _ => None,
        };
        let name = &target.name;
        let (var, sort) = match (target.sort, own) {
            (Some(_), None) if known.is_some() => {
                let text = format!("`{name}` is a variable of the program: a ghost variable needs a name of its own");
                return self.ir.spec_error(&text, at);
            }
            (Some(_), Some(_)) => {
                return self.ir.spec_error(&format!("the ghost variable `{name}` is there already"), at)
            }
            (Some(sort), None) => (None, sort),
            (None, Some(var)) => {
                let sort = match self.ir.kernel().vars[var].ty {
                    Type::Bool => Sort::Bool,
                    Type::Float { .. } => Sort::Real,
                    _ => Sort::Int,
                };
                (Some(var), sort)
            }
            (None, None) => {
                let text = match self.is_declared(name) {
                    true => format!("`{name}` is a variable of the program, and ghost statements change nothing of it"),
                    false => format!("there is no ghost variable `{name}` here: `ghost int {name} = 0;` declares one"),
                };
                return self.ir.spec_error(&text, at);
            }
        };
        let Some(value) = self.resolve_value(written, sort) else { return };
        let var = var.unwrap_or_else(|| self.new_ghost(name, sort, span));
        self.ir.set_ghost(var, &value, name, span);
    }

    /// True if the program has a variable of this name in scope.
    fn is_declared(&self, name: &str) -> bool {
        self.scope.named(name).is_some() || self.stack.outermost().is_some_and(|f| self.unit.decls.may_declare(name, f))
    }

    fn new_ghost(&mut self, name: &str, sort: Sort, span: Span) -> VarId {
        let ty = type_of_sort(sort);
        let var = self.ir.var(&format!("ghost {name}"), ty, span);
        self.name_ghost(name, Place::Vars { vars: vec![var], ty: CType::Scalar(ty) });
        self.ghosts.add_var(var);
        var
    }

    /// Makes a ghost visible by its name.
    pub(crate) fn name_ghost(&mut self, name: &str, place: Place) {
        let id = self.ghosts.new_id();
        self.scope.set(id, place);
        self.scope.show([(name.into(), id)]);
    }

    // ---- clauses ----

    /// Notes a clause that mentions ghosts, so that the lowering without ghosts leaves it out.
    pub(crate) fn note_ghosts(&mut self, condition: &Term, span: Span) {
        let ghostly = |e: ExprId| self.ir.any_variable(e, &|v| self.ghosts.has_var(v));
        let speaks = condition.any(&|t| match t.kind {
            TermKind::Scalar(Scalar::Expr(e), _) | TermKind::Element { array: Array::Pointer(e), .. } => ghostly(e),
            _ => false,
        });
        if speaks {
            self.ghosts.add_clause(span);
        }
    }

    /// True if the last statement, except for those of specifications, is a barrier of the block.
    pub(crate) fn is_behind_barrier(&self) -> bool {
        let aside = |s: &&wp_kir::Stmt| match &s.kind {
            StmtKind::Assert { .. } => true,
            StmtKind::Assign { var, .. } => self.ghosts.has_var(*var),
            StmtKind::Store { ptr, .. } => self.is_record(*ptr),
            _ => false,
        };
        let last = self.ir.statements().iter().rev().find(|s| !aside(s));
        last.is_some_and(|s| matches!(s.kind, StmtKind::Barrier { scope: wp_kir::BarrierScope::Block, .. }))
    }

    // ---- counts of iterations ----

    /// Counts the iterations of loops if `mentioned`: a specification of the kernel names `loop_count`.
    pub(crate) fn count_loops(&mut self, mentioned: bool) {
        if mentioned {
            self.ghosts.count_loops();
        }
    }

    /// Declares the counter of a loop and sets it to zero, in front of the loop.
    pub(crate) fn begin_count(&mut self, span: Span) -> Option<VarId> {
        if !self.ghosts.counts_loops() || self.stack.is_inlined() {
            return None;
        }
        let var = self.ir.var("ghost loop_count", Type::I64, span);
        let zero = self.ir.int(0, Type::I64, span);
        self.ir.assign(var, zero, span);
        self.ghosts.enter_loop(var);
        Some(var)
    }

    /// Puts the increment of the counter in front of the loop's step, which runs behind every iteration.
    pub(crate) fn end_count(&mut self, count: Option<VarId>, span: Span, step: Block) -> Block {
        let Some(var) = count else { return step };
        self.ghosts.leave_loop();
        let ((), mut block) = self.in_block(|s| {
            let (now, one) = (s.ir.read(var, span), s.ir.int(1, Type::I64, span));
            let next = s.ir.bin(BinOp::Add, now, one, span);
            s.ir.assign(var, next, span);
        });
        block.extend(step);
        block
    }

    /// The meaning of `loop_count` and `loop_count_2`: the number of finished iterations of the innermost loop, and of
    /// the loop around it.
    pub(crate) fn loop_count(&mut self, name: &str, span: Span) -> Option<Named> {
        let level = match name.strip_prefix("loop_count")? {
            "" => 1,
            digit => digit.strip_prefix('_')?.parse::<usize>().ok().filter(|n| *n > 0)?,
        };
        let counts = self.ghosts.counters();
        Some(match counts.len().checked_sub(level).map(|at| counts[at]) {
            Some(var) => Named::Scalar(Scalar::Expr(self.ir.read(var, span)), Type::I64),
            None => Named::Unusable(format!("there are {} loops around this place", counts.len())),
        })
    }
}

/// True if there is a `return` in a function, other than of a lambda.
fn returns(node: &Node) -> bool {
    &*node.kind == "ReturnStmt" || &*node.kind != "LambdaExpr" && node.inner.iter().any(returns)
}
