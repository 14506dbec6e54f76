#include "collide_answer.hpp"

#include "certificate.hpp"
#include "stats.hpp"

#include <allide/report.hpp>

#include <iterator>

#include <fmt/format.h>

namespace allide::cli {

namespace {

void write_witness(JsonWriter& json, const std::optional<Witness>& witness) {
    json.key("witness");
    if (!witness) {
        json.null();
        return;
    }
    json.begin_object();
    json.key("triangle_a").value(std::uint64_t{witness->contact.triangle_a});
    json.key("triangle_b").value(std::uint64_t{witness->contact.triangle_b});
    json.key("point").value(witness->point);
    json.end_object();
}

void write_contacts(JsonWriter& json, const Contacts& contacts) {
    json.key("contacts").value(std::uint64_t{contacts.size()});
    json.key("complete").value(contacts.complete);
    json.key("pairs").begin_array();
    for (const Contact& c : contacts)
        json.begin_array().value(std::uint64_t{c.triangle_a}).value(std::uint64_t{c.triangle_b}).end_array();
    json.end_array();
}

std::string verdict(const CollideAnswer& answer, const std::string& name_a, const std::string& name_b) {
    const std::string where = answer.pose_number ? fmt::format("pose {}: ", *answer.pose_number) : "";
    if (!answer.witness) return fmt::format("{}{} and {} do not touch.\n", where, name_a, name_b);
    const auto& [contact, point] = *answer.witness;
    return fmt::format(
        "{}{} and {} touch: triangle {} of the first{} meets triangle {} of the second{} at ({:.9g}, "
        "{:.9g}, {:.9g}).\n",
        where, name_a, name_b, contact.triangle_a, part_note(answer.part_a), contact.triangle_b,
        part_note(answer.part_b), point.x, point.y, point.z);
}

void append_contacts(std::string& text, const Contacts& contacts) {
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "{} contact{} ({}){}\n", contacts.size(), contacts.size() == 1 ? "" : "s",
                   contacts.complete ? "complete" : "there are more", contacts.empty() ? "" : ":");
    for (const Contact& c : contacts) fmt::format_to(out, "  {} {}\n", c.triangle_a, c.triangle_b);
}

}  // namespace

std::string as_json(const CollideAnswer& answer, bool with_stats) {
    JsonWriter json;
    json.begin_object();
    if (answer.pose_number) json.key("pose").value(*answer.pose_number);
    json.key("colliding").value(answer.witness.has_value());
    json.key("pose_a").value(answer.pose_a);
    json.key("pose_b").value(answer.pose_b);
    write_witness(json, answer.witness);
    write_part(json, "a", answer.part_a);
    write_part(json, "b", answer.part_b);
    if (answer.listed) write_contacts(json, *answer.listed);
    if (!answer.part_pairs.empty()) write_part_contacts(json, answer.part_pairs);
    if (answer.certificate) write_certificate(json, *answer.certificate);
    if (with_stats) write_stats(json, answer.stats, answer.seconds);
    json.end_object();
    return json.text() + '\n';
}

std::string as_text(const CollideAnswer& answer, bool with_stats, const std::string& name_a,
                    const std::string& name_b) {
    std::string text = verdict(answer, name_a, name_b);
    append_part_contacts(text, answer.part_pairs);
    if (answer.listed) append_contacts(text, *answer.listed);
    if (with_stats) append_stats(text, answer.stats, answer.seconds);
    return text;
}

}  // namespace allide::cli
