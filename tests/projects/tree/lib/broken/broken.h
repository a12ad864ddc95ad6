#pragma once
const int SOUND = 3;
Unknown wrong(Unknown a);
__device__ inline int fails(int a) { return undeclared + a; }
