// Two macros that the public headers use. Nothing here is meant for users.
#pragma once

// ALLIDE_EXPORT makes the names of a public header visible outside of the shared library, whose other symbols
// are hidden. It is written once per header: `namespace ALLIDE_EXPORT allide { … }`.
//
// ALLIDE_ALWAYS_INLINE marks the arithmetic that is defined in a header. The library uses it too, and its
// error bounds hold for its own compiler options. If the linker could choose between the library's copy of
// such a function and one that a user compiled with -ffast-math, it might choose the wrong one; inlined code
// has no copies.
#if defined(__GNUC__)
#define ALLIDE_EXPORT [[gnu::visibility("default")]]
#define ALLIDE_ALWAYS_INLINE [[gnu::always_inline]] inline
#else
#define ALLIDE_EXPORT
#define ALLIDE_ALWAYS_INLINE inline
#endif
