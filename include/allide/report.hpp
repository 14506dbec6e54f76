// Answers as text for people and programs.
#pragma once

#include <allide/geometry.hpp>
#include <allide/query.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allide {

// Builds one JSON document. Numbers carry 17 significant digits; what is not finite becomes null.
// Keys and values alternate inside an object; a misplaced call throws PreconditionError.
class JsonWriter {
  public:
    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);
    JsonWriter& value(double number);
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(bool truth);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& null();
    JsonWriter& value(const Vec3& point);  // [x, y, z]
    JsonWriter& value(const Pose& pose);   // the 12 doubles

    // The document; only once everything that was begun has ended.
    const std::string& text() const;
    // What has been written since the last call, for documents that are too long to be held. Put together,
    // the pieces are the document.
    std::string take_piece();

  private:
    void before_value();
    struct Level {
        char closing;       // '}' or ']'
        bool empty;         // nothing inside yet
        bool awaits_value;  // a key was written
    };
    bool is_begun() const { return has_pieces_ || !text_.empty(); }

    std::string text_;
    bool has_pieces_ = false;
    std::vector<Level> levels_;
};

}  // namespace allide
