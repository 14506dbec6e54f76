// A fixture for tests that need a reader program; without the program they are skipped with a message.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace allide::test {

// Sets an environment variable; the destructor restores its old value.
class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* const old = std::getenv(name)) old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() {
        if (old_)
            ::setenv(name_, old_->c_str(), 1);
        else
            ::unsetenv(name_);
    }

  private:
    const char* name_;
    std::optional<std::string> old_;
};

class WithReader : public testing::Test {
  protected:
    explicit WithReader(const char* program) : program_(program) {}
    void SetUp() override {
        if (!std::filesystem::exists(folder() / program_)) GTEST_SKIP() << program_ << " was not built";
    }
    static std::filesystem::path folder() { return std::filesystem::path(ALLIDE_PROGRAM).parent_path(); }

  private:
    const char* program_;
    Variable readers_{"ALLIDE_READERS", folder().string()};
};

}  // namespace allide::test
