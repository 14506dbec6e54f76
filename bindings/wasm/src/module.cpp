// The exports of the module: memory for arguments, calls of functions by number, and the texts of keys.
#include "objects.hpp"

#include <cstdlib>
#include <exception>
#include <new>

#define ALLIDE_WASM_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" __attribute__((import_module("allide"), import_name("progress"))) int allide_wasm_progress(
    double done, double all);

namespace allide::wasm {
namespace {

Results& results() {
    static Results results;
    return results;
}

const std::vector<NamedFunction>& functions() {
    static const std::vector<NamedFunction> all = [] {
        std::vector<NamedFunction> joined;
        for (const auto list :
             {value_functions(), model_functions(), query_functions(), probe_functions(),
#ifndef ALLIDE_SMALL_MODULE
              more_value_functions(), more_model_functions(), more_query_functions(), more_probe_functions(),
              motion_functions(), body_functions(), scene_functions(), report_functions()
#endif
             })
            joined.insert(joined.end(), list.begin(), list.end());
        return joined;
    }();
    return all;
}

}  // namespace

std::uint32_t Objects::keep(Object object) {
    objects_.emplace(next_, std::move(object));
    return next_++;
}

Objects& objects() {
    static Objects all;
    return all;
}

bool report_progress(std::size_t done, std::size_t all) {
    return allide_wasm_progress(static_cast<double>(done), static_cast<double>(all)) != 0;
}

}  // namespace allide::wasm

using namespace allide;
using namespace allide::wasm;

// Allocates memory for the arguments of a call. Returns null if no memory is left.
ALLIDE_WASM_EXPORT(allocate) void* allide_wasm_allocate(std::size_t bytes) {
    return std::malloc(bytes);
}
ALLIDE_WASM_EXPORT(release) void allide_wasm_release(void* memory) {
    std::free(memory);
}
// Returns the number of the function with this name, which has `size` bytes, or −1 if there is none.
ALLIDE_WASM_EXPORT(find) int allide_wasm_find(const char* name, std::size_t size) {
    const std::string_view wanted(name, size);
    for (std::size_t i = 0; i < functions().size(); ++i)
        if (functions()[i].name == wanted) return static_cast<int>(i);
    return -1;
}
// Calls a function. The result is valid until the next call.
ALLIDE_WASM_EXPORT(call)
const std::uint64_t* allide_wasm_call(std::uint32_t function, const std::uint64_t* slots) {
    Results& out = results();
    out.clear();
    try {
        Arguments arguments(slots);
        functions()[function].function(arguments, out);
    } catch (const Failed& failed) {
        out.clear();
        out.error(failed.error);
    } catch (const PreconditionError& mistake) {
        out.clear();
        out.failure("precondition", mistake.what());
    } catch (const std::bad_alloc&) {
        out.clear();
        out.failure("too_large", "there is not enough memory");
    } catch (const std::exception& failure) {
        out.clear();
        out.failure("internal", failure.what());
    }
    return out.data();
}
ALLIDE_WASM_EXPORT(key) const char* allide_wasm_key(std::uint32_t number) {
    return key_text(number).data();
}
ALLIDE_WASM_EXPORT(key_size) std::size_t allide_wasm_key_size(std::uint32_t number) {
    return key_text(number).size();
}
// Frees an object. The garbage collector calls this function too, so it must not fail.
ALLIDE_WASM_EXPORT(free_object) void allide_wasm_free_object(std::uint32_t number) {
    objects().free(number);
}
ALLIDE_WASM_EXPORT(object_count) std::size_t allide_wasm_object_count() {
    return objects().size();
}
