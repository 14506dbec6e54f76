#include "io/program/reader_program.hpp"

#include "io/file/failure.hpp"
#include "io/program/assembly_message.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace allide::io {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> reader_folders() {
    std::vector<fs::path> folders;
    if (const char* const chosen = std::getenv("ALLIDE_READERS")) folders.emplace_back(chosen);
    std::error_code ignored;
    folders.push_back(fs::read_symlink("/proc/self/exe", ignored).parent_path());
    folders.emplace_back(ALLIDE_INSTALLED_PROGRAMS);
    const char* const path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

// Relative folders are skipped, so that a program in the current folder is never run by accident.
std::optional<fs::path> find_program(const char* name) {
    for (const fs::path& folder : reader_folders()) {
        const fs::path file = folder / name;
        if (folder.is_absolute() && ::access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

Error missing_program(const ReaderProgram& reader) {
    return {.code = ErrorCode::unknown_format,
            .message = fmt::format("{} need {}, which this build lacks: apt install {}, build again, and "
                                   "keep {} in the folder of the program or in PATH",
                                   reader.formats, reader.library, reader.package, reader.program)};
}

// Owns a file descriptor. It is never 0, 1 or 2, because those are redirected in the child process.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(::fcntl(number, F_DUPFD_CLOEXEC, 3)) {
        if (number >= 0) ::close(number);
        if (number_ < 0) fail({.code = ErrorCode::cannot_open, .message = "too many files are open"});
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }
    int number() const { return number_; }

  private:
    int number_;
};

void write_all(const Descriptor& to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to.number(), bytes.data(), bytes.size());
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            throw std::bad_alloc();  // the file is in memory, so memory is exhausted
    }
}

std::string read_all(const Descriptor& from) {
    std::string bytes;
    std::vector<char> piece(1 << 16);
    for (;;) {
        const ssize_t count = ::read(from.number(), piece.data(), piece.size());
        if (count > 0)
            bytes.append(piece.data(), static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            return bytes;
    }
}

class SpawnActions {
  public:
    SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    void connect(const Descriptor& from, int to) {
        ::posix_spawn_file_actions_adddup2(&actions_, from.number(), to);
    }
    void silence(int number) {
        ::posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_WRONLY, 0);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

// The value of the environment variable, a positive integer; empty if it is not set.
std::optional<std::uint64_t> positive_variable(const char* name) {
    const char* const text = std::getenv(name);
    if (text == nullptr) return std::nullopt;
    const std::string_view digits = text;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value == 0)
        fail({.code = ErrorCode::bad_argument,
              .message = fmt::format("{}: expected a positive integer, found {}", name, quoted(digits))});
    return value;
}

std::uint64_t physical_memory() {
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// At the first limit the kernel sends SIGXCPU, at the second SIGKILL. A crash writes no core file.
void limit_processor_time(pid_t child, std::uint64_t seconds) {
    const rlimit time{.rlim_cur = seconds, .rlim_max = seconds + 5}, core{.rlim_cur = 0, .rlim_max = 0};
    ::prlimit(child, RLIMIT_CPU, &time, nullptr);
    ::prlimit(child, RLIMIT_CORE, &core, nullptr);
}

struct Outcome {
    std::string bytes;
    int status = 0;  // as returned by waitpid()
};

// The program reads the bytes from its standard input, which is a file in memory, so that it may seek.
// Returns nothing if the program cannot be started.
std::optional<Outcome> run_reader(const fs::path& program, std::string_view bytes, const std::string& name,
                                  const LoadOptions& options, const ReaderLimits& limits) {
    const Descriptor input(::memfd_create("allide", MFD_CLOEXEC));
    write_all(input, bytes);
    ::lseek(input.number(), 0, SEEK_SET);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    const Descriptor from(ends[0]);
    Descriptor to(ends[1]);

    SpawnActions actions;
    actions.connect(input, STDIN_FILENO);
    actions.connect(to, STDOUT_FILENO);
    actions.silence(STDERR_FILENO);
    std::string words[] = {program.string(), name, options.sag ? fmt::format("{:a}", *options.sag) : "",
                           fmt::format("{}", limits.bytes)};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, program.c_str(), actions.get(), nullptr, arguments, environ) != 0)
        return std::nullopt;
    limit_processor_time(child, limits.seconds);
    to.close();
    Outcome outcome{.bytes = read_all(from)};
    while (::waitpid(child, &outcome.status, 0) < 0 && errno == EINTR) {
    }
    return outcome;
}

Error failed_run(const ReaderProgram& reader, int status, const ReaderLimits& limits) {
    const bool by_signal = WIFSIGNALED(status);
    if (by_signal && WTERMSIG(status) == SIGXCPU)
        return {.code = ErrorCode::too_large,
                .message = fmt::format("{} took more than {} s of processor time to read it, the limit for "
                                       "reader programs; ALLIDE_READER_SECONDS sets another limit",
                                       reader.library, limits.seconds)};
    return {.code = ErrorCode::bad_syntax,
            .message = fmt::format("{} crashed while reading it ({} {}): the file is damaged, too large, or "
                                   "uses a feature that {} does not support",
                                   reader.library, by_signal ? "signal" : "exit status",
                                   by_signal ? WTERMSIG(status) : WEXITSTATUS(status), reader.library)};
}

}  // namespace

ReaderLimits reader_limits(std::uint64_t file_size) {
    constexpr std::uint64_t floor_seconds = 60, seconds_per_mib = 60, floor_bytes = 4ull << 30, factor = 256;
    const auto seconds = positive_variable("ALLIDE_READER_SECONDS");
    const auto mebibytes = positive_variable("ALLIDE_READER_MEBIBYTES");
    return {.seconds = seconds ? *seconds : floor_seconds + seconds_per_mib * (file_size >> 20),
            .bytes = mebibytes ? std::min<std::uint64_t>(*mebibytes, 1ull << 40) << 20
                               : std::min(floor_bytes + factor * file_size, physical_memory())};
}

Result<Assembly> read_by_program(const ReaderProgram& reader, std::string_view bytes, const std::string& name,
                                 const LoadOptions& options) {
    const auto program = find_program(reader.program);
    if (!program) fail(missing_program(reader));
    const ReaderLimits limits = reader_limits(bytes.size());
    const auto outcome = run_reader(*program, bytes, name, options, limits);
    if (!outcome)
        fail({.code = ErrorCode::unknown_format,
              .message = fmt::format("cannot start {}", program->string())});
    if (outcome->status != 0) fail(failed_run(reader, outcome->status, limits));
    return decoded(outcome->bytes, name);
}

}  // namespace allide::io
