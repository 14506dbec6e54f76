// The questions. Both models are mapped to the world in exact arithmetic; a contact is a pair of closed
// triangles that share a point. So each answer is a mathematical fact: the same for every volume, thread
// count and instruction set, and the same with a and b exchanged.
#pragma once

#include <allide/convex.hpp>
#include <allide/model.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace allide {

// A pair of touching triangles, numbered as in the two meshes.
struct Contact {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    friend auto operator<=>(const Contact&, const Contact&) = default;
};

// What a query did.
struct QueryStats {
    std::uint64_t volume_tests = 0;     // volume against volume
    std::uint64_t mixed_tests = 0;      // volume against triangle
    std::uint64_t triangle_tests = 0;   // triangle against triangle
    std::uint64_t double_tests = 0;     // of these, left undecided by single precision
    std::uint64_t exact_tests = 0;      // of these, decided in whole numbers
    std::uint64_t realignments = 0;     // k-DOPs of B that were put along A's directions
    std::uint64_t multiplications = 0;  // that these took
};

// How candidate pairs are found. The answers are the same.
enum class Search {
    tree,
    brute_force,  // every triangle against every triangle: the twin that tests compare with
};

// Whether a k-DOP of B, once realigned, is kept for the rest of the query. The answers are the same.
enum class RealignCache {
    on,
    off,  // realigned for each test, as in the papers
};

struct CollideOptions {
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;  // for k-DOPs; other volumes are not realigned
};

struct ContactOptions {
    std::size_t limit = std::numeric_limits<std::size_t>::max();  // stop after so many contacts
    Search search = Search::tree;
    RealignCache realign_cache = RealignCache::on;  // for k-DOPs; other volumes are not realigned
};

// Contacts in ascending order of (triangle_a, triangle_b).
struct Contacts {
    std::vector<Contact> pairs;
    bool complete = true;  // false: the limit was reached, and there are more
    QueryStats stats;

    auto begin() const { return pairs.begin(); }
    auto end() const { return pairs.end(); }
    std::size_t size() const { return pairs.size(); }
    bool empty() const { return pairs.empty(); }
};

// A contact, and a point in the world within 1e-12·(largest coordinate) of both triangles; docs/guarantees.md
// says what holds at the two ends of the range of doubles.
struct Witness {
    Contact contact;
    Vec3 point;
};

struct FirstContact {
    std::optional<Witness> witness;  // empty: nothing touches
    QueryStats stats;
};

// What a query remembers for the next one about the same two models, from step to step of a motion, say. It
// saves time where the poses differ little, and changes no answer whatever the poses and models are. For one
// thread at a time.
class QueryCache {
  public:
    QueryCache() = default;
    QueryCache(QueryCache&&) = default;
    QueryCache& operator=(QueryCache&&) = default;
    QueryCache(const QueryCache&) = delete;
    QueryCache& operator=(const QueryCache&) = delete;

    // The contact that is tried first.
    const std::optional<Contact>& last_contact() const { return last_contact_; }
    void remember(const std::optional<Contact>& contact) { last_contact_ = contact; }
    // The two triangles that were closest.
    const std::optional<Contact>& last_closest() const { return last_closest_; }
    void remember_closest(const std::optional<Contact>& pair) { last_closest_ = pair; }

    // How the last search ended, and the numbers of the two nodes where it did: for the engine.
    bool found_nothing() const { return found_nothing_; }
    const std::optional<std::array<std::uint32_t, 2>>& last_leaves() const { return last_leaves_; }
    void remember_search(bool found_nothing, const std::optional<std::array<std::uint32_t, 2>>& leaves) {
        found_nothing_ = found_nothing;
        last_leaves_ = leaves;
    }
    // Two shapes as they were seen apart: numbers of the shapes, b's place in a's frame and its error, and
    // how far they were apart at least. For the engine.
    struct Apart {
        std::array<std::uint64_t, 2> shapes;
        std::array<double, 9> rotation;
        Vec3 translation;
        double error, gap;
    };
    const std::optional<Apart>& last_apart() const { return last_apart_; }
    void remember_apart(const std::optional<Apart>& apart) { last_apart_ = apart; }
    // The same about two convex bodies.
    BodyHint& convex_hint() { return convex_hint_; }

  private:
    std::optional<Contact> last_contact_, last_closest_;
    bool found_nothing_ = false;
    std::optional<std::array<std::uint32_t, 2>> last_leaves_;
    std::optional<Apart> last_apart_;
    BodyHint convex_hint_;
};

struct BatchOptions {
    unsigned threads = 0;  // at most so many; 0: one a core
    // Called now and then with the number of poses done, never twice at once, from any of the threads.
    std::function<void(std::size_t done)> progress = {};
};

// Do the two touch?
bool collides(const Placed& a, const Placed& b, const CollideOptions& options = {});
bool collides(const Placed& a, const Placed& b, QueryCache& cache, const CollideOptions& options = {});
// The same for b at each of the poses, over all cores; answers in the order of the poses.
std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const BatchOptions& options = {});
// Any one contact, the pair of triangles alone. The same for each run on the same models.
std::optional<Contact> any_contact(const Placed& a, const Placed& b, const CollideOptions& options = {});
// With a cache: the last contact again, if it still is one.
std::optional<Contact> any_contact(const Placed& a, const Placed& b, QueryCache& cache,
                                   const CollideOptions& options = {});
// The same with a point, and what the search took.
FirstContact first_contact(const Placed& a, const Placed& b, const CollideOptions& options = {});
FirstContact first_contact(const Placed& a, const Placed& b, QueryCache& cache,
                           const CollideOptions& options = {});
// All contacts, or any `limit` of them.
Contacts contacts(const Placed& a, const Placed& b, const ContactOptions& options = {});

}  // namespace allide
