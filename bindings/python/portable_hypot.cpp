// Binds hypot to the symbol that every glibc for x86-64 has. glibc 2.35 gave it a new version that no longer
// sets errno; the results are the same bit for bit. Without this file a wheel would not load on systems with
// glibc 2.34, such as RHEL 9, for the sake of that one symbol.
#include <features.h>

#if defined(__GLIBC__) && defined(__x86_64__)
extern "C" {

double allide_hypot_of_glibc(double x, double y);
__asm__(".symver allide_hypot_of_glibc, hypot@GLIBC_2.2.5");

__attribute__((visibility("hidden"))) double hypot(double x, double y) {
    return allide_hypot_of_glibc(x, y);
}
}
#endif
