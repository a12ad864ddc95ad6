//! Prints generated kernels as CUDA or OpenCL source text.

use crate::program::{Array, AtomicFn, CType, Dialect, Elem, Expr, Flags, Home, Op, Place, Program, Stmt, View, Wrap};
use std::fmt::Write;

/// Helpers that generated kernels may call; CUDA passes by reference where OpenCL passes a pointer.
const CUDA_PREAMBLE: &str = "\
struct Cell { int a; short b; short c; };
__device__ int wg_pick(int a, int b, int c) { if (a < c) return a; return b; }
__device__ int wg_mod(int a, int b) { int r = a % b; if (r < 0) { r += b; } return r; }
__device__ void wg_bump(int &r, int d) { r = r + d; }
__device__ void wg_put(int *p, int i, int v) { if (v == 12345) return; p[i] = v; }
";

const OPENCL_PREAMBLE: &str = "\
struct Cell { int a; short b; short c; };
int wg_pick(int a, int b, int c) { if (a < c) return a; return b; }
int wg_mod(int a, int b) { int r = a % b; if (r < 0) { r += b; } return r; }
void wg_bump(int *r, int d) { *r = *r + d; }
";

/// A source file with the kernels in order.
pub fn file(programs: &[Program], dialect: Dialect) -> String {
    let mut text = match dialect {
        Dialect::Cuda => CUDA_PREAMBLE.to_owned(),
        Dialect::OpenCl => OPENCL_PREAMBLE.to_owned(),
    };
    for program in programs {
        text.push('\n');
        text.push_str(&kernel(program, dialect));
    }
    text
}

/// One kernel.
pub fn kernel(program: &Program, dialect: Dialect) -> String {
    let mut printer = Printer { program, dialect, out: String::new() };
    printer.kernel();
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    dialect: Dialect,
    out: String,
}

fn elem_name(elem: Elem) -> &'static str {
    match elem {
        Elem::Int => "int",
        Elem::Uint => "unsigned int",
        Elem::Short => "short",
        Elem::Uchar => "unsigned char",
        Elem::Float => "float",
        Elem::Int2 => "int2",
        Elem::Float4 => "float4",
        Elem::Cell => "struct Cell",
    }
}

fn type_name(ty: CType) -> &'static str {
    match ty {
        CType::Int => "int",
        CType::Uint => "unsigned int",
        CType::Char => "char",
        CType::Uchar => "unsigned char",
        CType::Short => "short",
        CType::Ushort => "unsigned short",
        CType::Long => "long",
        CType::Size => "size_t",
        CType::Float => "float",
    }
}

fn op_text(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Rem => "%",
        Op::And => "&",
        Op::Or => "|",
        Op::Xor => "^",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::AndAnd => "&&",
        Op::OrOr => "||",
    }
}

impl Printer<'_> {
    fn cuda(&self) -> bool {
        self.dialect == Dialect::Cuda
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn kernel(&mut self) {
        let mut params = Vec::new();
        for array in self.program.arrays.iter().filter(|a| a.home == Home::Global) {
            let space = if self.cuda() { "" } else { "__global " };
            let constant = if array.read_only { "const " } else { "" };
            params.push(format!("{space}{constant}{} *{}", elem_name(array.elem), array.name));
        }
        params.extend(self.program.scalars.iter().map(|s| format!("int {}", s.name)));
        let prefix = if self.cuda() { "__global__" } else { "__kernel" };
        let _ = writeln!(self.out, "{prefix} void {}({}) {{", self.program.name, params.join(", "));
        for scalar in &self.program.scalars {
            let (name, low, high) = (&scalar.name, scalar.low, scalar.high);
            let _ = writeln!(self.out, "  __requires({name} >= {low});\n  __requires({name} <= {high});");
        }
        for array in self.program.arrays.iter().filter(|a| a.home != Home::Global) {
            let space = match (array.home, self.cuda()) {
                (Home::Shared, true) => "__shared__ ",
                (Home::Shared, false) => "__local ",
                _ => "",
            };
            let extents = match array.columns {
                Some(columns) => format!("[{}][{columns}]", array.size / columns),
                None => format!("[{}]", array.size),
            };
            let _ = writeln!(self.out, "  {space}{} {}{extents};", elem_name(array.elem), array.name);
        }
        self.block(&self.program.body, 1);
        self.push("}\n");
    }

    fn block(&mut self, block: &[Stmt], depth: usize) {
        for stmt in block {
            self.stmt(stmt, depth);
        }
    }

    fn braces(&mut self, block: &[Stmt], depth: usize) {
        self.push("{\n");
        self.block(block, depth + 1);
        self.indent(depth);
        self.push("}");
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.push("  ");
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        self.indent(depth);
        let text = match stmt {
            Stmt::Decl(ty, name, value) => format!("{} {name} = {};", type_name(*ty), bare(&self.expr(value))),
            Stmt::Assign(name, op, value) => format!("{name} {op} {};", self.expr(value)),
            Stmt::Store(place, op, value) => format!("{} {op} {};", self.place(place), self.expr(value)),
            Stmt::Atomic(function, place, value, result) => {
                let name = match (function, self.cuda()) {
                    (AtomicFn::Add, true) => "atomicAdd",
                    (AtomicFn::Max, true) => "atomicMax",
                    (AtomicFn::Or, true) => "atomicOr",
                    (AtomicFn::Exch, true) => "atomicExch",
                    (AtomicFn::Add, false) => "atomic_add",
                    (AtomicFn::Max, false) => "atomic_max",
                    (AtomicFn::Or, false) => "atomic_or",
                    (AtomicFn::Exch, false) => "atomic_xchg",
                };
                let call = format!("{name}(&{}, {});", self.place(place), self.expr(value));
                match result {
                    Some(var) => format!("{var} = {call}"),
                    None => call,
                }
            }
            Stmt::Barrier(flags) => match (flags, self.cuda()) {
                (_, true) => "__syncthreads();",
                (Flags::Both, false) => "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                (Flags::Local, false) => "barrier(CLK_LOCAL_MEM_FENCE);",
                (Flags::Global, false) => "barrier(CLK_GLOBAL_MEM_FENCE);",
            }
            .to_owned(),
            Stmt::Fence if self.cuda() => "__threadfence();".to_owned(),
            Stmt::Fence => "mem_fence(CLK_GLOBAL_MEM_FENCE);".to_owned(),
            Stmt::If(cond, then_block, else_block) => {
                let head = format!("if ({}) ", bare(&self.expr(cond)));
                self.push(&head);
                self.braces(then_block, depth);
                if !else_block.is_empty() {
                    self.push(" else ");
                    self.braces(else_block, depth);
                }
                String::new()
            }
            Stmt::For(var, init, cond, op, step, body) => {
                let (init, cond, step) = (self.expr(init), self.expr(cond), self.expr(step));
                let cond = bare(&cond);
                let _ = write!(self.out, "for (int {var} = {init}; {cond}; {var} {op} {step}) ");
                self.braces(body, depth);
                String::new()
            }
            Stmt::While(cond, body) => {
                let head = format!("while ({}) ", bare(&self.expr(cond)));
                self.push(&head);
                self.braces(body, depth);
                String::new()
            }
            Stmt::DoWhile(cond, body) => {
                self.push("do ");
                self.braces(body, depth);
                format!(" while ({});", bare(&self.expr(cond)))
            }
            Stmt::Switch(on, cases) => {
                let head = format!("switch ({}) {{\n", bare(&self.expr(on)));
                self.push(&head);
                for (number, (body, leaves)) in cases.iter().enumerate() {
                    self.indent(depth + 1);
                    if number + 1 == cases.len() {
                        self.push("default: ");
                    } else {
                        let _ = write!(self.out, "case {number}: ");
                    }
                    self.braces(body, depth + 1);
                    self.push(if *leaves { " break;\n" } else { "\n" });
                }
                self.indent(depth);
                "}".to_owned()
            }
            Stmt::Break => "break;".to_owned(),
            Stmt::Continue => "continue;".to_owned(),
            Stmt::Return => "return;".to_owned(),
            Stmt::Point(name, array, offset) => {
                let array = &self.program.arrays[*array];
                let space = self.pointer_space(array);
                format!("{space}{} *{name} = {} + {};", elem_name(array.elem), array.name, self.expr(offset))
            }
            Stmt::Move(name, by) => format!("{name} += {};", self.expr(by)),
            Stmt::Bump(name, by) => {
                let and = if self.cuda() { "" } else { "&" };
                format!("wg_bump({and}{name}, {});", self.expr(by))
            }
            Stmt::Put(array, index, value) => {
                let name = self.program.arrays[*array].name.clone();
                format!("wg_put({name}, {}, {});", self.expr(index), self.expr(value))
            }
        };
        self.push(&text);
        self.push("\n");
    }

    fn pointer_space(&self, array: &Array) -> &'static str {
        match (self.dialect, array.home) {
            (Dialect::OpenCl, Home::Global) if array.read_only => "__global const ",
            (Dialect::OpenCl, Home::Global) => "__global ",
            (Dialect::OpenCl, Home::Shared) => "__local ",
            (Dialect::Cuda, Home::Global) if array.read_only => "const ",
            _ => "",
        }
    }

    fn place(&self, place: &Place) -> String {
        let array = &self.program.arrays[place.array];
        let name = &array.name;
        let index = self.expr(&place.index);
        match (&place.view, array.columns) {
            (View::Plain, Some(columns)) => format!("{name}[({index}) / {columns}][({index}) % {columns}]"),
            (View::Plain, None) => format!("{name}[{}]", bare(&index)),
            (View::Deref, _) => format!("*({name} + {index})"),
            (View::Member(member), _) => format!("{name}[{}].{member}", bare(&index)),
            (View::Bytes, _) => format!("(({}unsigned char *){name})[{}]", self.pointer_space(array), bare(&index)),
            (View::Pairs(member), _) => {
                format!("(({}int2 *){name})[{}].{member}", self.pointer_space(array), bare(&index))
            }
            (View::Pointer(pointer), _) => format!("{pointer}[{}]", bare(&index)),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        let axis = |a: &u8| if *a == 0 { 'x' } else { 'y' };
        match (expr, self.dialect) {
            (Expr::Int(value), _) if *value < 0 => format!("({value})"),
            (Expr::Int(value), _) => value.to_string(),
            (Expr::Var(name), _) => name.clone(),
            (Expr::Thread(a), Dialect::Cuda) => format!("threadIdx.{}", axis(a)),
            (Expr::Block(a), Dialect::Cuda) => format!("blockIdx.{}", axis(a)),
            (Expr::BlockDim(a), Dialect::Cuda) => format!("blockDim.{}", axis(a)),
            (Expr::GridDim(a), Dialect::Cuda) => format!("gridDim.{}", axis(a)),
            (Expr::Thread(a), Dialect::OpenCl) => format!("get_local_id({a})"),
            (Expr::Block(a), Dialect::OpenCl) => format!("get_group_id({a})"),
            (Expr::BlockDim(a), Dialect::OpenCl) => format!("get_local_size({a})"),
            (Expr::GridDim(a), Dialect::OpenCl) => format!("get_num_groups({a})"),
            (Expr::Bin(op, a, b), _) => format!("({} {} {})", self.expr(a), op_text(*op), self.expr(b)),
            (Expr::Not(a), _) => format!("!({})", bare(&self.expr(a))),
            (Expr::Neg(a), _) => format!("(-({}))", bare(&self.expr(a))),
            (Expr::Cond(c, a, b), _) => format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b)),
            (Expr::Cast(ty, a), _) => format!("(({})({}))", type_name(*ty), bare(&self.expr(a))),
            (Expr::Load(place), _) => self.place(place),
            (Expr::Call(name, args), _) => {
                let args: Vec<_> = args.iter().map(|a| self.expr(a)).collect();
                format!("{name}({})", args.join(", "))
            }
            (Expr::Wrap(Wrap::Mod, a, size), _) => format!("((unsigned int)({}) % {size}u)", bare(&self.expr(a))),
            (Expr::Wrap(Wrap::Mask, a, size), _) => format!("({} & {})", self.expr(a), size - 1),
            (Expr::Wrap(Wrap::Plain, a, size), _) => format!("({} % {size})", self.expr(a)),
        }
    }
}

/// Without the outer pair of parentheses, when they belong together.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner
}
