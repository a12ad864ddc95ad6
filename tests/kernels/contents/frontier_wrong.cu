//@ verdict: races=refuted
// A vertex may be queued twice, or rows may meet.

/*@ requires \forall int i; 0 <= i < queued -> 0 <= frontier[i] < vertices;
  @ requires \forall int v; 0 <= v < vertices -> rowptr[v] <= rowptr[v + 1]; */
__global__ void queued_twice(int *level_of_edge, const int *frontier, const int *rowptr, int queued, int vertices,
                             int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queued) return;
  int v = frontier[i];
  for (int e = rowptr[v]; e < rowptr[v + 1]; e++) level_of_edge[e] = level + i; //~ ERROR race
}

/*@ requires \forall int i, j; 0 <= i && i < j && j < queued -> frontier[i] != frontier[j];
  @ requires \forall int i; 0 <= i < queued -> 0 <= frontier[i] <= vertices + 1;
  @ requires \forall int v; 0 <= v < vertices -> rowptr[v] <= rowptr[v + 1]; */
__global__ void vertices_beyond(int *level_of_edge, const int *frontier, const int *rowptr, int queued, int vertices) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queued) return;
  int v = frontier[i];
  for (int e = rowptr[v]; e < rowptr[v + 1]; e++) level_of_edge[e] = i; //~ ERROR race
}
