//@ verdict: races=proved
// Breadth-first search: a queue of vertices, each of which is there once.

/*@ requires \forall int i, j; 0 <= i && i < j && j < queued -> frontier[i] != frontier[j];
  @ requires \forall int i; 0 <= i < queued -> 0 <= frontier[i] < vertices;
  @ requires \forall int v; 0 <= v < vertices -> rowptr[v] <= rowptr[v + 1]; */
__global__ void mark_edges(int *level_of_edge, const int *frontier, const int *rowptr, int queued, int vertices,
                           int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queued) return;
  int v = frontier[i];
  for (int e = rowptr[v]; e < rowptr[v + 1]; e++) level_of_edge[e] = level;
}

//@ requires \forall int i; 0 <= i < queued - 1 -> frontier[i] < frontier[i + 1];
__global__ void settle(int *level, char *in_queue, const int *frontier, int queued, int now) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < queued) {
    level[frontier[i]] = now;
    in_queue[frontier[i]] = 0;
  }
}
