// Answers as text and files: JSON documents, HTML pages, and complete clash reports of an assembly.
#pragma once

#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/motion.hpp>
#include <allide/query.hpp>
#include <allide/result.hpp>
#include <allide/robot.hpp>
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

// Internal classes, declared outside of the exported namespace so that a shared library hides their members.
namespace allide::detail::report {
class Rules;
class Baseline;
class PartStore;
class PictureScene;
struct Access;
}  // namespace allide::detail::report

namespace ALLIDE_EXPORT allide {

class Index;  // defined in allide/index.hpp

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
    JsonWriter& value(const Vec3& point);  // writes [x, y, z]
    // Writes the 12 doubles of the pose.
    JsonWriter& value(const Pose& pose);

    // The whole document. Precondition: every object and array has been ended.
    const std::string& text() const;
    // The text written since the last call, for documents too long to hold in memory. The concatenated
    // pieces are the document.
    std::string take_piece();

  private:
    void before_value();
    struct Level {
        char closing;       // the character that ends this object or array: '}' or ']'
        bool empty;         // true if nothing has been written inside yet
        bool awaits_value;  // true if a key has been written, but not its value
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
    // The same from memory; `name` stands for the file in errors, and selects JSON if it ends in ".json".
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
    // The group given by the rules, or else the file's name, or the object's group in a Scene.
    std::string group = {};
    // The name that identifies the part in other runs; the keys of clashes consist of identities.
    std::string identity = {};
    // Identifier of the assembly node above the part, the same for siblings. Empty if there is no such node.
    std::string node = {};
    // A digest of the part's triangles.
    std::uint64_t digest = 0;
    std::uint64_t triangles = 0;
    // The largest distance of the triangles from the curved surfaces that they approximate.
    double sag = 0;
    // The sag as estimated from the angles between neighbouring triangles; a hint, not a bound. Found for
    // parts that clash and have no sag, or for all of them with UnknownSags::estimated.
    double estimated_sag = 0;
    // False if a coordinate is not finite.
    bool is_testable = true;
    // The shortest suffix of the name's path that no other part has; parts with equal names are numbered.
    std::string label = {};
    // Properties that the file gives to the part: storey, class, name, guid and type of an IFC element.
    std::vector<PartAttribute> attributes = {};

    // The value of an attribute; empty if there is none of that name.
    std::string_view attribute(std::string_view name) const;
};

// A file, or a part of a file, that could not be read.
struct UnreadableInput {
    // The place, as "file" or "file: part".
    std::string place = {};
    // One line that names the place and the reason.
    std::string message = {};
};

// Options of ClashScene::load.
struct ClashLoadOptions {
    // Options of the readers.
    LoadOptions load = {};
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // The limit of working memory, in bytes; the parts are then stored in a temporary index on disk. Empty,
    // the default: all parts stay in memory.
    std::optional<std::uint64_t> memory_limit = {};
    // If set, called repeatedly with the progress, in files or, with a memory limit, in units of the index
    // builder. Returning false stops reading: the remaining files are listed as unreadable.
    std::function<bool(std::uint64_t done, std::uint64_t all)> progress = {};
};

// The parts of an assembly, in memory or in an index; none if default-constructed or moved from. Cheap to
// copy; const members are safe from any number of threads.
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

// The status of a clash, compared with the baseline.
enum class ClashStatus {
    // Named "new": the clash is not in the baseline.
    fresh,
    // The clash is in the baseline and was found again.
    persisting,
    // The clash is in the baseline, but no longer exists.
    resolved,
    // The clash is in the baseline, but its pair was not tested in this run.
    unchecked,
    // The clash is marked as approved in the baseline.
    approved,
};
std::string_view name_of(ClashStatus status);

// A grid of squares by which a report groups clashes.
struct ClashGrid {
    // The edge length of a square.
    double size = 0;
    // The two axes of the grid; 0, 1, 2 mean x, y, z.
    std::size_t first_axis = 0, second_axis = 1;
};

// The length of a unit in metres, given its name or symbol, such as "mm", "metre" or "in". Empty for an
// unknown unit.
std::optional<double> metres_per_unit(std::string_view unit);

// One clash of a report.
struct ReportedClash {
    // A key that is the same in every run, see docs/clash.md.
    std::string key = {};
    // The names of the two parts.
    std::string a = {}, b = {};
    // The numbers of the two parts, a_id < b_id. Empty if the part no longer exists.
    std::optional<std::uint32_t> a_id = {}, b_id = {};
    PairClash clash = {};
    // The groups of the two parts in ascending order, such as "piping | structure".
    std::string group = {};
    ClashStatus status = ClashStatus::fresh;
    std::vector<ClashRegion> regions = {};
    // The grid square that contains PairClash::point; empty if there is no grid.
    std::optional<std::array<std::int64_t, 2>> square = {};

    // True if the clash is neither approved nor resolved, so that somebody has to look at it.
    bool is_open() const { return status != ClashStatus::approved && status != ClashStatus::resolved; }
};

// How many candidate pairs were tested. Candidates are pairs whose boxes are close enough for a clash.
struct ClashCoverage {
    std::size_t tested_pairs = 0;
    // The number of pairs whose result was taken from the baseline, since neither part has changed.
    std::size_t carried_pairs = 0;
    // The number of pairs that were not tested because the work was stopped.
    std::size_t untested_pairs = 0;
};

// Counts over all clashes of a report.
struct ClashTotals {
    // The number of clashes of each ClashKind, without resolved ones.
    std::array<std::size_t, 5> kinds = {};
    // The number of clashes of each ClashStatus.
    std::array<std::size_t, 5> statuses = {};
    // The number of shallow clashes, without resolved ones.
    std::size_t shallow = 0;
};

// The clashes that a report contains. Clashes of the baseline that the filter leaves out stay in the report
// as `unchecked`.
struct ClashFilter {
    // Patterns of groups, part names, or storeys, classes and types of IFC elements; * stands for any
    // characters, ? for one.
    struct Between {
        std::string one = {}, other = {};
    };
    // Pairs of parts to test: one part matches `one`, the other one `other`. Empty, the default: all pairs.
    std::vector<Between> between = {};
    // Kinds of clashes; empty, the default: all.
    std::vector<ClashKind> kinds = {};
    // Leaves out clashes whose depth or volume is certainly smaller than this, and clashes without a depth or
    // volume. 0, the default: no limit. Finite and not negative.
    double min_depth = 0, min_volume = 0;
};

// The sag that is assumed for parts whose files state none, when a clash is classified as hard or touch.
enum class UnknownSags {
    zero,
    // The estimate from the angles between neighbouring triangles, AssemblyPart::estimated_sag.
    estimated,
};

// Options of ClashReport::of.
struct ClashReportOptions {
    // Limits that replace those of the rules: lengths, finite and not negative. Empty, the default: the
    // limits of the rules, or 0 without rules.
    std::optional<double> clearance = {}, touch = {};
    // The largest width of the bounds of depths, relative to the upper one, from 1e-3 to 0.5; see
    // ClashLimits.
    double depth_error = 0.1;
    UnknownSags unknown_sags = UnknownSags::zero;
    // The rules; none by default.
    ClashRules rules = {};
    // The report of an earlier run to compare with; none by default.
    std::optional<ClashBaseline> baseline = {};
    // The clashes to report; by default all.
    ClashFilter filter = {};
    // The unit of lengths, used only as a label. If empty, the default, it is the unit that the files state,
    // if any; files that state different units are an Error.
    std::string units = {};
    // The vertical direction of views and of the grid, not zero. Empty, the default: the direction that the
    // files state, or z.
    std::optional<Vec3> up = {};
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // If set, called repeatedly with the number of tested pairs. Returning false stops the tests; the report
    // is then `partial`.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

// Options of ClashReport::html.
struct ClashPageOptions {
    // The heading. If empty, the names of the files.
    std::string title = {};
    // The date in readable form. If empty, the current date.
    std::string made = {};
    // If set, called repeatedly with the number of finished pictures. Returning false stops drawing; the
    // remaining clashes then have no picture.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

// The version of the BIM Collaboration Format.
enum class BcfVersion { v2_1, v3_0 };

// Options of ClashReport::bcf.
struct ClashBcfOptions {
    // The date and time in the form "2026-01-31T12:00:00Z". If empty, the current time.
    std::string made = {};
    // The author of the topics; "allide" by default.
    std::string author = "allide";
    // Metres per unit of length, since BCF uses metres. Empty, the default: that of the report's units, or 1
    // if they are not a known unit of length.
    std::optional<double> scale = {};
    // The version of the format; 2.1 by default.
    BcfVersion version = BcfVersion::v2_1;
    // The kinds of clashes that become topics; hard clashes and clearances by default.
    std::vector<ClashKind> kinds = {ClashKind::hard, ClashKind::clearance};
    // The maximum number of topics; the worst clashes are kept. Empty, the default: no limit.
    std::optional<std::size_t> limit = {};
    // As ClashPageOptions::progress; after a stop, the remaining clashes have neither viewpoint nor picture.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

// Options of ClashReport::save.
struct ClashSaveOptions {
    ClashPageOptions page = {};
    ClashBcfOptions bcf = {};
};

// All clashes of an assembly: a self-contained value from which reports in all formats are written.
struct ClashReport {
    std::vector<AssemblyPart> parts = {};
    std::vector<UnreadableInput> unreadable = {};
    // Elements of the files that have no geometry, and so are not parts.
    std::vector<UnreadableInput> without_geometry = {};
    // The clashes by (a_id, b_id). Those of parts that no longer exist come last, sorted by key.
    std::vector<ReportedClash> clashes = {};
    std::size_t candidate_pairs = 0;
    ClashCoverage coverage = {};
    // True if something could not be read, or if the tests were stopped.
    bool partial = false;
    bool has_baseline = false;
    // The duration of of(), in seconds.
    double seconds = 0;
    ClashLimits limits = {};
    // The sag that was assumed for parts whose files state none, when clashes were classified as hard or
    // touch.
    UnknownSags unknown_sags = UnknownSags::zero;
    // A digest of the rules; 0 if there are none.
    std::uint64_t rules_digest = 0;
    std::string units = {};
    // The vertical direction of views.
    Vec3 up = {0, 0, 1};
    // When of() was called, as in "2026-01-31T12:00:00Z".
    std::string date = {};
    // The filter of the run in words; empty if it left nothing out.
    std::string filter = {};
    // Messages about settings without effect, such as a pattern that matches nothing; one line each.
    std::vector<std::string> warnings = {};
    std::optional<ClashGrid> grid = {};

    // Finds all clashes. An Error if the index cannot be read.
    static Result<ClashReport> of(const ClashScene& scene, const ClashReportOptions& options = {});

    ClashTotals totals() const;
    bool has_open_clashes() const;
    // The indices of all clashes in `clashes`, the worst first: duplicate, contained and hard ones, then
    // clearances, then touches; among these the larger LocalDepth::lower first, then the larger volume, then
    // the smaller distance. text(), html() and bcf() use this order.
    std::vector<std::size_t> worst_first() const;
    // Short names of the parts of a clash of this report: AssemblyPart::label, or the name of a part that no
    // longer exists.
    const std::string& label_a(const ReportedClash& clash) const;
    const std::string& label_b(const ReportedClash& clash) const;
    // True if the gap or depth of the clash is smaller than the sag of its two parts together, so that the
    // curved surfaces may not clash.
    bool depends_on_facets(const ReportedClash& clash) const;

    // A summary for people.
    std::string text() const;
    // The document that ClashBaseline reads.
    std::string json() const;
    std::string csv() const;
    // A page for the browser, in one file that needs no network. An Error if this library was built without
    // pages.
    Result<std::string> html(const ClashPageOptions& options = {}) const;
    // The BIM Collaboration Format: a zip file with a topic per clash of the chosen kinds, the worst first,
    // each with a viewpoint and a picture where the clash still exists.
    Result<std::string> bcf(const ClashBcfOptions& options = {}) const;

    // Writes .html, .json, .csv, .bcf or .bcfzip, chosen by the file extension; either the whole file or
    // nothing. Returns an Error on failure, otherwise nothing.
    std::optional<Error> save(const std::filesystem::path& file, const ClashSaveOptions& options = {}) const;
    // True for names that save() accepts.
    static bool can_save(const std::filesystem::path& file);

  private:
    friend struct detail::report::Access;
    std::shared_ptr<const detail::report::PictureScene> pictures_;  // the models that html() and bcf() draw
};

// ---- Pages of motions.

// Texts of a page.
struct PageLabels {
    // The heading.
    std::string title = {};
    // The date in readable form.
    std::string made = {};
    // The unit of lengths, used only as a label. If empty, no unit is shown.
    std::string units = {};
};

// True if this library was built with its HTML pages, which requires Node.js at build time.
bool has_pages();

// A page that shows the moving model at its start, at any time and at its first contact, and the times of
// contact. It needs no network. `report` is the JSON document of the prediction; poses at the times in
// `events`, from 0 to 1, are exact, others are those of the nearest of 240 steps. An Error if this library
// was built without pages.
Result<std::string> motion_page(const Model& moving, const Motion& motion, const Model& obstacle,
                                const Pose& pose, std::string_view report, std::span<const double> events,
                                const PageLabels& labels);

// A page that plays a robot along a path in joint space, with the closest pair of each moment, the times of
// contact and the steps of the proof. `check` is the answer of check_trajectory() with TrajectoryDetail::all
// and Steps::listed. `report` is the JSON document of the answer. Links are drawn with their collision
// shapes. An Error if this library was built without pages.
Result<std::string> trajectory_page(const RobotWorld& world, const JointPath& path,
                                    const TrajectoryCheck& check, std::string_view report,
                                    const PageLabels& labels);

}  // namespace allide
