//! Laws: universally quantified facts about the contents of inputs.
//!
//! A function of initial contents is the value of a read only if the kernel never writes the array, so a law about a
//! written array does not constrain its reads.

use wp_logic::{FuncId, TermId};

/// A condition that holds for all values of its variables.
#[derive(Clone, Debug)]
pub struct Law {
    /// Symbols that stand for the variables.
    pub formals: Vec<TermId>,
    /// The cells that it speaks of.
    pub cells: Vec<Cell>,
    /// The condition.
    pub fact: TermId,
    /// True if every variable has bounds. Else it is used only for cells that the question reads: others need not
    /// exist.
    pub is_bounded: bool,
}

/// A cell of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The function that stands for the initial contents, of byte offsets.
    pub array: FuncId,
    /// Bytes of an element.
    pub size: i128,
    /// The index of the element, over the variables of a law.
    pub index: TermId,
}
