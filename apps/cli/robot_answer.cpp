#include "robot_answer.hpp"

#include <allide/report.hpp>

#include <cmath>

#include <fmt/format.h>

namespace allide::cli {

namespace {

void write_pair(JsonWriter& json, const std::string& a, const std::string& b) {
    json.begin_array().value(a).value(b).end_array();
}

void write_distance(JsonWriter& json, const RobotDistance& distance) {
    json.key("closest");
    if (distance.a.empty())
        json.null();
    else
        write_pair(json, distance.a, distance.b);
    json.key("lower").value(distance.lower).key("upper").value(distance.upper);  // infinity becomes null
    for (const auto& [key, point] :
         {std::pair("point_a", &distance.point_a), {"point_b", &distance.point_b}}) {
        json.key(key);
        if (distance.a.empty())
            json.null();
        else
            json.value(*point);
    }
}

void write_spans(JsonWriter& json, const char* key, bool is_known,
                 const std::vector<ContactInterval>& spans) {
    json.key(key);
    if (!is_known) {
        json.null();
        return;
    }
    json.begin_array();
    for (const ContactInterval& s : spans)
        json.begin_array().value(s.t0_lo).value(s.t0_hi).value(s.t1_lo).value(s.t1_hi).end_array();
    json.end_array();
}

void write_number(JsonWriter& json, const char* key, std::optional<double> number) {
    json.key(key);
    if (number)
        json.value(*number);
    else
        json.null();
}

void write_name(JsonWriter& json, const char* key, const std::string& name) {
    json.key(key);
    if (name.empty())
        json.null();
    else
        json.value(name);
}

std::string near(double clearance) {
    return clearance == 0 ? "" : fmt::format(" within {:g}", clearance);
}

// "in contact", or "within 0.1 of each other".
std::string touching(double clearance) {
    return clearance == 0 ? "in contact" : fmt::format("within {:g} of each other", clearance);
}

void append(std::string& text, const std::string& line) {
    text += line;
    text += '\n';
}

std::string apart(const RobotDistance& d) {
    return fmt::format("{:.9g} apart, at ({:.9g}, {:.9g}, {:.9g}) and ({:.9g}, {:.9g}, {:.9g})", d.upper,
                       d.point_a.x, d.point_a.y, d.point_a.z, d.point_b.x, d.point_b.y, d.point_b.z);
}

std::string count_of(std::size_t number, const char* noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string verdict(const TrajectoryAnswer& answer, const std::string& robot) {
    const TrajectoryCheck& c = answer.check;
    const std::string pair = fmt::format("{} and {}", c.a, c.b);
    switch (c.outcome) {
        case Outcome::clear:
            return fmt::format("{} is clear{} from t = 0 to t = {:g}: proven in {}.", robot,
                               near(answer.clearance), c.free_until, count_of(c.checks, "step"));
        case Outcome::touching_at_start:
            return fmt::format("{}: {} are {} at the start.", robot, pair, touching(answer.clearance));
        case Outcome::impact:
            return fmt::format("{}: {} are {} at t = {:.12g}.\nNo contact before t = {:.17g}.", robot, pair,
                               touching(answer.clearance), c.t_hi, c.free_until);
        case Outcome::undecided:
            break;
    }
    return fmt::format(
        "{}: {} graze at t = {:.12g}: too close to decide whether they come {}, by at most {:.3g}.\n"
        "No contact before t = {:.17g}.",
        robot, pair, c.t_lo, touching(answer.clearance), c.delta, c.free_until);
}

}  // namespace

std::vector<std::string> joints_outside_limits(const Robot& robot,
                                               const std::vector<std::vector<double>>& waypoints) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const RobotJoint& joint = robot.joints()[i];
        for (const std::vector<double>& q : waypoints) {
            if (!joint.limits || (joint.limits->lower <= q[i] && q[i] <= joint.limits->upper)) continue;
            names.push_back(joint.name);
            break;
        }
    }
    return names;
}

std::string as_json(const ConfigurationAnswer& answer, const RobotWorld& world) {
    const ConfigurationCheck& check = answer.check;
    JsonWriter json;
    json.begin_object().key("free").value(check.free).key("pairs").begin_array();
    for (const RobotPair& pair : check.pairs) write_pair(json, pair.a, pair.b);
    json.end_array().key("distance").value(check.closest.upper);
    write_distance(json, check.closest);
    json.key("links").begin_array();
    const auto links = world.robot().links();
    for (std::size_t i = 0; i < check.per_link.size(); ++i) {
        json.begin_object().key("link").value(links[i]);
        write_distance(json, check.per_link[i]);
        json.end_object();
    }
    json.end_array().key("configuration").begin_object();
    for (std::size_t i = 0; i < answer.configuration.size(); ++i)
        json.key(world.robot().joints()[i].name).value(answer.configuration[i]);
    json.end_object()
        .key("clearance")
        .value(answer.clearance)
        .key("seconds")
        .value(answer.seconds)
        .end_object();
    return json.text() + "\n";
}

std::string as_json(const TrajectoryAnswer& answer) {
    const TrajectoryCheck& c = answer.check;
    const bool has_bracket = c.outcome != Outcome::clear;
    const auto bracket = [&](double t) { return has_bracket ? std::optional(t) : std::nullopt; };
    JsonWriter json;
    json.begin_object().key("outcome").value(name_of(c.outcome)).key("free_until").value(c.free_until);
    write_number(json, "t_lo", bracket(c.t_lo));
    write_number(json, "t_hi", bracket(c.t_hi));
    write_name(json, "a", c.a);
    write_name(json, "b", c.b);
    write_number(json, "delta", c.outcome == Outcome::undecided ? std::optional(c.delta) : std::nullopt);
    write_spans(json, "intervals", answer.has_intervals, c.intervals);
    write_spans(json, "undecided_intervals", answer.has_intervals, c.undecided_intervals);
    write_number(json, "clearance_lower", c.clearance_lower);
    write_number(json, "clearance_upper", c.clearance_upper);
    write_number(json, "clearance_t", c.clearance_t);
    json.key("clearance_pair");
    if (c.clearance_pair.a.empty())
        json.null();
    else
        write_pair(json, c.clearance_pair.a, c.clearance_pair.b);
    json.key("checks").value(c.checks).key("waypoints").value(std::uint64_t{answer.waypoints});
    json.key("clearance").value(answer.clearance).key("seconds").value(answer.seconds).end_object();
    return json.text() + "\n";
}

std::string as_text(const ConfigurationAnswer& answer, const RobotWorld& world, const std::string& robot) {
    const ConfigurationCheck& check = answer.check;
    std::string text;
    if (check.free) {
        append(text, fmt::format("{} is free{}: {}, {}.", robot, near(answer.clearance),
                                 count_of(world.robot().links().size(), "link"),
                                 count_of(world.obstacles().size(), "obstacle")));
    } else {
        append(text, fmt::format("{}: {} {}:", robot, count_of(check.pairs.size(), "pair"),
                                 touching(answer.clearance)));
        for (const RobotPair& pair : check.pairs) append(text, fmt::format("  {} and {}", pair.a, pair.b));
    }
    const RobotDistance& closest = check.closest;
    if (closest.a.empty())
        append(text, "There is no pair of shapes to measure.");
    else if (closest.upper > 0)
        append(text, fmt::format("Closest: {} and {} are {}.", closest.a, closest.b, apart(closest)));
    return text;
}

std::string as_text(const TrajectoryAnswer& answer, const std::string& robot) {
    const TrajectoryCheck& c = answer.check;
    std::string text;
    append(text, verdict(answer, robot));
    if (c.clearance_lower && c.clearance_upper && *c.clearance_upper > 0) {
        if (std::isfinite(*c.clearance_upper))
            append(text, fmt::format("Smallest distance: {:.9g} to {:.9g}, {} and {} at t = {:.9g}.",
                                     *c.clearance_lower, *c.clearance_upper, c.clearance_pair.a,
                                     c.clearance_pair.b, c.clearance_t.value_or(0)));
        else
            append(text, "There is no pair of shapes to measure.");
    }
    if (answer.has_intervals) {
        append(text, fmt::format("intervals of contact: {}", c.intervals.size()));
        for (const ContactInterval& s : c.intervals)
            append(text, fmt::format("  {:.12g} to {:.12g}", s.t0_hi, s.t1_lo));
        if (c.undecided_intervals.empty()) return text;
        append(text, fmt::format("undecided intervals: {}", c.undecided_intervals.size()));
        for (const ContactInterval& s : c.undecided_intervals)
            append(text, fmt::format("  {:.12g} to {:.12g}", s.t0_lo, s.t1_hi));
    }
    return text;
}

}  // namespace allide::cli
