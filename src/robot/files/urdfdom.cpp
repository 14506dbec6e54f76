// Checks a robot with urdfdom. urdfdom keeps neither line numbers nor the order of links, and reports faults
// to a log that the whole process shares, so it cannot replace our own reader. It is given a text made of the
// elements that our reader accepted, without extensions and without bytes that its XML parser handles
// wrongly, and its result is compared with ours.
#include "robot/files/urdfdom.hpp"

#if defined(ALLIDE_WITH_URDFDOM)

#include "io/file/failure.hpp"

#include <cmath>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <console_bridge/console.h>
#include <fmt/format.h>
#include <tinyxml2.h>
#include <urdf_parser/urdf_parser.h>

namespace allide {

bool has_urdfdom() {
    return true;
}

}  // namespace allide

namespace allide::detail::robot {
namespace {

// ---- The text for urdfdom ----

// Returns the text in printable ASCII, with %XX for other bytes and for those with a meaning in XML.
std::string plain(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (is_blank)
            out += ' ';
        else if (c <= ' ' || c > '~' || c == '<' || c == '>' || c == '&' || c == '"' || c == '\'' || c == '%')
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out;
}

void add_attributes(std::string& out, const XMLElement& e, std::initializer_list<const char*> names) {
    for (const char* const name : names)
        if (const auto text = find_attribute(e, name)) out += fmt::format(" {}=\"{}\"", name, plain(*text));
}

void add_element(std::string& out, const XMLElement& parent, const char* name,
                 std::initializer_list<const char*> attributes, const char* more = "") {
    const XMLElement* const e = find_child(parent, name);
    if (e == nullptr) return;
    out += fmt::format("<{}", name);
    add_attributes(out, *e, attributes);
    out += fmt::format("{}/>", more);
}

void add_geometry(std::string& out, const XMLElement& e, const char* name) {
    out += fmt::format("<{}>", name);
    add_element(out, e, "origin", {"xyz", "rpy"});
    out += "<geometry>";
    const XMLElement& geometry = child(e, "geometry");
    add_element(out, geometry, "box", {"size"});
    add_element(out, geometry, "cylinder", {"radius", "length"});
    add_element(out, geometry, "sphere", {"radius"});
    add_element(out, geometry, "mesh", {"filename", "scale"});
    out += fmt::format("</geometry></{}>", name);
}

std::string text_for_urdfdom(const XMLElement& root) {
    std::string out = fmt::format("<robot name=\"{}\">", plain(attribute(root, "name")));
    for (const XMLElement* link : children(root, "link")) {
        out += "<link";
        add_attributes(out, *link, {"name"});
        out += ">";
        for (const char* const name : {"visual", "collision"})
            for (const XMLElement* e : children(*link, name)) add_geometry(out, *e, name);
        out += "</link>";
    }
    for (const XMLElement* joint : children(root, "joint")) {
        out += "<joint";
        add_attributes(out, *joint, {"name", "type"});
        out += ">";
        add_element(out, *joint, "origin", {"xyz", "rpy"});
        add_element(out, *joint, "parent", {"link"});
        add_element(out, *joint, "child", {"link"});
        const std::string type = attribute(*joint, "type");
        if (type != "fixed" && type != "floating") add_element(out, *joint, "axis", {"xyz"});
        // urdfdom requires an effort and a velocity. No query uses them, so they are written as 0.
        if (type == "revolute" || type == "prismatic")
            add_element(out, *joint, "limit", {"lower", "upper"}, " effort=\"0\" velocity=\"0\"");
        add_element(out, *joint, "mimic", {"joint", "multiplier", "offset"});
        out += "</joint>";
    }
    return out + "</robot>";
}

// ---- Its log ----

// During its lifetime, collects the warnings and errors of this thread. Messages of other threads go to the
// handler that was installed before.
class CapturedLog : public console_bridge::OutputHandler {
  public:
    CapturedLog()
        : lock_(one_at_a_time()),
          level_(console_bridge::getLogLevel()),
          before_(console_bridge::getOutputHandler()) {
        console_bridge::useOutputHandler(this);
        console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_WARN);
    }
    CapturedLog(const CapturedLog&) = delete;
    CapturedLog& operator=(const CapturedLog&) = delete;
    ~CapturedLog() override {
        console_bridge::useOutputHandler(before_);
        console_bridge::setLogLevel(level_);
    }
    void log(const std::string& text, console_bridge::LogLevel level, const char* file, int line) override {
        if (std::this_thread::get_id() != thread_)
            before_->log(text, level, file, line);
        else if (first_.empty())
            first_ = text;
    }
    const std::string& first() const { return first_; }

  private:
    static std::mutex& one_at_a_time() {
        static std::mutex mutex;
        return mutex;
    }
    std::lock_guard<std::mutex> lock_;
    console_bridge::LogLevel level_;
    console_bridge::OutputHandler* before_;
    std::thread::id thread_ = std::this_thread::get_id();
    std::string first_;
};

// ---- The comparison ----

[[noreturn]] void refuse(std::string message) {
    io::fail({.code = ErrorCode::bad_syntax, .message = std::move(message)});
}

void expect(bool same, std::string_view kind, const std::string& name, std::string_view property) {
    if (!same) refuse(fmt::format("{} '{}': urdfdom reads another {}", kind, name, property));
}

bool same(const urdf::Vector3& a, const Vec3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Compares with a tolerance, because urdfdom stores rotations as rounded quaternions.
bool nearly_same(const urdf::Pose& a, const Pose& b) {
    const double x = a.rotation.x, y = a.rotation.y, z = a.rotation.z, w = a.rotation.w;
    const double rows[] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                           2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                           2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    const auto& m = b.matrix();
    for (std::size_t i = 0; i < 9; ++i)
        if (!(std::abs(rows[i] - m[4 * (i / 3) + i % 3]) <= 1e-9)) return false;
    return same(a.position, {m[3], m[7], m[11]});
}

bool same_kind(int type, JointKind kind) {
    switch (kind) {
        case JointKind::fixed:
            return type == urdf::Joint::FIXED;
        case JointKind::revolute:
            return type == urdf::Joint::REVOLUTE;
        case JointKind::continuous:
            return type == urdf::Joint::CONTINUOUS;
        case JointKind::prismatic:
            return type == urdf::Joint::PRISMATIC;
        default:
            return type == urdf::Joint::FLOATING;
    }
}

void compare_link(const urdf::ModelInterface& model, const LinkDescription& ours) {
    const auto theirs = model.getLink(plain(ours.name));
    expect(theirs != nullptr, "link", ours.name, "name");
    expect(theirs->collision_array.size() == ours.collision.size(), "link", ours.name,
           "number of collision shapes");
    for (std::size_t i = 0; i < ours.collision.size(); ++i) {
        const LinkGeometry& shape = ours.collision[i];
        expect(nearly_same(theirs->collision_array[i]->origin, shape.origin), "link", ours.name, "origin");
        const int type = theirs->collision_array[i]->geometry->type;
        const auto* const body = std::get_if<ConvexBody>(&shape.shape);
        expect(body == nullptr ? type == urdf::Geometry::MESH : type != urdf::Geometry::MESH, "link",
               ours.name, "kind of shape");
    }
}

void compare_joint(const urdf::ModelInterface& model, const JointDescription& ours) {
    const auto theirs = model.getJoint(plain(ours.name));
    const auto check = [&](bool same, std::string_view property) {
        expect(same, "joint", ours.name, property);
    };
    check(theirs != nullptr, "name");
    check(same_kind(theirs->type, ours.kind), "type");
    check(theirs->parent_link_name == plain(ours.parent), "parent");
    check(theirs->child_link_name == plain(ours.child), "child");
    check(nearly_same(theirs->parent_to_joint_origin_transform, ours.origin), "origin");
    if (ours.kind != JointKind::fixed && ours.kind != JointKind::floating)
        check(same(theirs->axis, ours.axis), "axis");
    if (ours.limits)
        check(theirs->limits && theirs->limits->lower == ours.limits->lower &&
                  theirs->limits->upper == ours.limits->upper,
              "limit");
    check((theirs->mimic != nullptr) == ours.mimic.has_value(), "mimic");
    if (ours.mimic)
        check(theirs->mimic->joint_name == plain(ours.mimic->joint) &&
                  theirs->mimic->multiplier == ours.mimic->multiplier &&
                  theirs->mimic->offset == ours.mimic->offset,
              "mimic");
}

}  // namespace

void compare_with_urdfdom(const XMLElement& root, const RobotDescription& robot) {
    urdf::ModelInterfaceSharedPtr model;
    {
        const CapturedLog log;
        model = urdf::parseURDF(text_for_urdfdom(root));
        if (!log.first().empty()) refuse("urdfdom: " + log.first());
    }
    if (model == nullptr) refuse("urdfdom refuses the file without a reason");
    if (model->links_.size() != robot.links.size() || model->joints_.size() != robot.joints.size())
        refuse("urdfdom reads another number of links or joints");
    for (const LinkDescription& link : robot.links) compare_link(*model, link);
    for (const JointDescription& joint : robot.joints) compare_joint(*model, joint);
}

}  // namespace allide::detail::robot

#else

namespace allide {

bool has_urdfdom() {
    return false;
}

}  // namespace allide

namespace allide::detail::robot {

void compare_with_urdfdom(const XMLElement&, const RobotDescription&) {}

}  // namespace allide::detail::robot

#endif
