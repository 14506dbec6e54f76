// Parses XML with tinyxml2, and checks what tinyxml2 does not: there is one root, no repeated attribute, and
// no text where elements are expected. All functions throw io::Failure with the line.
#pragma once

#include "io/file/failure.hpp"

#include <allide/result.hpp>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace allide::detail::robot {

using tinyxml2::XMLElement;

// Parses the text into `document`. The root must be called `root`. Refuses texts of more than 4 MiB, since
// each byte of markup can take 30 bytes of memory.
const XMLElement& parse_xml(tinyxml2::XMLDocument& document, std::string_view text, std::string_view root);

[[noreturn]] void fail_at(const XMLElement& element, std::string message,
                          ErrorCode code = ErrorCode::bad_syntax);

// The element's name as error messages show it: "<joint>".
std::string tag_of(const XMLElement& element);

// The attribute's text without blanks around it. The first form refuses a missing or empty one.
std::string attribute(const XMLElement& element, const char* name);
std::optional<std::string> find_attribute(const XMLElement& element, const char* name);

// The attribute's value as exactly `count` finite numbers separated by blanks. The first form refuses a
// missing attribute.
std::vector<double> numbers(const XMLElement& element, const char* name, std::size_t count);
std::optional<std::vector<double>> find_numbers(const XMLElement& element, const char* name,
                                                std::size_t count);
double number(const XMLElement& element, const char* name);

// The children with this name, in order.
std::vector<const XMLElement*> children(const XMLElement& parent, const char* name);
// The only child with this name. Both functions refuse several such children. Without any, `find_child`
// returns null and `child` fails.
const XMLElement* find_child(const XMLElement& parent, const char* name);
const XMLElement& child(const XMLElement& parent, const char* name);

// Refuses attributes and child elements whose names are within two edits of a known name: they are misspelt.
// Other unknown ones are extensions and ignored.
void check_names(const XMLElement& element, std::initializer_list<std::string_view> attributes,
                 std::initializer_list<std::string_view> elements);

// A text such as " (did you mean 'base'?)" with the most similar of the names; empty if none is similar.
std::string suggestion(std::string_view word, const std::vector<std::string>& names);

// Makes the message fit for one line: names from a file may be long and contain control characters.
void shorten(Error& error);

}  // namespace allide::detail::robot
