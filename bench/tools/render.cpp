// Renders a mesh file of named parts as a picture for the documentation: ray casting with ambient occlusion,
// a lamp with shadows, and one colour per group of parts.
//
//     render FILE PICTURE.ppm [--size W H] [--from X Y Z] [--at X Y Z] [--width MM] [--rays N]
//            [--hide WORD[:AXIS<NUMBER | :AXIS>NUMBER]...]...
//
// `--hide` leaves out parts whose name contains WORD; with bounds, only parts whose centre is within all
// bounds.
#include <allide/io.hpp>
#include <allide/mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using allide::Vec3;

Vec3 unit(const Vec3& a) {
    return 1 / std::sqrt(dot(a, a)) * a;
}
double at(const Vec3& v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

struct Triangle {
    Vec3 a, ab, ac, normal;
    std::uint32_t part;
    Vec3 middle() const { return a + (1.0 / 3) * (ab + ac); }
};

struct Ray {
    Vec3 from, along;
};

struct Hit {
    double distance = std::numeric_limits<double>::infinity();
    const Triangle* triangle = nullptr;
};

// A tree of axis-aligned boxes. A node is split at the middle of the box of its triangles' centres.
class Scene {
  public:
    explicit Scene(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) {
        if (!triangles_.empty()) build(0, triangles_.size());
    }

    Hit first(const Ray& ray, double reach) const {
        Hit hit;
        hit.distance = reach;
        const Vec3 inverse{1 / ray.along.x, 1 / ray.along.y, 1 / ray.along.z};
        std::uint32_t stack[64];
        int top = 0;
        if (!nodes_.empty()) stack[top++] = 0;
        while (top > 0) {
            const Node& node = nodes_[stack[--top]];
            if (!reaches(node, ray, inverse, hit.distance)) continue;
            if (node.count > 0) {
                for (std::uint32_t i = 0; i < node.count; ++i) meet(triangles_[node.start + i], ray, hit);
                continue;
            }
            const auto self = static_cast<std::uint32_t>(&node - nodes_.data());
            const bool forward = at(ray.along, node.axis) >= 0;
            stack[top++] = forward ? node.start : self + 1;
            stack[top++] = forward ? self + 1 : node.start;
        }
        return hit;
    }

  private:
    struct Node {
        Vec3 lo, hi;
        // Leaf: range of its triangles. Inner node: `start` is the second child's number, `count` is 0.
        std::uint32_t start = 0, count = 0;
        int axis = 0;
    };

    void build(std::size_t from, std::size_t to) {
        const std::size_t self = nodes_.size();
        nodes_.emplace_back();
        Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300}, mlo = lo, mhi = hi;
        const auto grow = [](Vec3& l, Vec3& h, const Vec3& p) {
            l = {std::min(l.x, p.x), std::min(l.y, p.y), std::min(l.z, p.z)};
            h = {std::max(h.x, p.x), std::max(h.y, p.y), std::max(h.z, p.z)};
        };
        for (std::size_t i = from; i < to; ++i) {
            const Triangle& t = triangles_[i];
            for (const Vec3& p : {t.a, t.a + t.ab, t.a + t.ac}) grow(lo, hi, p);
            grow(mlo, mhi, t.middle());
        }
        Node node{lo, hi, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from), 0};
        const Vec3 size = mhi - mlo;
        node.axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        if (to - from > 4) {
            const double cut = (at(mlo, node.axis) + at(mhi, node.axis)) / 2;
            const auto begin = triangles_.begin();
            auto split = std::partition(begin + static_cast<std::ptrdiff_t>(from),
                                        begin + static_cast<std::ptrdiff_t>(to),
                                        [&](const Triangle& t) { return at(t.middle(), node.axis) < cut; });
            auto middle = static_cast<std::size_t>(split - begin);
            if (middle == from || middle == to) middle = (from + to) / 2;
            node.count = 0;
            build(from, middle);
            node.start = static_cast<std::uint32_t>(nodes_.size());
            build(middle, to);
        }
        nodes_[self] = node;
    }

    static bool reaches(const Node& node, const Ray& ray, const Vec3& inverse, double reach) {
        double enter = 0, leave = reach;
        for (int axis = 0; axis < 3; ++axis) {
            const double p = (at(node.lo, axis) - at(ray.from, axis)) * at(inverse, axis);
            const double q = (at(node.hi, axis) - at(ray.from, axis)) * at(inverse, axis);
            enter = std::max(enter, std::min(p, q));
            leave = std::min(leave, std::max(p, q));
        }
        return enter <= leave;
    }

    static void meet(const Triangle& t, const Ray& ray, Hit& hit) {
        const Vec3 p = cross(ray.along, t.ac);
        const double det = dot(t.ab, p);
        if (det == 0) return;
        const Vec3 s = ray.from - t.a;
        const double u = dot(s, p) / det;
        if (u < 0 || u > 1) return;
        const Vec3 q = cross(s, t.ab);
        const double v = dot(ray.along, q) / det;
        if (v < 0 || u + v > 1) return;
        const double distance = dot(t.ac, q) / det;
        if (distance > 0.01 && distance < hit.distance) hit = {distance, &t};
    }

    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;
};

struct Colour {
    double r = 0, g = 0, b = 0;
};

// The colour of a part: that of the first rule whose word occurs in the part's name.
Colour colour_of(std::string_view name) {
    struct Rule {
        const char* word;
        Colour colour;
    };
    static constexpr Rule rules[]{{"handwheel", {0.75, 0.12, 0.10}},
                                  {"/valve", {0.30, 0.33, 0.37}},
                                  {"piping/sea-water", {0.10, 0.50, 0.28}},
                                  {"piping/fresh-water", {0.16, 0.42, 0.75}},
                                  {"piping/fuel-oil", {0.55, 0.30, 0.13}},
                                  {"piping/lube-oil", {0.88, 0.66, 0.12}},
                                  {"piping/starting-air", {0.62, 0.66, 0.70}},
                                  {"piping/bilge", {0.24, 0.24, 0.26}},
                                  {"piping/fire-main", {0.78, 0.16, 0.12}},
                                  {"piping/supports", {0.42, 0.44, 0.46}},
                                  {"piping/small-bore", {0.72, 0.45, 0.20}},
                                  {"exhaust", {0.72, 0.70, 0.64}},
                                  {"uptake", {0.72, 0.70, 0.64}},
                                  {"turbo", {0.62, 0.63, 0.62}},
                                  {"main-engine", {0.36, 0.56, 0.50}},
                                  {"shafting", {0.60, 0.61, 0.63}},
                                  {"generators/alternator", {0.30, 0.40, 0.52}},
                                  {"generators", {0.45, 0.58, 0.46}},
                                  {"machinery", {0.32, 0.45, 0.60}},
                                  {"tanks", {0.78, 0.77, 0.70}},
                                  {"electrical/switchboard", {0.66, 0.69, 0.66}},
                                  {"electrical/lights", {0.98, 0.96, 0.85}},
                                  {"cables", {0.16, 0.16, 0.18}},
                                  {"electrical", {0.55, 0.57, 0.60}},
                                  {"ventilation", {0.74, 0.76, 0.79}},
                                  {"extinguisher", {0.80, 0.08, 0.06}},
                                  {"outfitting", {0.90, 0.74, 0.16}},
                                  {"stores", {0.22, 0.36, 0.58}},
                                  {"structure/shell", {0.50, 0.24, 0.20}},
                                  {"double-bottom", {0.55, 0.36, 0.30}},
                                  {"tank-top", {0.46, 0.32, 0.28}},
                                  {"platforms/plate", {0.42, 0.52, 0.46}},
                                  {"structure", {0.80, 0.80, 0.74}}};
    for (const Rule& rule : rules)
        if (name.find(rule.word) != std::string_view::npos) return rule.colour;
    return {0.7, 0.7, 0.7};
}

struct Bound {
    int axis = 0;
    bool below = false;
    double value = 0;
};
struct Cut {
    std::string word;
    std::vector<Bound> bounds;
};

Cut cut_from(const std::string& text) {
    std::size_t colon = text.find(':');
    Cut cut{text.substr(0, colon), {}};
    while (colon != std::string::npos && colon + 3 < text.size()) {
        const char* const bound = text.c_str() + colon + 1;
        cut.bounds.push_back({bound[0] - 'x', bound[1] == '<', std::strtod(bound + 2, nullptr)});
        colon = text.find(':', colon + 1);
    }
    return cut;
}

struct View {
    std::string file, picture;
    int width = 1600, height = 1000, rays = 4;
    Vec3 from{-20000, 30000, 26000}, target{12000, 0, 5000};
    double breadth = 34000;  // width of the visible area at the target
    std::vector<Cut> cuts;
};

bool read_arguments(int count, char** words, View& view) {
    if (count < 3) return false;
    view.file = words[1];
    view.picture = words[2];
    const auto number = [&](int i) { return i < count ? std::strtod(words[i], nullptr) : 0; };
    for (int i = 3; i < count; ++i) {
        const std::string_view word = words[i];
        if (word == "--size") {
            view.width = static_cast<int>(number(i + 1));
            view.height = static_cast<int>(number(i + 2));
            i += 2;
        } else if (word == "--from" || word == "--at") {
            (word == "--at" ? view.target : view.from) = {number(i + 1), number(i + 2), number(i + 3)};
            i += 3;
        } else if (word == "--width") {
            view.breadth = number(++i);
        } else if (word == "--rays") {
            view.rays = static_cast<int>(number(++i));
        } else if (word == "--hide" && i + 1 < count) {
            view.cuts.push_back(cut_from(words[++i]));
        } else {
            return false;
        }
    }
    return true;
}

bool hides(const Cut& cut, const std::string& name, const Vec3& middle) {
    return name.find(cut.word) != std::string::npos &&
           std::all_of(cut.bounds.begin(), cut.bounds.end(),
                       [&](const Bound& b) { return (at(middle, b.axis) < b.value) == b.below; });
}

std::vector<Triangle> visible_triangles(const allide::Mesh& mesh, const View& view) {
    const std::size_t parts = mesh.part_names().size();
    std::vector<Vec3> lo(parts, {1e300, 1e300, 1e300}), hi(parts, {-1e300, -1e300, -1e300});
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    for (std::uint32_t i = 0; i < count; ++i)
        for (const Vec3& p : mesh.corners(i)) {
            Vec3 &l = lo[mesh.part_of(i)], &h = hi[mesh.part_of(i)];
            l = {std::min(l.x, p.x), std::min(l.y, p.y), std::min(l.z, p.z)};
            h = {std::max(h.x, p.x), std::max(h.y, p.y), std::max(h.z, p.z)};
        }
    std::vector<bool> hidden(parts);
    for (std::size_t i = 0; i < parts; ++i)
        hidden[i] = std::any_of(view.cuts.begin(), view.cuts.end(), [&](const Cut& cut) {
            return hides(cut, mesh.part_names()[i], 0.5 * (lo[i] + hi[i]));
        });
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (hidden[mesh.part_of(i)]) continue;
        const auto c = mesh.corners(i);
        const Vec3 normal = cross(c[1] - c[0], c[2] - c[0]);
        if (dot(normal, normal) == 0) continue;
        triangles.push_back({c[0], c[1] - c[0], c[2] - c[0], unit(normal), mesh.part_of(i)});
    }
    return triangles;
}

// Sample `number` of a low-discrepancy sequence over the unit square (an additive recurrence), the same for
// every pixel: the picture has no noise and compresses well.
struct Sample {
    double u = 0, v = 0;
};
Sample sample(int number) {
    const double u = 0.5 + 0.7548776662466927 * number, v = 0.5 + 0.5698402909980532 * number;
    return {u - std::floor(u), v - std::floor(v)};
}

Vec3 near_normal(const Vec3& normal, const Sample& s) {
    const double turn = 6.283185307179586 * s.u, r = std::sqrt(s.v);
    const Vec3 side = unit(cross(std::abs(normal.x) > 0.6 ? Vec3{0, 1, 0} : Vec3{1, 0, 0}, normal));
    return unit(r * std::cos(turn) * side + r * std::sin(turn) * cross(normal, side) +
                std::sqrt(1 - s.v) * normal);
}

class Painter {
  public:
    Painter(const Scene& scene, const View& view, std::vector<Colour> colours)
        : scene_(scene), view_(view), colours_(std::move(colours)) {
        forward_ = unit(view.target - view.from);
        right_ = unit(cross(forward_, {0, 0, 1}));
        up_ = cross(right_, forward_);
        scale_ = view.breadth / std::sqrt(dot(view.target - view.from, view.target - view.from)) / view.width;
    }

    Colour pixel(int x, int y) const {
        Colour total;
        const int count = view_.rays * view_.rays;
        for (int i = 0; i < count; ++i) {
            const double dx = (i % view_.rays + 0.5) / view_.rays, dy = (i / view_.rays + 0.5) / view_.rays;
            const double u = (x + dx - view_.width / 2.0) * scale_,
                         v = (view_.height / 2.0 - y - dy) * scale_;
            // Consecutive rays of a pixel look at the sky through samples that are far apart.
            const Colour c = seen({view_.from, unit(forward_ + u * right_ + v * up_)}, sample(7 * i % count));
            total = {total.r + c.r, total.g + c.g, total.b + c.b};
        }
        return {total.r / count, total.g / count, total.b / count};
    }

  private:
    Colour seen(const Ray& ray, const Sample& s) const {
        const Hit hit = scene_.first(ray, 1e9);
        if (!hit.triangle) return {0.93, 0.95, 0.97};
        const Vec3 normal =
            dot(hit.triangle->normal, ray.along) > 0 ? -1 * hit.triangle->normal : hit.triangle->normal;
        const Vec3 at = ray.from + (hit.distance - 0.5) * ray.along;
        const double light = 0.78 * sky(at, normal, s) + 0.52 * lamp(at, normal, s) +
                             0.10 * std::max(0.0, -dot(normal, ray.along)) + 0.05;
        const Colour& c = colours_[hit.triangle->part];
        return {c.r * light, c.g * light, c.b * light};
    }

    // Light at a point from one sampled direction: 1 if its ray hits nothing; less, the nearer the hit is.
    double sky(const Vec3& from, const Vec3& normal, const Sample& s) const {
        constexpr double reach = 5000;
        const Hit hit = scene_.first({from, near_normal(normal, s)}, reach);
        return hit.triangle ? 0.15 + 0.5 * hit.distance / reach : 1;
    }

    double lamp(const Vec3& from, const Vec3& normal, const Sample& s) const {
        const Vec3 towards = unit({-0.35 + 0.08 * s.u, 0.55 + 0.08 * s.v, 0.9});
        const double facing = dot(normal, towards);
        if (facing <= 0) return 0;
        return scene_.first({from, towards}, 1e9).triangle ? 0 : facing;
    }

    const Scene& scene_;
    const View& view_;
    std::vector<Colour> colours_;
    Vec3 forward_, right_, up_;
    double scale_ = 1;
};

unsigned char shade(double value) {
    return static_cast<unsigned char>(std::lround(255 * std::pow(std::clamp(value, 0.0, 1.0), 1 / 1.5)));
}

}  // namespace

int main(int count, char** words) {
    View view;
    if (!read_arguments(count, words, view)) {
        std::fprintf(stderr, "usage: render FILE PICTURE.ppm [options]; see the head of render.cpp\n");
        return 2;
    }
    const auto mesh = allide::load_mesh(view.file);
    if (!mesh) {
        std::fprintf(stderr, "render: %s\n", mesh.error().text().c_str());
        return 2;
    }
    const Scene scene(visible_triangles(*mesh, view));
    std::vector<Colour> colours;
    for (const std::string& name : mesh->part_names()) colours.push_back(colour_of(name));
    const Painter painter(scene, view, std::move(colours));
    std::vector<unsigned char> pixels(3 * static_cast<std::size_t>(view.width) *
                                      static_cast<std::size_t>(view.height));
    const auto draw = [&](int first, int step) {
        for (int y = first; y < view.height; y += step)
            for (int x = 0; x < view.width; ++x) {
                const Colour c = painter.pixel(x, y);
                unsigned char* p =
                    &pixels[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(view.width) +
                                 static_cast<std::size_t>(x))];
                p[0] = shade(c.r);
                p[1] = shade(c.g);
                p[2] = shade(c.b);
            }
    };
    std::thread other(draw, 1, 2);
    draw(0, 2);
    other.join();
    std::ofstream out(view.picture, std::ios::binary);
    out << "P6\n" << view.width << ' ' << view.height << "\n255\n";
    out.write(reinterpret_cast<const char*>(pixels.data()), static_cast<std::streamsize>(pixels.size()));
    return out ? 0 : 1;
}
