#ifndef TREE_INDEX_H
#define TREE_INDEX_H
#include <tree/sizes.h>

__device__ inline int tree_index() { return blockIdx.x * BLOCK + threadIdx.x; }
#endif
