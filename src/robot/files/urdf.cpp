// Reads URDF files. Where the format's specification says nothing, this reader follows urdfdom: by default an
// axis is (1, 0, 0), limits are 0 and a mimic's multiplier is 1. Faults that urdfdom ignores are errors here,
// with the line.
#include "robot/files/urdf.hpp"

#include "io/file/failure.hpp"
#include "kernel/number/sin_cos.hpp"
#include "robot/files/urdfdom.hpp"
#include "robot/files/xml.hpp"

#include <allide/convex.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tinyxml2.h>

namespace allide::detail::robot {
namespace {

constexpr std::size_t most_links = 10000;
// A file can refer to the same mesh many times in a few bytes. So all shapes together may have at most
// free_triangles + most_uses · n triangles, where n counts those of distinct meshes.
constexpr std::uint64_t free_triangles = std::uint64_t{1} << 22;
constexpr std::uint64_t most_uses = 16;

Vec3 vector_of(const std::vector<double>& n) {
    return {n[0], n[1], n[2]};
}

// The rotation is Rz(yaw) · Ry(pitch) · Rx(roll).
Pose pose_of(const XMLElement& origin) {
    check_names(origin, {"xyz", "rpy"}, {});
    const std::vector<double> zero(3, 0.0);
    const Vec3 t = vector_of(find_numbers(origin, "xyz", 3).value_or(zero));
    const std::vector<double> rpy = find_numbers(origin, "rpy", 3).value_or(zero);
    for (const double angle : rpy)
        if (std::abs(angle) > kernel::largest_angle)
            fail_at(origin, "<origin>: expected angles of at most 2^35 radians", ErrorCode::bad_argument);
    const auto [sr, cr] = kernel::sin_cos(kernel::DoubleDouble(rpy[0]));
    const auto [sp, cp] = kernel::sin_cos(kernel::DoubleDouble(rpy[1]));
    const auto [sy, cy] = kernel::sin_cos(kernel::DoubleDouble(rpy[2]));
    const auto pose = Pose::from_matrix({cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, t.x,  //
                                         sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, t.y,  //
                                         -sp, cp * sr, cp * cr, t.z});
    if (!pose) fail_at(origin, "<origin>: " + pose.error().message, pose.error().code);
    return *pose;
}

Pose origin_of(const XMLElement& parent) {
    const XMLElement* const origin = find_child(parent, "origin");
    return origin == nullptr ? Pose::identity() : pose_of(*origin);
}

double positive(const XMLElement& element, const char* name) {
    const double value = number(element, name);
    if (!(value > 0))
        fail_at(element, fmt::format("{}: expected a '{}' above 0, found {}", tag_of(element), name, value),
                ErrorCode::bad_argument);
    return value;
}

std::vector<double> positive_size(const XMLElement& box) {
    std::vector<double> size = numbers(box, "size", 3);
    for (const double side : size)
        if (!(side > 0))
            fail_at(box, fmt::format("<box>: expected sides above 0, found {}", side),
                    ErrorCode::bad_argument);
    return size;
}

Mesh scaled(const Mesh& mesh, const Vec3& scale) {
    if (scale == Vec3{1, 1, 1}) return mesh;
    MeshData data{.source = mesh.source()};
    for (const Vec3& v : mesh.vertices())
        data.vertices.push_back({v.x * scale.x, v.y * scale.y, v.z * scale.z});
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    return Mesh::from(std::move(data)).value();
}

bool is_finite(const Mesh& mesh) {
    return std::all_of(mesh.vertices().begin(), mesh.vertices().end(), [](const Vec3& v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    });
}

struct TypeName {
    std::string_view name;
    JointKind kind;
};
constexpr TypeName joint_types[] = {{"fixed", JointKind::fixed},
                                    {"revolute", JointKind::revolute},
                                    {"continuous", JointKind::continuous},
                                    {"prismatic", JointKind::prismatic},
                                    {"floating", JointKind::floating}};

class UrdfReader {
  public:
    UrdfReader(MeshSource& meshes, RobotFileOptions::Visuals visuals) : meshes_(meshes), visuals_(visuals) {}

    RobotDescription robot(const XMLElement& root) {
        check_names(root, {"name", "version"}, {"link", "joint", "material", "transmission", "gazebo"});
        robot_.name = attribute(root, "name");
        for (const XMLElement* e : children(root, "link")) read_link(*e);
        if (robot_.links.empty()) fail_at(root, "<robot>: expected a <link>, found none");
        for (const XMLElement* e : children(root, "joint")) read_joint(*e);
        check_tree();
        check_mimics();
        return std::move(robot_);
    }

  private:
    // ---- Links ----

    void read_link(const XMLElement& e) {
        check_names(e, {"name", "type"}, {"inertial", "visual", "collision"});
        const std::string name = attribute(e, "name");
        if (robot_.links.size() == most_links)
            fail_at(e, fmt::format("expected at most {} links", most_links), ErrorCode::too_large);
        if (!link_numbers_.emplace(name, robot_.links.size()).second)
            fail_at(e, fmt::format("the link '{}' is defined twice", name));
        LinkDescription link{.name = name};
        for (const XMLElement* c : children(e, "collision"))
            link.collision.push_back(read_geometry(*c, RobotFileOptions::Visuals::read));
        for (const XMLElement* v : children(e, "visual")) {
            LinkGeometry shape = read_geometry(*v, visuals_);
            if (visuals_ == RobotFileOptions::Visuals::read) link.visual.push_back(std::move(shape));
        }
        robot_.links.push_back(std::move(link));
        link_elements_.push_back(&e);
    }

    LinkGeometry read_geometry(const XMLElement& e, RobotFileOptions::Visuals meshes) {
        check_names(e, {"name", "group"}, {"origin", "geometry", "material"});
        const XMLElement& geometry = child(e, "geometry");
        check_names(geometry, {}, {"box", "cylinder", "sphere", "mesh", "capsule"});
        LinkGeometry made{.origin = origin_of(e), .name = find_attribute(e, "name").value_or("")};
        const XMLElement* const shape = geometry.FirstChildElement();
        if (shape == nullptr) fail_at(geometry, "<geometry>: expected a shape, found none");
        if (const XMLElement* second = shape->NextSiblingElement())
            fail_at(*second, "<geometry>: expected one shape, found a second");
        const std::string_view kind = shape->Name();
        if (kind == "mesh")
            made.shape = read_mesh(*shape, meshes);
        else
            made.shape = read_body(*shape, kind);
        return made;
    }

    static ConvexBody read_body(const XMLElement& e, std::string_view kind) {
        const auto made = [&]() -> Result<ConvexBody> {
            if (kind == "box") {
                check_names(e, {"size"}, {});
                const Vec3 size = vector_of(positive_size(e));
                return ConvexBody::box({size.x / 2, size.y / 2, size.z / 2});
            }
            if (kind == "sphere") {
                check_names(e, {"radius"}, {});
                return ConvexBody::sphere(positive(e, "radius"));
            }
            if (kind == "cylinder") {
                check_names(e, {"radius", "length"}, {});
                return ConvexBody::cylinder(positive(e, "radius"), positive(e, "length") / 2);
            }
            fail_at(e, fmt::format("expected <box>, <cylinder>, <sphere> or <mesh>, found {}", tag_of(e)));
        }();
        if (!made) fail_at(e, fmt::format("{}: {}", tag_of(e), made.error().message), made.error().code);
        return *made;
    }

    Mesh read_mesh(const XMLElement& e, RobotFileOptions::Visuals visuals) {
        check_names(e, {"filename", "scale"}, {});
        const std::string uri = attribute(e, "filename");
        const Vec3 scale = vector_of(find_numbers(e, "scale", 3).value_or(std::vector<double>(3, 1.0)));
        if (scale.x == 0 || scale.y == 0 || scale.z == 0)
            fail_at(e,
                    fmt::format("<mesh>: expected a scale other than 0, found {} {} {}", scale.x, scale.y,
                                scale.z),
                    ErrorCode::bad_argument);
        try {
            if (visuals == RobotFileOptions::Visuals::skip) {
                meshes_.check_exists(uri);
                return {};
            }
            return use(e, meshes_.mesh(uri), uri, scale);
        } catch (io::Failure& failure) {
            if (!failure.error.line) failure.error.line = static_cast<std::uint64_t>(e.GetLineNum());
            throw;
        }
    }

    Mesh use(const XMLElement& e, const Mesh& mesh, const std::string& uri, const Vec3& scale) {
        if (mesh.triangles().empty())
            fail_at(e, fmt::format("the mesh {} has no triangles", io::quoted(uri)), ErrorCode::bad_argument);
        const std::uint64_t triangles = mesh.triangles().size();
        if (distinct_.emplace(uri, triangles).second) distinct_triangles_ += triangles;
        all_triangles_ += triangles;
        if (all_triangles_ > free_triangles + most_uses * distinct_triangles_)
            fail_at(e, "the robot uses the same meshes too often", ErrorCode::too_large);
        Mesh result = scaled(mesh, scale);
        if (!is_finite(result))
            fail_at(e, fmt::format("the mesh {}: expected finite vertices after scaling", io::quoted(uri)),
                    ErrorCode::not_finite);
        return result;
    }

    // ---- Joints ----

    void read_joint(const XMLElement& e) {
        check_names(e, {"name", "type"},
                    {"origin", "parent", "child", "axis", "limit", "mimic", "calibration", "dynamics",
                     "safety_controller"});
        JointDescription joint{.name = attribute(e, "name")};
        if (!joint_numbers_.emplace(joint.name, robot_.joints.size()).second)
            fail_at(e, fmt::format("the joint '{}' is defined twice", joint.name));
        joint.kind = kind_of(e);
        joint.parent = link_of(child(e, "parent"));
        joint.child = link_of(child(e, "child"));
        joint.origin = origin_of(e);
        read_axis(e, joint);
        read_limits(e, joint);
        read_mimic(e, joint);
        const std::size_t number = robot_.joints.size();
        if (const auto [before, is_new] = joint_to_.emplace(joint.child, number); !is_new)
            fail_at(e, fmt::format("the link '{}' is the child of two joints, '{}' and '{}'", joint.child,
                                   robot_.joints[before->second].name, joint.name));
        robot_.joints.push_back(std::move(joint));
        joint_elements_.push_back(&e);
    }

    static JointKind kind_of(const XMLElement& e) {
        const std::string type = attribute(e, "type");
        for (const auto& [name, kind] : joint_types)
            if (name == type) return kind;
        fail_at(
            e,
            fmt::format(
                "<joint>: expected the type fixed, revolute, continuous, prismatic or floating, found {}{}",
                io::quoted(type),
                type == "planar"
                    ? ": use two prismatic joints and a continuous one"
                    : suggestion(type, {"fixed", "revolute", "continuous", "prismatic", "floating"})));
    }

    std::string link_of(const XMLElement& e) const {
        check_names(e, {"link"}, {});
        std::string name = attribute(e, "link");
        if (!link_numbers_.contains(name))
            fail_at(e,
                    fmt::format("{}: unknown link '{}'{}", tag_of(e), name, suggestion(name, link_names())));
        return name;
    }

    void read_axis(const XMLElement& e, JointDescription& joint) const {
        const XMLElement* const axis = find_child(e, "axis");
        if (axis == nullptr) return;
        check_names(*axis, {"xyz"}, {});
        joint.axis = vector_of(numbers(*axis, "xyz", 3));
        const bool is_used = joint.kind != JointKind::fixed && joint.kind != JointKind::floating;
        if (joint.axis == Vec3{}) {
            if (is_used)
                fail_at(*axis, "<axis>: expected a vector other than 0, found 0", ErrorCode::bad_argument);
            joint.axis = {1, 0, 0};
        }
    }

    void read_limits(const XMLElement& e, JointDescription& joint) const {
        const XMLElement* const limit = find_child(e, "limit");
        const bool is_needed = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
        if (limit == nullptr) {
            if (is_needed)
                fail_at(e, fmt::format("the joint '{}' is {}: expected a <limit>, found none", joint.name,
                                       name_of(joint.kind)));
            return;
        }
        check_names(*limit, {"lower", "upper", "effort", "velocity", "acceleration", "jerk"}, {});
        for (const char* const ignored : {"effort", "velocity"}) find_numbers(*limit, ignored, 1);
        const auto lower = find_numbers(*limit, "lower", 1), upper = find_numbers(*limit, "upper", 1);
        if (!is_needed) return;
        joint.limits = JointLimits{lower ? lower->front() : 0, upper ? upper->front() : 0};
        if (joint.limits->lower > joint.limits->upper)
            fail_at(*limit,
                    fmt::format("<limit>: expected lower ≤ upper, found {} and {}", joint.limits->lower,
                                joint.limits->upper),
                    ErrorCode::bad_argument);
    }

    static void read_mimic(const XMLElement& e, JointDescription& joint) {
        const XMLElement* const mimic = find_child(e, "mimic");
        if (mimic == nullptr) return;
        check_names(*mimic, {"joint", "multiplier", "offset"}, {});
        if (joint.kind == JointKind::fixed || joint.kind == JointKind::floating)
            fail_at(*mimic,
                    fmt::format("<mimic>: expected a revolute, continuous or prismatic joint, found a {} one",
                                name_of(joint.kind)));
        joint.mimic = Mimic{attribute(*mimic, "joint")};
        if (const auto multiplier = find_numbers(*mimic, "multiplier", 1))
            joint.mimic->multiplier = multiplier->front();
        if (const auto offset = find_numbers(*mimic, "offset", 1)) joint.mimic->offset = offset->front();
    }

    // ---- The whole ----

    // Throws if links form a cycle or there are several roots. Goes from each link to its parents until it
    // meets a link seen before; a link seen in the same round closes a cycle.
    void check_tree() const {
        // the round in which the link was seen, from 1; 0: not yet
        std::vector<std::size_t> met(robot_.links.size(), 0);
        for (std::size_t start = 0; start < met.size(); ++start) {
            std::size_t at = start;
            while (met[at] == 0) {
                met[at] = start + 1;
                const auto joint = joint_to_.find(robot_.links[at].name);
                if (joint == joint_to_.end()) break;
                const std::size_t parent = link_numbers_.at(robot_.joints[joint->second].parent);
                if (met[parent] == start + 1)
                    fail_at(*joint_elements_[joint->second],
                            fmt::format("the joint '{}' closes a cycle of links: '{}' is below '{}'",
                                        robot_.joints[joint->second].name, robot_.links[parent].name,
                                        robot_.links[at].name));
                at = parent;
            }
        }
        std::optional<std::size_t> root;
        for (std::size_t i = 0; i < robot_.links.size(); ++i) {
            if (joint_to_.contains(robot_.links[i].name)) continue;
            if (root)
                fail_at(*link_elements_[i],
                        fmt::format("expected one root, found two links without parents: '{}' and '{}'",
                                    robot_.links[*root].name, robot_.links[i].name));
            root = i;
        }
    }

    void check_mimics() const {
        std::vector<std::size_t> met(robot_.joints.size(), 0);
        for (std::size_t start = 0; start < met.size(); ++start) {
            std::size_t at = start;
            while (met[at] == 0 && robot_.joints[at].mimic) {
                met[at] = start + 1;
                at = leader_of(at);
                if (met[at] == start + 1)
                    fail_at(*joint_elements_[at],
                            fmt::format("the joint '{}' mimics itself, perhaps by others",
                                        robot_.joints[at].name));
            }
        }
    }

    std::size_t leader_of(std::size_t joint) const {
        const std::string& name = robot_.joints[joint].mimic->joint;
        const auto found = joint_numbers_.find(name);
        const XMLElement& e = *joint_elements_[joint];
        if (found == joint_numbers_.end())
            fail_at(child(e, "mimic"),
                    fmt::format("<mimic>: unknown joint '{}'{}", name, suggestion(name, joint_names())));
        const JointKind kind = robot_.joints[found->second].kind;
        if (kind == JointKind::fixed || kind == JointKind::floating)
            fail_at(child(e, "mimic"),
                    fmt::format("<mimic>: expected a joint with one value, found '{}', a {} one", name,
                                name_of(kind)));
        return found->second;
    }

    std::vector<std::string> link_names() const {
        std::vector<std::string> names;
        for (const LinkDescription& link : robot_.links) names.push_back(link.name);
        return names;
    }
    std::vector<std::string> joint_names() const {
        std::vector<std::string> names;
        for (const JointDescription& joint : robot_.joints) names.push_back(joint.name);
        return names;
    }

    MeshSource& meshes_;
    RobotFileOptions::Visuals visuals_;
    RobotDescription robot_;
    std::vector<const XMLElement*> link_elements_, joint_elements_;
    std::map<std::string, std::size_t> link_numbers_, joint_numbers_;
    std::map<std::string, std::size_t> joint_to_;  // the joint whose child is this link
    std::map<std::string, std::uint64_t> distinct_;
    std::uint64_t distinct_triangles_ = 0, all_triangles_ = 0;
};

}  // namespace

RobotDescription read_urdf(std::string_view text, MeshSource& meshes, RobotFileOptions::Visuals visuals) {
    try {
        tinyxml2::XMLDocument document;
        const XMLElement& root = parse_xml(document, text, "robot");
        RobotDescription robot = UrdfReader(meshes, visuals).robot(root);
        compare_with_urdfdom(root, robot);
        return robot;
    } catch (io::Failure& failure) {
        shorten(failure.error);
        throw;
    }
}

}  // namespace allide::detail::robot
