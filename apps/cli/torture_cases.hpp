// Cases that break collision engines, with exact answers. docs/torture.md describes the families and the
// format.
#pragma once

#include <allide/convex.hpp>
#include <allide/extra/explain.hpp>
#include <allide/report.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace allide::cli::torture {

// One case, as it is written to a file.
struct Case {
    std::string name;  // file name without ".json": "triangles-shared-edge-03"
    std::string json;  // contents of the file, on one line
};
using Cases = std::vector<Case>;

inline constexpr int copies = 8;  // variants of most cases, which differ in their random numbers

// All cases; equal seeds give equal cases.
Cases all_cases(std::uint64_t seed);

// Random numbers with the same sequence on every platform.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    // A random integer from `low` to `high`, both included.
    int integer(int low, int high) {
        return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }
    // A random multiple of 2⁻⁵³ that is at least 0 and below 1.
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    bool coin() { return integer(0, 1) == 1; }

  private:
    std::mt19937_64 engine_;
};

using Corners = std::array<Vec3, 3>;

// Permutes the axes, reflects, and scales by a power of two: maps doubles to doubles without rounding.
struct ExactMap {
    std::array<int, 3> axis{0, 1, 2};
    std::array<double, 3> factor{1, 1, 1};

    static ExactMap random(Dice& dice, int lowest_exponent = -8, int highest_exponent = 8);
    Vec3 operator()(const Vec3& x) const;
    Corners operator()(const Corners& t) const;
};

struct RawMesh {
    std::vector<Vec3> vertices = {};
    std::vector<TriangleIndices> triangles = {};
};
Model model_of(const RawMesh& mesh);
// The box from lo to hi, with triangles whose normals point outward.
RawMesh box_mesh(const Vec3& lo, const Vec3& hi);
RawMesh joined(const RawMesh& a, const RawMesh& b);
RawMesh mapped(const RawMesh& mesh, const ExactMap& map);

// The smallest double above x.
double next_up(double x);

// Numbers the cases of one family and writes the fields that all cases have.
class Family {
  public:
    Family(Cases& cases, std::string topic, std::string name)
        : cases_(cases), topic_(std::move(topic)), name_(std::move(name)) {}

    using Fields = std::function<void(JsonWriter&)>;
    // `input` and `answer` each write the fields of one JSON object; `proof`, which may be empty, writes
    // further fields with which a checker can verify the answer.
    void add(std::string_view question, const Fields& input, const Fields& answer, std::string_view why,
             const Fields& proof = {});

  private:
    Cases& cases_;
    std::string topic_, name_;
    int count_ = 0;
};

void write_mesh(JsonWriter& json, const char* key, const RawMesh& mesh);

// Each function appends the cases of one topic.
void add_triangles(Cases& cases, Dice& dice);
void add_bodies(Cases& cases, Dice& dice);
void add_distances(Cases& cases, Dice& dice);
void add_motions(Cases& cases, Dice& dice);
void add_solids(Cases& cases, Dice& dice);

}  // namespace allide::cli::torture
