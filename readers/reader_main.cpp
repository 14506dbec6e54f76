#include "reader_main.hpp"

#include "io/file/failure.hpp"
#include "io/program/assembly_message.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace allide::readers {
namespace {

// Returns a descriptor for the answer and points standard output to /dev/null, so that nothing that a library
// prints gets into the answer.
int take_standard_output() {
    const int answer = ::dup(STDOUT_FILENO);
    const int null_device = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (answer < 0 || null_device < 0) std::_Exit(3);
    ::dup2(null_device, STDOUT_FILENO);
    return answer;
}

std::string all_of_standard_input() {
    std::ifstream in("/dev/stdin", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to, bytes.data(), bytes.size());
        if (written < 0) std::_Exit(3);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

Error out_of_memory(rlim_t limit) {
    return {.code = ErrorCode::too_large,
            .message = fmt::format("reading it takes more than {} MiB of memory, the limit for reader "
                                   "programs; ALLIDE_READER_MEBIBYTES sets another limit",
                                   limit >> 20)};
}

// The answer for the case that memory runs out, encoded in advance since nothing can be allocated then.
struct LastAnswer {
    int to = -1;
    std::string bytes = {};
};
LastAnswer last_answer;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

// A fine sag or a damaged file may ask for more memory than the machine has. The limit turns that into an
// error, also where a library would catch std::bad_alloc and crash later.
void limit_memory(rlim_t limit, int answer) {
    last_answer = {.to = answer, .bytes = io::encoded(out_of_memory(limit))};
    std::set_new_handler([] {
        write_all(last_answer.to, last_answer.bytes);
        std::_Exit(0);
    });
#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer reserves far more address space than it uses
    const rlimit both{.rlim_cur = limit, .rlim_max = limit};
    ::setrlimit(RLIMIT_AS, &both);
#endif
}

Result<Assembly> guarded_read(const std::function<Result<Assembly>(const Request&)>& read,
                              const Request& request, rlim_t limit) {
    try {
        return read(request);
    } catch (io::Failure& failure) {
        return std::move(failure.error);
    } catch (const std::bad_alloc&) {
        return out_of_memory(limit);
    }
}

}  // namespace

void reader_main(int argc, char** argv, const std::function<Result<Assembly>(const Request& request)>& read) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s NAME SAG MEMORY; allide starts this program to read a file\n",
                     argv[0]);
        std::_Exit(2);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // without its parent, nobody would read the answer
    const int to = take_standard_output();
    const auto limit = static_cast<rlim_t>(std::strtoull(argv[3], nullptr, 10));
    limit_memory(limit, to);
    Request request{.bytes = all_of_standard_input(), .name = argv[1], .options = {}};
    if (*argv[2] != '\0') request.options.sag = std::strtod(argv[2], nullptr);
    write_all(to, io::encoded(guarded_read(read, request, limit)));
    std::_Exit(0);
}

}  // namespace allide::readers
