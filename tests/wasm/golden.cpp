// Hashes of many answers. golden.mjs asks the WebAssembly module the same questions in the same order: the
// lines are equal.
//   golden SHARE     SHARE: the part of the full set that is asked, such as 1 or 0.05
#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>

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

// Without closest points: those of spheres and capsules may differ by their last bit, with the C library's
// hypot.
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

}  // namespace

int main(int count, char** arguments) {
    const double share = count > 1 ? std::atof(arguments[1]) : 1;
    const auto of = [&](int all) { return static_cast<int>(std::lround(all * share)); };
    const std::vector<Model> models = shapes();
    print_poses(models, of(2000));
    print_motions(models, of(1000));
    print_bodies(of(500));
    print_clashes(static_cast<std::uint64_t>(of(40)));
}
