// Lets wheels load on systems with glibc 2.34, such as RHEL 9, although they are built with a newer one.
#include <features.h>

#if defined(__GLIBC__) && defined(__x86_64__)
#include <cstdint>
#include <cstdlib>

#include <sys/random.h>

extern "C" {

// glibc 2.35 gave hypot a new version that no longer sets errno; the results are the same bit for bit. This
// binds hypot to the version that every glibc has.
double allide_hypot_of_glibc(double x, double y);
__asm__(".symver allide_hypot_of_glibc, hypot@GLIBC_2.2.5");
__attribute__((visibility("hidden"))) double hypot(double x, double y) {
    return allide_hypot_of_glibc(x, y);
}

// arc4random() is new in glibc 2.36. libstdc++'s std::random_device refers to it, but allide does not use
// random_device.
__attribute__((visibility("hidden"))) std::uint32_t arc4random() {
    std::uint32_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
    return number;
}
}
#endif
