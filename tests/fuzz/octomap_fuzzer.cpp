// Reads arbitrary bytes as an octree of OctoMap.
#include "expect.hpp"

#include <allide/io.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace allide;
    const auto cells = read_octomap(std::as_bytes(std::span(data, size)), "input.bt");
    if (!cells) {
        ALLIDE_FUZZ_EXPECT(cells.error().file == "input.bt");
        ALLIDE_FUZZ_EXPECT(!cells.error().message.empty());
        ALLIDE_FUZZ_EXPECT(cells.error().text().find('\n') == std::string::npos);
        return 0;
    }
    ALLIDE_FUZZ_EXPECT(cells->size() <= 4 * size);
    for (const Box& cell : *cells) ALLIDE_FUZZ_EXPECT(!cell.is_empty());
    return 0;
}
