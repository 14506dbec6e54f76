// Answers as text for people and programs.
#pragma once

#include <allide/geometry.hpp>
#include <allide/motion.hpp>
#include <allide/query.hpp>
#include <allide/result.hpp>
#include <allide/scene.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

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

// ---- Answers to be looked at: pages for a browser, and files that other programs for clashes read.

struct PageLabels {
    std::string title = {};  // what stands on top
    std::string made = {};   // when, as people write it
    std::string units = {};  // of lengths, only as a label; empty: none is shown
};

// Was this library built with its pages?
bool has_pages();

// A page that holds everything and needs no network: the clashes as a table, and each in space with what
// stands around it. `report` is the JSON document of the same clashes, whose a_id and b_id are the numbers of
// the scene's objects; what it lists beyond `clashes` is shown without a picture. Fails if this library was
// built without the page (which takes Node.js).
Result<std::string> clash_page(const Scene& scene, std::span<const Clash> clashes, std::string_view report,
                               const PageLabels& labels);

// The same for a motion: the moving model at its start, at any time and at its first contact, and when it
// touches. `report` is the JSON document of the prediction; poses at the times in `events`, from 0 to 1, are
// shown exactly, others at the nearest of many steps.
Result<std::string> motion_page(const Model& moving, const Motion& motion, const Model& standing,
                                const Pose& pose, std::string_view report, std::span<const double> events,
                                const PageLabels& labels);

// What a BCF file says of a clash.
struct BcfTopic {
    std::string key = {};  // by which the clash is known in every run; the file's GUIDs are made of it
    std::string title = {};
    std::string description = {};
    std::string kind = {};
    std::string group = {};      // may be empty
    std::string a = {}, b = {};  // the parts, as the tool that made them calls them
    bool open = true;            // false: approved or resolved
};

struct BcfLabels {
    std::string made = {};  // when: "2026-01-31T12:00:00Z"
    std::string author = {};
    // What coordinates are multiplied by: BCF means metres, so 0.001 for files in millimetres.
    double scale = 1;
};

// The clashes in the BIM Collaboration Format, version 2.1: a zip file with a topic, a viewpoint and a small
// picture for each, its camera in the world as the files give it, but for the scale. The first topics are the
// clashes', in their order; those after the last clash, of what is not there any more, have no viewpoint.
std::string clash_bcf(const Scene& scene, std::span<const Clash> clashes, std::span<const BcfTopic> topics,
                      const BcfLabels& labels);

}  // namespace allide
