//! Work of the host that is not ordered with a kernel that may still run, and so may change what the kernel reads.
//!
//! A launch returns at once. What a site tells of the contents of buffers holds only if nothing else stores to them until
//! the kernel has ended: the host where it reaches the memory, kernels and copies on other streams, code that is not
//! followed. Such a store takes the contents of the buffer from every site. Over-approximate: only a few calls of the
//! runtime are known to wait for kernels.

use crate::memory::Memory;
use crate::state::{Flow, State};
use crate::stores::{DEVICE_TO_DEVICE, DEVICE_TO_HOST};
use crate::unseen::is_default_stream;
use crate::value::{Buffer, Value};
use wp_clang::Node;

impl Flow<'_, '_> {
    /// Notes a store to a buffer that is not ordered with kernels.
    pub(crate) fn disturb(&mut self, st: &State, buffer: Buffer) {
        if st.running.contains(&buffer) {
            self.sites.iter_mut().for_each(|found| drop(found.site.contents.remove(&buffer)));
        }
    }

    /// Notes stores to unknown places that are not ordered with kernels. Only code that may have the address of a buffer
    /// of the device stores to it.
    pub(crate) fn disturb_all(&mut self, st: &State) {
        let is_open = |buffer: &Buffer| {
            let is_of_kernels = self.unseen.streams && self.buffers.is_exposed(*buffer);
            self.buffers.memory_of(*buffer) == Memory::Both || self.buffers.is_leaked(*buffer) || is_of_kernels
        };
        let open: Vec<Buffer> = st.running.iter().copied().filter(is_open).collect();
        open.into_iter().for_each(|buffer| self.disturb(st, buffer));
    }

    /// Notes that a function ends, whose callers are not known unless their calls are followed.
    pub(crate) fn leave(&mut self, st: &State) {
        let is_followed_call = self.frame.returns.is_some();
        if !st.dead && !is_followed_call && &*self.frame.function != "main" {
            self.disturb_all(st);
        }
    }

    /// True if what a function of the library stores is ordered behind the kernels in the default stream.
    pub(crate) fn is_in_stream(&mut self, st: &State, name: &str, args: &[&Node]) -> bool {
        match name {
            "cudaMemset" => true,
            "cudaMemcpy" => matches!(self.kind_of_copy(st, args), Some(1..=DEVICE_TO_DEVICE)),
            _ => false,
        }
    }

    /// True if a function of the library returns when all kernels in the default stream have ended.
    pub(crate) fn waits(&mut self, st: &State, name: &str, args: &[&Node]) -> bool {
        match name {
            "cudaDeviceSynchronize" | "cudaThreadSynchronize" => true,
            "cudaStreamSynchronize" => is_default_stream(args.first().copied()),
            "cudaMemcpy" => self.kind_of_copy(st, args) == Some(DEVICE_TO_HOST),
            _ => false,
        }
    }

    fn kind_of_copy(&mut self, st: &State, args: &[&Node]) -> Option<i128> {
        match self.value_apart(st, args.get(3)?) {
            Some(Value::Int(kind)) => kind.constant(),
            _ => None,
        }
    }
}
