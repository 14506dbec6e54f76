// The parts of a file, by name, in answers about triangles.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>
#include <allide/report.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allide::cli {

// The part that a triangle belongs to.
struct NamedPart {
    std::string name;
    std::uint32_t number = 0;     // the part's place in the list of `allide info`, from 0
    bool is_one_of_many = false;  // true if the file has further parts
};
NamedPart part_at(const Mesh& mesh, std::uint32_t triangle);

// Two parts that touch, and the number of their contacts.
struct PartContacts {
    NamedPart a, b;
    std::size_t contacts = 0;
};
// Number of contacts of each touching pair of parts, by part numbers. Empty if both files have one part.
std::vector<PartContacts> contacts_by_part(const Mesh& a, const Mesh& b, const Contacts& contacts);

// Writes the JSON members `part_a` (name) and `part_a_id` (number) if `side` is "a", and `part_b` and
// `part_b_id` if it is "b". Both values are null if `part` is empty.
void write_part(JsonWriter& json, std::string_view side, const std::optional<NamedPart>& part);
void write_part_contacts(JsonWriter& json, const std::vector<PartContacts>& pairs);

// The text " (part bolt)"; empty if the file has only one part.
std::string part_note(const std::optional<NamedPart>& part);
void append_part_contacts(std::string& text, const std::vector<PartContacts>& pairs);

}  // namespace allide::cli
