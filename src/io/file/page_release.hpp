// Gives the memory of mapped files back now and then, so that walking through a large one takes little.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace allide::io {

class Breath {
  public:
    Breath() = default;
    Breath(const Breath&) = delete;
    Breath& operator=(const Breath&) = delete;

    // What is to be called; it must outlive this.
    void add(std::function<void()> give_back) { lungs_.push_back(std::move(give_back)); }
    // So many bytes may have been looked at.
    void in(std::size_t bytes) {
        taken_ += bytes;
        if (taken_ >= enough) out();
    }
    void out() {
        taken_ = 0;
        for (const auto& give_back : lungs_) give_back();
    }

  private:
    static constexpr std::size_t enough = std::size_t{1} << 21;
    std::vector<std::function<void()>> lungs_;
    std::size_t taken_ = 0;
};

}  // namespace allide::io
