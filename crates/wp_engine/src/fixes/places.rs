//! The places where a barrier might go: changes of the text that are worth a check, the best first. They are guesses.
//!
//! For two accesses: between them, at the level of the innermost block that holds both; at the end or at the start of
//! the body of loops around both, for accesses in two iterations; both; between the halves of a condition. For a
//! barrier that not all threads reach: around the condition, outwards, and in front of statements that leave the
//! function.

use super::edit::{Change, Editor};
use super::statements::{Kind, Statement};
use std::collections::BTreeSet;
use wp_base::Span;
use wp_clang::Node;

/// The changes that put one or two of `barrier` at places where they may order two accesses.
pub(super) fn between(body: &Statement, editor: Editor, sites: [Span; 2], barrier: &str) -> Vec<Change> {
    let ways = sites.map(|site| body.way_to(site));
    let common = ways[0].iter().zip(&ways[1]).take_while(|(a, b)| a == b).count();
    let both = body.at(&ways[0][..common]);
    let (mut between, mut beside, mut stands) = (Vec::new(), Vec::new(), false);
    let next = ways.each_ref().map(|way| way.get(common).copied());
    if let (Kind::Block, [Some(a), Some(b)]) = (both.kind, next) {
        let (first, last) = (a.min(b), a.max(b));
        stands = both.parts[first + 1..last].iter().any(|s| s.kind == Kind::Plain && synchronises(s.node));
        between.extend(editor.before(&both.parts[last], editor.floor(both, last), barrier));
        if first + 1 < last {
            between.extend(editor.behind(&both.parts[first], barrier));
        }
        beside.extend(halves(body, editor, &ways[0][..common], last, barrier));
        // A loop that contains only one of the accesses.
        for (way, at_end) in ways.iter().map(|way| (way, way[common] == first)) {
            let outermost = (common + 1..=way.len()).map(|n| body.at(&way[..n])).find(|s| s.kind == Kind::Loop);
            beside.extend(outermost.and_then(|of| editor.in_body(of, at_end, barrier)));
        }
    }
    let around = |at_end: bool| -> Vec<Change> {
        let enclosing = (0..=common).rev().map(|depth| body.at(&ways[0][..depth]));
        enclosing.filter_map(|of| editor.in_body(of, at_end, barrier)).collect()
    };
    let (ends, starts) = (around(true), around(false));
    let with_first = |others: &[Change]| -> Vec<Change> {
        between.first().into_iter().flat_map(|one| others.iter().filter_map(|other| one.and(other))).collect()
    };
    let (with_ends, with_starts) = (with_first(&ends), with_first(&starts));
    let in_order = match stands {
        // The accesses race across the next iteration.
        true => [ends, starts, between, beside, with_ends, with_starts],
        false => [between, ends, with_ends, starts, beside, with_starts],
    };
    let what = format!("insert `{barrier}`");
    let mut changes: Vec<Change> = Vec::new();
    for change in in_order.into_iter().flatten().map(|c| c.that(&what)) {
        // A place may have two names; the first is the nearer one.
        if changes.iter().all(|known| known.replacements != change.replacements) {
            changes.push(change);
        }
    }
    changes
}

/// A barrier in front of a part of the block at the end of a way, if that is all of a condition that can be asked again
/// there.
fn halves(body: &Statement, editor: Editor, way: &[usize], part: usize, barrier: &str) -> Option<Change> {
    let (block, branch) = (body.at(way), body.at(&way[..way.len().checked_sub(1)?]));
    let splits =
        branch.parts.len() == 1 && branch.condition().is_some_and(|c| holds_again(body, c, &block.parts[..part]));
    let change = || editor.between_halves(branch, &block.parts[part], editor.floor(block, part), barrier);
    splits.then(change).flatten()
}

/// True if a condition has no effect and the same value behind these statements.
fn holds_again(body: &Statement, condition: &Node, statements: &[Statement]) -> bool {
    let keep = |read: BTreeSet<String>| {
        statements.iter().all(|s| !declares(s) && keeps(s.node, &read, false)) && !points(body.node, &read)
    };
    variables(condition).is_some_and(keep)
}

/// True if a statement has a barrier in it, by the name of what it calls.
fn synchronises(node: &Node) -> bool {
    let name = node.referenced.as_ref().map(|r| &*r.name);
    let is_barrier =
        name.is_some_and(|n| n.starts_with("__syncthreads") || n == "barrier" || n == "work_group_barrier");
    is_barrier || node.inner.iter().any(synchronises)
}

/// The changes that move a barrier to where more threads get.
pub(super) fn outwards(body: &Statement, editor: Editor, barrier: Span) -> Vec<Change> {
    let way = body.way_to(barrier);
    let statement = body.at(&way);
    let (Some(end), Kind::Plain) = (statement.end, statement.kind) else { return Vec::new() };
    // The statement is the call and nothing else.
    let rest = editor.text.get(barrier.end as usize..end);
    if statement.start != barrier.start as usize || rest.map(str::trim) != Some(";") || way.is_empty() {
        return Vec::new();
    }
    let code = &editor.text[statement.start..end];
    let mut kept = kept_order(body, editor, &way);
    let Some(taken) = editor.without(statement) else { return kept };
    let taken = Change::silent(taken);
    // Without brackets, a condition would take the next statement instead.
    let in_block = body.at(&way[..way.len() - 1]).kind == Kind::Block;
    let levels = (0..way.len() - 1).rev().filter(|_| in_block);
    for depth in levels.filter(|&n| body.at(&way[..n]).kind == Kind::Block) {
        let (block, part) = (body.at(&way[..depth]), way[depth]);
        let of = &block.parts[part];
        let places = [editor.behind(of, code), editor.before(of, editor.floor(block, part), code)];
        kept.extend(places.into_iter().flatten().filter_map(|c| c.that(&format!("move `{code}`")).and(&taken)));
    }
    // Threads that leave before it.
    for depth in (0..way.len()).rev().filter(|&n| in_block && body.at(&way[..n]).kind == Kind::Block) {
        let block = body.at(&way[..depth]);
        if let Some(leaves) = block.parts[..way[depth]].iter().position(|s| holds(s.node, "ReturnStmt")) {
            let place = editor.before(&block.parts[leaves], editor.floor(block, leaves), code);
            kept.extend(place.and_then(|c| c.that(&format!("move `{code}`")).and(&taken)));
        }
    }
    kept
}

/// Changes after which every thread does the same as before, in the same order: the condition around the barrier is
/// closed in front of it and opened again behind it, or goes away where it holds nothing else.
fn kept_order(body: &Statement, editor: Editor, way: &[usize]) -> Vec<Change> {
    let parent = |n: usize| way.len().checked_sub(n).map(|n| body.at(&way[..n]));
    let (statement, Some(inner)) = (body.at(way), parent(1)) else { return Vec::new() };
    let (branch, block) = match (inner.kind, parent(2)) {
        (Kind::Branch, _) => (inner, None),
        (Kind::Block, Some(outer)) if outer.kind == Kind::Branch => (outer, Some(inner)),
        _ => return Vec::new(),
    };
    let Some(condition) = branch.condition().filter(|_| branch.parts.len() == 1) else { return Vec::new() };
    let at = way.last().copied().unwrap_or_default();
    let change = match block {
        Some(block) if block.parts.len() > 1 => {
            // In front or behind there is only one of the two halves, and moving the barrier does the same.
            let inside = at > 0 && at + 1 < block.parts.len();
            let split = inside && holds_again(body, condition, &block.parts[..at]);
            split.then(|| editor.split(branch, statement)).flatten().map(|c| c.that("close"))
        }
        _ if acts(condition) => None,
        _ => editor.only(branch, statement).map(|c| c.that("remove")),
    };
    change.into_iter().collect()
}

/// True if an expression may do more than to read.
fn acts(node: &Node) -> bool {
    let opcode = node.opcode.as_deref().unwrap_or_default();
    let here = match &*node.kind {
        "BinaryOperator" => opcode == "=",
        "UnaryOperator" => matches!(opcode, "++" | "--"),
        "CallExpr" => !node.inner.first().is_some_and(asks_for_ids),
        kind => kind.contains("Call") || kind.contains("Assign") || kind.contains("Construct") || kind == "LambdaExpr",
    };
    here || node.inner.iter().any(acts)
}

/// The variables that a condition reads, if it does nothing else and they are no memory.
fn variables(condition: &Node) -> Option<BTreeSet<String>> {
    let mut read = BTreeSet::new();
    let mut open = vec![condition];
    while let Some(node) = open.pop() {
        let opcode = node.opcode.as_deref().unwrap_or_default();
        match &*node.kind {
            "BinaryOperator" if !opcode.ends_with('=') || matches!(opcode, "==" | "!=" | "<=" | ">=") => {}
            "UnaryOperator" if matches!(opcode, "!" | "-" | "+" | "~") => {}
            "ImplicitCastExpr" | "CStyleCastExpr" | "ParenExpr" | "IntegerLiteral" | "CXXBoolLiteralExpr" => {}
            "CXXStaticCastExpr" | "CXXFunctionalCastExpr" => {}
            // `threadIdx.x` and the like; other members are memory.
            "MemberExpr" if node.inner.first().is_some_and(is_builtin) => continue,
            "CallExpr" if node.inner.first().is_some_and(asks_for_ids) => {
                open.extend(node.inner.iter().skip(1));
                continue;
            }
            "DeclRefExpr" => {
                let is_variable = |kind: &str| matches!(kind, "VarDecl" | "ParmVarDecl");
                let target = node.referenced.as_ref().filter(|r| is_variable(&r.kind) && !r.ty.contains('&'))?;
                read.insert(target.name.to_string());
            }
            _ => return None,
        }
        open.extend(node.inner.iter());
    }
    Some(read)
}

fn is_builtin(node: &Node) -> bool {
    let name = node.referenced.as_ref().map(|r| &*r.name);
    matches!(name, Some("threadIdx" | "blockIdx" | "blockDim" | "gridDim"))
}

/// True if a callee is one of OpenCL's functions of the position.
fn asks_for_ids(callee: &Node) -> bool {
    const FUNCTIONS: [&str; 7] = [
        "get_local_id",
        "get_global_id",
        "get_group_id",
        "get_local_size",
        "get_global_size",
        "get_num_groups",
        "get_local_linear_id",
    ];
    let name = callee.referenced.as_ref().map(|r| &*r.name);
    name.is_some_and(|n| FUNCTIONS.contains(&n)) || callee.inner.first().is_some_and(asks_for_ids)
}

/// True if code only reads the values of these variables. `read`: whether the value of the node is all that is used.
fn keeps(node: &Node, variables: &BTreeSet<String>, read: bool) -> bool {
    let named = node.referenced.as_ref().is_some_and(|r| variables.contains(&*r.name));
    if &*node.kind == "DeclRefExpr" && named && !read {
        return false;
    }
    let value = node.cast_kind.as_deref() == Some("LValueToRValue");
    node.inner.iter().all(|n| keeps(n, variables, value || (read && &*node.kind == "ParenExpr")))
}

/// True if code takes the address of one of these variables.
fn points(node: &Node, variables: &BTreeSet<String>) -> bool {
    let named = |n: &Node| n.referenced.as_ref().is_some_and(|r| variables.contains(&*r.name));
    let takes = &*node.kind == "UnaryOperator" && node.opcode.as_deref() == Some("&");
    (takes && node.inner.first().is_some_and(named)) || node.inner.iter().any(|n| points(n, variables))
}

fn declares(statement: &Statement) -> bool {
    &*statement.node.kind == "DeclStmt"
}

/// True if a tree contains a node of a kind, outside of functions of their own.
fn holds(node: &Node, kind: &str) -> bool {
    &*node.kind == kind || (&*node.kind != "LambdaExpr" && node.inner.iter().any(|n| holds(n, kind)))
}
