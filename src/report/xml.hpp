// Writes one XML document from front to back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allide::detail::report {

class XmlWriter {
  public:
    XmlWriter& begin(std::string_view element);
    // Adds an attribute to the element begun last. Requires that the element has no content yet.
    XmlWriter& attribute(std::string_view name, std::string_view value);
    XmlWriter& end();
    XmlWriter& element(std::string_view name, std::string_view text);
    XmlWriter& element(std::string_view name, double number);
    XmlWriter& element(std::string_view name, std::uint64_t number);

    // Returns the document. Requires that all elements have ended. Characters that XML forbids became U+FFFD.
    const std::string& text() const { return text_; }

  private:
    void close_tag();
    std::string text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    std::vector<std::string> open_;
    bool in_tag_ = false;
};

}  // namespace allide::detail::report
