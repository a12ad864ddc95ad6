// The functions of the C library that are supplied to C programs of suites, as functions or as members of a class
// around a program. What a program prints becomes results: a format or string by its characters, a number by its value.
void record(const char *text) { do emit(results, (unsigned char)*text); while (*text++); }
void record(char *text) { record((const char *)text); }
void record(double value) { emit(results, value < 1e15 && value > -1e15 ? (uint64_t)(int64_t)(value * 1000.0) : 1); }
void record(float value) { record((double)value); }
void record(int value) { emit(results, (uint64_t)(int64_t)value); }
void record(unsigned value) { emit(results, value); }
void record(long value) { emit(results, (uint64_t)value); }
void record(unsigned long value) { emit(results, value); }
void record(long long value) { emit(results, (uint64_t)value); }
void record(unsigned long long value) { emit(results, value); }
void record(char value) { emit(results, (uint64_t)(int64_t)value); }
void record(signed char value) { emit(results, (uint64_t)(int64_t)value); }
void record(unsigned char value) { emit(results, value); }
void record(short value) { emit(results, (uint64_t)(int64_t)value); }
void record(unsigned short value) { emit(results, value); }
void record(bool value) { emit(results, value); }
template <class T> void record(T *) { emit(results, 2); }
template <class... T> int printf(const char *format, T... values) { record(format); (record(values), ...); return 0; }
int puts(const char *text) { record(text); return 0; }
int putchar(int value) { record(value); return value; }
unsigned long strlen(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
char *strcpy(char *to, const char *from) { char *start = to; while ((*to++ = *from++)) {} return start; }
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) { a++; b++; }
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}
int strncmp(const char *a, const char *b, unsigned long n) {
    while (n && *a && *a == *b) { a++; b++; n--; }
    return n ? (int)(unsigned char)*a - (int)(unsigned char)*b : 0;
}
char *strchr(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return *s == (char)c ? (char *)s : nullptr;
}
char *strrchr(const char *s, int c) {
    const char *found = nullptr;
    do { if (*s == (char)c) found = s; } while (*s++);
    return (char *)found;
}
void *memset(void *at, int c, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) ((unsigned char *)at)[i] = (unsigned char)c;
    return at;
}
void *memcpy(void *to, const void *from, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}
int memcmp(const void *a, const void *b, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) {
        int x = ((const unsigned char *)a)[i], y = ((const unsigned char *)b)[i];
        if (x != y) return x - y;
    }
    return 0;
}
char *strncpy(char *to, const char *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}
void *memmove(void *to, const void *from, unsigned long n) {
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    if (t <= f) for (unsigned long i = 0; i < n; i++) t[i] = f[i];
    else for (unsigned long i = n; i > 0; i--) t[i - 1] = f[i - 1];
    return to;
}
int abs(int a) { return a < 0 ? -a : a; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalpha(int c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
int atoi(const char *s) {
    int n = 0, sign = 1;
    while (*s == ' ') s++;
    if (*s == '-' || *s == '+') sign = *s++ == '-' ? -1 : 1;
    while (isdigit(*s)) n = n * 10 + (*s++ - '0');
    return n * sign;
}
char *oracle_digits(char *to, long value, unsigned base, int width, char fill) {
    char digits[24];
    int n = 0;
    unsigned long rest = value < 0 && base == 10 ? 0ul - (unsigned long)value : (unsigned long)value;
    do digits[n++] = "0123456789abcdef"[rest % base]; while (rest /= base);
    if (value < 0 && base == 10) digits[n++] = '-';
    while (width-- > n) *to++ = fill;
    while (n) *to++ = digits[--n];
    return to;
}
char *oracle_put(char *to, char, int, char, const char *text) { while (*text) *to++ = *text++; return to; }
char *oracle_put(char *to, char conversion, int width, char fill, long value) {
    if (conversion == 'c') { *to++ = (char)value; return to; }
    return oracle_digits(to, value, conversion == 'x' ? 16 : 10, width, fill);
}
int sprintf(char *to, const char *format) { strcpy(to, format); return (int)strlen(to); }
template <class A, class... T> int sprintf(char *to, const char *format, A value, T... rest) {
    char *at = to;
    while (*format && *format != '%') *at++ = *format++;
    if (!*format) { *at = 0; return (int)(at - to); }
    char fill = *++format == '0' ? '0' : ' ';
    int width = 0;
    while (isdigit(*format)) width = width * 10 + (*format++ - '0');
    while (*format == 'l') format++;
    at = oracle_put(at, *format, width, fill, value);
    return (int)(at - to) + sprintf(at, format + 1, rest...);
}
