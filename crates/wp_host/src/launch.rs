//! Launches: `kernel<<<grid, block, shared, stream>>>(..)` and the functions of CUDA and HIP that launch, with what is
//! known where they stand.

use crate::addresses::mentioned;
use crate::forms::{function_operand, is_automatic};
use crate::lent::is_call;
use crate::named::Named;
use crate::state::{Flow, FoundLaunch, OfLaunch, ReadByLaunch, SeenByLaunch, State};
use crate::targets::{Combination, Place, Targets};
use crate::unseen::is_in_order;
use crate::uses::{address_of, address_of_whole, is_dim3, uses, variable, Use};
use crate::value::{Buffer, Expr, Int, Value};
use crate::{Argument, LaunchSite, Left};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_clang::{Node, NodeId, LAUNCHER};
use wp_decls::{body, callee_name, launch_form, params, same_expression, strip_casts, CType, LaunchForm};
use wp_kir::Type;

impl Flow<'_, '_> {
    /// Evaluates a launch and notes it.
    pub(crate) fn launch(&mut self, st: &mut State, node: &Node) {
        let found = match &*node.kind {
            "CUDAKernelCallExpr" => self.by_syntax(st, node),
            _ => self.by_function(st, node),
        };
        let Some(mut found) = found else {
            self.expose_mentioned(st, node);
            return self.overwrite_all(st);
        };
        let in_order = is_in_order(node);
        // A destructor may launch behind a kernel that still runs.
        let is_alone = in_order && !(self.unseen.objects && self.unseen.streams);
        let contents = if is_alone { self.contents_of(st, &found.arguments) } else { BTreeMap::new() };
        let mut given = std::mem::take(&mut found.given);
        given.extend(found.arguments.iter().flat_map(Value::buffers));
        self.note_launch(st, given, in_order);
        let kernel = found.kernel;
        let left = self.left_before(st, kernel, &found.arguments);
        if self.trial > 0 {
            return;
        }
        let mut named = Vec::new();
        if let Some(definition) = self.decls.node(kernel) {
            found.arguments.resize(params(definition).len(), Value::Unknown);
            // Parameter names of a declaration may differ from those of the definition.
            let positions = body(definition).is_none();
            for (position, (param, value)) in params(definition).into_iter().zip(found.arguments).enumerate() {
                let name = if positions { Some(format!("#{position}").into()) } else { param.name.clone() };
                if let Some(name) = &name {
                    name_parts(name, value, &mut named);
                }
            }
        }
        self.frame.arrived.push(node.id);
        let wrapper = self.frame.outer_wrapper.clone().filter(|_| found.name.is_none());
        let (span, function) = match wrapper.or_else(|| self.frame.outer_call.clone()) {
            Some(call) => (call.span, call.function),
            None => (node.span, self.frame.function.clone()),
        };
        let site = LaunchSite {
            span,
            function,
            grid: found.grid,
            block: found.block,
            shared: found.shared,
            arguments: named,
            meeting: Vec::new(),
            guards: st.guards.clone(),
            contiguous: self.buffers.shapes.contiguous.clone(),
            sizes: st.sizes.clone(),
            contents,
            left,
            is_not_cooperative: is_not_cooperative(node),
            launcher: found.launcher,
            assumes_launchers: !self.decls.unit.launchers.is_empty(),
        };
        let by_calls = if found.name.is_some() { self.followed.clone() } else { Vec::new() };
        self.launched.extend(found.name);
        let cases = by_targets(&st.targets, site).into_iter();
        self.sites.extend(cases.map(|site| FoundLaunch { kernel, site, by_calls: by_calls.clone() }));
    }

    /// What earlier launches may have left in the memory that a launch stores to. Notes what this launch leaves.
    fn left_before(&self, st: &mut State, kernel: NodeId, arguments: &[Value]) -> Left {
        let params = self.decls.node(kernel).map(params).unwrap_or_default();
        let is_stored = |position: usize| {
            let ty = params.get(position).map(|param| self.decls.qtype(param.type_str()).ty);
            !matches!(ty, Some(CType::Pointer(pointee)) if pointee.is_const)
        };
        let stored = arguments.iter().enumerate().filter(|(position, _)| is_stored(*position));
        let stored = stored.flat_map(|(_, value)| value.buffers()).collect();
        self.globals.reuse.launched(&mut st.left, kernel, stored)
    }

    fn by_syntax(&mut self, st: &mut State, node: &Node) -> Option<Found> {
        let [callee, configuration, args @ ..] = &node.inner[..] else { return None };
        let kernel = self.kernel_of(st, callee);
        let parts: Vec<&Node> = configuration.inner.iter().skip(1).collect();
        let changed: FxHashSet<NodeId> = parts.iter().flat_map(|part| self.changed_by(st, part)).collect();
        let is_open = |part: Option<&&Node>| !changed.is_empty() && !part.is_some_and(|p| self.is_fixed(p, &changed));
        let [grid_is_open, block_is_open, shared_is_open] = [0, 1, 2].map(|n| is_open(parts.get(n)));
        let part = |n: usize| parts.get(n).copied();
        self.begin(&[&[callee], &parts[..], &args.iter().collect::<Vec<_>>()].concat());
        let mut found = self.configuration(st, part(0), part(1), part(2));
        // The order of evaluation of the parts is unspecified.
        if grid_is_open {
            found.grid = self.unknown_extents("host");
        }
        if block_is_open {
            found.block = self.unknown_extents("host");
        }
        if shared_is_open && parts.len() > 2 {
            found.shared = self.symbol(Type::U64, "host");
        }
        let effects = args.iter().any(|a| !self.changed_by(st, a).is_empty());
        self.of_launch.pointers = (!effects).then(|| ReadByLaunch { depth: self.followed.len(), pointers: Vec::new() });
        found.arguments = args.iter().map(|a| self.eval(st, a)).collect();
        self.of_launch = OfLaunch::default();
        if effects {
            // The order of evaluation of the arguments is unspecified.
            self.lose_arguments(st, node, &mut found);
        }
        (found.kernel, found.name) = kernel?;
        Some(found)
    }

    /// The value of a pointer that an argument reads. Expressions that are written alike have one value:
    /// `k<<<1, n>>>(this->data, this->data + 1)`.
    pub(crate) fn as_read_before(&mut self, node: &Node, value: Value) -> Value {
        let depth = self.followed.len();
        let is_here = self.of_launch.pointers.as_ref().is_some_and(|read| read.depth == depth);
        if !is_here || !matches!(value, Value::Pointer(..)) {
            return value;
        }
        let written = strip_casts(node);
        let is_plain = self.only_reads(written);
        let Some(read) = self.of_launch.pointers.as_mut().filter(|_| is_plain) else { return value };
        let known = read.pointers.iter().find(|(before, _)| same_expression(before, written));
        if let Some((_, known)) = known {
            return known.clone();
        }
        read.pointers.push((written.clone(), value.clone()));
        value
    }

    /// True if an expression has one value whenever it is evaluated between two changes: it reads, and at most asks an
    /// object of a library (`v.data()`).
    fn only_reads(&self, node: &Node) -> bool {
        let asks = || match node.inner.as_slice() {
            [callee] => callee.inner.first().is_some_and(|object| self.is_library_object(strip_casts(object))),
            _ => false,
        };
        let reads = match &*node.kind {
            "DeclRefExpr" | "MemberExpr" | "CXXThisExpr" | "ArraySubscriptExpr" | "IntegerLiteral" | "ParenExpr" => {
                true
            }
            "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXReinterpretCastExpr" => true,
            "UnaryOperator" => matches!(node.opcode.as_deref(), Some("*" | "&" | "-" | "+")),
            "BinaryOperator" => matches!(node.opcode.as_deref(), Some("+" | "-" | "*" | "/" | "%")),
            "CXXMemberCallExpr" => asks(),
            _ => false,
        };
        reads && node.inner.iter().all(|part| self.only_reads(part))
    }

    /// True if the value of an expression does not depend on when these variables are changed: it names constants and
    /// variables of the function directly, and none of these variables.
    fn is_fixed(&self, node: &Node, changed: &FxHashSet<NodeId>) -> bool {
        let mut is_fixed = true;
        uses(&self.callees, node, &mut |v, used| {
            let keeps = |node: &Node| is_automatic(node) && !node.type_str().contains('&') || self.is_constant(node);
            let is_own = self.decls.node(v).is_some_and(keeps);
            is_fixed &= used == Use::Read && is_own && !changed.contains(&v);
        });
        is_fixed && names_directly(node)
    }

    /// Begins the evaluation of a launch with these parts. A variable that the analysis does not follow has one value
    /// in all of them unless one of the parts may change it.
    fn begin(&mut self, parts: &[&Node]) {
        let is_stable = !parts.iter().any(|part| self.may_change(part));
        let seen = || SeenByLaunch { depth: self.followed.len(), values: FxHashMap::default() };
        self.of_launch.variables = is_stable.then(seen);
    }

    /// Makes the arguments of a launch unknown. The kernel is given any buffer that the launch mentions.
    fn lose_arguments(&self, st: &State, node: &Node, found: &mut Found) {
        found.given.extend(mentioned(st, node));
        found.given.extend(found.arguments.iter().flat_map(Value::buffers));
        found.arguments.fill(Value::Unknown);
    }

    /// A call of a function that launches.
    fn by_function(&mut self, st: &mut State, node: &Node) -> Option<Found> {
        let form = launch_form(node)?;
        let arg = |n: usize| node.inner.get(n + 1);
        let is_read = |a: &Node| variable(a).or_else(|| address_of(a)).is_some();
        let changes = |a: &Node| !is_read(a) && !self.changed_by(st, a).is_empty();
        let effects = match form {
            LaunchForm::List => [1, 2, 4].into_iter().filter_map(arg).any(changes),
            // The configuration stands behind an address.
            LaunchForm::ConfiguredList => false,
            _ => node.inner.iter().skip(1).any(changes),
        };
        let kernel = arg(form.kernel()).and_then(|k| self.kernel_of(st, k));
        self.begin(&node.inner.iter().skip(1).collect::<Vec<_>>());
        let (mut found, list, rest) = match form {
            LaunchForm::List => (self.configuration(st, arg(1), arg(2), arg(4)), arg(3), 6),
            LaunchForm::Spread => (self.configuration(st, arg(1), arg(2), arg(3)), None, 5),
            LaunchForm::ConfiguredList => (self.configured(st, arg(0)), arg(2), 3),
            LaunchForm::ConfiguredSpread => (self.configured(st, arg(0)), None, 2),
            LaunchForm::Unseen => {
                let mut found = self.configuration(st, arg(1), arg(2), None);
                found.shared = self.symbol(Type::U64, "host");
                found.launcher = node.extra.get(LAUNCHER).cloned();
                (found, None, 3)
            }
        };
        match list.map(|a| self.eval(st, a)) {
            Some(Value::Arguments(list)) => {
                let value = |v: &Option<NodeId>| v.and_then(|v| st.vars.get(&v).cloned()).unwrap_or(Value::Unknown);
                found.arguments = list.iter().map(value).collect();
                let given: Vec<Option<&Node>> = list.iter().map(|v| v.and_then(|v| self.decls.node(v))).collect();
                self.drop_other_records(kernel.as_ref().map(|(id, _)| *id), &given, &mut found);
            }
            Some(_) => found.given.extend(mentioned(st, node)),
            None => {}
        }
        if effects {
            // The order of evaluation of all arguments is unspecified.
            (found.grid, found.block) = (self.unknown_extents("host"), self.unknown_extents("host"));
        }
        if matches!(form, LaunchForm::Spread | LaunchForm::ConfiguredSpread | LaunchForm::Unseen) {
            let args: Vec<&Node> = node.inner.iter().skip(rest + 1).collect();
            self.of_launch.pointers =
                (!effects).then(|| ReadByLaunch { depth: self.followed.len(), pointers: Vec::new() });
            found.arguments = args.iter().map(|a| self.eval(st, a)).collect();
            let given: Vec<Option<&Node>> = args.into_iter().map(Some).collect();
            self.drop_other_records(kernel.as_ref().map(|(id, _)| *id), &given, &mut found);
            if effects {
                self.lose_arguments(st, node, &mut found);
            }
            let definition = kernel.and_then(|(id, _)| self.decls.node(id));
            for (param, value) in definition.into_iter().flat_map(params).zip(&mut found.arguments) {
                // The launch converts to the type of the parameter.
                let ty = self.decls.qtype(param.type_str()).ty.scalar();
                if matches!(value, Value::Float(float) if Some(float.ty) != ty) {
                    *value = Value::Unknown;
                }
                if let (Value::Int(e), Some(ty)) = (&*value, ty) {
                    *value = if ty.is_int() || ty == Type::Bool && e.ty == Type::Bool {
                        Value::Int(e.cast(ty))
                    } else {
                        Value::Unknown
                    };
                }
            }
        }
        self.of_launch = OfLaunch::default();
        (found.kernel, found.name) = kernel?;
        Some(found)
    }

    /// Makes structures unknown that are given to parameters of another type, whose members lie elsewhere. `given` are
    /// the variables or expressions that the arguments are.
    fn drop_other_records(&self, kernel: Option<NodeId>, given: &[Option<&Node>], found: &mut Found) {
        let type_of = |node: &Node| self.decls.qtype(node.type_str()).referent().ty.clone();
        let definition = kernel.and_then(|kernel| self.decls.node(kernel));
        let params: Vec<&Node> = definition.map(params).unwrap_or_default();
        for (position, value) in found.arguments.iter_mut().enumerate() {
            let (param, given) = (params.get(position), given.get(position).copied().flatten());
            let is_same = param.zip(given).is_some_and(|(param, given)| type_of(param) == type_of(given));
            if !is_same && matches!(value, Value::Record(_)) {
                found.given.extend(value.buffers());
                *value = Value::Unknown;
            }
        }
    }

    /// The launch that a `cudaLaunchConfig_t` describes.
    fn configured(&mut self, st: &mut State, configuration: Option<&Node>) -> Found {
        let is_configuration = |v: &NodeId| {
            let ty = self.decls.node(*v).map(|node| self.decls.qtype(node.type_str()).ty);
            matches!(ty, Some(CType::Record(id)) if self.decls.is_prelude(self.decls.record_decl(id).node))
        };
        let variable = configuration.and_then(address_of_whole).filter(is_configuration);
        let value = variable.and_then(|v| st.vars.get(&v)).cloned();
        let mut found = self.configuration(st, None, None, None);
        found.shared = self.symbol(Type::U64, "host");
        if let Some(Value::Record(fields)) = value {
            let extents = |name: &str| fields.get(name).and_then(Value::extents);
            found.grid = extents("gridDim").unwrap_or(found.grid);
            found.block = extents("blockDim").unwrap_or(found.block);
            if let Some(Value::Int(bytes)) = fields.get("dynamicSmemBytes") {
                found.shared = bytes.cast(Type::U64);
            }
        }
        found
    }

    /// Where a launch names its kernel.
    pub(crate) fn name_of_launch(&self, node: &Node) -> Option<Named> {
        let callee = match launch_form(node) {
            Some(form) if &*node.kind == "CallExpr" => node.inner.get(form.kernel() + 1),
            _ => node.inner.first(),
        };
        self.kernel_of(&State::default(), callee?).and_then(|(_, name)| name)
    }

    /// The kernel that an expression names, with the place of the name; or the kernel in the variable that it names.
    fn kernel_of(&self, st: &State, node: &Node) -> Option<(NodeId, Option<Named>)> {
        let node = function_operand(node);
        let target = node.referenced.as_ref()?;
        if let Some(kernel) = self.kernel_held(st, variable(node)) {
            return Some((kernel, None));
        }
        if &*target.kind != "FunctionDecl" || variable(node).is_some() {
            return None;
        }
        let kernel = self.decls.definition(target).or_else(|| self.decls.declared_kernel(target));
        kernel.map(|d| (d.id, Some(Named::by(node))))
    }

    fn configuration(
        &mut self,
        st: &mut State,
        grid: Option<&Node>,
        block: Option<&Node>,
        shared: Option<&Node>,
    ) -> Found {
        let grid = self.three(st, grid);
        let block = self.three(st, block);
        let shared = match shared {
            Some(node) if &*node.kind != "CXXDefaultArgExpr" => self.int_value(st, node).cast(Type::U64),
            _ => Expr::int(0, Type::U64),
        };
        Found {
            kernel: wp_base::Id::from_index(0),
            name: None,
            grid,
            block,
            shared,
            arguments: Vec::new(),
            given: Vec::new(),
            launcher: None,
        }
    }

    fn three(&mut self, st: &mut State, node: Option<&Node>) -> [Int; 3] {
        match node.map(|n| self.eval(st, n)) {
            Some(Value::Dim3(extents)) => extents,
            // A function without a body is given the number that it makes a `dim3` of.
            Some(Value::Int(x)) => [x.cast(Type::U32), Expr::int(1, Type::U32), Expr::int(1, Type::U32)],
            _ => self.unknown_extents("host"),
        }
    }
}

/// True if an expression calls nothing but constructors of extents, and reads nothing through an address or in a
/// structure.
fn names_directly(node: &Node) -> bool {
    let reads_elsewhere = match &*node.kind {
        "MemberExpr" | "ArraySubscriptExpr" | "LambdaExpr" | "CXXThisExpr" => true,
        "UnaryOperator" => node.opcode.as_deref() == Some("*"),
        "CXXConstructExpr" | "CXXTemporaryObjectExpr" => !is_dim3(node),
        _ => is_call(node),
    };
    !reads_elsewhere && node.inner.iter().all(names_directly)
}

/// The cases of a launch: one for each combination in which different pointers point into the same buffer, and one for
/// all combinations in which they do not.
fn by_targets(targets: &Targets, mut site: LaunchSite) -> Vec<LaunchSite> {
    let pointers = site.arguments.iter().enumerate().filter_map(|(position, (_, argument))| match argument {
        Argument::Pointer(buffer, at) => Some((position, (*buffer, at.clone()))),
        Argument::Int(_) | Argument::Float(_) | Argument::Null => None,
    });
    let (positions, places): (Vec<usize>, Vec<Place>) = pointers.unzip();
    let as_written = Combination { places, conditions: Vec::new() };
    let combinations = targets.combinations(&as_written.places, &site.guards);
    let (meeting, apart): (Vec<_>, Vec<_>) =
        combinations.into_iter().partition(|combination| combination.groups() != as_written.groups());
    let meets = |combination| meeting_case(&site, &positions, combination);
    let mut cases: Vec<LaunchSite> = meeting.iter().map(meets).collect();
    if !apart.is_empty() || meeting.is_empty() {
        for (pointer, (buffer, at)) in as_written.places.iter().enumerate() {
            // The size is known if the pointer points to the start of a buffer of this size in all combinations.
            let size = |combination: &Combination| {
                let (target, offset) = &combination.places[pointer];
                site.sizes.get(target).filter(|_| offset == at).cloned()
            };
            let sizes: Option<Vec<Int>> = apart.iter().map(size).collect();
            if let Some([first, rest @ ..]) = sizes.as_deref() {
                if rest.iter().all(|size| size == first) {
                    site.sizes.insert(*buffer, first.clone());
                }
            }
        }
        cases.push(site);
    }
    cases
}

/// A launch in one combination. `positions`: the arguments that are pointers.
fn meeting_case(site: &LaunchSite, positions: &[usize], combination: &Combination) -> LaunchSite {
    let mut case = site.clone();
    let groups = combination.groups();
    for (pointer, (buffer, at)) in combination.places.iter().enumerate() {
        let (name, argument) = &mut case.arguments[positions[pointer]];
        *argument = Argument::Pointer(*buffer, at.clone());
        if groups.iter().filter(|group| **group == groups[pointer]).count() > 1 {
            case.meeting.push(name.clone());
        }
    }
    case.guards.extend(combination.conditions.iter().cloned());
    case
}

/// The scalar parts of an argument, with the names that the kernel has for them.
fn name_parts(name: &Arc<str>, value: Value, out: &mut Vec<(Arc<str>, Argument)>) {
    match value {
        Value::Int(e) => out.push((name.clone(), Argument::Int(e))),
        Value::Float(float) => out.push((name.clone(), Argument::Float(float))),
        Value::Pointer(buffer, at) => out.push((name.clone(), Argument::Pointer(buffer, at))),
        Value::Null => out.push((name.clone(), Argument::Null)),
        Value::Record(fields) => {
            fields.into_iter().for_each(|(field, value)| name_parts(&format!("{name}.{field}").into(), value, out));
        }
        _ => {}
    }
}

/// True if a launch is none of those that may be cooperative.
fn is_not_cooperative(launch: &Node) -> bool {
    let plain = ["cudaLaunchKernel", "hipLaunchKernel", "hipLaunchKernelGGL"];
    &*launch.kind == "CUDAKernelCallExpr" || plain.contains(&callee_name(launch))
}

/// A launch as read.
struct Found {
    kernel: NodeId,
    /// The place of the kernel's name, unless a variable holds the kernel.
    name: Option<Named>,
    grid: [Int; 3],
    block: [Int; 3],
    shared: Int,
    arguments: Vec<Value>,
    /// Buffers that the kernel may be given besides.
    given: Vec<Buffer>,
    /// The function without a body that launches.
    launcher: Option<Arc<str>>,
}
