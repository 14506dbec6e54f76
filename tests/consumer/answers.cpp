// Queries bodies for which the smallest change of arithmetic changes the answers, and prints every answer to
// the last bit. The text must be the same however this program is built and whatever float environment it
// sets. It does no arithmetic of its own, since -ffast-math might change that.
//
//   answers [nearest|upward|downward|toward_zero] [flush]
//   answers --targets
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

using namespace allide;

namespace {

int mistakes = 0;

void mistake(const std::string& what) {
    ++mistakes;
    std::printf("WRONG %s\n", what.c_str());
}

// FNV-1a hash, so that a list of thousands of contacts is one line of output.
struct Hash {
    std::uint64_t value = 0xcbf29ce484222325u;
    void add(const void* bytes, std::size_t count) {
        const auto* byte = static_cast<const unsigned char*>(bytes);
        for (std::size_t i = 0; i < count; ++i) value = (value ^ byte[i]) * 0x100000001b3u;
    }
};

std::uint64_t bits(double number) {
    std::uint64_t result;
    std::memcpy(&result, &number, sizeof result);
    return result;
}

void print_bits(const char* name, const Vec3& point) {
    std::printf("  %s %016llx %016llx %016llx\n", name, static_cast<unsigned long long>(bits(point.x)),
                static_cast<unsigned long long>(bits(point.y)),
                static_cast<unsigned long long>(bits(point.z)));
}

void print_hash(const char* name, const Hash& hash) {
    std::printf("  %s %016llx\n", name, static_cast<unsigned long long>(hash.value));
}

void print_pose(const Pose& pose) {
    Hash hash;
    for (const double number : pose.matrix()) {
        const std::uint64_t word = bits(number);
        hash.add(&word, sizeof word);
    }
    print_hash("pose", hash);
}

void print_mesh(const Mesh& mesh) {
    Hash hash;
    hash.add(mesh.vertices().data(), mesh.vertices().size_bytes());
    hash.add(mesh.triangles().data(), mesh.triangles().size_bytes());
    std::printf("  vertices %zu triangles %zu\n", mesh.vertices().size(), mesh.triangles().size());
    print_hash("mesh", hash);
}

enum class Expect { touching, apart, any };

void ask(const char* name, const Placed& a, const Placed& b, Expect expected) {
    const bool touching = collides(a, b);
    const FirstContact first = first_contact(a, b);
    const Contacts tree = contacts(a, b);
    std::printf("%s: %s, %zu contacts\n", name, touching ? "touching" : "apart", tree.size());
    if (expected != Expect::any && touching != (expected == Expect::touching)) mistake(name);
    if (touching != first.witness.has_value() || touching == tree.empty()) mistake("the verbs disagree");
    if (!tree.complete) mistake("the contacts are not complete");

    Hash hash;
    hash.add(tree.pairs.data(), tree.pairs.size() * sizeof(Contact));
    print_hash("pairs", hash);
    if (tree.size() <= 12)
        for (const Contact& contact : tree) std::printf("  %u %u\n", contact.triangle_a, contact.triangle_b);
    if (first.witness) {
        std::printf("  witness %u %u\n", first.witness->contact.triangle_a,
                    first.witness->contact.triangle_b);
        print_bits("point", first.witness->point);
    }
    const QueryStats& stats = tree.stats;
    if (stats.triangle_tests < tree.size()) mistake("contacts that no triangle test found");
}

Model triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
    MeshData data;
    data.vertices = {p, q, r};
    data.triangles = {{0, 1, 2}};
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

// Cubes whose faces touch exactly, and the same cubes one unit in the last place apart or overlapping.
void touching_cubes() {
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    print_mesh(cube.mesh());
    const double width = 2, beyond = 0x1.0000000000001p+1, within = 0x1.fffffffffffffp+0;
    ask("cubes, face to face", cube.at(Pose::translation({width, 0, 0})), cube.at_rest(), Expect::touching);
    ask("cubes, one ulp apart", cube.at(Pose::translation({beyond, 0, 0})), cube.at_rest(), Expect::apart);
    ask("cubes, one ulp deep", cube.at(Pose::translation({within, 0, 0})), cube.at_rest(), Expect::touching);
    ask("cubes, corner to corner", cube.at(Pose::translation({width, width, width})), cube.at_rest(),
        Expect::touching);
}

// Right-angled triangles whose segments are 4 times the smallest positive double. If subnormals were flushed
// to zero, all corners would coincide.
void subnormal_triangles() {
    const double u = 0x1p-1074, u2 = 0x1p-1073, u3 = 0x1.8p-1073, u4 = 0x1p-1072;
    const Model corner = triangle({0, 0, 0}, {u4, 0, 0}, {0, u4, 0});
    ask("subnormal, one unit above", corner.at(Pose::translation({0, 0, u})), corner.at_rest(),
        Expect::apart);
    ask("subnormal, coplanar", corner.at(Pose::translation({u, u, 0})), corner.at_rest(), Expect::touching);
    ask("subnormal, corner on hypotenuse", corner.at(Pose::translation({u2, u2, 0})), corner.at_rest(),
        Expect::touching);
    ask("subnormal, corner beyond it", corner.at(Pose::translation({u2, u3, 0})), corner.at_rest(),
        Expect::apart);
}

// The unrounded 0.1 + 0.2 lies between two doubles: a plane at 0.1, moved by 0.2, meets no plane at either.
void inexact_sum() {
    const auto plane = [](double x) { return triangle({x, 0, 0}, {x, 4, 0}, {x, 0, 4}); };
    const Model tenth = plane(0.1), below = plane(0x1.3333333333333p-2), above = plane(0x1.3333333333334p-2);
    const Model half = plane(0.5), sum = plane(0.75);
    ask("0.1 moved by 0.2 on 0.3", tenth.at(Pose::translation({0.2, 1, 1})), below.at_rest(), Expect::apart);
    ask("0.1 moved by 0.2 on the next", tenth.at(Pose::translation({0.2, 1, 1})), above.at_rest(),
        Expect::apart);
    ask("0.5 moved by 0.25 on 0.75", half.at(Pose::translation({0.25, 1, 1})), sum.at_rest(),
        Expect::touching);
}

// Curved bodies at rotated poses, of an ordinary and a tiny size: these exercise tree, filters and witness
// points.
void turned_bodies() {
    const Pose turned = Pose::rotation({1, 2, 3}, degrees(77)).translated({0.7, 0.1, -0.2});
    print_pose(turned);
    const Pose parsed = parse_pose("0.1,0.2,0.3,0.9238795325112867,0.3826834323650898,0,0").value();
    print_pose(parsed);
    for (const GeneratedShape shape : all_shapes()) {
        if (shape == GeneratedShape::soup) continue;
        const Model body = Model::build(generate(shape, {}).value()).value();
        print_mesh(body.mesh());
        ask(std::string(name_of(shape)).c_str(), body.at(turned), body.at_rest(), Expect::any);
    }
    const Model soup =
        Model::build(generate(GeneratedShape::soup, {.triangles = 400, .seed = 7}).value()).value();
    print_mesh(soup.mesh());
    ask("soup", soup.at(parsed), soup.at(turned), Expect::any);
    const Model torus =
        Model::build(generate(GeneratedShape::noisy_torus, {.triangles = 3000, .seed = 5}).value()).value();
    ask("noisy tori", torus.at(turned), torus.at(parsed), Expect::touching);
    ask("noisy tori, far apart", torus.at(Pose::translation({2e4, 0, 0})), torus.at(turned), Expect::apart);
}

// Queries one body with rays, points and regions. Every input number is exact in any float environment.
void probes() {
    const Pose turned = parse_pose("0.1,0.2,0.3,0.5,0.5,0.5,0.5").value();
    const Model body =
        Model::build(generate(GeneratedShape::noisy_torus, {.triangles = 1000, .seed = 5}).value()).value();
    std::printf("probes\n");
    Hash hits, near, inside, regions;
    const auto add = [](Hash& hash, const auto& value) { hash.add(&value, sizeof value); };
    for (int i = -8; i <= 8; ++i) {
        for (int j = -8; j <= 8; ++j) {
            const Vec3 point{i * 0.125, j * 0.125, (i + j) * 0.0625};
            for (const Pose& pose : {Pose::identity(), turned}) {
                for (const Hit& hit :
                     all_hits(body.at(pose), Ray{{-3, 2, 0.5}, {3 + point.x, point.y - 2, point.z}})) {
                    add(hits, hit.t);
                    add(hits, hit.triangle);
                }
                for (const Nearest& one : nearest_triangles(body.at(pose), point, 3)) {
                    add(near, one.distance);
                    add(near, one.point);
                    add(near, one.triangle);
                }
                add(inside, contains(body.at(pose), point));
                for (const std::uint32_t triangle : triangles_in(body.at(pose), Ball{point, 0.125}))
                    add(regions, triangle);
            }
        }
    }
    print_hash("hits", hits);
    print_hash("nearest", near);
    print_hash("inside", inside);
    print_hash("regions", regions);
    // Points above a face by a subnormal distance, which would be 0 if subnormals were flushed.
    const Model cube = Model::build(generate(GeneratedShape::cube).value()).value();
    const double least = std::numeric_limits<double>::denorm_min();
    if (contains(cube.at_rest(), Vec3{least, least, least}) != PointLocation::inside)
        mistake("a point left the cube");
    const auto gap = nearest(cube.at(Pose::translation({0, 0, 1})), Vec3{0.5, 0.25, least});
    print_bits("gap", {gap->lower, gap->distance, gap->upper});
}

// Converts numbers from text and back.
void text() {
    const std::string obj =
        "v 0.1 0.2 0.3\nv 1e-310 4.9e-324 -0.7\nv 123456789.123456789 1e22 3.14159265358979323846\n"
        "v 2.2250738585072011e-308 0.30000000000000004 8.5\nf 1 2 3\nf 2 3 4\n";
    const Mesh mesh = read_mesh(std::as_bytes(std::span(obj.data(), obj.size())), "text.obj").value();
    std::printf("text\n");
    for (const Vec3& vertex : mesh.vertices()) print_bits("vertex", vertex);

    JsonWriter json;
    json.begin_array();
    for (const Vec3& vertex : mesh.vertices()) json.value(vertex);
    json.end_array();
    std::printf("  %s\n", json.text().c_str());
}

// Prints all answers in the float environment that the caller has set; no query may change that environment.
void listing() {
    touching_cubes();
    subnormal_triangles();
    inexact_sum();
    turned_bodies();
    probes();
    text();
}

bool set_environment(const std::string& word) {
    const std::map<std::string, int> modes = {{"nearest", FE_TONEAREST},
                                              {"upward", FE_UPWARD},
                                              {"downward", FE_DOWNWARD},
                                              {"toward_zero", FE_TOWARDZERO}};
    if (const auto mode = modes.find(word); mode != modes.end()) return std::fesetround(mode->second) == 0;
#if defined(__SSE2__)
    if (word == "flush") {
        _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero and denormals are zero
        return true;
    }
#endif
    return false;
}

unsigned control_bits() {
#if defined(__SSE2__)
    return _mm_getcsr() & 0xffc0;  // the control bits: all except the sticky exception flags
#else
    return static_cast<unsigned>(std::fegetround());
#endif
}

int print_targets() {
    for (const std::string& target : targets()) std::printf("%s\n", target.c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--targets") == 0) return print_targets();
    for (int i = 1; i < argc; ++i) {
        if (!set_environment(argv[i])) {
            std::fprintf(stderr, "answers: cannot set '%s'\n", argv[i]);
            return 2;
        }
    }
    const unsigned before = control_bits();
    listing();
    if (control_bits() != before) mistake("the caller's float environment was not given back");
    return mistakes == 0 ? 0 : 1;
}
