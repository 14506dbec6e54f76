// A number type that counts its arithmetic operations.
#pragma once

#include <cmath>
#include <cstdint>

namespace allide::bench {

struct Operations {
    std::uint64_t compare = 0, add = 0, multiply = 0, abs = 0;
    std::uint64_t total() const { return compare + add + multiply + abs; }
};

class Counted {
  public:
    Counted(double value = 0) : value_(value) {}  // NOLINT(google-explicit-constructor)

    // Operations since the last reset, in this thread.
    static Operations& operations() {
        thread_local Operations counts;
        return counts;
    }

    friend Counted operator+(Counted a, Counted b) {
        ++operations().add;
        return a.value_ + b.value_;
    }
    friend Counted operator-(Counted a, Counted b) {
        ++operations().add;
        return a.value_ - b.value_;
    }
    friend Counted operator*(Counted a, Counted b) {
        ++operations().multiply;
        return a.value_ * b.value_;
    }
    friend bool operator>(Counted a, Counted b) {
        ++operations().compare;
        return a.value_ > b.value_;
    }
    friend Counted abs(Counted a) {
        ++operations().abs;
        return std::abs(a.value_);
    }

  private:
    double value_;
};

}  // namespace allide::bench
