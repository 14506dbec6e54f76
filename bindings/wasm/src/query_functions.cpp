// The functions about two models at rest: contacts, distance, penetration, regions, the clash of a pair,
// batches.
#include "answers.hpp"
#include "motions.hpp"
#include "objects.hpp"

#include <allide/extra/batches.hpp>
#include <allide/manifold.hpp>
#include <allide/probe.hpp>

#include <limits>

namespace allide::wasm {

std::span<const std::uint32_t> numbers_in(const std::vector<Contact>& pairs) {
    static_assert(sizeof(Contact) == 2 * sizeof(std::uint32_t));
    return {pairs.empty() ? nullptr : &pairs.data()->triangle_a, 2 * pairs.size()};
}

void write(const QueryStats& stats, Results& out) {
    out.object(5);
    out.key("volumeTests").number(static_cast<double>(stats.volume_tests));
    out.key("mixedTests").number(static_cast<double>(stats.mixed_tests));
    out.key("triangleTests").number(static_cast<double>(stats.triangle_tests));
    out.key("doubleTests").number(static_cast<double>(stats.double_tests));
    out.key("exactTests").number(static_cast<double>(stats.exact_tests));
}

void write(const std::optional<LocalDepth>& depth, Results& out) {
    if (!depth) return out.nothing();
    out.object(3);
    out.key("lower").number(depth->lower);
    out.key("upper").number(depth->upper);
    out.key("point").point(depth->point);
}

void write(const std::optional<CommonVolume>& volume, Results& out) {
    if (!volume) return out.nothing();
    out.object(3);
    out.key("lower").number(volume->lower);
    out.key("upper").number(volume->upper);
    out.key("fraction").number(volume->fraction);
}

void write_clash_fields(const PairClash& clash, Results& out) {
    out.key("kind").text(name_of(clash.kind));
    out.key("exactKind").text(name_of(clash.exact_kind));
    out.key("withinFacets").truth(clash.within_facets);
    out.key("distance").number(clash.distance);
    out.key("depth");
    write(clash.depth, out);
    out.key("volume");
    write(clash.volume, out);
    out.key("contactArea").number(clash.contact_area);
    out.key("separation").number(clash.separation);
    out.key("separationDirection");
    clash.separation_direction ? out.point(*clash.separation_direction) : out.nothing();
    out.key("shallow").truth(clash.shallow);
    out.key("contacts").number(static_cast<double>(clash.contacts));
    out.key("point").point(clash.point);
}

void write(const std::vector<ContactManifold>& manifolds, Results& out) {
    out.list(manifolds.size());
    for (const ContactManifold& manifold : manifolds) {
        out.object(6);
        out.key("normal").point(manifold.normal);
        out.key("depthLower").number(manifold.depth_lower);
        out.key("depthUpper").number(manifold.depth_upper);
        out.key("points").list(manifold.points.size());
        for (const ManifoldPoint& point : manifold.points) {
            out.object(8);
            out.key("pointA").point(point.point_a);
            out.key("pointB").point(point.point_b);
            out.key("depth").number(point.depth);
            out.key("triangleA").number(point.triangle_a);
            out.key("triangleB").number(point.triangle_b);
            out.key("barycentricA").tuple(point.barycentric_a);
            out.key("barycentricB").tuple(point.barycentric_b);
            out.key("feature").text(std::to_string(point.feature));
        }
        out.key("patches").list(manifold.patches.size());
        for (const std::vector<Vec3>& patch : manifold.patches) out.points(patch);
        out.key("contacts").number(static_cast<double>(manifold.contacts));
    }
}

ManifoldOptions manifold_options_of(Arguments& in) {
    ManifoldOptions options;
    options.points = static_cast<std::size_t>(in.number_or(static_cast<double>(options.points)));
    options.margin = in.number_or(options.margin);
    options.flush = in.number_or(options.flush);
    return options;
}

std::size_t limit_of(Arguments& in) {
    return static_cast<std::size_t>(
        in.number_or(static_cast<double>(std::numeric_limits<std::size_t>::max())));
}

namespace {

void write(const Contact& contact, Results& out) {
    out.object(2);
    out.key("triangleA").number(contact.triangle_a);
    out.key("triangleB").number(contact.triangle_b);
}

void write(const Witness& witness, Results& out) {
    out.object(3);
    out.key("triangleA").number(witness.contact.triangle_a);
    out.key("triangleB").number(witness.contact.triangle_b);
    out.key("point").point(witness.point);
}

void write(const Contacts& contacts, Results& out) {
    out.object(4);
    out.key("pairs").indices(numbers_in(contacts.pairs));
    out.key("size").number(static_cast<double>(contacts.size()));
    out.key("complete").truth(contacts.complete);
    out.key("stats");
    write(contacts.stats, out);
}

void write(const Distance& distance, Results& out) {
    out.object(5);
    out.key("value").number(distance.value);
    out.key("lower").number(distance.lower);
    out.key("upper").number(distance.upper);
    out.key("closest");
    if (distance.closest) {
        out.object(4);
        out.key("triangleA").number(distance.closest->triangle_a);
        out.key("triangleB").number(distance.closest->triangle_b);
        out.key("pointA").point(distance.closest->point_a);
        out.key("pointB").point(distance.closest->point_b);
    } else {
        out.nothing();
    }
    out.key("stats");
    write(distance.stats, out);
}

// The first two arguments of most functions: two placed models.
struct Pair {
    explicit Pair(Arguments& in) : a(placed_of(in)), b(placed_of(in)) {}
    Placed a, b;
};

void two_collide(Arguments& in, Results& out) {
    const Pair pair(in);
    QueryCache* cache = cache_of(in);
    out.truth(cache != nullptr ? collides(pair.a, pair.b, *cache) : collides(pair.a, pair.b));
}

void two_any_contact(Arguments& in, Results& out) {
    const Pair pair(in);
    QueryCache* cache = cache_of(in);
    const auto contact = cache != nullptr ? any_contact(pair.a, pair.b, *cache) : any_contact(pair.a, pair.b);
    contact ? write(*contact, out) : out.nothing();
}

void two_first_contact(Arguments& in, Results& out) {
    const Pair pair(in);
    QueryCache* cache = cache_of(in);
    const FirstContact first =
        cache != nullptr ? first_contact(pair.a, pair.b, *cache) : first_contact(pair.a, pair.b);
    out.object(2);
    out.key("witness");
    first.witness ? write(*first.witness, out) : out.nothing();
    out.key("stats");
    write(first.stats, out);
}

void two_witness_of(Arguments& in, Results& out) {
    const Pair pair(in);
    Contact contact;
    contact.triangle_a = in.index();
    contact.triangle_b = in.index();
    write(witness_of(pair.a, pair.b, contact), out);
}

void two_contacts(Arguments& in, Results& out) {
    const Pair pair(in);
    write(contacts(pair.a, pair.b, {.limit = limit_of(in)}), out);
}

void two_distance(Arguments& in, Results& out) {
    const Pair pair(in);
    DistanceOptions options;
    options.gap = in.number_or(options.gap);
    QueryCache* cache = cache_of(in);
    write(cache != nullptr ? distance(pair.a, pair.b, *cache, options) : distance(pair.a, pair.b, options),
          out);
}

void two_distance_within(Arguments& in, Results& out) {
    const Pair pair(in);
    out.truth(distance_within(pair.a, pair.b, in.number()).within);
}

void two_pairs_within(Arguments& in, Results& out) {
    const Pair pair(in);
    out.indices(numbers_in(pairs_within(pair.a, pair.b, in.number()).pairs));
}

void two_penetration(Arguments& in, Results& out) {
    const Pair pair(in);
    const Penetration depth = penetration(pair.a, pair.b);
    const auto kind = [&] {
        switch (depth.kind) {
            case Penetration::Kind::none:
                return "none";
            case Penetration::Kind::convex:
                return "convex";
            case Penetration::Kind::solid:
                return "solid";
            case Penetration::Kind::open:
                break;
        }
        return "open";
    }();
    out.object(4);
    out.key("kind").text(kind);
    out.key("lower").number(depth.lower);
    out.key("upper").number(depth.upper);
    out.key("direction").point(depth.direction);
}

void two_separation_along(Arguments& in, Results& out) {
    const Pair pair(in);
    const Separation separation = separation_along(pair.a, pair.b, in.point());
    out.object(3);
    out.key("lower").number(separation.lower);
    out.key("upper").number(separation.upper);
    out.key("last");
    separation.last ? write(*separation.last, out) : out.nothing();
}

void two_interference(Arguments& in, Results& out) {
    const Pair pair(in);
    InterferenceOptions options;
    options.depth_error = in.number_or(options.depth_error);
    const Interference overlap = interference(pair.a, pair.b, options);
    out.object(2);
    out.key("depth");
    wasm::write(overlap.depth, out);
    out.key("volume");
    wasm::write(overlap.volume, out);
}

void two_contact_regions(Arguments& in, Results& out) {
    const Pair pair(in);
    const std::vector<ContactRegion> regions = contact_regions(pair.a, pair.b);
    out.list(regions.size());
    for (const ContactRegion& region : regions) {
        out.object(4);
        out.key("contacts").indices(numbers_in(region.contacts));
        out.key("curves").list(region.curves.size());
        for (const Polyline& curve : region.curves) {
            out.object(2);
            out.key("points").points(curve.points);
            out.key("closed").truth(curve.closed);
        }
        out.key("flat").number(static_cast<double>(region.flat));
        out.key("normal");
        region.normal ? out.point(*region.normal) : out.nothing();
    }
}

void two_find_clash(Arguments& in, Results& out) {
    const Pair pair(in);
    ClashLimits limits;
    limits.clearance = in.number_or(limits.clearance);
    limits.touch = in.number_or(limits.touch);
    limits.sag = in.number_or(limits.sag);
    limits.depth_error = in.number_or(limits.depth_error);
    const std::optional<PairClash> clash = find_clash(pair.a, pair.b, limits);
    if (!clash) return out.nothing();
    out.object(12);
    write_clash_fields(*clash, out);
}

void two_manifolds(Arguments& in, Results& out) {
    const Pair pair(in);
    wasm::write(contact_manifolds(pair.a, pair.b, manifold_options_of(in)), out);
}

void two_signed_distance(Arguments& in, Results& out) {
    const Pair pair(in);
    PairSignedDistanceOptions options;
    options.depth_error = in.number_or(options.depth_error);
    write(signed_distance(pair.a, pair.b, options), out);
}

void two_overlap_solid(Arguments& in, Results& out) {
    const Pair pair(in);
    switch (overlap_solid(pair.a, pair.b, inside_options_of(in))) {
        case SolidOverlap::no:
            return out.text("no");
        case SolidOverlap::yes:
            return out.text("yes");
        case SolidOverlap::open:
            break;
    }
    out.text("open");
}

// ---- Batches: a placed model, a model, and its poses

struct Batch {
    explicit Batch(Arguments& in) : a(placed_of(in)), b(model_of(in)), poses(poses_of(in)) {}
    Placed a;
    const Model& b;
    std::vector<Pose> poses;
};

void write_truths(const std::vector<bool>& truths, Results& out) {
    std::string bytes(truths.size(), '\0');
    for (std::size_t i = 0; i < truths.size(); ++i) bytes[i] = truths[i] ? 1 : 0;
    out.bytes(bytes);
}

void many_collide(Arguments& in, Results& out) {
    const Batch batch(in);
    write_truths(collides_many(batch.a, batch.b, batch.poses), out);
}

void many_contacts(Arguments& in, Results& out) {
    const Batch batch(in);
    const std::vector<Contacts> answers =
        contacts_many(batch.a, batch.b, batch.poses, ContactOptions{.limit = limit_of(in)});
    out.list(answers.size());
    for (const Contacts& one : answers) write(one, out);
}

void many_distance(Arguments& in, Results& out) {
    const Batch batch(in);
    DistanceOptions options;
    options.gap = in.number_or(options.gap);
    const std::vector<Distance> answers = distance_many(batch.a, batch.b, batch.poses, options);
    out.list(answers.size());
    for (const Distance& one : answers) write(one, out);
}

void many_distance_within(Arguments& in, Results& out) {
    const Batch batch(in);
    write_truths(distance_within_many(batch.a, batch.b, batch.poses, in.number()), out);
}

constexpr NamedFunction functions[] = {
    {"queryCache",
     [](Arguments&, Results& out) { out.number(objects().keep(std::make_shared<QueryCache>())); }},
    {"collides", two_collide},
    {"anyContact", two_any_contact},
    {"firstContact", two_first_contact},
    {"witnessOf", two_witness_of},
    {"contacts", two_contacts},
    {"distance", two_distance},
    {"distanceWithin", two_distance_within},
    {"pairsWithin", two_pairs_within},
    {"collidesMany", many_collide},
    {"contactsMany", many_contacts},
    {"distanceMany", many_distance},
    {"distanceWithinMany", many_distance_within},
};

// Functions that the small module leaves out.
constexpr NamedFunction more_functions[] = {
    {"penetration", two_penetration},        {"separationAlong", two_separation_along},
    {"interference", two_interference},      {"contactRegions", two_contact_regions},
    {"findClash", two_find_clash},           {"contactManifolds", two_manifolds},
    {"signedDistance", two_signed_distance}, {"overlapSolid", two_overlap_solid},
};

}  // namespace

void write(const PairSignedDistance& distance, Results& out) {
    out.object(6);
    out.key("value").number(distance.value);
    out.key("lower").number(distance.lower);
    out.key("upper").number(distance.upper);
    out.key("pointA").point(distance.point_a);
    out.key("pointB").point(distance.point_b);
    out.key("direction").point(distance.direction);
}

ContainsOptions inside_options_of(Arguments& in) {
    return {.rule = in.truth() ? InsideRule::winding : InsideRule::odd};
}

std::span<const NamedFunction> query_functions() {
    return functions;
}
std::span<const NamedFunction> more_query_functions() {
    return more_functions;
}

}  // namespace allide::wasm
