//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: element races=refuted
//[bad]@ kernel: local assertions=refuted
// The result is an object of the caller, not a copy of it.
__global__ void element(int *a) {
#ifdef bad
    auto at = [=](int i) -> int & { return a[i / 2]; };
#else
    auto at = [=](int i) -> int & { return a[i]; };
#endif
    at(threadIdx.x) = 1; //[bad]~ ERROR race
}
__global__ void local() {
    int x = 1, y = 2;
    auto pick = [&](bool first) -> decltype(auto) { return first ? (x) : (y); };
    int &r = pick(true);
    x = 5;
#ifdef bad
    assert(r == 1); //[bad]~ ERROR assert
#else
    pick(false) += 3;
    assert(r == 5 && y == 5);
#endif
}
