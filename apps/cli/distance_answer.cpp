#include "distance_answer.hpp"

#include "certificate.hpp"
#include "stats.hpp"

#include <iterator>

#include <fmt/format.h>

namespace allide::cli {

namespace {

void write_pairs(JsonWriter& json, const char* key, const std::vector<PairDistance>& pairs) {
    json.key(key).begin_array();
    for (const PairDistance& pair : pairs)
        json.begin_array()
            .value(std::uint64_t{pair.triangle_a})
            .value(std::uint64_t{pair.triangle_b})
            .value(pair.distance)
            .end_array();
    json.end_array();
}

void append_pairs(std::string& text, const char* what, const std::vector<PairDistance>& pairs) {
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "{} {}:\n", pairs.size(), what);
    for (const PairDistance& pair : pairs)
        fmt::format_to(out, "  {} {} {:.17g}\n", pair.triangle_a, pair.triangle_b, pair.distance);
}

std::string verdict(const DistanceAnswer& answer, const std::string& name_a, const std::string& name_b) {
    const auto& [triangle_a, triangle_b, p, q] = answer.distance.closest.value();
    const std::string where = answer.pose_number ? fmt::format("pose {}: ", *answer.pose_number) : "";
    if (answer.distance.value == 0)
        return fmt::format(
            "{}{} and {} touch: triangle {} of the first{} meets triangle {} of the second{} at ({:.9g}, "
            "{:.9g}, {:.9g}).\n",
            where, name_a, name_b, triangle_a, part_note(answer.part_a), triangle_b, part_note(answer.part_b),
            p.x, p.y, p.z);
    return fmt::format(
        "{}{} and {} are {:.12g} apart: triangle {} of the first{} at ({:.9g}, {:.9g}, {:.9g}), triangle {} "
        "of the second{} at ({:.9g}, {:.9g}, {:.9g}).\n",
        where, name_a, name_b, answer.distance.upper, triangle_a, part_note(answer.part_a), p.x, p.y, p.z,
        triangle_b, part_note(answer.part_b), q.x, q.y, q.z);
}

}  // namespace

std::string as_json(const DistanceAnswer& answer, bool with_stats) {
    const ClosestPair& closest = answer.distance.closest.value();
    JsonWriter json;
    json.begin_object();
    if (answer.pose_number) json.key("pose").value(*answer.pose_number);
    json.key("distance").value(answer.distance.upper);
    json.key("lower").value(answer.distance.lower);
    json.key("upper").value(answer.distance.upper);
    json.key("triangle_a").value(std::uint64_t{closest.triangle_a});
    json.key("triangle_b").value(std::uint64_t{closest.triangle_b});
    json.key("point_a").value(closest.point_a);
    json.key("point_b").value(closest.point_b);
    write_part(json, "a", answer.part_a);
    write_part(json, "b", answer.part_b);
    json.key("pose_a").value(answer.pose_a);
    json.key("pose_b").value(answer.pose_b);
    if (answer.within) json.key("within").value(*answer.within);
    if (answer.pairs) write_pairs(json, "pairs", *answer.pairs);
    if (answer.sequence) write_pairs(json, "sequence", *answer.sequence);
    if (answer.certificate) write_certificate(json, *answer.certificate);
    if (with_stats) write_stats(json, answer.stats, answer.seconds);
    json.end_object();
    return json.text() + '\n';
}

std::string as_text(const DistanceAnswer& answer, bool with_stats, const std::string& name_a,
                    const std::string& name_b) {
    std::string text = verdict(answer, name_a, name_b);
    if (answer.within) text += *answer.within ? "That is within the limit.\n" : "That is beyond the limit.\n";
    if (answer.pairs) append_pairs(text, "pairs within the error", *answer.pairs);
    if (answer.sequence) append_pairs(text, "pairs, the closest last", *answer.sequence);
    if (with_stats) append_stats(text, answer.stats, answer.seconds);
    return text;
}

}  // namespace allide::cli
