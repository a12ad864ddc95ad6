// Labels inside of statements, jumps back, attributes in front of labels.

// Duff's device: the switch enters the loop in its middle.
__global__ void duff(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int count = (in[i] & 15) + 1;
  int rounds = (count + 3) / 4;
  int sum = 0;
  switch (count % 4) {
  case 0:
    do {
      sum += 1;
    case 3:
      sum += 10;
    case 2:
      sum += 100;
    case 1:
      sum += 1000;
    } while (--rounds > 0);
  }
  out[i] = sum;
}

// The same with a loop that tests before, and one that steps.
__global__ void duff_while(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int sum = 0, rounds = in[i] & 3, k = 0;
  switch (in[i] & 7) {
    while (rounds-- > 0) {
      sum += 1;
    case 1:
      sum += 10;
      break;
    case 2:
      sum += 100;
    }
    sum += 5000;
    break;
  case 5:
    sum += 7;
    for (k = 100; k < 110; k++) {
    case 6:
      sum += 3;
      if (sum > 20) break;
      k = 50;
    }
  default:
    sum += 20000;
  }
  out[i] = sum;
}

__global__ void labels_in_branches(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int v = in[i] & 7, sum = 0;
  switch (v) {
  case 0:
    sum = 1;
    if (in[i] & 8) {
      sum += 2;
    case 1:
      sum += 4;
    } else {
      sum += 8;
    case 2:
    case 3:
      sum += 16;
    }
    sum += 32;
    break;
    { case 4: sum += 64; { case 5: sum += 128; } }
  }
  out[i] = sum;
}

__global__ void labels_behind_attributes(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int sum = 0;
  switch (in[i] & 7) {
    [[likely]] case 1: sum = 1; break;
    [[unlikely]] case 2: case 3: sum = 2; [[fallthrough]];
    again: case 4: sum += 40; break;
    [[likely]] default: sum += 5;
    case 6: { sum += 60; break; }
  }
  out[i] = sum;
}

__global__ void switch_without_braces(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int sum = in[i] & 3;
  switch (sum) case 1: case 2: sum += 10;
  switch (sum & 1) default: sum += 100;
  int k = 1;
  switch (in[i] & 3)
    for (k = 0; k < 3; k++) {
    case 2:
      sum += 1000;
      break;
    }
  out[i] = sum + k;
}

__global__ void fall_through_with_ranges(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned char v = in[i];
  int sum = 0;
  switch (v) {
  case 10 ... 99: sum += 1;
  default: sum += 2; break;
  case 200 ... 255: sum += 4;
  case 0: sum += 8;
  }
  out[i] = sum;
}

__global__ void switches_and_jumps(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int sum = 0;
  for (int k = 0; k < 6; k++) {
    switch ((in[i] + k) & 3) {
    case 0: continue;
    case 1: if (k & 1) break; sum += 5;
    case 2: sum += 7; switch (k) { case 2: sum += 11; break; default: sum += 13; } break;
    case 3: if (k == 4) goto out_of_it;
    }
    sum += 100;
  }
out_of_it:
  out[i] = sum;
}

__global__ void jumps_back(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int k = in[i] & 7, sum = 0;
again:
  sum += k;
  if (k > 0) {
    k--;
    if (k != 3) goto again;
    sum += 1000;
    goto again;
  }
  out[i] = sum;
}

__global__ void two_loops_of_jumps(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int k = 0, sum = 0;
outer:
  k++;
  int j = 0;
inner:
  j++;
  sum += j * k;
  if (sum > 500) goto done;
  if (j < (in[i] & 3)) goto inner;
  if (k < 4) goto outer;
  sum += 10000;
done:
  out[i] = sum;
}

__global__ void jumps_both_ways(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int v = in[i] & 15, sum = 0;
start:
  if (v & 1) goto odd;
  sum += 3;
  v >>= 1;
  goto rest;
odd:
  sum += 5;
  v--;
rest:
  sum *= 2;
  for (int k = 0; k < 4; k++) {
    if (v == 2 * k + 2) { v -= 1; goto start; }
  }
  out[i] = sum + v;
}

__global__ void conditional_with_omitted_operand(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int calls = 0;
  auto next = [&]() { calls++; return in[i] & 3; };
  int v = next() ?: 70;
  const int *p = (in[i] & 4) ? in : nullptr;
  out[i] = v + 100 * calls + ((p ?: out) == in ? 1000 : 0);
}
