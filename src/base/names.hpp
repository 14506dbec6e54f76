// A table of enumerators and their names on the command line.
#pragma once

#include <allide/result.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace allide::base {

template <typename E>
struct Name {
    E value;
    std::string_view word;
};
template <typename E>
Name(E, const char*) -> Name<E>;

template <typename E, std::size_t N>
class Names {
  public:
    constexpr explicit Names(const std::array<Name<E>, N>& names) : names_(names) {
        for (std::size_t i = 0; i < N; ++i) values_[i] = names[i].value;
    }
    constexpr std::span<const E> values() const { return values_; }
    std::string_view name_of(E value) const {
        for (const Name<E>& name : names_)
            if (name.value == value) return name.word;
        return "";
    }
    // The enumerator with the name `word`; otherwise an error that says what was unknown and lists the names.
    Result<E> find(std::string_view word, std::string_view what) const {
        std::string known;
        for (const Name<E>& name : names_) {
            if (name.word == word) return name.value;
            known += (known.empty() ? "" : ", ") + std::string(name.word);
        }
        return Error{
            .code = ErrorCode::bad_argument,
            .message = "unknown " + std::string(what) + " '" + std::string(word) + "'; known: " + known};
    }

  private:
    std::array<Name<E>, N> names_;
    std::array<E, N> values_{};
};

}  // namespace allide::base
