// The properties that a generated engine room promises (clashes, gaps, closed parts) must hold exactly,
// since other tests rely on them.
#include "generate/engine_room/solids.hpp"
#include "support/effort.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/model.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

using PartPair = std::pair<std::uint32_t, std::uint32_t>;

constexpr double step = 1.0 / 128;  // all vertices lie on a lattice with this spacing

Vec3 minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vec3 along(const Vec3& p, double t, const Vec3& d) {
    return {p.x + t * d.x, p.y + t * d.y, p.z + t * d.z};
}

using Corners = std::array<Vec3, 3>;

void grow(Box& box, const Vec3& p) {
    box.lo = {std::min(box.lo.x, p.x), std::min(box.lo.y, p.y), std::min(box.lo.z, p.z)};
    box.hi = {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y), std::max(box.hi.z, p.z)};
}

Box box_of(const Corners& corners) {
    Box box{corners[0], corners[0]};
    for (const Vec3& p : corners) grow(box, p);
    return box;
}

bool within(const Box& a, const Box& b, double reach) {
    return a.lo.x <= b.hi.x + reach && b.lo.x <= a.hi.x + reach && a.lo.y <= b.hi.y + reach &&
           b.lo.y <= a.hi.y + reach && a.lo.z <= b.hi.z + reach && b.lo.z <= a.hi.z + reach;
}

double point_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 d = minus(b, a);
    const double t = std::clamp(dot(minus(p, a), d) / dot(d, d), 0.0, 1.0);
    const Vec3 off = minus(p, along(a, t, d));
    return std::sqrt(dot(off, off));
}

double point_to_triangle(const Vec3& p, const Corners& t) {
    const Vec3 n = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    bool inside = true;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        const Vec3 &a = t[i], &b = t[(i + 1) % 3];
        best = std::min(best, point_to_segment(p, a, b));
        inside = inside && dot(cross(n, minus(b, a)), minus(p, a)) >= 0;
    }
    return inside ? std::min(best, std::abs(dot(n, minus(p, t[0]))) / std::sqrt(dot(n, n))) : best;
}

double segment_to_segment(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    double best = std::min({point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b),
                            point_to_segment(d, a, b)});
    const Vec3 u = minus(b, a), v = minus(d, c), w = minus(a, c);
    const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
    if (det <= 1e-12 * uu * vv) return best;
    const double s = (uv * dot(v, w) - vv * dot(u, w)) / det, t = (uu * dot(v, w) - uv * dot(u, w)) / det;
    if (s < 0 || s > 1 || t < 0 || t > 1) return best;
    const Vec3 off = minus(along(a, s, u), along(c, t, v));
    return std::min(best, std::sqrt(dot(off, off)));
}

// The distance of two triangles, which must not intersect.
double triangle_distance(const Corners& a, const Corners& b) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        best = std::min({best, point_to_triangle(a[i], b), point_to_triangle(b[i], a)});
        for (int j = 0; j < 3; ++j)
            best = std::min(best, segment_to_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
    return best;
}

// The parts of a room, each with its triangles, box and model.
struct Parts {
    explicit Parts(const Mesh& mesh) : triangles(mesh.part_names().size()) {
        for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
            triangles[mesh.part_of(i)].push_back(mesh.corners(i));
        for (const auto& part : triangles) {
            MeshData data;
            boxes.push_back(box_of(part.front()));
            for (const Corners& corners : part) {
                const auto first = static_cast<std::uint32_t>(data.vertices.size());
                for (const Vec3& p : corners) {
                    data.vertices.push_back(p);
                    grow(boxes.back(), p);
                }
                data.triangles.push_back({first, first + 1, first + 2});
            }
            models.push_back(Model::build(Mesh::from(std::move(data)).value()).value());
        }
    }

    template <typename Visit>
    void each_pair_within(double reach, Visit visit) const {
        std::vector<std::uint32_t> order(boxes.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return boxes[a].lo.x < boxes[b].lo.x; });
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = i + 1;
                 j < order.size() && boxes[order[j]].lo.x <= boxes[order[i]].hi.x + reach; ++j)
                if (within(boxes[order[i]], boxes[order[j]], reach))
                    visit(std::min(order[i], order[j]), std::max(order[i], order[j]));
    }

    // The distance of two parts; infinite if it is more than `reach`.
    double distance(std::uint32_t a, std::uint32_t b, double reach) const {
        double best = std::numeric_limits<double>::infinity();
        Box wide = boxes[b];
        for (const Corners& p : triangles[a]) {
            const Box box = box_of(p);
            if (!within(box, wide, reach)) continue;
            for (const Corners& q : triangles[b])
                if (within(box, box_of(q), reach)) best = std::min(best, triangle_distance(p, q));
        }
        return best <= reach ? best : std::numeric_limits<double>::infinity();
    }

    std::vector<std::vector<Corners>> triangles;
    std::vector<Box> boxes;
    std::vector<Model> models;
};

std::set<PartPair> touching(const Parts& parts) {
    std::set<PartPair> found;
    parts.each_pair_within(0, [&](std::uint32_t a, std::uint32_t b) {
        if (collides(parts.models[a].at_rest(), parts.models[b].at_rest())) found.insert({a, b});
    });
    return found;
}

std::set<PartPair> deliberate(const EngineRoom& room, PairKind kind) {
    std::set<PartPair> pairs;
    for (const DeliberatePair& pair : room.pairs)
        if (pair.kind == kind) pairs.insert({pair.part_a, pair.part_b});
    return pairs;
}

EngineRoom room_of(std::uint64_t triangles, std::uint64_t seed, std::uint64_t clashes = 0,
                   std::uint64_t clearances = 0) {
    return generate_engine_room({triangles, seed, clashes, clearances}).value();
}

Box bounds_of(const Mesh& mesh) {
    Box box{mesh.vertices()[0], mesh.vertices()[0]};
    for (const Vec3& p : mesh.vertices()) grow(box, p);
    return box;
}

using Position = std::tuple<double, double, double>;
Position position(const Vec3& p) {
    return {p.x, p.y, p.z};
}

// True if each directed edge occurs once, and so does its opposite: the surface is closed and oriented.
bool is_closed(const std::vector<Corners>& triangles) {
    std::map<std::pair<Position, Position>, int> edges;
    for (const Corners& t : triangles)
        for (int i = 0; i < 3; ++i) ++edges[{position(t[i]), position(t[(i + 1) % 3])}];
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
        const auto back = edges.find({edge.first.second, edge.first.first});
        return edge.second == 1 && back != edges.end() && back->second == 1;
    });
}

double volume_of(const std::vector<Corners>& triangles) {
    double six_times = 0;
    const Vec3 o = triangles.front()[0];
    for (const Corners& t : triangles)
        six_times += dot(minus(t[0], o), cross(minus(t[1], o), minus(t[2], o)));
    return six_times / 6;
}

TEST(EngineRoomTest, the_count_is_met_within_5_percent) {
    std::vector<std::uint64_t> counts{60'000, 71'234, 100'000, 137'000, 250'000, 1'000'000};
    if (test::long_run()) counts.insert(counts.end(), {80'000, 333'333, 500'000, 2'000'000});
    for (const std::uint64_t wanted : counts) {
        const EngineRoom room = room_of(wanted, 3, 20, 20);
        EXPECT_NEAR(static_cast<double>(room.mesh.triangles().size()), static_cast<double>(wanted),
                    0.05 * static_cast<double>(wanted));
    }
}

// More than ten million triangles are generated as several rooms side by side, with gaps between them.
TEST(EngineRoomTest, many_rooms_stand_side_by_side) {
    EXPECT_TRUE(generate_engine_rooms({.triangles = 100'000'001}, [](const EngineRoom&) {
        ADD_FAILURE() << "a room";
        return std::nullopt;
    }));
    const EngineRoom one = room_of(60'000, 5, 2, 2);
    std::size_t rooms = 0;
    const auto same = [&](const EngineRoom& room) -> std::optional<Error> {
        ++rooms;
        EXPECT_TRUE(std::ranges::equal(room.mesh.vertices(), one.mesh.vertices()));
        EXPECT_EQ(room.pairs.size(), one.pairs.size());
        return std::nullopt;
    };
    EXPECT_FALSE(generate_engine_rooms({60'000, 5, 2, 2}, same));
    EXPECT_EQ(rooms, 1u);
    if (!test::long_run()) return;
    std::vector<Box> boxes;
    std::uint64_t triangles = 0, parts = 0, pairs = 0;
    EXPECT_FALSE(
        generate_engine_rooms({12'345'678, 1, 20, 5}, [&](const EngineRoom& room) -> std::optional<Error> {
            boxes.push_back(bounds_of(room.mesh));
            for (std::size_t i = 0; i + 1 < boxes.size(); ++i)
                EXPECT_TRUE(boxes[i].hi.x + 500 < boxes.back().lo.x ||
                            boxes[i].hi.y + 500 < boxes.back().lo.y ||
                            boxes.back().hi.y + 500 < boxes[i].lo.y);
            EXPECT_EQ(room.mesh.part_names()[0].find("room-0"), 0u);
            for (const DeliberatePair& pair : room.pairs) {
                EXPECT_GE(pair.part_a, parts);
                EXPECT_LT(pair.part_b, parts + room.mesh.part_names().size());
            }
            triangles += room.mesh.triangles().size();
            parts += room.mesh.part_names().size();
            pairs += room.pairs.size();
            return std::nullopt;
        }));
    EXPECT_NEAR(static_cast<double>(triangles), 12'345'678, 0.05 * 12'345'678);
    EXPECT_EQ(pairs, 25u);
}

TEST(EngineRoomTest, is_as_long_as_an_engine_room_in_millimetres) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Box box = bounds_of(room_of(100'000, seed).mesh);
        const double longest = std::max({box.hi.x - box.lo.x, box.hi.y - box.lo.y, box.hi.z - box.lo.z});
        EXPECT_GE(longest, 20'000);
        EXPECT_LE(longest, 40'000);
    }
}

TEST(EngineRoomTest, has_many_parts_with_names_of_their_own_in_groups) {
    const EngineRoom room = room_of(100'000, 1, 5, 5);
    const auto names = room.mesh.part_names();
    EXPECT_GE(names.size(), 1'000u);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    for (const char* group :
         {"structure/shell/", "structure/frames/", "structure/platforms/", "structure/bulkheads/", "piping/",
          "/pipe-", "/elbow-", "/flange-", "/valve-", "/handwheel-", "outfitting/ladders/",
          "outfitting/stairs/", "outfitting/railings/", "machinery/main-engine/", "machinery/pumps/",
          "tanks/", "electrical/", "ventilation/"})
        EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return name.find(group) != std::string::npos;
        })) << group;
    EXPECT_GT(room_of(400'000, 1).mesh.part_names().size(), 3 * names.size() / 2);
}

TEST(EngineRoomTest, every_part_is_closed_and_faces_outward) {
    const EngineRoom room = room_of(test::long_run() ? 1'000'000 : 100'000, 1, 20, 20);
    const Parts parts(room.mesh);
    for (std::size_t i = 0; i < parts.triangles.size(); ++i) {
        EXPECT_TRUE(is_closed(parts.triangles[i])) << room.mesh.part_names()[i];
        EXPECT_GT(volume_of(parts.triangles[i]), 0) << room.mesh.part_names()[i];
    }
}

// Coordinates are exact in float, so that OBJ, PLY, STL and GLB files all contain the same mesh.
TEST(EngineRoomTest, every_coordinate_is_a_float) {
    const EngineRoom room = room_of(300'000, 1);
    for (const Vec3& p : room.mesh.vertices())
        for (const double c : {p.x, p.y, p.z}) {
            ASSERT_EQ(static_cast<double>(static_cast<float>(c)), c);
            ASSERT_EQ(c * 128, std::floor(c * 128));
        }
}

TEST(EngineRoomTest, only_the_deliberate_clashes_touch) {
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::effort(2, 20)); ++seed) {
        const EngineRoom room = room_of(100'000, seed, 25, 25);
        EXPECT_EQ(touching(Parts(room.mesh)), deliberate(room, PairKind::clash)) << "seed " << seed;
    }
    const EngineRoom without = room_of(100'000, 7);
    EXPECT_TRUE(touching(Parts(without.mesh)).empty());
}

TEST(EngineRoomTest, only_the_deliberate_clashes_touch_in_a_large_room) {
    const EngineRoom room = room_of(test::long_run() ? 1'000'000 : 300'000, 5, 100, 100);
    EXPECT_EQ(touching(Parts(room.mesh)), deliberate(room, PairKind::clash));
}

TEST(EngineRoomTest, only_listed_pairs_come_within_two_millimetres) {
    const EngineRoom room = room_of(100'000, 4, 25, 25);
    const Parts parts(room.mesh);
    std::set<PartPair> near, listed = deliberate(room, PairKind::clash);
    listed.merge(deliberate(room, PairKind::clearance));
    parts.each_pair_within(2, [&](std::uint32_t a, std::uint32_t b) {
        if (collides(parts.models[a].at_rest(), parts.models[b].at_rest()) || parts.distance(a, b, 2) <= 2)
            near.insert({a, b});
    });
    std::string extra;
    for (const auto& [a, b] : near)
        if (!listed.contains({a, b}))
            extra += room.mesh.part_names()[a] + " " + room.mesh.part_names()[b] + "\n";
    EXPECT_EQ(near, listed) << extra;
}

TEST(EngineRoomTest, gaps_are_what_the_list_says) {
    const EngineRoom room = room_of(100'000, 2, 0, 60);
    const Parts parts(room.mesh);
    EXPECT_EQ(room.pairs.size(), 60u);
    for (const DeliberatePair& pair : room.pairs) {
        EXPECT_GE(pair.depth_or_gap, 0.25);
        EXPECT_LE(pair.depth_or_gap, 1.5);
        EXPECT_NEAR(parts.distance(pair.part_a, pair.part_b, 2), pair.depth_or_gap, 1e-9)
            << room.mesh.part_names()[pair.part_a] << " " << room.mesh.part_names()[pair.part_b];
    }
}

// Moved by the depth of a clash, or back by a gap, part b just touches a; slightly farther away it does not.
TEST(EngineRoomTest, depths_and_gaps_are_exact_along_their_direction) {
    const EngineRoom room = room_of(100'000, 2, 60, 60);
    const Parts parts(room.mesh);
    EXPECT_EQ(room.pairs.size(), 120u);
    for (const DeliberatePair& pair : room.pairs) {
        EXPECT_LT(pair.part_a, pair.part_b);
        const double away = pair.kind == PairKind::clash ? pair.depth_or_gap : -pair.depth_or_gap;
        const auto touches_at = [&](double distance) {
            return collides(
                parts.models[pair.part_a].at_rest(),
                parts.models[pair.part_b].at(Pose::translation(along({0, 0, 0}, distance, pair.direction))));
        };
        const std::string names =
            room.mesh.part_names()[pair.part_a] + " " + room.mesh.part_names()[pair.part_b];
        EXPECT_TRUE(touches_at(away)) << names;
        EXPECT_TRUE(touches_at(away - step)) << names;
        EXPECT_FALSE(touches_at(away + step)) << names;
        EXPECT_EQ(touches_at(0), pair.kind == PairKind::clash) << names;
    }
}

TEST(EngineRoomTest, pairs_are_sorted_and_as_many_as_wanted) {
    const EngineRoom room = room_of(100'000, 6, 13, 8);
    EXPECT_EQ(deliberate(room, PairKind::clash).size(), 13u);
    EXPECT_EQ(deliberate(room, PairKind::clearance).size(), 8u);
    EXPECT_TRUE(std::is_sorted(room.pairs.begin(), room.pairs.end(), [](const auto& a, const auto& b) {
        return std::pair(a.part_a, a.part_b) < std::pair(b.part_a, b.part_b);
    }));
}

TEST(EngineRoomTest, the_same_options_give_the_same_room_and_another_seed_another) {
    const EngineRoom one = room_of(100'000, 1, 3, 3), two = room_of(100'000, 1, 3, 3),
                     other = room_of(100'000, 2, 3, 3);
    EXPECT_TRUE(std::ranges::equal(one.mesh.vertices(), two.mesh.vertices()));
    EXPECT_TRUE(std::ranges::equal(one.mesh.triangles(), two.mesh.triangles()));
    EXPECT_TRUE(std::ranges::equal(one.mesh.part_names(), two.mesh.part_names()));
    EXPECT_FALSE(std::ranges::equal(one.mesh.vertices(), other.mesh.vertices()));
}

TEST(EngineRoomTest, impossible_options_are_refused) {
    for (const EngineRoomOptions& options : {EngineRoomOptions{0, 1, 0, 0},
                                             {59'999, 1, 0, 0},
                                             {10'000'001, 1, 0, 0},
                                             {100'000, 1, 1'000'001, 0},
                                             {60'000, 1, 100'000, 0}}) {
        const auto room = generate_engine_room(options);
        ASSERT_FALSE(room);
        EXPECT_EQ(room.error().code, ErrorCode::bad_argument);
    }
}

std::vector<Corners> triangles_of(const mesh::ship::Solid& solid) {
    std::vector<Corners> triangles;
    for (const TriangleIndices& t : solid.triangles)
        triangles.push_back({solid.vertices[t[0]], solid.vertices[t[1]], solid.vertices[t[2]]});
    return triangles;
}

void expect_solid(const mesh::ship::Solid& solid, double volume, double tolerance) {
    EXPECT_TRUE(is_closed(triangles_of(solid)));
    EXPECT_NEAR(volume_of(triangles_of(solid)), volume, tolerance * volume);
}

TEST(EngineRoomTest, solids_have_the_volumes_of_their_formulas) {
    using namespace mesh::ship;
    const double pi = std::numbers::pi;
    expect_solid(block({1, 2, 3}, {11, 22, 33}), 10 * 20 * 30, 1e-12);
    for (const Axis axis : {x_axis, y_axis, z_axis})
        for (const double length : {500.0, -500.0})
            expect_solid(rod({1, 2, 3}, axis, length, 80, 256), pi * 6400 * 500, 1e-3);
    expect_solid(collar({0, 0, 0}, y_axis, 50, 80, 100, 256), pi * 3600 * 50, 1e-3);
    expect_solid(torus({0, 0, 0}, x_axis, 200, 40, 256, 256), 2 * pi * pi * 200 * 1600, 1e-3);
    expect_solid(vessel({0, 0, 0}, z_axis, 1000, 300, 300, 256, 64), pi * 90000 * (400 + 4.0 / 3 * 300),
                 1e-3);
    expect_solid(holed_plate(x_axis, 0, 10, {-500, 0}, {700, 900}, 300, 256),
                 10 * (1200 * 900.0 - pi * 90000), 1e-3);
}

TEST(EngineRoomTest, elbows_turn_every_way) {
    using namespace mesh::ship;
    const double volume = std::numbers::pi * 2500 * std::numbers::pi / 2 * 150;  // a quarter of a torus
    for (const Axis in : {x_axis, y_axis, z_axis})
        for (const Axis out : {x_axis, y_axis, z_axis})
            for (const double sign_in : {1.0, -1.0})
                for (const double sign_out : {1.0, -1.0}) {
                    if (in == out) continue;
                    const Solid bend = elbow({0, 0, 0}, {in, sign_in}, {out, sign_out}, 150, 50, 64, 64);
                    expect_solid(bend, volume, 5e-3);
                    // The bend starts 150 before the corner, where the pipe arrives, and ends 150 after it.
                    const Box box = mesh::ship::bounds_of(bend);
                    const double start = sign_in > 0 ? component(box.lo, in) : component(box.hi, in);
                    const double end = sign_out > 0 ? component(box.hi, out) : component(box.lo, out);
                    EXPECT_EQ(start, -150 * sign_in);
                    EXPECT_EQ(end, 150 * sign_out);
                }
}

}  // namespace
}  // namespace allide
