// Torture cases with the questions "overlap", "depth" and "body_distance": pairs of convex bodies.
#include "torture_cases.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace allide::cli::torture {

namespace {

// The shape of a body: its kind, and its lengths with the names under which the case file lists them.
struct Shape {
    const char* kind;
    std::vector<std::pair<const char*, double>> numbers;
    Vec3 half_sides = {};
};
Shape box(const Vec3& half_sides) {
    return {"box", {}, half_sides};
}
Shape sphere(double radius) {
    return {"sphere", {{"radius", radius}}};
}
Shape capsule(double radius, double half_length) {
    return {"capsule", {{"radius", radius}, {"half_length", half_length}}};
}
Shape cylinder(double radius, double half_height) {
    return {"cylinder", {{"radius", radius}, {"half_height", half_height}}};
}
Shape cone(double radius, double half_height) {
    return {"cone", {{"radius", radius}, {"half_height", half_height}}};
}

// A body at a pose whose rotation maps coordinate axes to coordinate axes, so the pose causes no rounding.
struct Body {
    Shape shape;
    Vec3 center = {};
    std::array<double, 9> turn{1, 0, 0, 0, 1, 0, 0, 0, 1};
};

// Evidence with which a checker can verify an answer, such as a separating direction; in world coordinates.
struct Evidence {
    std::optional<Vec3> point, direction;
    struct Ball {
        Vec3 center;
        double radius;
    };
    std::optional<std::array<Ball, 2>> balls = {};   // in A and in B; see BodyFamily::depth()
    std::optional<std::array<Vec3, 2>> points = {};  // the closest points of A and of B
};

// Exact rotations: none, by 120 and 240 degrees about (1, 1, 1), by 180 about x and about y, by 90 about z.
constexpr std::array<std::array<double, 9>, 6> turns{{{1, 0, 0, 0, 1, 0, 0, 0, 1},
                                                      {0, 0, 1, 1, 0, 0, 0, 1, 0},
                                                      {0, 1, 0, 0, 0, 1, 1, 0, 0},
                                                      {1, 0, 0, 0, -1, 0, 0, 0, -1},
                                                      {-1, 0, 0, 0, 1, 0, 0, 0, -1},
                                                      {0, -1, 0, 1, 0, 0, 0, 0, 1}}};

Vec3 turned(const std::array<double, 9>& m, const Vec3& x) {
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z, m[3] * x.x + m[4] * x.y + m[5] * x.z,
            m[6] * x.x + m[7] * x.y + m[8] * x.z};
}

std::array<double, 9> product(const std::array<double, 9>& m, const std::array<double, 9>& n) {
    std::array<double, 9> out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k) out[3 * i + j] += m[3 * i + k] * n[3 * k + j];
    return out;
}

// Rotates and scales a whole case by one of `turns` and a power of two, both without rounding.
struct Placement {
    std::array<double, 9> turn;
    double scale;

    explicit Placement(Dice& dice)
        : turn(turns[static_cast<std::size_t>(dice.integer(0, 5))]),
          scale(std::ldexp(1.0, dice.integer(-6, 6))) {}
    Vec3 point(const Vec3& x) const { return scale * turned(turn, x); }
    Body body(Body b) const {
        for (auto& [name, value] : b.shape.numbers) value *= scale;
        b.shape.half_sides *= scale;
        b.center = point(b.center);
        b.turn = product(turn, b.turn);
        return b;
    }
};

Pose pose_of(const Body& body) {
    const auto& m = body.turn;
    return Pose::from_matrix({m[0], m[1], m[2], body.center.x, m[3], m[4], m[5], body.center.y, m[6], m[7],
                              m[8], body.center.z})
        .value();
}

ConvexBody convex_body(const Shape& shape) {
    const std::string_view kind = shape.kind;
    const auto number = [&](std::size_t i) { return shape.numbers[i].second; };
    if (kind == "box") return ConvexBody::box(shape.half_sides).value();
    if (kind == "sphere") return ConvexBody::sphere(number(0)).value();
    if (kind == "capsule") return ConvexBody::capsule(number(0), number(1)).value();
    if (kind == "cylinder") return ConvexBody::cylinder(number(0), number(1)).value();
    return ConvexBody::cone(number(0), number(1)).value();
}

void write_body(JsonWriter& json, const char* key, const Body& body) {
    json.key(key).begin_object();
    json.key("kind").value(body.shape.kind);
    for (const auto& [name, value] : body.shape.numbers) json.key(name).value(value);
    if (body.shape.numbers.empty()) json.key("half_sides").value(body.shape.half_sides);
    json.key("pose").value(pose_of(body));
    json.end_object();
}

class BodyFamily {
  public:
    BodyFamily(Cases& cases, Dice& dice, const char* name, const char* why)
        : family_(cases, "bodies", name), dice_(dice), why_(why) {}

    void overlap(const Body& a, const Body& b, const Vec3& common) {
        add("overlap", a, b, {.point = common, .direction = {}},
            [](JsonWriter& json, double) { json.key("overlap").value(true); });
    }
    void apart(const Body& a, const Body& b, const Vec3& direction) {
        add("overlap", a, b, {.point = {}, .direction = direction},
            [](JsonWriter& json, double) { json.key("overlap").value(false); });
    }
    // Adds a case whose depth is known: moving A by `depth` along `direction` separates the bodies. No
    // shorter translation does, since the two balls, one in each body, still overlap after it.
    void depth(const Body& a, const Body& b, double depth, const Vec3& direction,
               const std::array<Evidence::Ball, 2>& balls) {
        add("depth", a, b, {.point = {}, .direction = direction, .balls = balls},
            [depth](JsonWriter& json, double scale) { json.key("depth").value(scale * depth); });
    }
    void distance(const Body& a, const Body& b, double distance, const std::array<Vec3, 2>& points) {
        add("body_distance", a, b,
            {.point = {}, .direction = points[1] - points[0], .balls = {}, .points = points},
            [distance](JsonWriter& json, double scale) { json.key("distance").value(scale * distance); });
    }

  private:
    template <typename Answer>
    void add(const char* question, const Body& a, const Body& b, const Evidence& evidence,
             const Answer& answer) {
        const Placement place(dice_);
        const Body in_a = place.body(a), in_b = place.body(b);
        check(question, in_a, in_b, evidence);
        family_.add(
            question,
            [&](JsonWriter& json) {
                write_body(json, "a", in_a);
                write_body(json, "b", in_b);
            },
            [&](JsonWriter& json) { answer(json, place.scale); }, why_,
            [&](JsonWriter& json) { write_evidence(json, evidence, place); });
    }

    // Throws if the library's answer contradicts the one known by construction.
    void check(std::string_view question, const Body& a, const Body& b, const Evidence& evidence) const {
        const ConvexBody body_a = convex_body(a.shape), body_b = convex_body(b.shape);
        const BodyOverlap found = overlap_solid(body_a.at(pose_of(a)), body_b.at(pose_of(b)));
        const bool expected = question == "depth" || (question == "overlap" && evidence.point);
        if (found.verdict == (expected ? BodyVerdict::no : BodyVerdict::yes))
            throw std::logic_error(std::string("a case of known answer was decided otherwise: ") + why_);
    }

    static void write_evidence(JsonWriter& json, const Evidence& evidence, const Placement& place) {
        if (evidence.point) json.key("point").value(place.point(*evidence.point));
        if (evidence.direction) json.key("direction").value(turned(place.turn, *evidence.direction));
        if (evidence.points) {
            json.key("points").begin_array();
            for (const Vec3& point : *evidence.points) json.value(place.point(point));
            json.end_array();
        }
        if (!evidence.balls) return;
        json.key("balls").begin_array();
        for (const Evidence::Ball& ball : *evidence.balls) {
            json.begin_object();
            json.key("center").value(place.point(ball.center));
            json.key("radius").value(place.scale * ball.radius);
            json.end_object();
        }
        json.end_array();
    }

    Family family_;
    Dice& dice_;
    const char* why_;
};

// A dyadic number from 1 to 4.
double some_length(Dice& dice) {
    return dice.integer(8, 32) / 8.0;
}

void add_cylinders(Cases& cases, Dice& dice) {
    BodyFamily sideways(
        cases, dice, "coaxial-sideways",
        "Coaxial long cylinders: every direction across the axis leads out equally soon, so that "
        "an expanding polytope never converges.");
    BodyFamily endways(cases, dice, "coaxial-endways",
                       "Coaxial flat cylinders: the way out is along the axis, with whole discs in contact.");
    BodyFamily touching(cases, dice, "coaxial-touching",
                        "The end discs of coaxial cylinders lie on each other.");
    BodyFamily gap(cases, dice, "coaxial-one-ulp", "Coaxial cylinders one step of the doubles apart.");
    BodyFamily tangent(cases, dice, "parallel-tangent",
                       "Cylinders with parallel axes touch along a common line of their surfaces.");
    for (int i = 0; i < copies; ++i) {
        const double r = some_length(dice), s = some_length(dice), h = some_length(dice) / 4,
                     k = some_length(dice) / 4;
        const double z = dice.integer(-7, 7) / 8.0;
        const Body a{cylinder(r, 16)}, b{cylinder(s, 16), {0, 0, z}};
        sideways.depth(a, b, r + s, {1, 0, 0}, {{{{0, 0, 0}, r}, {{0, 0, 0}, s}}});
        const double up = dice.integer(0, 1) / 8.0;
        endways.depth({cylinder(8 * r, h)}, {cylinder(8 * s, k), {0, 0, up}}, h + k - up, {0, 0, -1},
                      {{{{0, 0, 0}, h}, {{0, 0, up}, k}}});
        touching.overlap({cylinder(r, h)}, {cylinder(s, k), {0, 0, h + k}}, {0, 0, h});
        gap.apart({cylinder(r, h)}, {cylinder(s, k), {0, 0, next_up(h + k)}}, {0, 0, 1});
        tangent.overlap({cylinder(r, h)}, {cylinder(s, k), {r + s, 0, 0}}, {r, 0, 0});
    }
}

void add_equal_and_nested(Cases& cases, Dice& dice) {
    BodyFamily equal(cases, dice, "equal", "A body and itself: the difference of the centres is 0.");
    BodyFamily nested(cases, dice, "nested", "A small body deep inside a large one: no surfaces meet.");
    for (int i = 0; i < copies; ++i) {
        const double r = some_length(dice);
        for (const Shape& shape : {box({r, r, r}), sphere(r), capsule(r, r), cylinder(r, r), cone(r, r)}) {
            equal.overlap({shape}, {shape}, {0, 0, 0});
            nested.overlap({box({64, 64, 64})}, {shape, {r, 2 * r, 3 * r}}, {r, 2 * r, 3 * r});
        }
        equal.depth({sphere(r)}, {sphere(r)}, 2 * r, {1, 0, 0}, {{{{0, 0, 0}, r}, {{0, 0, 0}, r}}});
        equal.depth({box({r, r, r})}, {box({r, r, r})}, 2 * r, {1, 0, 0}, {{{{0, 0, 0}, r}, {{0, 0, 0}, r}}});
    }
}

void add_centers(Cases& cases, Dice& dice) {
    BodyFamily face(cases, dice, "center-on-face",
                    "A sphere with its centre on a box's face: the difference of the closest points is 0.");
    BodyFamily above(cases, dice, "center-above-face",
                     "The centre is one step of the doubles above the face.");
    BodyFamily axis(cases, dice, "center-on-axis",
                    "A sphere with its centre on a capsule's axis: a whole circle of ways out.");
    for (int i = 0; i < copies; ++i) {
        const double r = some_length(dice), s = some_length(dice), x = dice.integer(-8, 8) / 4.0;
        face.depth({sphere(r), {x, x, 0}}, {box({16, 16, s}), {0, 0, -s}}, r, {0, 0, 1},
                   {{{{x, x, 0}, r}, {{x, x, 0}, 0}}});
        above.overlap({sphere(r), {0, 0, next_up(s)}}, {box({16, 16, s})}, {0, 0, s});
        axis.depth({sphere(r), {0, 0, x}}, {capsule(s, 8)}, r + s, {1, 0, 0},
                   {{{{0, 0, x}, r}, {{0, 0, x}, s}}});
    }
}

void add_apexes(Cases& cases, Dice& dice) {
    BodyFamily on(cases, dice, "apex-on-face", "A cone's apex lies exactly on a box's face.");
    BodyFamily below(cases, dice, "apex-below-face",
                     "The apex is one step of the doubles away from the face.");
    BodyFamily apexes(cases, dice, "apex-on-apex", "Two cones touch with their apexes.");
    for (int i = 0; i < copies; ++i) {
        const double r = some_length(dice), h = some_length(dice), s = some_length(dice);
        on.overlap({cone(r, h)}, {box({4, 4, s}), {0, 0, h + s}}, {0, 0, h});
        below.apart({cone(r, h)}, {box({4, 4, s}), {0, 0, next_up(h + s)}}, {0, 0, 1});
        apexes.overlap({cone(r, h)}, {cone(s, h), {0, 0, 2 * h}, {1, 0, 0, 0, -1, 0, 0, 0, -1}}, {0, 0, h});
    }
}

void add_round(Cases& cases, Dice& dice) {
    BodyFamily spheres(cases, dice, "spheres-touching",
                       "Spheres whose centres are exactly as far apart as their radii together (3-4-5).");
    BodyFamily gap(cases, dice, "spheres-one-ulp", "Spheres one step of the doubles apart along an axis.");
    BodyFamily capsules(cases, dice, "capsules-parallel", "Parallel capsules that touch along a segment.");
    BodyFamily far(cases, dice, "far-spheres",
                   "Two spheres of size 1 at a distance of 2^40: an exact distance.");
    for (int i = 0; i < copies; ++i) {
        const double r = some_length(dice), s = some_length(dice);
        spheres.overlap({sphere(15 * r)}, {sphere(10 * r), {15 * r, 20 * r, 0}}, {9 * r, 12 * r, 0});
        gap.apart({sphere(r)}, {sphere(s), {next_up(r + s), 0, 0}}, {1, 0, 0});
        capsules.overlap({capsule(r, 4)}, {capsule(s, 2), {r + s, 0, 1}}, {r, 0, 0});
        far.distance({sphere(r)}, {sphere(s), {0x1p40, 0, 0}}, 0x1p40 - r - s,
                     {Vec3{r, 0, 0}, Vec3{0x1p40 - s, 0, 0}});
    }
}

void add_boxes(Cases& cases, Dice& dice) {
    BodyFamily flush(cases, dice, "boxes-flush", "Boxes that share a part of a face, an edge or a corner.");
    BodyFamily gap(cases, dice, "boxes-one-ulp", "Boxes one step of the doubles apart, face to face.");
    BodyFamily deep(cases, dice, "boxes-deep", "Overlapping boxes with parallel sides: a known depth.");
    BodyFamily flat(cases, dice, "box-flat", "A box without thickness lies in the middle of another.");
    for (int i = 0; i < copies; ++i) {
        const double r = some_length(dice), s = some_length(dice);
        const double y = dice.coin() ? r + s : 0, z = dice.coin() ? r + s : 0;
        flush.overlap({box({r, r, r})}, {box({s, s, s}), {r + s, y, z}}, {r, y > 0 ? r : 0, z > 0 ? r : 0});
        gap.apart({box({r, r, r})}, {box({s, s, s}), {next_up(r + s), 0, 0}}, {1, 0, 0});
        deep.depth({box({r, 64, 64})}, {box({s, 64, 64}), {0.5 * r, 0, 0}}, 0.5 * r + s, {-1, 0, 0},
                   {{{{0, 0, 0}, r}, {{0.5 * r, 0, 0}, s}}});
        flat.overlap({box({r, r, 0})}, {box({s, s, s})}, {0, 0, 0});
    }
}

}  // namespace

void add_bodies(Cases& cases, Dice& dice) {
    add_cylinders(cases, dice);
    add_equal_and_nested(cases, dice);
    add_centers(cases, dice);
    add_apexes(cases, dice);
    add_round(cases, dice);
    add_boxes(cases, dice);
}

}  // namespace allide::cli::torture
