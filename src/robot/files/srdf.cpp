// Reads SRDF files: which pairs of links are not tested, named groups, and a floating base.
#include "io/file/failure.hpp"
#include "robot/files/urdf.hpp"
#include "robot/files/xml.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tinyxml2.h>

namespace allide::detail::robot {
namespace {

constexpr std::size_t most_pairs = std::size_t{1} << 21, most_members = std::size_t{1} << 20;

using NamePair = std::pair<std::string, std::string>;

NamePair ordered(std::string a, std::string b) {
    if (b < a) std::swap(a, b);
    return {std::move(a), std::move(b)};
}

class SrdfReader {
  public:
    explicit SrdfReader(RobotDescription& robot) : robot_(robot) {
        for (const LinkDescription& link : robot.links) links_.push_back(link.name);
        for (const JointDescription& joint : robot.joints) {
            joints_.push_back(joint.name);
            joint_to_.emplace(joint.child, &joint);
        }
        link_set_.insert(links_.begin(), links_.end());
        joint_set_.insert(joints_.begin(), joints_.end());
    }

    void read(const XMLElement& root) {
        check_names(root, {"name"},
                    {"group", "group_state", "end_effector", "virtual_joint", "passive_joint",
                     "disable_collisions", "enable_collisions", "disable_default_collisions",
                     "link_sphere_approximation", "joint_property"});
        if (const auto name = find_attribute(root, "name"); name && *name != robot_.name)
            fail_at(root,
                    fmt::format("expected semantics of the robot {}, found those of {}",
                                io::quoted(robot_.name), io::quoted(*name)),
                    ErrorCode::bad_argument);
        read_groups(root);
        read_pairs(root);
        read_virtual_joint(root);
    }

  private:
    std::string known(const XMLElement& e, const char* attribute_name, const std::set<std::string>& set,
                      const std::vector<std::string>& names, const char* kind) const {
        std::string name = attribute(e, attribute_name);
        if (!set.contains(name))
            fail_at(e, fmt::format("{}: unknown {} '{}'{}", tag_of(e), kind, name, suggestion(name, names)),
                    ErrorCode::bad_argument);
        return name;
    }
    std::string link(const XMLElement& e, const char* name) const {
        return known(e, name, link_set_, links_, "link");
    }
    std::string joint(const XMLElement& e, const char* name) const {
        return known(e, name, joint_set_, joints_, "joint");
    }

    NamePair pair(const XMLElement& e) const {
        check_names(e, {"link1", "link2", "reason"}, {});
        NamePair found = ordered(link(e, "link1"), link(e, "link2"));
        if (found.first == found.second)
            fail_at(e, fmt::format("{}: expected two links, found '{}' twice", tag_of(e), found.first));
        return found;
    }

    // As in MoveIt, the pairs of a link with disable_default_collisions are not tested unless enabled one by
    // one.
    void read_pairs(const XMLElement& root) {
        std::set<NamePair> disabled;
        for (const XMLElement* e : children(root, "disable_default_collisions")) {
            const std::string name = link(*e, "link");
            for (const std::string& other : links_)
                if (other != name) disabled.insert(ordered(name, other));
            if (disabled.size() > most_pairs)
                fail_at(*e, fmt::format("expected at most {} disabled pairs", most_pairs),
                        ErrorCode::too_large);
        }
        for (const XMLElement* e : children(root, "enable_collisions")) disabled.erase(pair(*e));
        for (const XMLElement* e : children(root, "disable_collisions")) disabled.insert(pair(*e));
        for (const NamePair& p : disabled) robot_.ignored_pairs.push_back({p.first, p.second});
    }

    // ---- Groups ----

    struct Group {
        const XMLElement* element = nullptr;
        std::vector<std::string> members = {};
        enum class State { unread, open, done } state = State::unread;
    };

    void read_groups(const XMLElement& root) {
        for (const XMLElement* e : children(root, "group")) {
            check_names(*e, {"name"}, {"link", "joint", "chain", "group"});
            const std::string name = attribute(*e, "name");
            if (!groups_.emplace(name, Group{.element = e}).second)
                fail_at(*e, fmt::format("the group '{}' is defined twice", name));
        }
        for (auto& [name, group] : groups_) fill(name, group, 0);
        for (auto& [name, group] : groups_) robot_.groups[name] = std::move(group.members);
    }

    void fill(const std::string& name, Group& group, int depth) {
        constexpr int deepest = 100;
        if (group.state == Group::State::done) return;
        if (group.state == Group::State::open)
            fail_at(*group.element, fmt::format("the group '{}' contains itself", name));
        if (depth == deepest)
            fail_at(*group.element, fmt::format("expected groups nested at most {} deep", deepest),
                    ErrorCode::too_large);
        group.state = Group::State::open;
        std::set<std::string> met;
        const auto add = [&](const std::string& member) {
            if (!met.insert(member).second) return;
            group.members.push_back(member);
            if (++members_ > most_members)
                fail_at(*group.element, fmt::format("expected at most {} members of groups", most_members),
                        ErrorCode::too_large);
        };
        for (const XMLElement* e = group.element->FirstChildElement(); e != nullptr;
             e = e->NextSiblingElement()) {
            const std::string_view kind = e->Name();
            if (kind == "link")
                add(link(*e, "name"));
            else if (kind == "joint")
                add(joint(*e, "name"));
            else if (kind == "chain")
                for (const std::string& member : chain(*e)) add(member);
            else if (kind == "group")
                for (const std::string& member : members_of(*e, depth)) add(member);
        }
        group.state = Group::State::done;
    }

    const std::vector<std::string>& members_of(const XMLElement& e, int depth) {
        const std::string name = attribute(e, "name");
        const auto found = groups_.find(name);
        if (found == groups_.end())
            fail_at(e, fmt::format("<group>: unknown group '{}'", name), ErrorCode::bad_argument);
        fill(name, found->second, depth + 1);
        return found->second.members;
    }

    // The joints from the base link down to the tip.
    std::vector<std::string> chain(const XMLElement& e) const {
        check_names(e, {"base_link", "tip_link"}, {});
        const std::string base = link(e, "base_link"), tip = link(e, "tip_link");
        std::vector<std::string> found;
        for (std::string at = tip; at != base;) {
            const auto joint = joint_to_.find(at);
            if (joint == joint_to_.end())
                fail_at(e, fmt::format("<chain>: the link '{}' is not below '{}'", tip, base),
                        ErrorCode::bad_argument);
            found.push_back(joint->second->name);
            at = joint->second->parent;
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

    // ---- The base ----

    void read_virtual_joint(const XMLElement& root) {
        const XMLElement* const e = find_child(root, "virtual_joint");
        if (e == nullptr) return;
        check_names(*e, {"name", "type", "parent_frame", "child_link"}, {});
        const std::string name = attribute(*e, "name"), type = attribute(*e, "type"),
                          frame = attribute(*e, "parent_frame"), base = link(*e, "child_link");
        if (type == "fixed") return;
        if (type != "floating")
            fail_at(*e,
                    fmt::format("<virtual_joint>: expected the type fixed or floating, found {}",
                                io::quoted(type)),
                    ErrorCode::bad_argument);
        if (joint_to_.contains(base))
            fail_at(*e, fmt::format("<virtual_joint>: expected the root as child_link, found '{}'", base),
                    ErrorCode::bad_argument);
        if (link_set_.contains(frame) || joint_set_.contains(name))
            fail_at(*e, fmt::format("<virtual_joint>: expected new names, found '{}' and '{}'", name, frame),
                    ErrorCode::bad_argument);
        robot_.links.push_back({.name = frame});
        robot_.joints.push_back({.name = name, .kind = JointKind::floating, .parent = frame, .child = base});
    }

    RobotDescription& robot_;
    std::vector<std::string> links_, joints_;
    std::set<std::string> link_set_, joint_set_;
    std::map<std::string, const JointDescription*> joint_to_;  // the joint whose child is this link
    std::map<std::string, Group> groups_;
    std::size_t members_ = 0;
};

}  // namespace

void read_srdf(std::string_view text, RobotDescription& robot) {
    try {
        tinyxml2::XMLDocument document;
        const XMLElement& root = parse_xml(document, text, "robot");
        RobotDescription changed = robot;
        SrdfReader(changed).read(root);
        robot = std::move(changed);
    } catch (io::Failure& failure) {
        shorten(failure.error);
        throw;
    }
}

}  // namespace allide::detail::robot
