//! What host code stores to buffers: by assignments, by copies and fills of the libraries, by launches.
//!
//! Over-approximate: a store to an unknown place may go to any buffer, and so may those of a library function that is
//! not listed. The contents of buffers whose addresses other code may have ([`crate::addresses`]) are not followed. A
//! copy or fill that does not fit is taken to fail, and to leave unknown contents.

use crate::contents::{bytes_of, Contents, LONGEST};
use crate::forms::{calls, is_automatic};
use crate::memory::Memory;
use crate::reuse::FlagMemory;
use crate::state::{Flow, State};
use crate::uses::{address_of, variable, vector_of_call};
use crate::value::{Buffer, Int, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_base::lists;
use wp_clang::{Node, NodeId};
use wp_decls::{address_operand, callee_name, strip, strip_casts, CType};
use wp_kir::Type;

/// Values of `cudaMemcpyKind`. Bit 0 means a target on the device, bit 1 a source on the device. By the last value, the
/// addresses decide.
const HOST_TO_HOST: i128 = 0;
pub(crate) const DEVICE_TO_HOST: i128 = 2;
pub(crate) const DEVICE_TO_DEVICE: i128 = 3;
const AS_THE_ADDRESSES_SAY: i128 = 4;

/// What a call of a library function stores.
pub(crate) enum Store {
    Nothing,
    Bytes(Buffer, usize, Vec<Option<u8>>),
    Unknown(Buffer),
    /// To a buffer, at a time that is not known.
    Later(Buffer),
    Anything,
}

/// Functions of the runtime and the C library that store to nothing but variables whose addresses they are given, and
/// keep and return no address.
const QUIET: &str =
    "abort abs atof atoi atol atoll calloc clock clock_gettime cos cosf cudaDeviceReset cudaDeviceSynchronize \
    cudaFree cudaFreeHost cudaGetLastError cudaHostAlloc cudaMemGetInfo cudaPeekAtLastError cudaStreamSynchronize \
    cudaThreadExit cudaThreadSynchronize drand48 exit exp expf fabs fabsf fclose fflush fopen fprintf fputs free \
    getchar getenv gettimeofday log logf malloc max memcmp min omp_get_max_threads omp_get_num_threads \
    omp_get_thread_num omp_get_wtime operator<< perror pow powf printf putchar puts rand sin sinf sleep sqrt sqrtf \
    srand srand48 strcmp strlen strncmp time to_string usleep __wp_assert";
/// Beginnings of names of such functions.
const QUIET_BEGINNINGS: &str =
    "cudaEvent cudaDeviceGet cudaDeviceSet cudaFuncGet cudaFuncSet cudaGetDevice cudaGetError cudaMalloc \
    cudaOccupancy cudaStreamCreate cudaStreamDestroy";

fn is_quiet(name: &str) -> bool {
    lists(QUIET, name) || QUIET_BEGINNINGS.split(' ').any(|beginning| name.starts_with(beginning))
}

/// The allocating functions of the runtime whose results [`Flow::call`] stores to the places that they are given.
pub(crate) fn allocates(name: &str) -> bool {
    let all = ["cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaMallocAsync", "cudaHostAlloc"];
    all.contains(&name) || matches!(name, "cudaMallocPitch" | "cudaMalloc3D")
}

impl Flow<'_, '_> {
    /// Notes a store to an unknown place.
    pub(crate) fn overwrite_all(&mut self, st: &mut State) {
        st.contents.clear();
        st.left.retain(|memory| match memory {
            FlagMemory::Buffer(buffer) => !self.buffers.is_exposed(*buffer),
            FlagMemory::Variable(v) => !self.globals.reuse.is_settable(*v),
        });
        self.buffers.overwritten.note_all();
        self.disturb_all(st);
    }

    pub(crate) fn overwrite(&mut self, st: &mut State, buffer: Buffer, by: Option<NodeId>) {
        st.contents.remove(&buffer);
        self.buffers.overwritten.note(buffer, by);
        self.disturb(st, buffer);
    }

    /// Notes a store of bytes to a buffer, by the assignment `by` or by other code.
    fn put(&mut self, st: &mut State, (buffer, at): (Buffer, usize), bytes: &[Option<u8>], by: Option<NodeId>) {
        self.buffers.overwritten.note(buffer, by);
        self.disturb(st, buffer);
        self.set_flags(st, (buffer, Some(at)), bytes.iter().any(|byte| byte.is_some_and(|byte| byte != 0)));
        if self.is_followed(buffer) {
            st.contents.entry(buffer).or_default().put(at, bytes);
        }
    }

    /// Notes a store to flags and counters. What lies behind the beginning of a buffer may be another counter than the one
    /// that is used.
    fn set_flags(&self, st: &mut State, (buffer, at): (Buffer, Option<usize>), are_set: bool) {
        if are_set {
            st.left.insert(FlagMemory::Buffer(buffer));
        } else if at == Some(0) {
            st.left.remove(&FlagMemory::Buffer(buffer));
        }
    }

    /// Notes a store to flags and counters by a function of the library: a fill with what its second argument says, or a
    /// copy of what may be zeros.
    fn set_flags_by(&mut self, st: &mut State, buffer: Buffer, name: &str, args: &[&Node]) {
        let at = args.first().and_then(|target| self.target_of(st, target)).and_then(|(_, at)| at);
        let fill = args.get(1).filter(|_| name.contains("emset")).and_then(|byte| self.value_apart(st, byte));
        let is_set = matches!(fill, Some(Value::Int(byte)) if byte.constant().is_some_and(|byte| byte != 0));
        self.set_flags(st, (buffer, at), is_set);
    }

    /// True if the analysis sees every store to a buffer.
    pub(crate) fn is_followed(&self, buffer: Buffer) -> bool {
        self.frame.complete && self.buffers.is_allocated(buffer) && !self.buffers.is_exposed(buffer)
    }

    /// Notes an assignment to something that may not be a variable of the analysis.
    pub(crate) fn stored(&mut self, st: &mut State, target: &Node, value: &Value) {
        if self.is_in_variable(st, target) {
            return;
        }
        let Some((buffer, at)) = self.place(st, target) else { return self.overwrite_all(st) };
        let bytes = self.type_of(target).and_then(|ty| bytes_of(value, ty));
        match (at, bytes) {
            (Some(at), Some(bytes)) => self.put(st, (buffer, at), &bytes, Some(target.id)),
            _ => self.overwrite(st, buffer, Some(target.id)),
        }
    }

    /// True if an assignable expression is a variable or a part of one, and not of an array that is a buffer.
    fn is_in_variable(&self, st: &State, target: &Node) -> bool {
        let target = strip(target);
        let operand = target.inner.first();
        match &*target.kind {
            "DeclRefExpr" => variable(target).is_some_and(|v| {
                let is_reference = self.decls.node(v).is_none_or(|node| node.type_str().contains('&'));
                !is_reference && !st.arrays.contains_key(&v)
            }),
            "MemberExpr" if !target.flag("isArrow") => operand.is_some_and(|object| self.is_in_variable(st, object)),
            "ArraySubscriptExpr" => operand.is_some_and(|base| {
                let decays = base.cast_kind.as_deref() == Some("ArrayToPointerDecay");
                decays && base.inner.first().is_some_and(|array| self.is_in_variable(st, array))
            }),
            // The library allocates the elements of a vector.
            "CXXOperatorCallExpr" => vector_of_call(target).is_some(),
            _ => false,
        }
    }

    /// The buffer that an assignable expression is in, and its place there where that is constant.
    pub(crate) fn place(&mut self, st: &State, target: &Node) -> Option<(Buffer, Option<usize>)> {
        let target = strip(target);
        let value = match (&*target.kind, &target.inner[..]) {
            ("ArraySubscriptExpr", [base, index]) => {
                let (pointer, index) = (self.value_apart(st, base)?, self.value_apart(st, index)?);
                self.combine("+", pointer, index, base)
            }
            ("UnaryOperator", [pointer]) if target.opcode.as_deref() == Some("*") => self.value_apart(st, pointer)?,
            ("MemberExpr", [object]) if target.flag("isArrow") => {
                return self.target_of(st, object).map(|(buffer, _)| (buffer, None));
            }
            ("MemberExpr", [object]) => return self.place(st, object).map(|(buffer, _)| (buffer, None)),
            _ => return None,
        };
        self.buffers.place(&value)
    }

    /// The value of an expression; `None` if it has effects or calls a function.
    pub(crate) fn value_apart(&mut self, st: &State, node: &Node) -> Option<Value> {
        let is_plain = !calls(node) && self.changes_nothing(st, node);
        is_plain.then(|| self.eval(&mut st.clone(), node))
    }

    /// True if a tree changes no variable by its name. Local arrays do not count: they are buffers, and the name of one
    /// stands for its address.
    pub(crate) fn changes_nothing(&self, st: &State, node: &Node) -> bool {
        self.changed_by(st, node).iter().all(|v| st.arrays.contains_key(v))
    }

    /// Notes that a buffer was allocated in which all bytes are zero.
    pub(crate) fn clear(&mut self, st: &mut State, buffer: Buffer, bytes: &Int) {
        let count = bytes.constant().and_then(|bytes| usize::try_from(bytes).ok());
        let zeros = count.map(|count| vec![Some(0); count.min(LONGEST.get())]);
        self.put(st, (buffer, 0), &zeros.unwrap_or_default(), None);
    }

    /// Notes a local array of numbers, with what its initialiser says of it.
    pub(crate) fn declare_array(&mut self, st: &mut State, declaration: &Node) {
        let CType::Array(of, Some(_)) = self.decls.qtype(declaration.type_str()).ty else { return };
        let Some(ty) = of.ty.scalar().filter(|ty| *ty != Type::Ptr && !of.is_volatile) else { return };
        if !is_automatic(declaration) {
            return;
        }
        let buffer = self.buffers.allocate(Memory::Host);
        st.arrays.insert(declaration.id, buffer);
        if let Some(bytes) = self.initial_bytes(declaration, ty) {
            self.put(st, (buffer, 0), &bytes, None);
        }
    }

    /// What a call of a library function is going to store.
    pub(crate) fn store_of(&mut self, st: &State, node: &Node, name: &str, args: &[&Node]) -> Store {
        match (name, args) {
            ("cudaMemcpy", [target, source, count, kind]) => {
                let kind = self.value_apart(st, kind);
                self.copied(st, (target, source, count), kind.as_ref())
            }
            ("memcpy" | "memmove", [target, source, count]) => self.copied(st, (target, source, count), None),
            ("cudaMemset" | "memset", [target, byte, count]) => {
                let Some((buffer, at)) = self.target_of(st, target) else { return self.store_to(target) };
                let byte = match self.value_apart(st, byte) {
                    Some(Value::Int(e)) => e.constant().map(|v| v as u8),
                    _ => None,
                };
                let is_reached = self.buffers.memory_of(buffer).is_reached(name == "cudaMemset");
                match (at, self.count(st, count, buffer, at).filter(|_| is_reached)) {
                    (Some(at), Some(count)) => Store::Bytes(buffer, at, vec![byte; count]),
                    _ => Store::Unknown(buffer),
                }
            }
            ("cudaMemcpyAsync" | "cudaMemsetAsync", [target, ..]) => match self.target_of(st, target) {
                Some((buffer, _)) => Store::Later(buffer),
                None => self.store_to(target),
            },
            _ if self.callees.is_forward(node) => Store::Nothing,
            _ if is_quiet(name) && !args.iter().any(|arg| self.calls_program(node, arg)) => Store::Nothing,
            _ => Store::Anything,
        }
    }

    /// The store of a function whose target is an address that belongs to no known buffer.
    fn store_to(&self, target: &Node) -> Store {
        match address_of(target) {
            Some(v) if self.decls.node(v).is_some_and(|node| !node.type_str().contains(['&', '['])) => Store::Nothing,
            _ => Store::Anything,
        }
    }

    /// The buffer that an argument points into, and the place where that is constant.
    fn target_of(&mut self, st: &State, target: &Node) -> Option<(Buffer, Option<usize>)> {
        let value = self.value_apart(st, target)?;
        self.buffers.place(&value)
    }

    /// The number of bytes that the argument `count` states, if so many bytes fit into the buffer from `at` on.
    fn count(&mut self, st: &State, count: &Node, buffer: Buffer, at: Option<usize>) -> Option<usize> {
        let Some(Value::Int(count)) = self.value_apart(st, count) else { return None };
        let count = usize::try_from(count.constant()?).ok()?;
        let size = st.sizes.get(&buffer).and_then(|size| size.constant());
        let fits = size.is_none_or(|size| at.is_some_and(|at| (at as i128) + (count as i128) <= size));
        fits.then_some(count.min(LONGEST.get()))
    }

    /// The store of a copy. `kind` is the direction that `cudaMemcpy` is given; `memcpy` has none.
    fn copied(&mut self, st: &State, (target, source, count): (&Node, &Node, &Node), kind: Option<&Value>) -> Store {
        let Some((buffer, at)) = self.target_of(st, target) else { return self.store_to(target) };
        let count = self.count(st, count, buffer, at);
        let (Some(at), Some(count)) = (at, count) else { return Store::Unknown(buffer) };
        let from = self.target_of(st, source);
        let kind = match kind {
            Some(Value::Int(kind)) => kind.constant(),
            Some(_) => None,
            None => Some(HOST_TO_HOST),
        };
        let source_memory = from.map_or(Memory::Host, |(from, _)| self.buffers.memory_of(from));
        let agrees = match kind {
            Some(kind @ HOST_TO_HOST..=DEVICE_TO_DEVICE) => {
                self.buffers.memory_of(buffer).is_reached(kind & 1 != 0) && source_memory.is_reached(kind & 2 != 0)
            }
            kind => kind == Some(AS_THE_ADDRESSES_SAY),
        };
        if !agrees {
            return Store::Unknown(buffer);
        }
        let bytes = match from {
            Some((from, Some(start))) if self.is_followed(from) => {
                st.contents.get(&from).map(|contents| contents.part(start, count))
            }
            Some(_) => None,
            None => self.bytes_at(st, source),
        };
        let mut bytes = bytes.unwrap_or_default();
        bytes.resize(count, None);
        Store::Bytes(buffer, at, bytes)
    }

    /// The bytes of a variable whose address an argument is, or of a constant array.
    fn bytes_at(&mut self, st: &State, source: &Node) -> Option<Vec<Option<u8>>> {
        if let Some(operand) = address_operand(strip_casts(source)).map(strip) {
            let v = variable(operand).filter(|_| &*operand.kind == "DeclRefExpr")?;
            return bytes_of(st.vars.get(&v)?, self.type_of(operand)?);
        }
        let array = strip_casts(source);
        let declaration = array.referenced.as_ref().and_then(|target| self.decls.node(target.id))?;
        let CType::Array(of, _) = self.decls.qtype(declaration.type_str()).ty else { return None };
        let ty = of.ty.scalar().filter(|_| self.keeps_elements(st, declaration))?;
        self.initial_bytes(declaration, ty)
    }

    /// Applies the store of a call of a library function with these arguments.
    pub(crate) fn note_store(&mut self, st: &mut State, store: Store, node: &Node, args: &[&Node]) {
        let name = callee_name(node);
        let running = std::mem::take(&mut st.running);
        if !self.is_in_stream(st, name, args) {
            st.running.extend(&running);
        }
        match store {
            // The call has noted these stores.
            Store::Nothing if allocates(name) => {}
            Store::Nothing if self.callees.is_forward(node) => {}
            Store::Nothing => self.expose_operands(st, args.iter().copied()),
            Store::Bytes(buffer, at, bytes) => self.put(st, (buffer, at), &bytes, None),
            Store::Unknown(buffer) => {
                self.set_flags_by(st, buffer, name, args);
                self.overwrite(st, buffer, None);
            }
            Store::Later(buffer) => {
                self.set_flags_by(st, buffer, name, args);
                self.expose(st, buffer);
                self.disturb(st, buffer);
            }
            Store::Anything => {
                args.iter().for_each(|arg| self.expose_mentioned(st, arg));
                self.overwrite_all(st);
            }
        }
        st.running = if self.waits(st, name, args) { BTreeSet::new() } else { running };
    }

    /// The contents of the buffers that a launch is given, as far as their sizes and all their bytes are known.
    pub(crate) fn contents_of(&self, st: &State, arguments: &[Value]) -> BTreeMap<Buffer, Arc<[u8]>> {
        let whole = |buffer: Buffer| {
            let size = usize::try_from(st.sizes.get(&buffer)?.constant()?).ok()?;
            Some((buffer, st.contents.get(&buffer)?.whole(size).filter(|bytes| !bytes.is_empty())?))
        };
        let buffers = arguments.iter().flat_map(Value::buffers);
        buffers.filter(|buffer| self.is_followed(*buffer)).filter_map(whole).collect()
    }

    /// Notes a launch. The kernel may store to the buffers that it is given, and to those that earlier kernels were
    /// given, because they may have left the addresses in the memory of the device.
    pub(crate) fn note_launch(&mut self, st: &mut State, given: Vec<Buffer>, in_order: bool) {
        let running = std::mem::take(&mut st.running);
        for &buffer in &given {
            // The host may access other memory while the kernel runs.
            if in_order && !self.unseen.kernels() && self.buffers.memory_of(buffer) == Memory::Device {
                self.overwrite(st, buffer, None);
            } else {
                self.expose_to_kernels(st, buffer);
            }
            self.buffers.hand(buffer);
        }
        self.kernels_store(st);
        st.running = running;
        if !in_order {
            self.disturb_all(st);
        }
        st.running.extend(given);
    }

    /// Notes a variable or temporary whose destructor may launch kernels. It is not known when the destructor runs.
    pub(crate) fn note_object(&mut self, st: &mut State, node: &Node) {
        let ty = self.decls.qtype(node.type_str()).ty;
        if matches!(ty, CType::Reference(_)) || self.is_storage(&ty) || self.is_library_object(node) {
            return;
        }
        self.unseen.objects = true;
        self.buffers.handed().into_iter().for_each(|buffer| self.expose_to_kernels(st, buffer));
    }

    /// Notes that code runs which is not followed. It may launch kernels, which may store to the buffers that earlier
    /// kernels were given.
    pub(crate) fn note_kernels(&mut self, st: &mut State) {
        self.disturb_all(st);
        let running = std::mem::take(&mut st.running);
        self.kernels_store(st);
        st.running = running;
    }

    fn kernels_store(&mut self, st: &mut State) {
        self.buffers.handed().into_iter().for_each(|buffer| self.overwrite(st, buffer, None));
    }

    /// Notes what holds of buffers behind a call with these ends: the contents on which all ends agree, and what may
    /// still run at one of them.
    pub(crate) fn buffers_at_ends(&self, st: &mut State, ends: &[State]) {
        let ends: Vec<&State> = ends.iter().filter(|end| !end.dead).collect();
        st.running = ends.iter().flat_map(|end| &end.running).copied().collect();
        let common = ends.into_iter().map(|end| end.contents.clone()).reduce(|a, b| Self::common_contents(a, &b));
        let common = common.unwrap_or_default().into_iter();
        st.contents = common.filter(|(buffer, _)| !self.buffers.is_exposed(*buffer)).collect();
    }

    /// The contents on which two paths agree.
    pub(crate) fn common_contents(
        a: BTreeMap<Buffer, Contents>,
        b: &BTreeMap<Buffer, Contents>,
    ) -> BTreeMap<Buffer, Contents> {
        a.into_iter().filter(|(buffer, contents)| b.get(buffer) == Some(contents)).collect()
    }
}
