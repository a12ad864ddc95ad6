//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The constructor jumps to its own label; the kernel goes on behind it.
struct Checked {
    int value;
    __device__ Checked(int x) {
        value = x;
        if (x > 0) goto done;
        value = 1;
    done:;
    }
};
__global__ void k(int *a, int n) {
    if (n < 0) goto done;
    {
        Checked c(1);
        a[0] = threadIdx.x + c.value; //~ ERROR race
    }
done:;
}
