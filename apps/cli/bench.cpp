// The verb `bench` replaces this process by the program `allide-bench`, which contains the papers'
// experiments and links other collision engines. `allide` itself contains and links none of them.
#include "bench_options.hpp"
#include "choices.hpp"
#include "output.hpp"
#include "program.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace allide::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* program_file = "allide-bench";

// Names of experiments. Every build of `allide` accepts all of them; allide-bench may be built without some.
const Words experiments{"paper-000", "paper-001", "paper-002", "paper-003", "paper-004",
                        "papers",    "peers",     "motion",    "clash",     "robots"};

bool is_program(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

// Looks for allide-bench next to the running executable first, then in the folders of PATH.
std::optional<fs::path> find_program(const fs::path& own_folder) {
    if (is_program(own_folder / program_file)) return own_folder / program_file;
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && is_program(fs::path(folder) / program_file))
            return fs::path(folder) / program_file;
    return std::nullopt;
}

// Replaces this process by `program` and does not return: exit code and output are those of `program`.
[[noreturn]] void run_instead(const fs::path& program, Words words) {
    words.insert(words.begin(), program.string());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    flush_output();
    ::execv(program.c_str(), arguments.data());
    throw Refusal(fmt::format("bench: cannot start {}: {}", program.string(), std::strerror(errno)));
}

int start_bench(const Words& words) {
    std::error_code unknown;
    const fs::path own_folder = fs::read_symlink("/proc/self/exe", unknown).parent_path();
    const std::optional<fs::path> program = find_program(own_folder);
    if (!program)
        throw Refusal(
            fmt::format("bench: expected the program {} in {} or in PATH, found none; `make build` in "
                        "allide's source folder builds it, cmake -DALLIDE_INSTALL_BENCH=ON installs it",
                        program_file, own_folder.string()));
    run_instead(*program, words);
}

}  // namespace

void add_bench(CLI::App& program, Job& job, const Words& words) {
    const auto request = std::make_shared<BenchRequest>();
    CLI::App& verb = *program.add_subcommand(
        "bench", "Run the experiments of the papers, or the comparison with other engines");
    offer(add_bench_options(verb, *request), experiments);
    // allide-bench gets all words after the verb unchanged, and parses them itself.
    verb.callback([request, &job, words] {
        job = [words] { return start_bench({words.begin() + 1, words.end()}); };
    });
}

}  // namespace allide::cli
