//! How tensors of PyTorch and operations on them look in the tree, and what is known of their shapes.

use crate::value::{Buffer, Int};
use crate::vector_forms::elements;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::Node;
use wp_decls::strip;

/// What is known of the shapes that were met.
#[derive(Default)]
pub(crate) struct Shapes {
    /// Sizes by shape and query.
    pub sizes: FxHashMap<(Buffer, String), Int>,
    /// The symbols that are sizes or strides.
    pub symbols: FxHashSet<u32>,
    /// Shapes whose elements lie in row-major order without gaps.
    pub row_major: FxHashSet<Buffer>,
    /// Shapes whose elements may lie in another order.
    pub reordered: FxHashSet<Buffer>,
    /// The strides of other shapes, under the assumption `contiguous`.
    pub contiguous: Vec<Int>,
    /// From a shape to the one that has its sizes, if it shares them with others.
    sizes_of: FxHashMap<Buffer, Buffer>,
}

impl Shapes {
    /// The shape under which the sizes of a shape are noted.
    pub fn of_sizes(&self, shape: Buffer) -> Buffer {
        self.sizes_of.get(&shape).copied().unwrap_or(shape)
    }

    /// Notes that a new shape has the sizes of another one.
    pub fn share_sizes(&mut self, new: Buffer, old: Buffer) {
        self.sizes_of.insert(new, self.of_sizes(old));
    }

    /// Notes that a shape has the order of another one.
    pub fn share_order(&mut self, new: Buffer, old: Buffer) {
        for set in [&mut self.row_major, &mut self.reordered] {
            if set.contains(&old) {
                set.insert(new);
            }
        }
    }
}

/// True if an expression or variable is a tensor or a reference to one.
pub(crate) fn is_tensor(node: &Node) -> bool {
    let ty = node.type_str().trim_end_matches(['&', ' ']);
    matches!(ty.trim_start_matches("const "), "at::Tensor" | "torch::Tensor")
}

/// What a member function does of a tensor.
pub(crate) enum Operation {
    /// Tells a number of its shape.
    Size,
    /// Gives the address of its elements.
    Pointer,
    /// Gives an accessor to its elements.
    Accessor,
    /// Changes its elements, and gives it.
    InPlace,
    /// Gives a tensor with the same elements from the same address, in another shape.
    View {
        /// True if row-major order stays.
        keeps_order: bool,
    },
    /// Gives a tensor of some of its elements.
    Part,
    /// Gives the tensor itself, another one with the same elements, or a copy.
    MayCopy {
        /// True if the result has its sizes.
        keeps_shape: bool,
    },
    /// Anything else.
    Other,
}

impl Operation {
    /// True if what it gives may have elements of its tensor.
    pub fn may_share(&self) -> bool {
        matches!(self, Operation::InPlace | Operation::View { .. } | Operation::Part | Operation::MayCopy { .. })
    }

    /// The operation by its name.
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "size" | "stride" | "numel" | "dim" | "ndimension" | "itemsize" | "element_size" | "storage_offset" => {
                Operation::Size
            }
            "data_ptr" | "data" | "const_data_ptr" | "mutable_data_ptr" => Operation::Pointer,
            "packed_accessor32" | "packed_accessor64" | "packed_accessor" | "accessor" => Operation::Accessor,
            "view" | "view_as" | "squeeze" | "unsqueeze" => Operation::View { keeps_order: true },
            "t" | "transpose" | "permute" | "expand" | "expand_as" | "swapaxes" | "swapdims" | "movedim"
            | "moveaxis" | "view_as_real" | "view_as_complex" | "unfold" | "diagonal" => {
                Operation::View { keeps_order: false }
            }
            "detach" | "contiguous" | "to" | "cuda" | "cpu" | "toType" | "half" => {
                Operation::MayCopy { keeps_shape: true }
            }
            "reshape" | "flatten" | "ravel" => Operation::MayCopy { keeps_shape: false },
            "select" | "narrow" | "slice" | "as_strided" | "operator[]" | "index" => Operation::Part,
            name if name.ends_with('_')
                || name.ends_with("_out")
                || name.starts_with("operator") && name.ends_with('=') =>
            {
                Operation::InPlace
            }
            _ => Operation::Other,
        }
    }
}

/// True if a member function gives its tensor another shape.
pub(crate) fn reshapes(name: &str) -> bool {
    let names =
        ["resize_", "resize_as_", "set_", "set_data", "t_", "transpose_", "squeeze_", "unsqueeze_", "as_strided_"];
    names.contains(&name)
}

/// The sizes in a list that is given to a function.
pub(crate) fn list_of_sizes(argument: &Node) -> Option<Vec<&Node>> {
    let mut node = strip(argument);
    loop {
        match (&*node.kind, &node.inner[..]) {
            ("InitListExpr" | "CXXStdInitializerListExpr", _) => return Some(elements(node)),
            ("ImplicitCastExpr" | "CXXFunctionalCastExpr", [inner])
                if node.cast_kind.as_deref() != Some("UserDefinedConversion") =>
            {
                node = strip(inner);
            }
            (
                "CXXConstructExpr"
                | "CXXTemporaryObjectExpr"
                | "MaterializeTemporaryExpr"
                | "CXXBindTemporaryExpr"
                | "ExprWithCleanups",
                [inner],
            ) => node = strip(inner),
            _ => return None,
        }
    }
}
