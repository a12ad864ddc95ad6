//! A kernel at one launch site: the facts of the site as statements in front of the body.
//!
//! Input: a kernel and a site that launches it. Output: the kernel with [`AssumeKind::Launch`] conditions over its
//! parameters and extents, with one object for a buffer that the site passes twice, and with sizes of objects. Also the
//! extents that are constant. Host values that are no parameter become parameters of their own (`host n`), so that the
//! kernel stays closed. Over-approximate: a fact that cannot be stated is left out. Sizes of buffers are numbers that
//! do not wrap around: the assumption `allocation-size`.

use crate::value::{Buffer, Expr, Float, Int, Kind, Symbol};
use crate::{Argument, LaunchSite, Left};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_base::Span;
use wp_kir::{
    any_stmt, AssumeKind, Axis, BinOp, CastKind, Dim, ExprId, ExprKind, Init, Kernel, Launch, ObjectId, ObjectKind,
    Param, ParamId, Space, Special, Stmt, StmtKind, Type,
};

/// The kernel as the site launches it, and the launch with the extents that are constant.
pub fn specialise(kernel: &Kernel, site: &LaunchSite) -> (Kernel, Launch) {
    let mut s = Specialiser { kernel: kernel.clone(), span: site.span, bound: BTreeMap::new(), front: Vec::new() };
    let ints = s.int_arguments(site);
    let mut equations: Vec<(Target, Int)> = ints.into_iter().map(|(p, e)| (Target::Param(p), e)).collect();
    let mut launch = Launch::ANY;
    for axis in Axis::ALL {
        let i = axis.index();
        for (special, extent, dim) in [
            (Special::GridDim(axis), &site.grid[i], &mut launch.grid[i]),
            (Special::BlockDim(axis), &site.block[i], &mut launch.block[i]),
        ] {
            match extent.constant().and_then(|v| u32::try_from(v).ok()) {
                // A launch without threads fails, and so does one with a negative extent; the kernel does not run.
                Some(n) if n > 0 && i32::try_from(n).is_ok() => *dim = Dim::Known(n),
                _ => match &extent.kind {
                    // An extent about which nothing is known gives no fact: the kernel may not care for it.
                    Kind::Symbol(symbol) if symbol.of_dim3 && mentions(site, symbol.id) == 1 => {}
                    _ => {
                        equations.push((Target::Special(special), extent.clone()));
                        s.given(special);
                    }
                },
            }
        }
    }
    let pointers = s.pointer_arguments(site);
    let sizes = pointers.iter().filter_map(|(_, buffer, _)| site.sizes.get(buffer));
    let offsets = pointers.iter().map(|(_, _, at)| at);
    let others: Vec<&Int> =
        site.guards.iter().chain(&site.contiguous).chain(sizes).chain(offsets).chain([&site.shared]).collect();
    s.bind(&mut equations, &others);
    let mut relevant: BTreeSet<u32> = s.bound.keys().copied().collect();
    let stated = equations.iter().map(|(_, e)| e).chain(pointers.iter().map(|(_, _, at)| at));
    // Which buffers the pointers share may depend on every guard.
    let guards_of_case = site.guards.iter().filter(|_| !site.meeting.is_empty());
    stated.chain(guards_of_case).for_each(|e| e.symbols(&mut |symbol| relevant.extend([symbol.id])));
    for (target, value) in &equations {
        s.equation(*target, value);
    }
    s.float_arguments(site);
    let (guards, count) = ([&site.guards[..], &site.contiguous].concat(), site.guards.len());
    for (at, guard) in connected_guards(&guards, relevant) {
        let cond = s.expr(guard);
        s.assume_as(cond, if at < count { AssumeKind::Launch } else { AssumeKind::Contiguous });
    }
    s.place_pointers(site, &pointers);
    s.reused(&site.left, &pointers);
    s.null_arguments(site);
    s.dynamic_shared(&site.shared);
    let mut kernel = s.kernel;
    kernel.body.splice(0..0, s.front);
    (kernel, launch)
}

/// The guards to keep, with their positions: those over relevant values, and those that connect further values to them.
/// A guard is dropped if one of its values is neither relevant nor in another guard that is kept: some such value may
/// satisfy it, so it says nothing of the others.
fn connected_guards(guards: &[Int], mut relevant: BTreeSet<u32>) -> Vec<(usize, &Int)> {
    let symbols_of = |guard: &Int| {
        let mut symbols = BTreeSet::new();
        guard.symbols(&mut |symbol| symbols.extend([symbol.id]));
        symbols
    };
    let mut kept: Vec<((usize, &Int), BTreeSet<u32>)> =
        guards.iter().enumerate().map(|(at, guard)| ((at, guard), symbols_of(guard))).collect();
    loop {
        let mut times: BTreeMap<u32, usize> = BTreeMap::new();
        kept.iter().flat_map(|(_, symbols)| symbols).for_each(|id| *times.entry(*id).or_default() += 1);
        let before = kept.len();
        kept.retain(|(_, symbols)| symbols.iter().all(|id| relevant.contains(id) || times[id] > 1));
        if kept.len() == before {
            break;
        }
    }
    loop {
        let before = relevant.len();
        for (_, symbols) in &kept {
            if !symbols.is_disjoint(&relevant) {
                relevant.extend(symbols);
            }
        }
        if relevant.len() == before {
            break;
        }
    }
    kept.into_iter().filter(|(_, symbols)| symbols.is_subset(&relevant)).map(|(guard, _)| guard).collect()
}

/// The number of occurrences of a symbol in the facts of a launch.
fn mentions(site: &LaunchSite, id: u32) -> usize {
    let arguments = site.arguments.iter().filter_map(|(_, argument)| match argument {
        Argument::Int(e) | Argument::Pointer(_, e) => Some(e),
        Argument::Float(_) | Argument::Null => None,
    });
    let extents = site.grid.iter().chain(&site.block).chain([&site.shared]);
    let mut times = 0;
    let all = extents.chain(arguments).chain(&site.guards).chain(&site.contiguous).chain(site.sizes.values());
    all.for_each(|e| e.symbols(&mut |s| times += usize::from(s.id == id)));
    times
}

#[derive(Clone, Copy)]
enum Target {
    Param(ParamId),
    Special(Special),
}

struct Specialiser {
    kernel: Kernel,
    span: Span,
    /// The expressions of the kernel that symbols stand for.
    bound: BTreeMap<u32, ExprId>,
    /// The statements in front of the body.
    front: Vec<Stmt>,
}

impl Specialiser {
    fn param(&self, name: &str) -> Option<ParamId> {
        let mut found = self.kernel.params.iter().filter(|(_, p)| *p.name == *name).map(|(id, _)| id);
        found.next().filter(|_| found.next().is_none())
    }

    fn int_arguments(&self, site: &LaunchSite) -> Vec<(ParamId, Int)> {
        let of = |(name, argument): &(Arc<str>, Argument)| match argument {
            Argument::Int(e) => self.param(name).filter(|p| self.kernel.params[*p].ty == e.ty).map(|p| (p, e.clone())),
            Argument::Float(_) | Argument::Pointer(..) | Argument::Null => None,
        };
        site.arguments.iter().filter_map(of).collect()
    }

    fn pointer_arguments(&self, site: &LaunchSite) -> Vec<(ParamId, Buffer, Int)> {
        let of = |(name, argument): &(Arc<str>, Argument)| match argument {
            Argument::Pointer(buffer, at) => {
                let param = self.param(name)?;
                let object = self.kernel.params[param].object?;
                (self.kernel.objects[object].space == Space::Global).then(|| (param, *buffer, at.clone()))
            }
            Argument::Int(_) | Argument::Float(_) | Argument::Null => None,
        };
        site.arguments.iter().filter_map(of).collect()
    }

    /// Binds symbols that are the value of a parameter or an extent to it. The other values stay as equations. `others`
    /// are the other expressions of the site.
    fn bind(&mut self, equations: &mut Vec<(Target, Int)>, others: &[&Int]) {
        let mut rest = Vec::new();
        for (target, value) in equations.drain(..) {
            match &value.kind {
                Kind::Symbol(symbol) if !self.bound.contains_key(&symbol.id) => {
                    let e = self.target(target);
                    self.bound.insert(symbol.id, e);
                }
                _ => rest.push((target, value)),
            }
        }
        // An equation with a value that occurs nowhere else states nothing.
        let lone = |value: &Int, rest: &[(Target, Int)]| {
            let mut unbound = Vec::new();
            value.symbols(&mut |s| unbound.extend((!self.bound.contains_key(&s.id)).then_some(s.id)));
            let elsewhere = |id: u32| {
                let mut times = 0;
                let all = rest.iter().map(|(_, e)| e).chain(others.iter().copied());
                all.for_each(|e| e.symbols(&mut |s| times += usize::from(s.id == id)));
                times > 1
            };
            value.is_symbol() && unbound.iter().all(|id| !elsewhere(*id)) && !unbound.is_empty()
        };
        let kept = rest.iter().filter(|(_, e)| !lone(e, &rest)).cloned().collect();
        *equations = kept;
    }

    fn target(&mut self, target: Target) -> ExprId {
        match target {
            Target::Param(p) => {
                let Param { var, ty, .. } = self.kernel.params[p];
                self.kernel.expr(ExprKind::Var(var), ty, self.span)
            }
            Target::Special(s) => self.kernel.expr(ExprKind::Special(s), Type::U32, self.span),
        }
    }

    fn equation(&mut self, target: Target, value: &Int) {
        let left = self.target(target);
        if self.kernel.ty(left) == value.ty {
            let right = self.expr(value);
            let cond = self.kernel.expr(ExprKind::Binary(BinOp::Eq, left, right), Type::Bool, self.span);
            self.assume(cond);
        }
    }

    /// States that float parameters are constants, and assigns them the constants, because a comparison of floats does
    /// not tell the two zeros apart.
    fn float_arguments(&mut self, site: &LaunchSite) {
        for (name, argument) in &site.arguments {
            let Argument::Float(Float { value, ty }) = argument else { continue };
            let Some(param) = self.param(name).filter(|p| self.kernel.params[*p].ty == *ty) else { continue };
            let bits = if *ty == Type::F32 { u64::from((*value as f32).to_bits()) } else { value.to_bits() };
            let (left, right) =
                (self.target(Target::Param(param)), self.kernel.expr(ExprKind::Float(bits), *ty, self.span));
            let cond = self.kernel.expr(ExprKind::Binary(BinOp::Eq, left, right), Type::Bool, self.span);
            self.assume(cond);
            let var = self.kernel.params[param].var;
            self.front.push(Stmt { kind: StmtKind::Assign { var, value: right }, span: self.span });
        }
    }

    /// Assigns the null pointer to the parameters that get it.
    fn null_arguments(&mut self, site: &LaunchSite) {
        for (name, _) in site.arguments.iter().filter(|(_, argument)| *argument == Argument::Null) {
            let Some(param) = self.param(name).filter(|p| self.kernel.params[*p].ty == Type::Ptr) else { continue };
            let value = self.kernel.expr(ExprKind::Null, Type::Ptr, self.span);
            let var = self.kernel.params[param].var;
            self.front.push(Stmt { kind: StmtKind::Assign { var, value }, span: self.span });
        }
    }

    /// States that the host gives an extent: the extent is not an arbitrary one.
    fn given(&mut self, extent: Special) {
        let (one, extent) = (self.kernel.int(1, Type::U32, self.span), self.target(Target::Special(extent)));
        let cond = self.kernel.expr(ExprKind::Binary(BinOp::Le, one, extent), Type::Bool, self.span);
        self.assume(cond);
    }

    fn assume(&mut self, cond: ExprId) {
        self.assume_as(cond, AssumeKind::Launch);
    }

    fn assume_as(&mut self, cond: ExprId, kind: AssumeKind) {
        self.front.push(Stmt { kind: StmtKind::Assume { cond, kind }, span: self.span });
    }

    /// States `0 <= value <= most` of a value of 64 bits.
    fn at_most(&mut self, value: ExprId, most: i128) {
        let ty = self.kernel.ty(value);
        let (zero, limit) = (self.kernel.int(0, ty, self.span), self.kernel.int(most, ty, self.span));
        for (a, b) in [(zero, value), (value, limit)] {
            if ty != Type::U64 || a != zero {
                let cond = self.kernel.expr(ExprKind::Binary(BinOp::Le, a, b), Type::Bool, self.span);
                self.assume_as(cond, AssumeKind::Allocation);
            }
        }
    }

    /// A size in bytes (`u64`) as a number of 64 signed bits, computed without wrap-around. States that each operand is
    /// from 0 to [`ALLOCATION`], under the assumption `allocation-size`.
    fn exact(&mut self, size: &Expr) -> ExprId {
        match &size.kind {
            Kind::Int(v) if *v <= ALLOCATION => self.kernel.int(*v, Type::I64, self.span),
            // `n - 1` of an unsigned `n` may be written as the sum with the greatest number.
            Kind::Int(v) if *v > i128::from(i64::MAX) => self.kernel.int(*v - (1 << 64), Type::I64, self.span),
            Kind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let (a, b) = (self.exact(a), self.exact(b));
                self.kernel.expr(ExprKind::Binary(*op, a, b), Type::I64, self.span)
            }
            _ => {
                let value = self.expr(size);
                self.at_most(value, ALLOCATION);
                self.kernel.expr(ExprKind::Cast(CastKind::IntToInt, value), Type::I64, self.span)
            }
        }
    }

    /// The expression in the kernel; symbols without a name there become parameters.
    fn expr(&mut self, e: &Expr) -> ExprId {
        let kind = match &e.kind {
            Kind::Int(v) => ExprKind::Int(*v),
            Kind::Symbol(s) => return self.symbol(s, e.ty),
            Kind::Unary(op, a) => ExprKind::Unary(*op, self.expr(a)),
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                ExprKind::Binary(*op, a, b)
            }
            Kind::Cast(a) => {
                let kind = if e.ty == Type::Bool { CastKind::ToBool } else { CastKind::IntToInt };
                ExprKind::Cast(kind, self.expr(a))
            }
            Kind::Select(c, a, b) => {
                let (c, a, b) = (self.expr(c), self.expr(a), self.expr(b));
                ExprKind::Select(c, a, b)
            }
        };
        self.kernel.expr(kind, e.ty, self.span)
    }

    fn symbol(&mut self, symbol: &Symbol, ty: Type) -> ExprId {
        if let Some(e) = self.bound.get(&symbol.id) {
            return *e;
        }
        let name = format!("{}{}", Param::OF_HOST, symbol.name);
        let taken = self.kernel.params.values().filter(|p| p.name.starts_with(&name)).count();
        let name = if taken == 0 { name } else { format!("{name} {}", taken + 1) };
        let var = self.kernel.var(&name, ty, self.span);
        self.kernel.params.push(Param { name: name.into(), ty, var, object: None, span: self.span });
        let e = self.kernel.expr(ExprKind::Var(var), ty, self.span);
        self.bound.insert(symbol.id, e);
        e
    }

    /// Makes every buffer one object. Before the pointers are moved, the first of its parameters points to the start of
    /// the object.
    fn place_pointers(&mut self, site: &LaunchSite, pointers: &[(ParamId, Buffer, Int)]) {
        let mut groups: BTreeMap<Buffer, Vec<(ParamId, &Int)>> = BTreeMap::new();
        for (param, buffer, at) in pointers {
            groups.entry(*buffer).or_default().push((*param, at));
        }
        for (buffer, members) in groups {
            let (first, _) = members[0];
            let Some(object) = self.kernel.params[first].object else { continue };
            let all_of = |test: &dyn Fn(&wp_kir::Object) -> bool| {
                let objects = members.iter().filter_map(|(p, _)| self.kernel.params[*p].object);
                objects.into_iter().all(|o| test(&self.kernel.objects[o]))
            };
            let (is_const, restrict) = (all_of(&|o| o.is_const), all_of(&|o| o.restrict));
            let merged = &mut self.kernel.objects[object];
            (merged.is_const, merged.restrict) = (is_const, restrict);
            if let Some(size) = site.sizes.get(&buffer) {
                self.size(object, size, ALLOCATION);
            }
            if let Some(bytes) = site.contents.get(&buffer) {
                self.holds(object, bytes);
            }
            let start = self.kernel.params[first].var;
            // The first one is assigned last, because the others are computed from it.
            for (param, at) in members.iter().rev() {
                if *param == first && at.constant() == Some(0) {
                    continue;
                }
                let base = self.kernel.expr(ExprKind::Var(start), Type::Ptr, self.span);
                let value = match at.constant() {
                    Some(0) => base,
                    _ => {
                        let bytes = self.expr(at);
                        self.kernel.expr(ExprKind::PtrAdd(base, bytes), Type::Ptr, self.span)
                    }
                };
                let var = self.kernel.params[*param].var;
                self.front.push(Stmt { kind: StmtKind::Assign { var, value }, span: self.span });
            }
        }
    }

    /// Marks the objects that may hold what an earlier launch left. Only flags and counters are read with this question.
    fn reused(&mut self, left: &Left, pointers: &[(ParamId, Buffer, Int)]) {
        if !any_stmt(&self.kernel.body, &StmtKind::orders_accesses) {
            return;
        }
        let given = pointers.iter().filter(|(_, buffer, _)| left.buffers.contains(buffer));
        let given: Vec<ObjectId> = given.filter_map(|(param, ..)| self.kernel.params[*param].object).collect();
        let is_variable = |o: &wp_kir::Object| {
            o.kind == ObjectKind::Declared && o.space == Space::Global && !o.is_const && left.variables
        };
        let variables = self.kernel.objects.iter().filter(|(_, o)| is_variable(o)).map(|(id, _)| id);
        let reused: Vec<ObjectId> = variables.chain(given).collect();
        reused.into_iter().for_each(|object| self.kernel.objects[object].is_reused = true);
    }

    /// States the contents of an object of this size.
    fn holds(&mut self, object: ObjectId, bytes: &Arc<[u8]>) {
        let object = &mut self.kernel.objects[object];
        if object.init == Init::Input && object.size == Some(bytes.len() as u64) {
            object.init = Init::Bytes(bytes.clone());
        }
    }

    fn dynamic_shared(&mut self, bytes: &Int) {
        let dynamic = |o: &wp_kir::Object| o.kind == ObjectKind::DynamicShared;
        let objects: Vec<ObjectId> = self.kernel.objects.iter().filter(|(_, o)| dynamic(o)).map(|(id, _)| id).collect();
        for object in objects {
            self.size(object, bytes, SHARED);
        }
    }

    /// States the size of an object, if the kernel has the values that it depends on. An allocation of more than `most`
    /// bytes fails.
    fn size(&mut self, object: ObjectId, bytes: &Int, most: i128) {
        if let Some(constant) = bytes.constant() {
            self.kernel.objects[object].size = u64::try_from(constant).ok();
            return;
        }
        let mut all = true;
        bytes.symbols(&mut |s| all &= self.bound.contains_key(&s.id));
        if !all {
            return;
        }
        let name = format!("{}bytes of {}", Param::OF_HOST, self.kernel.objects[object].name);
        let var = self.kernel.var(&name, Type::I64, self.span);
        let param = Param { name: name.into(), ty: Type::I64, var, object: None, span: self.span };
        let param = self.kernel.params.push(param);
        self.kernel.objects[object].bytes = Some(param);
        let number = self.exact(bytes);
        self.at_most(number, most);
        let size = self.target(Target::Param(param));
        let cond = self.kernel.expr(ExprKind::Binary(BinOp::Eq, size, number), Type::Bool, self.span);
        self.assume(cond);
    }
}

/// More bytes than any device has.
const ALLOCATION: i128 = 1 << 47;
/// More bytes of shared memory than any block can have.
const SHARED: i128 = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(id: u32, ty: Type) -> Int {
        Expr::new(Kind::Symbol(Symbol { id, name: "n".into(), of_dim3: false }), ty)
    }

    fn site(grid: Int, arguments: Vec<(Arc<str>, Argument)>, guards: Vec<Int>) -> LaunchSite {
        let one = Expr::int(1, Type::U32);
        LaunchSite {
            span: Span::NONE,
            function: "main".into(),
            grid: [grid, one.clone(), one.clone()],
            block: [Expr::int(64, Type::U32), one.clone(), one],
            shared: Expr::int(0, Type::U64),
            arguments,
            meeting: Vec::new(),
            guards,
            contiguous: Vec::new(),
            sizes: BTreeMap::new(),
            contents: BTreeMap::new(),
            left: Left::default(),
            is_not_cooperative: true,
            launcher: None,
            assumes_launchers: false,
        }
    }

    const KERNEL: &str = r#"kernel "k" cuda { loops 0; labels 0;
  param p0 "a": ptr = v0 -> o0; param p1 "b": ptr = v1 -> o1; param p2 "n": i32 = v2;
  object o0 "a" global param p0 elem i32 init input;
  object o1 "b" global param p1 elem i32 init input;
  var v0 "a": ptr; var v1 "b": ptr; var v2 "n": i32;
  body { }
}"#;

    #[test]
    fn a_value_that_is_a_parameter_bears_its_name() {
        let kernel = wp_kir::parse_kernel(KERNEL).unwrap();
        let n = symbol(1, Type::I32);
        let blocks = Expr::binary(BinOp::Div, &n, &Expr::int(64, Type::I32)).unwrap().cast(Type::U32);
        let positive = Expr::binary(BinOp::Lt, &Expr::int(0, Type::I32), &n).unwrap();
        let unrelated = Expr::binary(BinOp::Lt, &n, &symbol(2, Type::I32)).unwrap();
        let site = site(blocks, vec![("n".into(), Argument::Int(n))], vec![positive, unrelated]);
        let (at, launch) = specialise(&kernel, &site);
        assert_eq!(wp_kir::verify(&at), Ok(()));
        assert_eq!(launch.block, [Dim::Known(64), Dim::Known(1), Dim::Known(1)]);
        assert_eq!(launch.grid[0], Dim::Any);
        assert_eq!(at.params.len(), kernel.params.len());
        let assumed = at.body.iter().filter(|s| matches!(s.kind, StmtKind::Assume { .. })).count();
        assert_eq!(assumed, 3, "the grid, that it is given, and the guard on n");
    }

    #[test]
    fn other_values_become_parameters() {
        let kernel = wp_kir::parse_kernel(KERNEL).unwrap();
        let twice = Expr::binary(BinOp::Mul, &symbol(7, Type::U32), &Expr::int(2, Type::U32)).unwrap();
        let (at, _) = specialise(&kernel, &site(twice, Vec::new(), Vec::new()));
        assert_eq!(wp_kir::verify(&at), Ok(()));
        assert!(at.params.values().any(|p| &*p.name == "host n"));
        let (alone, _) = specialise(&kernel, &site(symbol(7, Type::U32), Vec::new(), Vec::new()));
        assert_eq!(alone.body.len(), 1, "that the extent is given");
        let open = Symbol { id: 7, name: "n".into(), of_dim3: true };
        let (open, _) = specialise(&kernel, &site(Expr::new(Kind::Symbol(open), Type::U32), Vec::new(), Vec::new()));
        assert!(open.body.is_empty());
    }

    #[test]
    fn one_buffer_is_one_object() {
        let kernel = wp_kir::parse_kernel(KERNEL).unwrap();
        let at = |offset: i128| Argument::Pointer(Buffer(3), Expr::int(offset, Type::I64));
        let site = site(Expr::int(1, Type::U32), vec![("a".into(), at(4)), ("b".into(), at(0))], Vec::new());
        let (at, _) = specialise(&kernel, &site);
        assert_eq!(wp_kir::verify(&at), Ok(()));
        // b := a; a := a + 4
        let moves = at.body.iter().map(|s| match s.kind {
            StmtKind::Assign { var, value } => (var, matches!(at.exprs[value].kind, ExprKind::PtrAdd(..))),
            _ => panic!("only assignments"),
        });
        let assigned: Vec<_> = moves.collect();
        let (a, b) = (kernel.params.values().next().unwrap().var, kernel.params.values().nth(1).unwrap().var);
        assert_eq!(assigned, [(b, false), (a, true)]);
    }
}
