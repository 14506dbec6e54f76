// Releases the memory of mapped files at intervals, so that a pass over a large file takes little memory.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace allide::io {

class PageReleaser {
  public:
    PageReleaser() = default;
    PageReleaser(const PageReleaser&) = delete;
    PageReleaser& operator=(const PageReleaser&) = delete;

    // Adds a function that releases memory. The objects that it uses must outlive this one.
    void add(std::function<void()> release_pages) { release_functions_.push_back(std::move(release_pages)); }
    // Reports that up to `bytes` bytes were accessed. Releases memory after every 2 MiB.
    void accessed(std::size_t bytes) {
        accessed_ += bytes;
        if (accessed_ >= interval) release();
    }
    void release() {
        accessed_ = 0;
        for (const auto& release_pages : release_functions_) release_pages();
    }

  private:
    static constexpr std::size_t interval = std::size_t{1} << 21;
    std::vector<std::function<void()>> release_functions_;
    std::size_t accessed_ = 0;
};

}  // namespace allide::io
