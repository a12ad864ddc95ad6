//@ verdict: assertions=inconclusive
//@ flags: --block 1 --grid 1
// The arguments of a function whose parameters are declared behind its head are converted to the types of the parameters
// (C99 6.9.1).
int sum(a, b) int a; char b; { return a * 10 + b; }
__kernel void call() { __assert(sum(1, 258) == 12); }
