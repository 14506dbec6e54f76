// Contacts of scanned models are the same sets that CGAL finds with its own search and exact numbers.
#include "exact_points.hpp"
#include "oracle/rational.hpp"
#include "oracle/types.hpp"
#include "support/effort.hpp"

#include <allide/allide.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CGAL/Bbox_3.h>
#include <CGAL/box_intersection_d.h>
#include <gtest/gtest.h>

namespace allide::test {
namespace {

// A mesh at a pose in CGAL's types. Exact triangles are created on first use.
class CgalScan {
  public:
    using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;

    CgalScan(const Mesh& mesh, const Pose& pose)
        : mesh_(mesh), matrix_(pose.matrix()), exact_(mesh.triangles().size()) {}

    oracle::Triangle local(std::uint32_t triangle) const {
        oracle::Triangle t;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 p = mesh_.corners(triangle)[i];
            t[i] = {p.x, p.y, p.z};
        }
        return t;
    }
    const oracle::Matrix& matrix() const { return matrix_; }

    const ExactTriangle& exact(std::uint32_t triangle) {
        if (!exact_[triangle]) exact_[triangle] = exact_triangle(local(triangle), matrix_);
        return *exact_[triangle];
    }

    // Boxes around the rounded corners; the slack covers all rounding, since scans have a size of about 1.
    std::vector<Box> boxes() const {
        std::vector<Box> result;
        for (std::uint32_t n = 0; n < mesh_.triangles().size(); ++n) {
            CGAL::Bbox_3 box;
            for (const oracle::Point& p : local(n)) {
                const auto row = [&](std::size_t i) {
                    return matrix_[i] * p[0] + matrix_[i + 1] * p[1] + matrix_[i + 2] * p[2] + matrix_[i + 3];
                };
                box += CGAL::Bbox_3(row(0) - slack, row(4) - slack, row(8) - slack, row(0) + slack,
                                    row(4) + slack, row(8) + slack);
            }
            result.emplace_back(box, n);
        }
        return result;
    }

  private:
    static constexpr double slack = 1e-9;
    Mesh mesh_;
    oracle::Matrix matrix_;
    std::vector<std::optional<ExactTriangle>> exact_;
};

bool touch_in_cgal(CgalScan& a, std::uint32_t triangle_a, CgalScan& b, std::uint32_t triangle_b) {
    const ExactTriangle& ta = a.exact(triangle_a);
    const ExactTriangle& tb = b.exact(triangle_b);
    if (!ta.is_degenerate() && !tb.is_degenerate()) return CGAL::do_intersect(ta, tb);
    // CGAL's test is valid only for non-degenerate triangles; the oracle decides the others.
    return oracle::touch(a.local(triangle_a), a.matrix(), b.local(triangle_b), b.matrix());
}

std::vector<Contact> contacts_in_cgal(CgalScan& a, CgalScan& b) {
    auto boxes_a = a.boxes(), boxes_b = b.boxes();
    std::vector<Contact> found;
    CGAL::box_intersection_d(boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
                             [&](const CgalScan::Box& x, const CgalScan::Box& y) {
                                 if (touch_in_cgal(a, x.info(), b, y.info()))
                                     found.push_back({x.info(), y.info()});
                             });
    std::sort(found.begin(), found.end());
    return found;
}

struct ScanPair {
    const char* name;
    const char* file_a;
    const char* file_b;
    Pose pose_a;
};

void PrintTo(const ScanPair& pair, std::ostream* out) {
    *out << pair.name;
}

std::vector<ScanPair> scan_pairs() {
    return {
        {"rocker_arm_and_itself_turned", "rocker-arm.obj", "rocker-arm.obj",
         Pose::rotation({1, 2, 3}, degrees(35)).translated({0.01, 0.02, 0.03})},
        {"rocker_arm_and_itself_shifted", "rocker-arm.obj", "rocker-arm.obj",
         Pose::translation({0.125, 0, 0.0625})},
        {"rocker_arm_and_diplodocus", "rocker-arm.obj", "diplodocus.off",
         Pose::rotation({0, 1, 0}, degrees(90)).translated({0.05, -0.1, 0.02})},
        {"diplodocus_and_armadillo", "diplodocus.off", "armadillo.obj",
         Pose::rotation({3, -1, 2}, degrees(200)).translated({0.1, 0, 0.05})},
        {"bunny_and_armadillo", "stanford-bunny.obj", "armadillo.obj",
         Pose::translation({0.02, -0.05, 0.12})},
    };
}

class ScanContacts : public testing::TestWithParam<ScanPair> {};

INSTANTIATE_TEST_SUITE_P(Scans, ScanContacts, testing::ValuesIn(scan_pairs()),
                         [](const auto& pair) { return std::string(pair.param.name); });

// The folder of the scanned models; empty if it does not exist.
std::optional<std::filesystem::path> scans() {
    const std::filesystem::path folder = std::filesystem::path(ALLIDE_SHARED_MODELS) / "scans";
    if (!std::filesystem::exists(folder / "rocker-arm.obj")) return std::nullopt;
    return folder;
}

Contacts expect_contacts_of_cgal(const Model& a, const Pose& pose_a, const Model& b, const Pose& pose_b) {
    const Contacts ours = contacts(a.at(pose_a), b.at(pose_b));
    CgalScan scan_a(a.mesh(), pose_a), scan_b(b.mesh(), pose_b);
    const std::vector<Contact> theirs = contacts_in_cgal(scan_a, scan_b);
    EXPECT_TRUE(ours.complete);
    EXPECT_GT(theirs.size(), 100u);
    EXPECT_EQ(ours.pairs.size(), theirs.size());
    EXPECT_TRUE(ours.pairs == theirs);
    return ours;
}

TEST_P(ScanContacts, AreThoseThatCgalFinds) {
    const auto folder = scans();
    if (!folder) GTEST_SKIP() << "no scans here";
    const Model a = load_model(*folder / GetParam().file_a).value();
    const Model b = load_model(*folder / GetParam().file_b).value();
    const Contacts found = expect_contacts_of_cgal(a, GetParam().pose_a, b, Pose::identity());
    EXPECT_LE(found.stats.exact_tests * 100000, found.stats.triangle_tests);
}

// A scan compared with itself: every triangle touches itself and, along exactly equal edges and corners,
// its neighbours.
TEST(ScanOnItself, HasTheContactsThatCgalFinds) {
    const auto folder = scans();
    if (!folder) GTEST_SKIP() << "no scans here";
    const Model arm = load_model(*folder / "rocker-arm.obj").value();
    // With a rotation, CGAL takes ten seconds, since its rational numbers become long.
    const Pose turned = Pose::rotation({1, 2, 3}, degrees(35)).translated({0.01, 0.02, 0.03});
    const Pose pose = long_run() ? turned : Pose::identity();
    const Contacts found = expect_contacts_of_cgal(arm, pose, arm, pose);
    EXPECT_GE(found.size(), arm.mesh().triangles().size() * 4);
}

}  // namespace
}  // namespace allide::test
