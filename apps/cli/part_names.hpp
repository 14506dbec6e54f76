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
    bool is_one_of_many = false;  // false: the file has no other part
};
NamedPart part_at(const Mesh& mesh, std::uint32_t triangle);

// Two parts that touch, and the number of their contacts.
struct PartContacts {
    NamedPart a, b;
    std::size_t contacts = 0;
};
// By part numbers. Empty if each file has one part only.
std::vector<PartContacts> contacts_by_part(const Mesh& a, const Mesh& b, const Contacts& contacts);

// Writes the members `part_a`, the name, and `part_a_id`, the number, for the side "a", and so for "b". Both
// are null if there is no part.
void write_part(JsonWriter& json, std::string_view side, const std::optional<NamedPart>& part);
void write_part_contacts(JsonWriter& json, const std::vector<PartContacts>& pairs);

// " (part bolt)" for text; empty if the file has no other part.
std::string part_note(const std::optional<NamedPart>& part);
void append_part_contacts(std::string& text, const std::vector<PartContacts>& pairs);

}  // namespace allide::cli
