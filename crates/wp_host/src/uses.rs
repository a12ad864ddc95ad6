//! The uses of variables in a host function: a variable that is only read and assigned by its name can be followed
//! through the function.
//!
//! Over-approximate towards [`Use::Escape`]: whatever is not one of the listed forms may change the variable at any
//! time.

use crate::callees::Callees;
use crate::forms::is_automatic;
use crate::lambdas::{called_object, captures, makes_function, operators};
use crate::vector_forms::{is_vector, keeps_length};
use rustc_hash::FxHashSet;
use wp_clang::{Node, NodeId};
use wp_decls::{address_operand, callee_name, is_function, launch_form, strip, strip_casts};

/// The effect of a mention of a variable on the variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Its value is taken.
    Read,
    /// Its address is an element of an array of a kernel's arguments: as harmless as the array is.
    Listed,
    /// The variable may be assigned here, and its address is not kept.
    Write,
    /// A function is given its address or a reference, and may change it in this call, or in later ones if the function
    /// keeps the address.
    Lent,
    /// Anything may happen to it, here or later.
    Escape,
}

impl Use {
    /// True if the variable may change here, or later by its address.
    pub fn may_change(self) -> bool {
        matches!(self, Use::Write | Use::Lent | Use::Escape)
    }
}

/// True if a type is that of launch extents.
pub(crate) fn is_dim3(node: &Node) -> bool {
    matches!(node.type_str(), "dim3" | "const dim3" | "struct dim3" | "const struct dim3")
}

/// The types of the members, if an expression or variable is a `std::pair`. The tree does not have its class.
pub(crate) fn types_of_pair(node: &Node) -> Option<[&str; 2]> {
    let of = node.type_str().trim_start_matches("const ").strip_prefix("std::pair<")?.strip_suffix('>')?;
    let (first, second) = of.split_once(", ").filter(|_| !of.contains(['<', '(', '&']))?;
    Some([first, second])
}

/// True if a constructor is called with one object of its own type.
pub(crate) fn is_copy(node: &Node) -> bool {
    let plain = |n: &Node| n.type_str().trim_start_matches("const ").trim_start_matches("struct ").to_owned();
    node.inner.len() == 1 && plain(node) == plain(&node.inner[0])
}

/// Functions of the runtime and the C library that store results behind pointers and keep none.
fn stores_results(name: &str) -> bool {
    let results = [
        "cudaChooseDevice",
        "cudaDeviceCanAccessPeer",
        "cudaDeviceGet",
        "cudaDriverGet",
        "cudaEventCreate",
        "cudaEventElapsedTime",
        "cudaFuncGetAttributes",
        "cudaGetDevice",
        "cudaHostGet",
        "cudaMalloc",
        "cudaHostAlloc",
        "cudaMemGetInfo",
        "cudaOccupancy",
        "cudaRuntimeGet",
        "cudaStreamCreate",
    ];
    results.iter().any(|start| name.starts_with(start))
        || matches!(name, "cudaMemcpy" | "cudaMemcpyFromSymbol" | "cudaFree" | "cudaFreeHost")
        || matches!(name, "scanf" | "sscanf" | "fscanf" | "memset" | "memcpy")
}

/// True if a node uses at most the values of its operands, so that nothing gets a reference to an operand.
fn drops_reference(node: &Node) -> bool {
    match &*node.kind {
        "CompoundStmt"
        | "IfStmt"
        | "ForStmt"
        | "WhileStmt"
        | "DoStmt"
        | "SwitchStmt"
        | "CaseStmt"
        | "DefaultStmt"
        | "LabelStmt"
        | "AttributedStmt"
        | "ParenExpr"
        | "ExprWithCleanups"
        | "UnaryExprOrTypeTraitExpr" => true,
        "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr" => {
            matches!(node.cast_kind.as_deref(), Some("LValueToRValue" | "NoOp" | "ToVoid"))
        }
        "BinaryOperator" => node.opcode.as_deref() == Some(","),
        _ => false,
    }
}

/// True if a call refers to its arguments and does nothing else with them: [`referred`] tells what its reference is to.
fn hands_reference_on(node: &Node) -> bool {
    &*node.kind == "CallExpr" && matches!(callee_name(node), "min" | "max")
}

/// Variables that the value of an expression refers to although it is no name: `n = 1`, `++n`, `max(n, m)`, `memset(&n,
/// ..)`.
pub(super) fn referred(node: &Node) -> Vec<NodeId> {
    let node = strip_materialized(node);
    let target = |n: Option<&Node>| match n {
        Some(n) => variable(n).map_or_else(|| referred(n), |v| vec![v]),
        None => Vec::new(),
    };
    let op = node.opcode.as_deref().unwrap_or("");
    match &*node.kind {
        "BinaryOperator" if op == "=" => target(node.inner.first()),
        "BinaryOperator" if op == "," => node.inner.last().map(referred).unwrap_or_default(),
        "CompoundAssignOperator" => target(node.inner.first()),
        "UnaryOperator" if matches!(op, "++" | "--") && !node.flag("isPostfix") => target(node.inner.first()),
        "CXXOperatorCallExpr" if callee_name(node) == "operator=" => target(node.inner.get(1)),
        "CStyleCastExpr" | "ImplicitCastExpr" | "CXXReinterpretCastExpr" | "CXXStaticCastExpr" | "CXXConstCastExpr" => {
            let value = node.cast_kind.as_deref() == Some("LValueToRValue");
            node.inner.last().filter(|_| !value).map(referred).unwrap_or_default()
        }
        "CallExpr" if hands_reference_on(node) => {
            node.inner.iter().skip(1).flat_map(|a| target(Some(strip_materialized(a)))).collect()
        }
        "CallExpr" if matches!(callee_name(node), "memset" | "memcpy") => {
            node.inner.get(1).and_then(address_of).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The variable that an assignable expression names, whole or by a member.
pub(crate) fn variable(node: &Node) -> Option<NodeId> {
    let node = strip(node);
    match &*node.kind {
        "DeclRefExpr" => {
            let target = node.referenced.as_ref()?;
            matches!(&*target.kind, "VarDecl" | "ParmVarDecl" | "BindingDecl").then_some(target.id)
        }
        "MemberExpr" if !node.flag("isArrow") => variable(node.inner.first()?),
        _ => None,
    }
}

/// `&x` below conversions: `x`.
pub(crate) fn address_of(node: &Node) -> Option<NodeId> {
    let node = strip_casts(node);
    let is_address = &*node.kind == "UnaryOperator" && node.opcode.as_deref() == Some("&");
    is_address.then(|| node.inner.first().and_then(variable)).flatten()
}

/// `&x` below conversions where `x` is no part of a variable: `x`.
pub(crate) fn address_of_whole(node: &Node) -> Option<NodeId> {
    let operand = address_operand(strip_casts(node)).map(strip)?;
    variable(operand).filter(|_| &*operand.kind == "DeclRefExpr")
}

/// `{&a, &b}`: the variables, where the node initialises an array of arguments. The address of a part says nothing.
pub(crate) fn argument_list(declaration: &Node) -> Option<Vec<Option<NodeId>>> {
    elements_of_list(declaration).map(|elements| elements.iter().map(address_of_whole).collect())
}

/// The elements of an array of arguments, where the node initialises one.
pub(crate) fn elements_of_list(declaration: &Node) -> Option<&[Node]> {
    let list = declaration.inner.iter().find(|c| &*c.kind == "InitListExpr")?;
    declaration.type_str().starts_with("void *[").then_some(&list.inner[..])
}

/// Streams and events: addresses of objects of the runtime, which no program reads or writes through them.
const HANDLES: [&str; 4] = ["CUstream_st *", "struct CUstream_st *", "CUevent_st *", "struct CUevent_st *"];

/// Calls `f` for every mention of a variable in a tree.
pub(crate) fn uses(known: &Callees, node: &Node, f: &mut dyn FnMut(NodeId, Use)) {
    if !drops_reference(node) && !hands_reference_on(node) {
        for v in node.inner.iter().flat_map(referred) {
            f(v, Use::Escape);
        }
    }
    let rest =
        |from: usize, f: &mut dyn FnMut(NodeId, Use)| node.inner.iter().skip(from).for_each(|c| uses(known, c, f));
    match &*node.kind {
        "DeclRefExpr" => {
            let is_code = |kind: &str| is_function(kind) || kind == "EnumConstantDecl";
            if let Some(target) = node.referenced.as_ref().filter(|t| !is_code(&t.kind)) {
                f(target.id, Use::Escape);
            }
        }
        "UnaryExprOrTypeTraitExpr" => {}
        // The body of a lambda runs later, or never.
        "LambdaExpr" => {
            let mut of_lambda = |v, used| f(v, known.lambdas.effect(node.id, v, used));
            let others = captures(node).filter(|capture| !known.lambdas.is_plain(node.id, capture));
            others.chain(operators(node)).for_each(|part| uses(known, part, &mut of_lambda));
        }
        "ImplicitCastExpr" if node.cast_kind.as_deref() == Some("LValueToRValue") => {
            // If the element is an address, its value is a way to change the variable with this address.
            let is_address = node.type_str().ends_with('*') && !HANDLES.contains(&node.type_str());
            let element = node.inner.first().filter(|_| !is_address).and_then(element_of_array);
            match (node.inner.first().and_then(variable), element) {
                (Some(v), _) => f(v, Use::Read),
                (None, Some((array, index))) => {
                    f(array, Use::Read);
                    uses(known, index, f);
                }
                (None, None) => node.inner.iter().for_each(|operand| value_of(known, operand, f)),
            }
        }
        "BinaryOperator" | "CompoundAssignOperator"
            if node.opcode.as_deref() == Some("=") || &*node.kind == "CompoundAssignOperator" =>
        {
            match node.inner.first().and_then(variable) {
                Some(v) => f(v, Use::Write),
                None => node.inner.iter().take(1).for_each(|c| uses(known, c, f)),
            }
            rest(1, f);
        }
        "UnaryOperator" if matches!(node.opcode.as_deref(), Some("++" | "--")) => {
            match node.inner.first().and_then(variable) {
                Some(v) => f(v, Use::Write),
                None => rest(0, f),
            }
        }
        // Copies of launch extents.
        "CXXConstructExpr" if is_dim3(node) && node.inner.len() == 1 => {
            match variable(strip_materialized(&node.inner[0])) {
                Some(v) => f(v, Use::Read),
                None => rest(0, f),
            }
        }
        // Copies of structures: the analysis follows only structures without functions of their own for copies.
        "CXXConstructExpr"
            if (is_copy(node) || makes_function(node)) && variable(strip_materialized(&node.inner[0])).is_some() =>
        {
            if let Some(v) = variable(strip_materialized(&node.inner[0])) {
                f(v, Use::Read);
            }
        }
        "CXXOperatorCallExpr" if callee_name(node) == "operator=" && is_dim3(node) => {
            match node.inner.get(1).and_then(variable) {
                Some(v) => f(v, Use::Write),
                None => node.inner.iter().skip(1).take(1).for_each(|c| uses(known, c, f)),
            }
            match node.inner.get(2).map(strip_materialized).and_then(variable) {
                Some(v) => f(v, Use::Read),
                None => rest(2, f),
            }
        }
        "VarDecl" if argument_list(node).is_some() => {
            // `unreliable` handles arrays with other uses.
            for element in elements_of_list(node).into_iter().flatten() {
                match address_of_whole(element) {
                    Some(v) => f(v, Use::Listed),
                    None => uses(known, element, f),
                }
            }
        }
        // The elements of an array may change by references to them.
        "CXXForRangeStmt" => {
            let variable = node.inner.iter().rev().nth(1).and_then(|declaration| declaration.inner.first());
            let copies = variable.is_some_and(|v| !v.type_str().contains(['&', '*']));
            let declared = node.inner.iter().flat_map(|part| &part.inner).filter_map(range_of_loop);
            declared.filter(|_| !copies).for_each(|(v, is_array)| {
                if is_array {
                    f(v, Use::Escape);
                }
            });
            rest(0, f);
        }
        "VarDecl" if range_of_loop(node).is_some() => {
            range_of_loop(node).into_iter().for_each(|(v, _)| f(v, Use::Read))
        }
        "CXXMemberCallExpr" | "CXXOperatorCallExpr" if vector_of_call(node).is_some() => {
            let kept = keeps_length(callee_name(node));
            vector_of_call(node).into_iter().for_each(|v| f(v, if kept { Use::Read } else { Use::Write }));
            for arg in node.inner.iter().skip(if &*node.kind == "CXXMemberCallExpr" { 1 } else { 2 }) {
                match variable(strip_materialized(arg)) {
                    Some(v) if is_read_vector(arg) => f(v, Use::Read),
                    _ => uses(known, arg, f),
                }
            }
        }
        "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr"
            if known.is_torch(node) && callee_name(node) != "tie" =>
        {
            let assigns = callee_name(node) == "operator=";
            let callee = node.inner.first().map(strip_casts).and_then(|member| member.inner.first());
            let object = callee.filter(|_| &*node.kind == "CXXMemberCallExpr");
            let given = node.inner.iter().skip(1).enumerate().map(|(at, arg)| (arg, assigns && at == 0));
            for (part, is_target) in object.map(|object| (object, false)).into_iter().chain(given) {
                match variable(strip_materialized(part)) {
                    Some(v) => f(v, if is_target { Use::Write } else { Use::Read }),
                    None => uses(known, part, f),
                }
            }
        }
        "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" => {
            let (name, launches) = (callee_name(node), launch_form(node).is_some());
            // Calling a lambda changes no variable but those that its body names.
            let object = called_object(node);
            match object.map(|object| (object, variable(known.strip_forward(object)))) {
                Some((_, Some(v))) => f(v, Use::Read),
                Some((object, None)) => uses(known, object, f),
                None => {}
            }
            for arg in node.inner.iter().skip(if object.is_some() { 2 } else { 1 }) {
                match (address_of(arg), variable(arg)) {
                    _ if known.is_forward(node) => match variable(arg) {
                        Some(v) => f(v, Use::Escape),
                        None => uses(known, arg, f),
                    },
                    _ if known.is_given(arg) => known.given(arg).into_iter().for_each(|(v, used)| f(v, used)),
                    (Some(v), _) if stores_results(name) => f(v, Use::Write),
                    // Streams and `swap` assign what they are given by reference.
                    (_, Some(v)) if matches!(name, "operator>>" | "swap") => f(v, Use::Write),
                    (_, Some(v)) if binds_const(arg) && matches!(name, "operator<<" | "min" | "max") => f(v, Use::Read),
                    (_, Some(v)) if is_read_vector(arg) => f(v, Use::Read),
                    (Some(v), _) if launches => f(v, Use::Read),
                    _ if launches => match variable(strip_decay(arg)) {
                        Some(v) => f(v, Use::Read),
                        None => uses(known, arg, f),
                    },
                    (Some(v), _) | (_, Some(v)) if is_lent(arg) => f(v, Use::Lent),
                    _ => uses(known, arg, f),
                }
            }
            // A member function may keep the address of its object, `const` or not.
            node.inner.iter().take(1).for_each(|c| uses(known, c, f));
        }
        _ => rest(0, f),
    }
}

/// The value of an operand is taken, which may be one of several variables: `c ? n : m`.
fn value_of(known: &Callees, operand: &Node, f: &mut dyn FnMut(NodeId, Use)) {
    let operand = known.strip_forward(operand);
    match (variable(operand), &*operand.kind, &operand.inner[..]) {
        (Some(v), ..) => f(v, Use::Read),
        (None, "ConditionalOperator", [condition, a, b]) => {
            uses(known, condition, f);
            value_of(known, a, f);
            value_of(known, b, f);
        }
        _ => uses(known, operand, f),
    }
}

/// The array and the index of `array[index]`, where a variable is the array.
fn element_of_array(node: &Node) -> Option<(NodeId, &Node)> {
    let node = strip(node);
    let [array, index] = &node.inner[..] else { return None };
    let decays = &*node.kind == "ArraySubscriptExpr" && array.cast_kind.as_deref() == Some("ArrayToPointerDecay");
    let array = array.inner.first().filter(|_| decays).and_then(variable)?;
    Some((array, index))
}

/// The vector that a call of a member function or an operator is of.
pub(super) fn vector_of_call(node: &Node) -> Option<NodeId> {
    let object = match &*node.kind {
        "CXXMemberCallExpr" => node.inner.first()?.inner.first()?,
        "CXXOperatorCallExpr" if matches!(callee_name(node), "operator=" | "operator[]") => node.inner.get(1)?,
        _ => return None,
    };
    variable(object).filter(|_| is_vector(strip(object)) && &*strip(object).kind == "DeclRefExpr")
}

/// The vector or array that the hidden variable of `for (auto &x : range)` names, and whether it is an array.
fn range_of_loop(node: &Node) -> Option<(NodeId, bool)> {
    let range = node.inner.first().filter(|_| node.name.as_deref().is_some_and(|n| n.starts_with("__range")))?;
    let is_array = strip(range).type_str().ends_with(']');
    let is_known = (is_vector(strip(range)) || is_array) && &*strip(range).kind == "DeclRefExpr";
    variable(range).filter(|_| is_known).map(|v| (v, is_array))
}

/// True if an argument is a vector that is given by reference to `const`.
pub(super) fn is_read_vector(arg: &Node) -> bool {
    is_vector(arg) && binds_const(arg) && &*strip(arg).kind == "DeclRefExpr"
}

/// True if an argument becomes a reference to something constant: by a conversion, or because a constant is named.
fn binds_const(arg: &Node) -> bool {
    matches!(&*arg.kind, "ImplicitCastExpr" | "DeclRefExpr") && arg.type_str().starts_with("const ")
}

/// True if an argument is a variable or its address, and not an array, whose elements the analysis does not follow.
fn is_lent(arg: &Node) -> bool {
    let is_array = |n: &Node| n.type_str().contains('[');
    !is_array(strip_casts(arg)) && !strip_casts(arg).inner.first().is_some_and(is_array)
}

fn strip_decay(node: &Node) -> &Node {
    let node = strip(node);
    match (&*node.kind, node.cast_kind.as_deref(), node.inner.first()) {
        ("ImplicitCastExpr", Some("ArrayToPointerDecay"), Some(inner)) => inner,
        _ => node,
    }
}

/// Below temporaries that were given a place.
pub(crate) fn strip_materialized(node: &Node) -> &Node {
    let mut node = strip(node);
    while let ("MaterializeTemporaryExpr", Some(inner)) = (&*node.kind, node.inner.first()) {
        node = strip(inner);
    }
    node
}

/// Variables of a function that the analysis does not follow, because other code may change them; arrays unless their
/// elements are only read.
pub(crate) fn unreliable(known: &Callees, function: &Node) -> FxHashSet<NodeId> {
    let (mut escaped, mut changed) = (FxHashSet::default(), FxHashSet::default());
    uses(known, function, &mut |v, u| {
        if u == Use::Escape {
            escaped.insert(v);
        }
        if u.may_change() {
            changed.insert(v);
        }
    });
    let mut todo = vec![function];
    while let Some(node) = todo.pop() {
        // The addresses in an array of arguments are known only to the launch.
        if &*node.kind == "VarDecl" && escaped.contains(&node.id) {
            escaped.extend(argument_list(node).into_iter().flatten().flatten());
        }
        // Volatile and reference variables have their own ways to change.
        let stays = &*node.kind == "VarDecl" && !is_automatic(node);
        let ty = node.type_str();
        let is_changed_array = ty.ends_with(']') && changed.contains(&node.id);
        let is_reference = ty.ends_with('&') && !known.is_named_reference(node);
        if stays || ty.contains("volatile") || is_reference || is_changed_array {
            escaped.insert(node.id);
        }
        todo.extend(&node.inner);
    }
    escaped
}

/// Variables that a tree may assign.
pub(crate) fn assigned(known: &Callees, node: &Node) -> FxHashSet<NodeId> {
    let mut out = FxHashSet::default();
    uses(known, node, &mut |v, u| {
        if u.may_change() {
            out.insert(v);
        }
    });
    out
}
