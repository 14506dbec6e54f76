// Mistakes with a Result that once compiled and gave wrong answers. Each either no longer compiles or throws.
#include <allide/result.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

template <typename R>
concept HasArrow = requires(R result) {
    std::forward<R>(result).operator->();
};
template <typename R>
concept ConvertsToBool = requires(R result) {
    static_cast<bool>(std::forward<R>(result));
};
template <typename R>
concept WorksInAnIf = requires(R result) {
    std::forward<R>(result) ? 1 : 2;
};

// A temporary Result has no operator->, since the pointer would outlive the value.
static_assert(HasArrow<Result<std::string>&> && HasArrow<const Result<std::string>&>);
static_assert(!HasArrow<Result<std::string>> && !HasArrow<const Result<std::string>>);

// value() of a temporary is a copy, so that `const T& x = f().value()` and `for (… : f().value())` are safe.
static_assert(std::is_same_v<decltype(std::declval<Result<std::string>>().value()), std::string>);
static_assert(std::is_same_v<decltype(std::declval<const Result<std::string>>().value()), std::string>);
static_assert(std::is_same_v<decltype(*std::declval<Result<std::string>>()), std::string>);
static_assert(std::is_same_v<decltype(std::declval<Result<std::string>>().error()), Error>);
static_assert(std::is_same_v<decltype(std::declval<Result<std::string>&>().value()), const std::string&>);

// `if (result)` asks if there is a value. A Result<bool> forbids it: it would look like a test of the value.
static_assert(WorksInAnIf<Result<int>&> && ConvertsToBool<Result<int>&>);
static_assert(!WorksInAnIf<Result<bool>&> && !WorksInAnIf<Result<bool>> && !ConvertsToBool<Result<bool>&>);

Result<std::vector<int>> numbers() {
    return std::vector<int>{1, 2, 3};
}

TEST(Result, ErrorOfASuccessIsAPreconditionError) {
    const Result<int> good = 3;
    EXPECT_THROW(static_cast<void>(good.error()), PreconditionError);
    EXPECT_THROW(static_cast<void>(Result<int>(3).error()), PreconditionError);
    const Result<int> bad = Error{.message = "no"};
    EXPECT_EQ(bad.error().message, "no");
    EXPECT_THROW(static_cast<void>(bad.value()), PreconditionError);
    EXPECT_THROW(static_cast<void>(Result<int>(Error{}).value()), PreconditionError);
}

TEST(Result, ValueOfATemporaryLivesOn) {
    const std::vector<int>& all = numbers().value();
    EXPECT_EQ(all, (std::vector<int>{1, 2, 3}));
    int sum = 0;
    for (const int number : numbers().value()) sum += number;
    EXPECT_EQ(sum, 6);
    Result<std::unique_ptr<int>> owner = std::make_unique<int>(5);  // move-only values work too
    EXPECT_EQ(*std::move(owner).value(), 5);
}

TEST(Result, OfABoolIsAskedByName) {
    const Result<bool> no = false, failed = Error{};
    EXPECT_TRUE(no.has_value());
    EXPECT_FALSE(no.value());
    EXPECT_FALSE(failed.has_value());
}

}  // namespace
}  // namespace allide
