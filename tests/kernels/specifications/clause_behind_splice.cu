//@ revisions: good blanks marks sign joined
//@ flags: --block 8 --grid 1
//[blanks,marks,sign,joined]@ verdict: error
//[good]@ verdict: races=proved
// A backslash at the end of a line joins it with the next one, with or without blanks behind it, in comments and in the
// signs of comments too.
#ifdef blanks
// A note on n \  
//@ requires n == 5; //[blanks]~ ERROR WP0507
#elif defined(marks)
/\
* A comment with a clause in it.
//@ requires n == 5;
*/
/\
/@ requires n == 5; //[marks]~ ERROR WP0507
#elif defined(sign)
//\
@ requires n == 5; //[sign]~ ERROR WP0507
#elif defined(joined)
//@ requires n >= 5; \
//@ requires n == 5; //[joined]~ ERROR WP0507
#else
// A note on n \\ no splice
//@ requires n == 5;
#endif
__global__ void k(int *o, int n) {
  if (n != 5) o[0] = threadIdx.x;
}
