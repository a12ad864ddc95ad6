//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ verdict: races=proved divergence=proved assertions=refuted
// `auto` that stands for a pointer or a reference to an array, and references to rows.
__global__ void k() {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    auto *q = &m;
    auto &r = *q;
    auto *s = &m[1];
    auto *t = s;
    int(&row)[3] = m[1];
    (*t)[0] = 7;
    r[0][1] = 8;
    row[2] += 1;
    int sum = 0;
    for (auto &line : m)
        for (auto e : line) sum += e;
    t[-1][2] = 9;
#ifdef bad
    assert(m[1][0] == 4); //[bad]~ ERROR assert
#else
    assert(m[1][0] == 7 && m[0][1] == 8 && m[0][2] == 9 && (*q)[1][2] == 7 && sum == 1 + 8 + 3 + 7 + 5 + 7);
#endif
}
