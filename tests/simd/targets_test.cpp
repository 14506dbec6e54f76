#include <allide/result.hpp>

#include <cstdlib>
#include <iostream>
#include <optional>

#include <gtest/gtest.h>

namespace allide {
namespace {

// Sets ALLIDE_TARGET, and restores it on destruction.
class WithTarget {
  public:
    explicit WithTarget(const char* name) {
        if (const char* before = std::getenv("ALLIDE_TARGET")) before_ = before;
        setenv("ALLIDE_TARGET", name, 1);
    }
    ~WithTarget() {
        if (before_)
            setenv("ALLIDE_TARGET", before_->c_str(), 1);
        else
            unsetenv("ALLIDE_TARGET");
    }

  private:
    std::optional<std::string> before_;
};

TEST(Targets, EndWithTheScalarTarget) {
    const auto names = targets();
    ASSERT_FALSE(names.empty());
    EXPECT_EQ(names.back(), "scalar");
    for (const std::string& name : names) std::cout << "target " << name << '\n';
}

TEST(Targets, EachCanBeForced) {
    for (const std::string& name : targets()) {
        const WithTarget forced(name.c_str());
        EXPECT_EQ(active_target(), name);
    }
}

TEST(Targets, UnknownNameListsTheKnownOnes) {
    const WithTarget forced("abacus");
    try {
        static_cast<void>(active_target());
        FAIL() << "not refused";
    } catch (const PreconditionError& error) {
        EXPECT_NE(std::string(error.what()).find("abacus"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("scalar"), std::string::npos);
    }
}

}  // namespace
}  // namespace allide
