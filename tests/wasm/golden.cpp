// Hashes of many answers. golden.mjs asks the WebAssembly module the same questions in the same order: the
// lines are equal.
//   golden SHARE [TORTURE]     SHARE: the part of the full set that is asked, such as 1 or 0.05; TORTURE: a
//   file with a JSON list
//                              of cases, as `allide torture` writes them
#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

using namespace allide;

namespace {

class Hash {
  public:
    void word(std::uint32_t word) {
        a_ = (a_ ^ word) * 16777619U;
        b_ = (std::rotl(b_, 13) ^ word) * 0x85ebca6bU;
    }
    void number(double number) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        word(static_cast<std::uint32_t>(bits));
        word(static_cast<std::uint32_t>(bits >> 32));
    }
    void point(const Vec3& p) {
        number(p.x);
        number(p.y);
        number(p.z);
    }
    void print(const char* name) const { std::printf("%s %08x%08x\n", name, a_, b_); }

  private:
    std::uint32_t a_ = 2166136261U, b_ = 1;
};

class Random {
  public:
    // A number from −1 to 1.
    double next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_ / 2147483648.0 - 1;
    }
    Vec3 point() {
        const double x = next(), y = next();
        return {x, y, next()};
    }
    Pose pose(double reach) {
        const double w = next(), x = next(), y = next(), z = next();
        const double length = std::sqrt(w * w + x * x + y * y + z * z);
        const Vec3 position = reach * point();
        return Pose::from_quaternion(position, {w / length, x / length, y / length, z / length}).value();
    }

  private:
    std::uint32_t state_ = 12345;
};

std::vector<Model> shapes() {
    std::vector<Model> models;
    for (const auto& [name, triangles] :
         {std::pair{"sphere", 1000}, std::pair{"torus", 1000}, std::pair{"cylinder", 500},
          std::pair{"box", 300}, std::pair{"noisy-torus", 1000}, std::pair{"cube", 0},
          std::pair{"octahedron", 0}, std::pair{"icosahedron", 0}, std::pair{"antiprism", 0},
          std::pair{"soup", 200}}) {
        GenerateOptions options;
        options.triangles = static_cast<std::uint64_t>(triangles);
        models.push_back(Model::build(generate(shape_from_name(name).value(), options).value()).value());
    }
    return models;
}

void print_poses(const std::vector<Model>& models, int count) {
    Random random;
    Hash contact_hash, distance_hash, probe_hash;
    for (int k = 0; k < count; ++k) {
        const Model& b = models[static_cast<std::size_t>(k / 10 % 10)];
        const Placed a = models[static_cast<std::size_t>(k % 10)].at_rest();
        const Placed placed = b.at(random.pose(1.5));
        for (const Contact& contact : contacts(a, placed)) {
            contact_hash.word(contact.triangle_a);
            contact_hash.word(contact.triangle_b);
        }
        const Distance gap = distance(a, placed);
        distance_hash.number(gap.value);
        distance_hash.number(gap.lower);
        distance_hash.number(gap.upper);
        distance_hash.word(gap.closest->triangle_a);
        distance_hash.word(gap.closest->triangle_b);
        distance_hash.point(gap.closest->point_a);
        distance_hash.point(gap.closest->point_b);
        const Vec3 origin = random.point();
        Ray ray;
        ray.origin = origin;
        ray.direction = random.point();
        if (const auto hit = first_hit(placed, ray)) {
            probe_hash.number(hit->t);
            probe_hash.word(hit->triangle);
        }
        const auto near = nearest(placed, origin);
        probe_hash.number(near->lower);
        probe_hash.number(near->upper);
        probe_hash.word(near->triangle);
        probe_hash.word(static_cast<std::uint32_t>(contains(placed, origin)));
    }
    contact_hash.print("contacts");
    distance_hash.print("distances");
    probe_hash.print("probes");
}

void print_motions(const std::vector<Model>& models, int count) {
    Random random;
    Hash hash;
    for (int k = 0; k < count; ++k) {
        const Model& a = models[static_cast<std::size_t>(k % 10)];
        const Model& b = models[static_cast<std::size_t>(k / 10 % 10)];
        const Pose start = random.pose(2);
        Screw screw;
        screw.axis = random.point();
        screw.angle = radians(3 * random.next());
        screw.advance = 4 * random.next();
        const Prediction p = predict(a.along(Motion::screw(screw).from(start)), b.at_rest());
        hash.word(static_cast<std::uint32_t>(p.outcome));
        hash.number(p.free_until);
        hash.number(p.delta);
        if (p.impact) {
            hash.number(p.impact->t_lo);
            hash.number(p.impact->t_hi);
            hash.word(p.impact->triangle_a);
            hash.word(p.impact->triangle_b);
            hash.point(p.impact->point);
        }
    }
    hash.print("predictions");
}

ConvexBody body(Random& random, int kind) {
    const auto size = [&] { return 0.2 + 0.5 * std::abs(random.next()); };
    const double first = size(), second = size(), third = size();
    switch (kind) {
        case 0:
            return ConvexBody::box({first, second, third}).value();
        case 1:
            return ConvexBody::sphere(first).value();
        case 2:
            return ConvexBody::capsule(first, second).value();
        case 3:
            return ConvexBody::cylinder(first, second).value();
        case 4:
            return ConvexBody::cone(first, second).value();
        case 5:
            return ConvexBody::ellipsoid({first, second, third}).value();
        default: {
            std::vector<Vec3> points;
            for (int i = 0; i < 12; ++i) points.push_back(random.point());
            return ConvexBody::from_points(points).value();
        }
    }
}

// Closest points are left out: those of spheres and capsules may differ in their last bit, because hypot
// differs between C libraries.
void print_bodies(int count) {
    Random random;
    Hash hash;
    for (int k = 0; k < count; ++k) {
        const ConvexBody a = body(random, k % 7);
        const ConvexBody b = body(random, k / 7 % 7);
        const PlacedBody placed = b.at(random.pose(1.5));
        hash.word(static_cast<std::uint32_t>(overlap_solid(a.at_rest(), placed).verdict));
        const BodyDistance gap = distance(a.at_rest(), placed);
        hash.number(gap.lower);
        hash.number(gap.upper);
        const BodyPenetration depth = penetration(a.at_rest(), placed);
        hash.number(depth.lower);
        hash.number(depth.upper);
        hash.point(depth.direction);
    }
    hash.print("bodies");
}

void print_clashes(std::uint64_t clashes) {
    EngineRoomOptions options;
    options.triangles = 60'000;
    options.clashes = clashes;
    options.clearances = clashes;
    const EngineRoom room = generate_engine_room(options).value();
    Scene scene;
    for (const Part& part : parts_of(room.mesh)) scene.add(Model::build(part.mesh).value());
    Hash hash;
    ClashOptions limits;
    limits.clearance = 2;
    for (const Clash& clash : scene.clashes(limits)) {
        hash.word(clash.a.number);
        hash.word(clash.b.number);
        hash.word(static_cast<std::uint32_t>(clash.kind));
        hash.number(clash.distance);
        if (clash.depth) {
            hash.number(clash.depth->lower);
            hash.number(clash.depth->upper);
        }
        if (clash.volume) {
            hash.number(clash.volume->lower);
            hash.number(clash.volume->upper);
        }
        hash.word(static_cast<std::uint32_t>(clash.contacts));
        hash.point(clash.point);
    }
    hash.print("clashes");
}

using Json = nlohmann::json;

Vec3 point_in(const Json& numbers) {
    return {numbers.at(0), numbers.at(1), numbers.at(2)};
}
Pose pose_in(const Json& rows) {
    return Pose::from_matrix(rows.get<std::array<double, 12>>()).value();
}
Model model_in(const Json& json) {
    MeshData data;
    for (const Json& vertex : json.at("vertices")) data.vertices.push_back(point_in(vertex));
    for (const Json& triangle : json.at("triangles"))
        data.triangles.push_back({triangle.at(0), triangle.at(1), triangle.at(2)});
    return Model::build(Mesh::from(std::move(data)).value()).value();
}
Model triangle_in(const Json& corners) {
    return model_in({{"vertices", corners}, {"triangles", Json::array({Json::array({0, 1, 2})})}});
}
ConvexBody body_in(const Json& json) {
    const std::string kind = json.at("kind");
    const double radius = json.value("radius", 0.0);
    if (kind == "box") return ConvexBody::box(point_in(json.at("half_sides"))).value();
    if (kind == "sphere") return ConvexBody::sphere(radius).value();
    if (kind == "capsule") return ConvexBody::capsule(radius, json.at("half_length")).value();
    const double half = json.at("half_height");
    return (kind == "cylinder" ? ConvexBody::cylinder(radius, half) : ConvexBody::cone(radius, half)).value();
}

void hash_bounds(Hash& hash, double lower, double upper) {
    hash.number(lower);
    hash.number(upper);
}

void answer_bodies(const std::string& question, const Json& input, Hash& hash) {
    const ConvexBody p = body_in(input.at("a")), q = body_in(input.at("b"));
    const PlacedBody a = p.at(pose_in(input.at("a").at("pose"))), b = q.at(pose_in(input.at("b").at("pose")));
    if (question == "overlap") return hash.word(static_cast<std::uint32_t>(overlap_solid(a, b).verdict));
    if (question == "depth") {
        const BodyPenetration depth = penetration(a, b);
        return hash_bounds(hash, depth.lower, depth.upper);
    }
    const BodyDistance gap = distance(a, b);
    hash_bounds(hash, gap.lower, gap.upper);
}

void answer_motion(const Json& input, Hash& hash) {
    const Json& json = input.at("motion");
    const Motion motion = json.at("type") == "linear" ? Motion::linear(point_in(json.at("translation")))
                                                      : Motion::screw({.point = point_in(json.at("point")),
                                                                       .axis = point_in(json.at("axis")),
                                                                       .angle = radians(json.at("angle")),
                                                                       .advance = json.at("advance")});
    const Model a = model_in(input.at("a")), b = model_in(input.at("b"));
    const Prediction found = predict(a.along(motion), b.at_rest());
    hash.word(static_cast<std::uint32_t>(found.outcome));
    hash.number(found.free_until);
    if (found.impact) hash_bounds(hash, found.impact->t_lo, found.impact->t_hi);
}

void answer(const Json& one, Hash& hash) {
    const std::string question = one.at("question");
    const Json& input = one.at("input");
    if (question == "touch") {
        const Model p = triangle_in(input.at("a")), q = triangle_in(input.at("b"));
        hash.word(collides(p.at(pose_in(input.at("pose_a"))), q.at(pose_in(input.at("pose_b")))) ? 1 : 0);
    } else if (question == "distance") {
        const Model p = model_in(input.at("a")), q = model_in(input.at("b"));
        const Distance gap = distance(p.at(pose_in(input.at("pose_a"))), q.at(pose_in(input.at("pose_b"))));
        hash_bounds(hash, gap.lower, gap.upper);
    } else if (question == "first_contact") {
        answer_motion(input, hash);
    } else if (question == "contains") {
        const Model model = model_in(input.at("mesh"));
        const InsideRule rule = input.at("rule") == "odd" ? InsideRule::odd : InsideRule::winding;
        hash.word(static_cast<std::uint32_t>(
            contains(model.at_rest(), point_in(input.at("point")), ContainsOptions{.rule = rule})));
    } else if (question == "overlap_solid") {
        const Model p = model_in(input.at("a")), q = model_in(input.at("b"));
        hash.word(static_cast<std::uint32_t>(overlap_solid(p.at_rest(), q.at_rest())));
    } else {
        answer_bodies(question, input, hash);
    }
}

void print_torture(const char* file) {
    std::ifstream stream(file);
    Hash hash;
    for (const Json& one : Json::parse(stream)) answer(one, hash);
    hash.print("torture");
}

}  // namespace

int main(int count, char** arguments) {
    const double share = count > 1 ? std::atof(arguments[1]) : 1;
    const auto of = [&](int all) { return static_cast<int>(std::lround(all * share)); };
    const std::vector<Model> models = shapes();
    print_poses(models, of(2000));
    print_motions(models, of(1000));
    print_bodies(of(500));
    print_clashes(static_cast<std::uint64_t>(of(40)));
    if (count > 2) print_torture(arguments[2]);
}
