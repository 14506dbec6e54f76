// Answers as text and files: JSON documents, HTML pages, and complete clash reports of an assembly.
#pragma once

#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/motion.hpp>
#include <allide/query.hpp>
#include <allide/result.hpp>
#include <allide/scene.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Declared here, outside of the exported namespace, since a shared library hides their members.
namespace allide::detail::report {
class Rules;
class Baseline;
class PartStore;
class PictureScene;
struct Access;
}  // namespace allide::detail::report

namespace ALLIDE_EXPORT allide {

class Index;  // allide/index.hpp

// Builds one JSON document. Numbers have 17 significant digits; a number that is not finite becomes null.
// Inside an object keys and values alternate; a misplaced call throws PreconditionError.
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

    // The whole document. Precondition: every object and array has been ended.
    const std::string& text() const;
    // The text written since the last call, for documents too long to hold in memory. The concatenated
    // pieces are the document.
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

// ---- Clash reports. A ClashScene holds the parts of an assembly; ClashReport::of() finds their clashes
// under given rules and compares them with an earlier report; the report is then written in any format:
//
//     const ClashScene scene = ClashScene::load({"ducts.glb", "structure.glb"}).value();
//     const ClashReport report = ClashReport::of(scene, {.clearance = 0.05, .units = "m"}).value();
//     report.save("report.html");

// The rules file of `allide clash`, in TOML or JSON: which pairs of parts matter, and how close they may come
// (docs/clash.md, "Rules"). A default-constructed value has no rules. Cheap to copy.
class ClashRules {
  public:
    ClashRules();
    // An error names the file and the line.
    static Result<ClashRules> load(const std::filesystem::path& file);
    // The same from memory; `name` stands for the file in errors, and is JSON if it ends in ".json".
    static Result<ClashRules> parse(std::string_view text, std::string_view name);

    // Limits of pairs that have no rule of their own; 0 where the rules do not set them.
    ClashLimits limits() const;

  private:
    friend struct detail::report::Access;
    std::shared_ptr<const detail::report::Rules> rules_;
};

// An earlier report, read back from its JSON. Cheap to copy.
class ClashBaseline {
  public:
    // An error names the file and the line.
    static Result<ClashBaseline> load(const std::filesystem::path& file);
    // The same from memory; `name` stands for the file in errors.
    static Result<ClashBaseline> parse(std::string_view text, std::string_view name);

  private:
    friend struct detail::report::Access;
    std::shared_ptr<const detail::report::Baseline> baseline_;
};

// A part of an assembly. Its number in a report is its place in the list of all parts.
struct AssemblyPart {
    std::string name = {};
    std::string file = {};
    std::string group = {};     // given by the rules; else the file's name, or the object's group in a Scene
    std::string identity = {};  // names the part in other runs, too: keys are made of identities
    std::string node = {};     // the assembly node above the part; siblings have the same; empty: no siblings
    std::uint64_t digest = 0;  // of its triangles
    std::uint64_t triangles = 0;
    double sag = 0;           // largest distance of its triangles from the curved surfaces they approximate
    bool is_testable = true;  // false: its coordinates are not finite
};

// A file, or a part of a file, that could not be read.
struct UnreadableInput {
    std::string place = {};    // "file", or "file: part"
    std::string message = {};  // one line that names the place and the reason
};

struct ClashLoadOptions {
    LoadOptions load = {};
    unsigned threads = 0;  // at most this many; 0: one per core
    // Memory to work in, in bytes: the parts go to a temporary index on disk. Empty: all parts stay in
    // memory.
    std::optional<std::uint64_t> memory_limit = {};
    // Called now and then with the progress, in files or, with a memory limit, in units of the index builder.
    // Returning false stops reading: the remaining files are listed as unreadable.
    std::function<bool(std::uint64_t done, std::uint64_t all)> progress = {};
};

// The parts of an assembly, in memory or in an index; none if default-constructed or moved from. Cheap to
// copy; const is safe from any number of threads.
class ClashScene {
  public:
    // Reads each file once. A single index file is opened, not read as a whole; an index together with other
    // files is an Error. Files that cannot be read are listed in unreadable().
    static Result<ClashScene> load(const std::vector<std::filesystem::path>& files,
                                   const ClashLoadOptions& options = {});
    // The objects of a scene, each a part. The clearances and ignored groups of the scene stay in force; its
    // filter is replaced by the report's rules.
    static ClashScene of(Scene scene);
    // `file` is the name by which the report calls the index; `memory_limit` is for object data, in bytes.
    static Result<ClashScene> of(Index index, const std::string& file,
                                 std::uint64_t memory_limit = std::uint64_t{1} << 28);

    std::span<const AssemblyPart> parts() const;
    std::span<const UnreadableInput> unreadable() const;
    // Messages about requests that could not be met, such as a memory limit; one line each.
    std::span<const std::string> warnings() const;

  private:
    friend struct detail::report::Access;
    std::shared_ptr<detail::report::PartStore> store_;
};

enum class ClashStatus {
    fresh,       // "new": not in the baseline
    persisting,  // in the baseline and found again
    resolved,    // in the baseline and gone
    unchecked,   // in the baseline, but the pair was not tested in this run
    approved,    // marked as approved in the baseline
};
std::string_view name_of(ClashStatus status);

// Squares over which a report counts clashes by place.
struct ClashGrid {
    double size = 0;                              // edge length of a square
    std::size_t first_axis = 0, second_axis = 1;  // 0, 1, 2 for x, y, z
};

// Metres per unit of length, for the names and symbols of common ones such as "mm", "metre" or "in". Empty
// for any other.
std::optional<double> metres_per_unit(std::string_view unit);

// One clash of a report.
struct ReportedClash {
    std::string key = {};                               // the same in every run, see docs/clash.md
    std::string a = {}, b = {};                         // names of the parts
    std::optional<std::uint32_t> a_id = {}, b_id = {};  // part numbers, a_id < b_id; empty: the part is gone
    PairClash clash = {};
    std::string group = {};  // "piping | structure", in ascending order
    ClashStatus status = ClashStatus::fresh;
    std::vector<ClashRegion> regions = {};
    std::optional<std::array<std::int64_t, 2>> square = {};  // of the grid, if there is one

    // Neither approved nor resolved: somebody has to look at it.
    bool is_open() const { return status != ClashStatus::approved && status != ClashStatus::resolved; }
};

// How the candidate pairs were dealt with. Candidates are pairs whose boxes come close enough to clash.
struct ClashCoverage {
    std::size_t tested_pairs = 0;
    std::size_t carried_pairs = 0;   // taken from the baseline, since neither part has changed
    std::size_t untested_pairs = 0;  // not reached, since the work was stopped
};

struct ClashTotals {
    std::array<std::size_t, 5> kinds = {};     // by ClashKind, without resolved clashes
    std::array<std::size_t, 5> statuses = {};  // by ClashStatus
    std::size_t shallow = 0;                   // without resolved clashes
};

struct ClashReportOptions {
    // Limits in place of those of the rules: finite and not negative. Empty: as the rules say, else 0.
    std::optional<double> clearance = {}, touch = {};
    ClashRules rules = {};
    std::optional<ClashBaseline> baseline = {};
    std::string units = {};  // of lengths, only as a label; empty: none is shown
    unsigned threads = 0;    // at most this many; 0: one per core
    // Called now and then with the number of tested pairs; returning false stops the tests, and the report
    // of what was tested is `partial`.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

struct ClashPageOptions {
    std::string title = {};  // empty: the names of the files
    std::string made = {};   // the date, as people write it; empty: now
    // Called now and then with the number of pictures that are done; returning false stops drawing, and the
    // remaining clashes have no picture.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

enum class BcfVersion { v2_1, v3_0 };

struct ClashBcfOptions {
    std::string made = {};  // "2026-01-31T12:00:00Z"; empty: now
    std::string author = "allide";
    // Metres per unit of length, since BCF means metres. Empty: as the report's units say, 1 if they are not
    // a known unit of length.
    std::optional<double> scale = {};
    BcfVersion version = BcfVersion::v2_1;
    std::vector<ClashKind> kinds = {ClashKind::hard, ClashKind::clearance};  // clashes that become topics
    std::optional<std::size_t> limit = {};  // at most this many topics, the worst clashes; empty: all
    // As for pages: the remaining clashes have neither viewpoint nor picture.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

struct ClashSaveOptions {
    ClashPageOptions page = {};
    ClashBcfOptions bcf = {};
};

// All clashes of an assembly: a value that is cheap to make files of, and needs no other.
struct ClashReport {
    std::vector<AssemblyPart> parts = {};
    std::vector<UnreadableInput> unreadable = {};
    std::vector<ReportedClash> clashes = {};  // by (a_id, b_id); those of parts that are gone last, by key
    std::size_t candidate_pairs = 0;
    ClashCoverage coverage = {};
    bool partial = false;  // something could not be read, or the tests were stopped
    bool has_baseline = false;
    double seconds = 0;  // that of() took
    ClashLimits limits = {};
    std::uint64_t rules_digest = 0;  // 0: no rules
    std::string units = {};
    Vec3 up = {0, 0, 1};  // the vertical direction of views
    std::optional<ClashGrid> grid = {};

    // Finds all clashes. An Error if the index cannot be read.
    static Result<ClashReport> of(const ClashScene& scene, const ClashReportOptions& options = {});

    ClashTotals totals() const;
    bool has_open_clashes() const;
    // True if the gap or depth of the clash is smaller than the sag of its two parts together, so that the
    // curved surfaces may not clash.
    bool depends_on_facets(const ReportedClash& clash) const;

    std::string text() const;  // a summary for people
    std::string json() const;  // what ClashBaseline reads
    std::string csv() const;
    // One file for a browser that needs no network. An Error if this library was built without its page.
    Result<std::string> html(const ClashPageOptions& options = {}) const;
    // The BIM Collaboration Format: a zip file with a topic per clash of the chosen kinds, the worst first,
    // each with a viewpoint and a picture where the clash still exists.
    Result<std::string> bcf(const ClashBcfOptions& options = {}) const;

    // Writes .html, .json, .csv, .bcf or .bcfzip as the name's end says; the whole file or nothing. Empty
    // when all went well.
    std::optional<Error> save(const std::filesystem::path& file, const ClashSaveOptions& options = {}) const;
    // True for names that save() accepts.
    static bool can_save(const std::filesystem::path& file);

  private:
    friend struct detail::report::Access;
    std::shared_ptr<const detail::report::PictureScene> pictures_;  // the models that html() and bcf() draw
};

// ---- Pages of motions.

struct PageLabels {
    std::string title = {};  // the heading
    std::string made = {};   // the date, as people write it
    std::string units = {};  // of lengths, only as a label; empty: none is shown
};

// True if this library was built with its HTML pages, which takes Node.js.
bool has_pages();

// A page that shows the moving model at its start, at any time and at its first contact, and the times of
// contact. It needs no network. `report` is the JSON document of the prediction; poses at the times in
// `events`, from 0 to 1, are exact, others are those of the nearest of 240 steps. An Error if this library
// was built without pages.
Result<std::string> motion_page(const Model& moving, const Motion& motion, const Model& standing,
                                const Pose& pose, std::string_view report, std::span<const double> events,
                                const PageLabels& labels);

}  // namespace allide
