//! Faults seeded into the lowering, each of which the oracle must notice.
//!
//! A fault has the effect of a lowering that misreads one kind of node. The syntax tree is changed before it is
//! lowered, or the kernel afterwards, so that the code of the lowering contains no faults. The programs are the single
//! fragments of the generator of language features. A fault is noticed if a program that agrees with its native
//! execution disagrees with the fault. A fault is not noticed if the program is only rejected.

use super::native::{self, Native};
use super::program::Program;
use super::reading::{self, Reading};
use super::{features, judge, Judgement};
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use wp_clang::{DeclRef, Node};
use wp_kir::{BinOp, Block, CastKind, ExprKind, Kernel, StmtKind, Type};

/// Declares the faults and the list of all of them.
macro_rules! faults {
    ($(#[$doc:meta] $fault:ident,)*) => {
        /// A way in which the lowering could misread a program.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum LoweringFault {
            $(#[$doc] $fault,)*
        }

        /// All faults.
        pub const ALL: &[LoweringFault] = &[$(LoweringFault::$fault),*];
    };
}

faults! {
    /// The else branch of `if` is dropped.
    DropElse,
    /// Initialisers of local variables are dropped.
    DropInitialiser,
    /// `a - b` is `b - a`.
    SwapSubtraction,
    /// `<` is `<=`.
    LessOrEqual,
    /// `i++` is `++i`.
    PostfixIsPrefix,
    /// `break` is dropped.
    DropBreak,
    /// `continue` is `break`.
    ContinueIsBreak,
    /// A label `case` is lost; its statement stays.
    DropCase,
    /// The label `default` is lost.
    DropDefault,
    /// `case 1 ... 3` is `case 1`.
    FirstOfCaseRange,
    /// The step of `for` is dropped.
    DropForStep,
    /// The body of `do` runs once.
    DoRunsOnce,
    /// `while` tests its condition after the body.
    WhileTestsLast,
    /// The left operand of a comma is dropped.
    DropCommaLeft,
    /// `||` is `&&`.
    OrIsAnd,
    /// The results of `?:` are swapped.
    SwapConditional,
    /// `!` is dropped.
    DropNot,
    /// `-=` is `+=`.
    CompoundSign,
    /// The last item of an initialiser list is dropped.
    ShortList,
    /// Default initialisers of members are taken as zero.
    ZeroDefaultInit,
    /// Initialisers of members in constructors are dropped.
    DropMemberInit,
    /// The first two arguments of a call are swapped.
    SwapArguments,
    /// A name means the first variable of that name in the function, whatever its scope.
    ConfuseNames,
    /// A member is taken for the next one of the same type.
    ConfuseMembers,
    /// A `return` inside of `if` is dropped.
    DropEarlyReturn,
    /// Only the low byte of an integer literal is kept.
    NarrowLiteral,
    /// Conversions to narrower integers keep the value.
    DropNarrowing,
    /// Signed integers are widened with zeros.
    WidenUnsigned,
    /// Constant offsets of members and elements are dropped.
    DropOffset,
    /// Of several consecutive stores the last one is dropped.
    DropLastStore,
    /// A reinterpretation of bits converts the value instead.
    BitcastConverts,
    /// `%` is `/`.
    RemainderIsQuotient,
}

/// The fragments that a fault changes.
#[derive(Clone, Debug)]
pub struct Row {
    /// The fault.
    pub fault: LoweringFault,
    /// The names of the fragments that disagree with the fault, and agree without it.
    pub noticed: Vec<&'static str>,
    /// The number of fragments that are rejected with the fault, and agree without it.
    pub rejected: usize,
}

/// Tries all faults.
pub fn run() -> Result<Vec<Row>> {
    let kinds = features::kinds();
    let scratch = tempfile::tempdir()?;
    let mut rows: Vec<Row> = ALL.iter().map(|&fault| Row { fault, noticed: Vec::new(), rejected: 0 }).collect();
    let all: Vec<(usize, Program)> = (0..kinds.len()).map(|i| (i, features::program(i as u64))).collect();
    for batch in all.chunks(40) {
        let programs: Vec<Program> = batch.iter().map(|(_, p)| p.clone()).collect();
        let native = native::run(&programs, scratch.path())?;
        let unit = reading::parse(&programs, scratch.path())?;
        let verdicts = |fault: Option<LoweringFault>| {
            let mut unit = unit.clone();
            if let Some(fault) = fault {
                change_tree(&mut unit.root, fault);
            }
            let readings = reading::read(&unit, &programs, |kernel| {
                if let Some(fault) = fault {
                    change_kernel(kernel, fault);
                }
            });
            let judged = native.iter().zip(readings).map(|(native, reading)| match (native, reading) {
                // A fault is also noticed if it makes a program endless.
                (Native::Results(_), Reading::TooLong) => Judgement::Disagrees("does not end".to_owned()),
                (Native::Results(expected), reading) => judge(expected, reading),
                (Native::Undefined(why) | Native::Rejected(why), _) => Judgement::Undefined(why.clone()),
                (Native::TooLong, _) => Judgement::TooLong,
            });
            judged.collect::<Vec<Judgement>>()
        };
        let sound = verdicts(None);
        for row in &mut rows {
            for ((sound, faulty), (kind, _)) in sound.iter().zip(verdicts(Some(row.fault))).zip(batch) {
                match (sound, faulty) {
                    (Judgement::Equal, Judgement::Disagrees(_)) => row.noticed.push(kinds[*kind]),
                    (Judgement::Equal, Judgement::Rejected(_)) => row.rejected += 1,
                    _ => {}
                }
            }
        }
    }
    Ok(rows)
}

/// The table in Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut out = String::from("| fault | fragments that disagree | first of them | rejected |\n|---|---|---|---|\n");
    for row in rows {
        let first = row.noticed.first().unwrap_or(&"-");
        let _ = writeln!(out, "| {:?} | {} | {first} | {} |", row.fault, row.noticed.len(), row.rejected);
    }
    for row in rows.iter().filter(|r| r.noticed.is_empty()) {
        let _ = writeln!(out, "\n**{:?} was not noticed.**", row.fault);
    }
    out
}

/// Declarations around the node that is being changed.
#[derive(Default)]
struct Scope {
    /// The first variable of each name in the function.
    first: BTreeMap<Arc<str>, DeclRef>,
    /// From the id of a member to the next member of the same type.
    next_member: BTreeMap<wp_clang::NodeId, DeclRef>,
    /// The number of `if` statements around the node.
    branches: usize,
}

/// Changes a syntax tree as a lowering with the fault would read it.
fn change_tree(root: &mut Node, fault: LoweringFault) {
    let mut scope = Scope::default();
    note_members(root, &mut scope);
    visit(root, fault, &mut scope);
}

/// Fills `Scope::next_member`.
fn note_members(node: &Node, scope: &mut Scope) {
    let fields: Vec<&Node> = node.inner.iter().filter(|c| &*c.kind == "FieldDecl").collect();
    for (i, field) in fields.iter().enumerate() {
        let next = fields[i + 1..].iter().find(|f| f.ty == field.ty && f.name.is_some());
        if let Some((next, name)) = next.and_then(|n| Some((n, n.name.clone()?))) {
            let ty = next.ty.clone().unwrap_or_else(|| "".into());
            scope.next_member.insert(field.id, DeclRef { id: next.id, kind: next.kind.clone(), name, ty });
        }
    }
    node.inner.iter().for_each(|c| note_members(c, scope));
}

/// Replaces a statement by an empty one.
fn make_empty(node: &mut Node) {
    node.kind = "NullStmt".into();
    node.inner.clear();
}

/// Replaces a node by one of its children.
fn replace_by_child(node: &mut Node, child: usize) {
    if child < node.inner.len() {
        *node = node.inner.swap_remove(child);
    }
}

/// Changes the nodes at and below a node.
fn visit(node: &mut Node, fault: LoweringFault, scope: &mut Scope) {
    if &*node.kind == "FunctionDecl" || &*node.kind == "CXXMethodDecl" {
        scope.first.clear();
    }
    if &*node.kind == "IfStmt" {
        scope.branches += 1;
    }
    let kind = node.kind.clone();
    if matches!(&*kind, "VarDecl" | "ParmVarDecl") {
        if let (Some(name), Some(ty)) = (&node.name, &node.ty) {
            let this = DeclRef { id: node.id, kind: kind.clone(), name: name.clone(), ty: ty.clone() };
            scope.first.entry(name.clone()).or_insert(this);
        }
    }
    for child in &mut node.inner {
        visit(child, fault, scope);
    }
    if &*kind == "IfStmt" {
        scope.branches -= 1;
    }
    change_node(node, fault, scope);
}

/// Changes one node, if the fault is about nodes of its kind.
fn change_node(node: &mut Node, fault: LoweringFault, scope: &Scope) {
    use LoweringFault as F;
    let (kind, opcode) = (node.kind.clone(), node.opcode.clone());
    let opcode = opcode.as_deref().unwrap_or("");
    match (fault, &*kind, opcode) {
        (F::DropElse, "IfStmt", _) if node.flag("hasElse") => {
            node.flags.retain(|f| &**f != "hasElse");
            node.inner.pop();
        }
        (F::DropInitialiser, "VarDecl", _) if is_plain_integer(node) => {
            node.extra.remove("init");
            node.inner.clear();
        }
        (F::SwapSubtraction, "BinaryOperator", "-") if is_arithmetic(node) => node.inner.swap(0, 1),
        (F::LessOrEqual, "BinaryOperator", "<") => node.opcode = Some("<=".into()),
        (F::PostfixIsPrefix, "UnaryOperator", "++" | "--") => node.flags.retain(|f| &**f != "isPostfix"),
        (F::DropBreak, "BreakStmt", _) => make_empty(node),
        (F::ContinueIsBreak, "ContinueStmt", _) => node.kind = "BreakStmt".into(),
        (F::DropCase, "CaseStmt", _) | (F::DropDefault, "DefaultStmt", _) => {
            replace_by_child(node, node.inner.len().saturating_sub(1));
        }
        (F::FirstOfCaseRange, "CaseStmt", _) if node.flag("isGNURange") && node.inner.len() == 3 => {
            node.flags.retain(|f| &**f != "isGNURange");
            node.inner.remove(1);
        }
        (F::DropForStep, "ForStmt", _) if node.inner.len() == 5 => {
            node.inner[3].kind = "".into();
            node.inner[3].inner.clear();
        }
        (F::DoRunsOnce, "DoStmt", _) => {
            node.kind = "CompoundStmt".into();
            node.inner.truncate(1);
        }
        (F::WhileTestsLast, "WhileStmt", _) if node.inner.len() == 2 => {
            node.kind = "DoStmt".into();
            node.inner.swap(0, 1);
        }
        (F::DropCommaLeft, "BinaryOperator", ",") => replace_by_child(node, 1),
        (F::OrIsAnd, "BinaryOperator", "||") => node.opcode = Some("&&".into()),
        (F::SwapConditional, "ConditionalOperator", _) if node.inner.len() == 3 => node.inner.swap(1, 2),
        (F::DropNot, "UnaryOperator", "!") => replace_by_child(node, 0),
        (F::CompoundSign, "CompoundAssignOperator", "-=") => node.opcode = Some("+=".into()),
        (F::ShortList, "InitListExpr", _) if node.inner.len() > 1 => {
            node.inner.pop();
        }
        (F::ZeroDefaultInit, "CXXDefaultInitExpr", _) => {
            node.kind = "ImplicitValueInitExpr".into();
            node.inner.clear();
        }
        (F::DropMemberInit, "CXXConstructorDecl", _) => node.inner.retain(|c| &*c.kind != "CXXCtorInitializer"),
        (F::SwapArguments, "CallExpr", _) if node.inner.len() > 2 && node.inner[1].ty == node.inner[2].ty => {
            node.inner.swap(1, 2);
        }
        (F::ConfuseNames, "DeclRefExpr", _) => {
            let known =
                node.referenced.as_ref().filter(|r| &*r.kind == "VarDecl").and_then(|r| scope.first.get(&r.name));
            if let Some(first) = known {
                node.referenced = Some(first.clone());
            }
        }
        (F::ConfuseMembers, "MemberExpr", _) => {
            if let Some(next) = node.referenced.as_ref().and_then(|r| scope.next_member.get(&r.id)) {
                node.name = Some(next.name.clone());
                node.referenced = Some(next.clone());
            }
        }
        (F::DropEarlyReturn, "ReturnStmt", _) if scope.branches > 0 => make_empty(node),
        (F::DropNarrowing, _, _) if node.cast_kind.as_deref() == Some("IntegralCast") => {
            let narrow = ["char", "signed char", "unsigned char", "short", "unsigned short"];
            if narrow.contains(&node.type_str()) {
                node.cast_kind = Some("NoOp".into());
            }
        }
        (F::NarrowLiteral, "IntegerLiteral", _) => {
            if let Some(value) = node.value.as_ref().and_then(|v| v.parse::<u64>().ok()) {
                node.value = Some((value & 0xff).to_string().into());
            }
        }
        _ => {}
    }
}

/// True for a local variable of an integer type that needs no initialiser.
fn is_plain_integer(node: &Node) -> bool {
    let integer = matches!(node.ty.as_deref(), Some("int" | "short" | "unsigned int" | "long"));
    integer && !node.extra.contains_key("storageClass") && !node.flag("constexpr")
}

/// True if no operand of a binary operator is a pointer.
fn is_arithmetic(node: &Node) -> bool {
    node.inner.len() == 2 && node.inner.iter().all(|c| !c.type_str().contains('*'))
}

/// Changes a kernel as a lowering with the fault would emit it.
fn change_kernel(kernel: &mut Kernel, fault: LoweringFault) {
    use LoweringFault as F;
    if fault == F::DropLastStore {
        drop_last_store(&mut kernel.body);
    }
    let ids: Vec<wp_kir::ExprId> = kernel.exprs.ids().collect();
    for id in ids {
        let ty = kernel.exprs[id].ty;
        let changed = match (fault, &kernel.exprs[id].kind) {
            (F::WidenUnsigned, ExprKind::Cast(CastKind::IntToInt, e)) => {
                let from = kernel.exprs[*e].ty;
                match from {
                    Type::Int { bits, signed: true } if from.size() < ty.size() => {
                        let zeros = Type::Int { bits, signed: false };
                        let mut inner = kernel.exprs[id].clone();
                        inner.kind = ExprKind::Cast(CastKind::IntToInt, *e);
                        inner.ty = zeros;
                        let inner = kernel.exprs.push(inner);
                        Some(ExprKind::Cast(CastKind::IntToInt, inner))
                    }
                    _ => None,
                }
            }
            (F::DropOffset, ExprKind::PtrAdd(p, offset)) => {
                let constant = matches!(kernel.exprs[*offset].kind, ExprKind::Int(v) if v != 0);
                constant.then(|| kernel.exprs[*p].kind.clone())
            }
            (F::BitcastConverts, ExprKind::Cast(CastKind::Bitcast, e)) => match (kernel.exprs[*e].ty, ty) {
                (Type::Float { .. }, Type::Int { .. }) => Some(ExprKind::Cast(CastKind::FloatToInt, *e)),
                (Type::Int { .. }, Type::Float { .. }) => Some(ExprKind::Cast(CastKind::IntToFloat, *e)),
                _ => None,
            },
            (F::RemainderIsQuotient, ExprKind::Binary(BinOp::Rem, a, b)) => Some(ExprKind::Binary(BinOp::Div, *a, *b)),
            _ => None,
        };
        if let Some(kind) = changed {
            kernel.exprs[id].kind = kind;
        }
    }
}

fn drop_last_store(block: &mut Block) {
    let mut dropped = Vec::new();
    for i in 1..block.len() {
        let pair =
            matches!(block[i - 1].kind, StmtKind::Store { .. }) && matches!(block[i].kind, StmtKind::Store { .. });
        let last = !block.get(i + 1).is_some_and(|s| matches!(s.kind, StmtKind::Store { .. }));
        if pair && last {
            dropped.push(i);
        }
    }
    for i in dropped.into_iter().rev() {
        block.remove(i);
    }
    for statement in block {
        statement.kind.blocks_mut().into_iter().for_each(drop_last_store);
    }
}
