// Can this bolt be screwed out of that hole without touching it?
//
// Bolt and hole have the same thread; the hole's is a little wider. Rotated with the thread's pitch, the bolt
// comes out; pulled straight, or rotated with another pitch, it hits. Each answer is proven, not sampled.
#include <allide/allide.hpp>

#include <cmath>
#include <cstdio>

using namespace allide;

namespace {

constexpr double pitch = 2, radius = 5, ridge = 0.8, play = 0.3;
constexpr std::uint32_t around = 18, rows_a_turn = 4;

// A threaded tube along z: its radius rises and falls along a right-handed helix. The rows of vertices follow
// the helix, so that the ridges of the thread are edges of the mesh.
Mesh thread(double widened, double from, double turns) {
    const double tau = 2 * std::acos(-1.0);
    const auto rows = static_cast<std::uint32_t>(turns * rows_a_turn);
    MeshData data;
    for (std::uint32_t row = 0; row <= rows; ++row)
        for (std::uint32_t i = 0; i <= around; ++i) {
            const double angle = tau * i / around;
            const double height = from + pitch * (1.0 * row / rows_a_turn + 1.0 * i / around);
            const double r = radius + widened + (row % rows_a_turn < rows_a_turn / 2 ? 0 : ridge);
            data.vertices.push_back({r * std::cos(angle), r * std::sin(angle), height});
        }
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t a = row * (around + 1) + i, b = a + 1, c = a + around + 1, d = c + 1;
            data.triangles.push_back({a, b, d});
            data.triangles.push_back({a, d, c});
        }
    return Mesh::from(std::move(data)).value();
}

bool comes_out(const char* how, const Moving& bolt, const Placed& hole) {
    const Prediction p = predict(bolt, hole);
    if (p.outcome == Outcome::clear) {
        std::printf("%s: it comes out and touches nothing on its way\n", how);
        return true;
    }
    std::printf("%s: %s, free until %.9f of the way\n", how, std::string(name_of(p.outcome)).c_str(),
                p.free_until);
    return false;
}

}  // namespace

int main() {
    const Model bolt = Model::build(thread(0, 0, 2)).value();
    const Model hole = Model::build(thread(play, -pitch, 3)).value();
    const double advance = 8;  // after this advance the bolt's lower end is above the hole

    const Vec3 up{0, 0, 1};
    const Motion screwed =
        Motion::screw({.axis = up, .angle = degrees(360 * advance / pitch), .advance = advance});
    const Motion too_steep =
        Motion::screw({.axis = up, .angle = degrees(300 * advance / pitch), .advance = advance});
    const Motion pulled = Motion::linear({0, 0, advance});

    const bool screwed_out = comes_out("turned with the thread", bolt.along(screwed), hole.at_rest());
    const bool steep_out = comes_out("turned too little", bolt.along(too_steep), hole.at_rest());
    const bool pulled_out = comes_out("pulled straight", bolt.along(pulled), hole.at_rest());
    return screwed_out && !steep_out && !pulled_out ? 0 : 1;
}
