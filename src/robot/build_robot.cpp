#include "base/float_environment.hpp"
#include "robot/robot_data.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace allide {
bool robot::is_ignored(const detail::RobotData& robot, std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(a, b);
    return std::binary_search(robot.ignored.begin(), robot.ignored.end(),
                              std::array<std::size_t, 2>{low, high});
}

bool robot::is_adjacent(const detail::RobotData& robot, std::size_t a, std::size_t b) {
    return robot.nodes[a].group == robot.nodes[b].group || robot.nodes[a].parent == b ||
           robot.nodes[b].parent == a;
}

namespace {

using detail::RobotData;
using robot::LinkNode;
using robot::none;

Error fault(std::string message, ErrorCode code = ErrorCode::bad_argument) {
    return {.code = code, .message = std::move(message)};
}
std::string in_quotes(const std::string& name) {
    return "'" + name + "'";
}

// Turns a description into the arrays of RobotData, or into the first error.
class RobotBuilder {
  public:
    explicit RobotBuilder(const RobotDescription& description) { data_.description = description; }

    Result<Robot> build() {
        for (bool (RobotBuilder::*step)() :
             {&RobotBuilder::add_links, &RobotBuilder::add_joints, &RobotBuilder::add_mimics,
              &RobotBuilder::sort_links, &RobotBuilder::add_shapes, &RobotBuilder::add_ignored})
            if (!(this->*step)()) return error_;
        return detail::RobotAccess::make(std::move(data_));
    }

  private:
    bool fail(std::string message, ErrorCode code = ErrorCode::bad_argument) {
        error_ = fault(std::move(message), code);
        return false;
    }
    const std::vector<JointDescription>& joints() const { return data_.description.joints; }

    bool add_links() {
        for (const LinkDescription& link : data_.description.links) {
            if (link.name.empty()) return fail("a link has no name");
            if (!data_.link_numbers.emplace(link.name, data_.links.size()).second)
                return fail("two links are named " + in_quotes(link.name));
            data_.links.push_back(link.name);
        }
        if (data_.links.empty()) return fail("the robot has no links");
        data_.nodes.resize(data_.links.size());
        return true;
    }

    bool add_joints() {
        for (std::size_t i = 0; i < joints().size(); ++i) {
            const JointDescription& joint = joints()[i];
            if (joint.name.empty()) return fail("a joint has no name");
            if (!joint_of_name_.emplace(joint.name, i).second)
                return fail("two joints are named " + in_quotes(joint.name));
            if (!add_joint(joint)) return false;
        }
        return true;
    }

    bool add_joint(const JointDescription& joint) {
        const std::string what = "joint " + in_quotes(joint.name);
        const auto parent = data_.link_numbers.find(joint.parent),
                   child = data_.link_numbers.find(joint.child);
        if (parent == data_.link_numbers.end())
            return fail(what + ": there is no link named " + in_quotes(joint.parent));
        if (child == data_.link_numbers.end())
            return fail(what + ": there is no link named " + in_quotes(joint.child));
        LinkNode& node = data_.nodes[child->second];
        if (node.parent != none)
            return fail(what + ": link " + in_quotes(joint.child) + " is already the child of another joint");
        node.parent = parent->second;
        node.kind = joint.kind;
        node.origin = robot::orthonormal_frame(joint.origin);
        child_of_.push_back(child->second);
        const bool has_axis = joint.kind != JointKind::fixed && joint.kind != JointKind::floating;
        if (has_axis) {
            if (!kernel::finite(joint.axis))
                return fail(what + ": the axis is not finite", ErrorCode::not_finite);
            if (joint.axis == Vec3{}) return fail(what + ": the axis has length 0");
            node.axis = robot::unit_axis(joint.axis);
        }
        if (joint.limits) {
            if (!std::isfinite(joint.limits->lower) || !std::isfinite(joint.limits->upper))
                return fail(what + ": the limits are not finite", ErrorCode::not_finite);
            if (joint.limits->lower > joint.limits->upper)
                return fail(what + ": the lower limit is above the upper limit");
        }
        if (joint.mimic) return check_mimic(joint, what, has_axis);
        return joint.kind == JointKind::fixed || add_values(joint, node);
    }

    bool check_mimic(const JointDescription& joint, const std::string& what, bool has_axis) {
        if (!has_axis) return fail(what + ": a fixed or floating joint cannot mimic another one");
        if (!std::isfinite(joint.mimic->multiplier) || !std::isfinite(joint.mimic->offset))
            return fail(what + ": the multiplier or the offset is not finite", ErrorCode::not_finite);
        return true;
    }

    bool add_values(const JointDescription& joint, LinkNode& node) {
        node.value = data_.joints.size();
        if (joint.kind != JointKind::floating) return add_value({joint.name, joint.kind, joint.limits});
        for (const char* part : {".x", ".y", ".z", ".roll", ".pitch", ".yaw"})
            if (!add_value({joint.name + part, joint.kind, joint.limits})) return false;
        return true;
    }
    bool add_value(RobotJoint value) {
        if (!data_.joint_numbers.emplace(value.name, data_.joints.size()).second)
            return fail("two joint values are named " + in_quotes(value.name));
        data_.joints.push_back(std::move(value));
        return true;
    }

    // Resolves joints that mimic mimicking joints, until each refers to a joint with a value q of its own.
    // Two levels with multipliers m and offsets o combine to v = m₁(m₂q + o₂) + o₁ = m₁m₂q + (m₁o₂ + o₁).
    bool add_mimics() {
        for (std::size_t i = 0; i < joints().size(); ++i) {
            if (!joints()[i].mimic) continue;
            LinkNode& node = data_.nodes[child_of_[i]];
            node.is_mimic = true;
            const std::string what = "joint " + in_quotes(joints()[i].name);
            std::size_t at = i;
            for (std::size_t steps = 0; joints()[at].mimic; ++steps) {
                if (steps == joints().size()) return fail(what + ": the joints that it mimics form a circle");
                const Mimic& mimic = *joints()[at].mimic;
                const auto next = joint_of_name_.find(mimic.joint);
                if (next == joint_of_name_.end())
                    return fail(what + ": there is no joint named " + in_quotes(mimic.joint));
                node.offset = sum(node.offset, times(node.multiplier, mimic.offset));
                node.multiplier = times(node.multiplier, mimic.multiplier);
                at = next->second;
            }
            const JointKind kind = joints()[at].kind;
            if (kind == JointKind::fixed || kind == JointKind::floating)
                return fail(what + ": it cannot mimic the fixed or floating joint " +
                            in_quotes(joints()[at].name));
            if (!std::isfinite(node.multiplier.value) || !std::isfinite(node.offset.value))
                return fail(what + ": the multiplier or the offset overflows", ErrorCode::not_finite);
            node.value = data_.nodes[child_of_[at]].value;
        }
        return true;
    }
    static robot::Ball times(const robot::Ball& a, double b) {
        if (a.value == 1 && a.error == 0) return {b, 0};
        const double product = a.value * b;
        return {product, (a.error * std::abs(b) + 0x1p-53 * std::abs(product)) * (1 + 0x1p-40) + 0x1p-1070};
    }
    static robot::Ball sum(const robot::Ball& a, const robot::Ball& b) {
        if (a.value == 0 && a.error == 0) return b;
        const double total = a.value + b.value;
        return {total, (a.error + b.error + 0x1p-53 * std::abs(total)) * (1 + 0x1p-40)};
    }

    // Orders the links: parents before children, otherwise as in the description.
    bool sort_links() {
        std::vector<std::vector<std::size_t>> children(data_.nodes.size());
        std::vector<std::size_t> roots;
        for (std::size_t i = 0; i < data_.nodes.size(); ++i)
            (data_.nodes[i].parent == none ? roots : children[data_.nodes[i].parent]).push_back(i);
        data_.group_link.assign(1, roots.empty() ? 0 : roots[0]);
        for (const std::size_t root : roots) {
            std::vector<std::size_t> open{root};
            while (!open.empty()) {
                const std::size_t link = open.back();
                open.pop_back();
                data_.order.push_back(link);
                open.insert(open.end(), children[link].rbegin(), children[link].rend());
            }
        }
        if (data_.order.size() < data_.nodes.size()) return fail_with_cycle();
        for (const std::size_t link : data_.order) {
            LinkNode& node = data_.nodes[link];
            if (node.parent == none)
                node.group = 0;
            else if (node.kind == JointKind::fixed)
                node.group = data_.nodes[node.parent].group;
            else {
                node.group = data_.groups++;
                data_.group_link.push_back(link);
            }
        }
        return true;
    }
    bool fail_with_cycle() {
        const std::set<std::size_t> sorted(data_.order.begin(), data_.order.end());
        std::size_t link = 0;
        while (sorted.count(link) != 0) ++link;
        // After as many steps as there are links, the walk to parents is on the cycle itself.
        for (std::size_t i = 0; i < data_.nodes.size(); ++i) link = data_.nodes[link].parent;
        return fail("link " + in_quotes(data_.links[link]) + " is its own ancestor");
    }

    bool add_shapes() {
        for (const LinkDescription& link : data_.description.links) {
            data_.first_shape.push_back(data_.shapes.size());
            for (const LinkGeometry& geometry : link.collision) {
                Result<robot::LinkShape> shape = robot::make_shape(geometry, "link " + in_quotes(link.name));
                if (!shape) {
                    error_ = shape.error();
                    return false;
                }
                data_.shapes.push_back(std::make_shared<const robot::LinkShape>(std::move(shape).value()));
            }
        }
        data_.first_shape.push_back(data_.shapes.size());
        return true;
    }

    bool add_ignored() {
        for (const auto& pair : data_.description.ignored_pairs) {
            std::array<std::size_t, 2> numbers{};
            for (std::size_t k = 0; k < 2; ++k) {
                const auto found = data_.link_numbers.find(pair[k]);
                if (found == data_.link_numbers.end())
                    return fail("a pair to be ignored: there is no link named " + in_quotes(pair[k]));
                numbers[k] = found->second;
            }
            std::sort(numbers.begin(), numbers.end());
            data_.ignored.push_back(numbers);
        }
        std::sort(data_.ignored.begin(), data_.ignored.end());
        data_.ignored.erase(std::unique(data_.ignored.begin(), data_.ignored.end()), data_.ignored.end());
        return true;
    }

    RobotData data_;
    Error error_;
    std::map<std::string, std::size_t> joint_of_name_;
    std::vector<std::size_t> child_of_;  // the child link of each joint
};

}  // namespace

Robot::Robot(std::shared_ptr<const detail::RobotData> data) : data_(std::move(data)) {}

Result<Robot> Robot::build(const RobotDescription& description) {
    const base::DefaultFloatEnvironment environment;
    return RobotBuilder(description).build();
}

const RobotDescription& Robot::description() const {
    return data_->description;
}
std::span<const RobotJoint> Robot::joints() const {
    return data_->joints;
}
std::span<const std::string> Robot::links() const {
    return data_->links;
}

std::optional<std::size_t> Robot::link_number(std::string_view name) const {
    const auto found = data_->link_numbers.find(name);
    if (found == data_->link_numbers.end()) return std::nullopt;
    return found->second;
}
std::optional<std::size_t> Robot::joint_number(std::string_view name) const {
    const auto found = data_->joint_numbers.find(name);
    if (found == data_->joint_numbers.end()) return std::nullopt;
    return found->second;
}

// Builds a new robot from the extended description. Copies of a description share meshes and bodies, so only
// the trees are built again.
Result<Robot> Robot::with_attached(std::string_view link, const LinkGeometry& geometry) const {
    const std::optional<std::size_t> number = link_number(link);
    if (!number) return fault("there is no link named '" + std::string(link) + "'");
    RobotDescription changed = data_->description;
    changed.links[*number].collision.push_back(geometry);
    return build(changed);
}

Result<Robot> Robot::with_ignored_pairs(std::span<const std::array<std::string, 2>> pairs) const {
    RobotDescription changed = data_->description;
    changed.ignored_pairs.insert(changed.ignored_pairs.end(), pairs.begin(), pairs.end());
    return build(changed);
}

RobotDescription join_robots(std::span<const PlacedRobot> robots) {
    RobotDescription out;
    out.links.push_back({.name = "world", .collision = {}, .visual = {}});
    for (const PlacedRobot& robot : robots) {
        const auto named = [&](const std::string& name) { return robot.prefix + name; };
        std::set<std::string> children;
        for (const JointDescription& joint : robot.description.joints) {
            children.insert(joint.child);
            JointDescription copy = joint;
            copy.name = named(copy.name);
            copy.parent = named(copy.parent);
            copy.child = named(copy.child);
            if (copy.mimic) copy.mimic->joint = named(copy.mimic->joint);
            out.joints.push_back(std::move(copy));
        }
        for (const LinkDescription& link : robot.description.links) {
            LinkDescription copy = link;
            copy.name = named(copy.name);
            if (children.count(link.name) == 0)
                out.joints.push_back({.name = named("base of " + link.name),
                                      .kind = JointKind::fixed,
                                      .parent = "world",
                                      .child = copy.name,
                                      .origin = robot.base,
                                      .axis = {1, 0, 0},
                                      .limits = {},
                                      .mimic = {}});
            out.links.push_back(std::move(copy));
        }
        for (const auto& pair : robot.description.ignored_pairs)
            out.ignored_pairs.push_back({named(pair[0]), named(pair[1])});
        for (const auto& [name, members] : robot.description.groups)
            for (const std::string& member : members) out.groups[named(name)].push_back(named(member));
        if (!out.name.empty()) out.name += " and ";
        out.name += robot.description.name;
    }
    return out;
}

}  // namespace allide
