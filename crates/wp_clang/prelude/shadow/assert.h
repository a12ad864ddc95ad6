// Like the C library's, this file can be included again with another NDEBUG.

#undef assert
#ifdef NDEBUG
#define assert(CONDITION) ((void)0)
#else
#define assert(CONDITION) (__wp_assert(static_cast<bool>(CONDITION)))
#endif
