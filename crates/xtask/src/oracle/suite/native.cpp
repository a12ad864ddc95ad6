// Support for the native side of a C program of a suite. The program is compiled unchanged, except that `main` has
// another name. The formats and the values that it prints become results.
#include "driver.h"
#include <cstdarg>

extern "C" int oracle_main(int, char **);
static unsigned long *results;

static void emit(unsigned long value) {
    if (results[0] + 1 < ORACLE_WORDS) {
        results[0] += 1;
        results[results[0]] = value;
    }
}

static void record_text(const char *text) {
    do emit((unsigned char)*text); while (*text++);
}

static void record_double(double value) {
    emit(value < 1e15 && value > -1e15 ? (unsigned long)(long)(value * 1000.0) : 1);
}

static int record_format(const char *format, va_list values) {
    record_text(format);
    for (const char *at = format; *at; at++) {
        if (*at != '%') continue;
        int longs = 0;
        for (at++; *at && !strchr("diouxXcsfFeEgGp%", *at); at++) {
            longs += *at == 'l' || *at == 'z' || *at == 'j' || *at == 't';
            if (*at == '*') emit((unsigned long)(long)va_arg(values, int));
        }
        if (*at == '%' || !*at) continue;
        if (*at == 's') record_text(va_arg(values, const char *));
        else if (*at == 'p') (void)va_arg(values, void *), emit(2);
        else if (strchr("fFeEgG", *at)) record_double(va_arg(values, double));
        else if (strchr("ouxX", *at)) emit(longs ? va_arg(values, unsigned long) : va_arg(values, unsigned));
        else emit(longs ? va_arg(values, unsigned long) : (unsigned long)(long)va_arg(values, int));
    }
    return 0;
}

extern "C" int printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    int result = record_format(format, values);
    va_end(values);
    return result;
}

extern "C" int puts(const char *text) {
    record_text(text);
    return 0;
}

extern "C" int putchar(int value) {
    emit((unsigned long)(long)value);
    return value;
}

static void run(unsigned long *out) {
    static char name[] = "program", *arguments[] = {name, nullptr};
    results = out;
    emit((unsigned long)(long)oracle_main(1, arguments));
}

static void (*const programs[])(unsigned long *) = {run};
int main() { return oracle_serve(programs, 1); }
