// Steps in bytes of 64 unsigned bits: 0, or less than an element, is nothing that a caller passes. The twins race for usual steps.
//@ kernel: stepped races=unusual-launch
//@ kernel: stepped_words races=unusual-launch
//@ kernel: no_step races=refuted
//@ kernel: half_step races=refuted
//@ kernel: as_said races=refuted

kernel void stepped(global char *out, ulong step) {
  int i = get_global_id(0);
  *(global float *)(out + i * step) = i; //~ ERROR race
}

kernel void stepped_words(global int *out, ulong step) {
  int i = get_global_id(0);
  out[i * step] = i; //~ ERROR race
}

kernel void no_step(global char *out, ulong step) {
  int i = get_global_id(0);
  *(global float *)(out + (i / 2) * step) = i; //~ ERROR race
}

kernel void half_step(global char *out, ulong step) {
  int i = get_global_id(0);
  *(global float *)(out + i * (step / 2)) = i; //~ ERROR race
}

// The source admits a step of 0.
kernel void as_said(global char *out, ulong step) {
  __requires(step >= 0 && step % 4 == 0);
  int i = get_global_id(0);
  *(global float *)(out + i * step) = i; //~ ERROR race
}
