// Declarations of the annotations that kernels may carry.
