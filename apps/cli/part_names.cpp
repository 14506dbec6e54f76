#include "part_names.hpp"

#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace allide::cli {

namespace {

NamedPart part_of_number(const Mesh& mesh, std::uint32_t number) {
    const auto names = mesh.part_names();
    return {.name = names[number], .number = number, .is_one_of_many = names.size() > 1};
}

}  // namespace

NamedPart part_at(const Mesh& mesh, std::uint32_t triangle) {
    return part_of_number(mesh, mesh.part_of(triangle));
}

std::vector<PartContacts> contacts_by_part(const Mesh& a, const Mesh& b, const Contacts& contacts) {
    if (a.part_names().size() <= 1 && b.part_names().size() <= 1) return {};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> counts;
    for (const Contact& contact : contacts)
        ++counts[{a.part_of(contact.triangle_a), b.part_of(contact.triangle_b)}];
    std::vector<PartContacts> pairs;
    for (const auto& [numbers, count] : counts)
        pairs.push_back({part_of_number(a, numbers.first), part_of_number(b, numbers.second), count});
    return pairs;
}

void write_part(JsonWriter& json, std::string_view side, const std::optional<NamedPart>& part) {
    json.key(fmt::format("part_{}", side));
    part ? json.value(part->name) : json.null();
    json.key(fmt::format("part_{}_id", side));
    part ? json.value(std::uint64_t{part->number}) : json.null();
}

void write_part_contacts(JsonWriter& json, const std::vector<PartContacts>& pairs) {
    json.key("part_pairs").begin_array();
    for (const PartContacts& pair : pairs) {
        json.begin_object();
        write_part(json, "a", pair.a);
        write_part(json, "b", pair.b);
        json.key("contacts").value(std::uint64_t{pair.contacts});
        json.end_object();
    }
    json.end_array();
}

std::string part_note(const std::optional<NamedPart>& part) {
    return part && part->is_one_of_many ? fmt::format(" (part {})", part->name) : "";
}

void append_part_contacts(std::string& text, const std::vector<PartContacts>& pairs) {
    if (pairs.empty()) return;
    text += "by pair of parts:\n";
    for (const auto& [a, b, contacts] : pairs)
        fmt::format_to(std::back_inserter(text), "  {} and {}: {} contact{}\n", a.name, b.name, contacts,
                       contacts == 1 ? "" : "s");
}

}  // namespace allide::cli
