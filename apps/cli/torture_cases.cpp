#include "torture_cases.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace allide::cli::torture {

namespace {

double& component(Vec3& x, int axis) {
    return axis == 0 ? x.x : axis == 1 ? x.y : x.z;
}

}  // namespace

ExactMap ExactMap::random(Dice& dice, int lowest_exponent, int highest_exponent) {
    ExactMap map;
    std::swap(map.axis[0], map.axis[static_cast<std::size_t>(dice.integer(0, 2))]);
    std::swap(map.axis[1], map.axis[static_cast<std::size_t>(dice.integer(1, 2))]);
    const double scale = std::ldexp(1.0, dice.integer(lowest_exponent, highest_exponent));
    for (double& factor : map.factor) factor = dice.coin() ? scale : -scale;
    return map;
}

Vec3 ExactMap::operator()(const Vec3& x) const {
    Vec3 from = x, to;
    for (int k = 0; k < 3; ++k)
        component(to, k) =
            factor[static_cast<std::size_t>(k)] * component(from, axis[static_cast<std::size_t>(k)]);
    return to;
}

Corners ExactMap::operator()(const Corners& t) const {
    return {(*this)(t[0]), (*this)(t[1]), (*this)(t[2])};
}

Model model_of(const RawMesh& mesh) {
    return Model::build(Mesh::from({.vertices = mesh.vertices, .triangles = mesh.triangles}).value()).value();
}

RawMesh box_mesh(const Vec3& lo, const Vec3& hi) {
    RawMesh mesh;
    for (unsigned i = 0; i < 8; ++i)
        mesh.vertices.push_back({i & 1u ? hi.x : lo.x, i & 2u ? hi.y : lo.y, i & 4u ? hi.z : lo.z});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

RawMesh joined(const RawMesh& a, const RawMesh& b) {
    RawMesh mesh = a;
    const auto first = static_cast<std::uint32_t>(a.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const auto& [p, q, r] : b.triangles) mesh.triangles.push_back({first + p, first + q, first + r});
    return mesh;
}

RawMesh mapped(const RawMesh& mesh, const ExactMap& map) {
    RawMesh image = mesh;
    for (Vec3& vertex : image.vertices) vertex = map(vertex);
    return image;
}

double next_up(double x) {
    return std::nextafter(x, std::numeric_limits<double>::infinity());
}

void Family::add(std::string_view question, const Fields& input, const Fields& answer, std::string_view why,
                 const Fields& proof) {
    JsonWriter json;
    json.begin_object();
    json.key("class").value(topic_);
    json.key("family").value(name_);
    json.key("question").value(question);
    json.key("input").begin_object();
    input(json);
    json.end_object();
    json.key("answer").begin_object();
    answer(json);
    json.end_object();
    json.key("why").value(why);
    if (proof) {
        json.key("proof").begin_object();
        proof(json);
        json.end_object();
    }
    json.end_object();
    cases_.push_back({fmt::format("{}-{}-{:02}", topic_, name_, ++count_), json.text() + "\n"});
}

void write_mesh(JsonWriter& json, const char* key, const RawMesh& mesh) {
    json.key(key).begin_object();
    json.key("vertices").begin_array();
    for (const Vec3& vertex : mesh.vertices) json.value(vertex);
    json.end_array();
    json.key("triangles").begin_array();
    for (const TriangleIndices& triangle : mesh.triangles) {
        json.begin_array();
        for (const std::uint32_t vertex : triangle) json.value(std::uint64_t{vertex});
        json.end_array();
    }
    json.end_array().end_object();
}

Cases all_cases(std::uint64_t seed) {
    Cases cases;
    Dice dice(seed);
    add_triangles(cases, dice);
    add_bodies(cases, dice);
    add_distances(cases, dice);
    add_motions(cases, dice);
    add_solids(cases, dice);
    return cases;
}

}  // namespace allide::cli::torture
