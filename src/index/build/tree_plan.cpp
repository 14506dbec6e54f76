#include "index/build/tree_plan.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"

namespace allide::index {
namespace {

constexpr std::size_t worth_a_task = 256;  // subtrees of this many objects or more become tasks

struct Planner {
    std::span<const Box> boxes;
    const std::function<bool(std::span<const std::uint32_t>)>& fits;

    void plan(std::span<std::uint32_t> objects, std::vector<Division>& out) const {
        if (objects.size() == 1 || fits(objects)) {
            out.push_back({});
            return;
        }
        const Division division = divide(objects, boxes);
        out.push_back(division);
        const auto left = objects.first(division.left), right = objects.subspan(division.left);
        if (objects.size() < worth_a_task) {
            plan(left, out);
            plan(right, out);
            return;
        }
        std::vector<Division> after;
        base::do_both(
            [&] {
                const base::DefaultFloatEnvironment environment;
                plan(left, out);
            },
            [&] {
                const base::DefaultFloatEnvironment environment;
                plan(right, after);
            });
        out.insert(out.end(), after.begin(), after.end());
    }
};

}  // namespace

std::vector<Division> plan_tree(std::span<std::uint32_t> objects, std::span<const Box> boxes,
                                const std::function<bool(std::span<const std::uint32_t>)>& fits) {
    std::vector<Division> divisions;
    if (!objects.empty()) Planner{boxes, fits}.plan(objects, divisions);
    return divisions;
}

}  // namespace allide::index
