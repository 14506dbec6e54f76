// Reads arbitrary bytes as a pose and as a file of poses.
#include "expect.hpp"

#include <allide/io.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

using namespace allide;

void check_pose(const Pose& pose) {
    for (const double number : pose.matrix()) ALLIDE_FUZZ_EXPECT(std::isfinite(number));
    ALLIDE_FUZZ_EXPECT(Pose::from_matrix(pose.matrix()).has_value());
}

// A temporary file whose name contains the process id, since several fuzzers run at the same time.
class ScratchFile {
  public:
    ScratchFile()
        : path_(std::filesystem::temp_directory_path() /
                ("allide-poses-fuzzer-" + std::to_string(::getpid()))) {}
    ~ScratchFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    const std::filesystem::path& write(std::string_view text) const {
        std::ofstream(path_, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
        return path_;
    }

  private:
    std::filesystem::path path_;
};

void check_file(std::string_view text) {
    static const ScratchFile scratch;
    const auto& path = scratch.write(text);
    const auto poses = load_poses(path);
    if (!poses) {
        ALLIDE_FUZZ_EXPECT(poses.error().file == path.string());
        ALLIDE_FUZZ_EXPECT(!poses.error().message.empty());
        return;
    }
    for (const Pose& pose : *poses) check_pose(pose);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto pose = parse_pose(text))
        check_pose(*pose);
    else
        ALLIDE_FUZZ_EXPECT(!pose.error().message.empty());
    check_file(text);
    return 0;
}
