#include "arguments.hpp"
#include "index_info.hpp"
#include "output.hpp"
#include "program.hpp"
#include "reading.hpp"
#include "shapes.hpp"

#include <allide/index.hpp>
#include <allide/io.hpp>
#include <allide/mesh.hpp>
#include <allide/report.hpp>

#include <functional>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct InfoRequest {
    std::vector<std::string> files;
    ReadingRequest reading;
    bool json = false;
};

// Describes one file. If it has at most few_parts parts, only their descriptions are kept. Otherwise the file
// stays open and its parts are described when printed, since all descriptions would take too much memory.
class FileInfo {
  public:
    // An index is described by its first page; its parts are read only if `every_part` is set.
    FileInfo(const std::string& file, const LoadOptions& options, bool every_part) : file_(file) {
        if (is_shape_file(file)) {
            shape_ = describe_shape(file);
            return;
        }
        if (!Index::recognises(file)) {
            read_parts(value_or_refuse(inspect_file(file, options), file));
            return;
        }
        scene_.emplace(value_or_refuse(Index::open(file), file));
        index_ = scene_->info();
        if (every_part) read_parts_of_index();
    }

    const std::string& file() const { return file_; }
    const std::optional<IndexInfo>& index() const { return index_; }  // empty for a mesh
    const std::optional<ShapeInfo>& shape() const { return shape_; }  // only for .json and .bt
    std::uint64_t triangles() const { return triangles_; }
    std::uint64_t parts() const { return parts_; }
    const std::vector<Note>& notes() const { return notes_; }
    void for_each_part(const std::function<void(const PartInfo&)>& visit) const {
        if (contents_) return contents_->for_each_part(visit);
        if (index_ && known_.empty()) return for_each_object(visit);
        for (const PartInfo& part : known_) visit(part);
    }

  private:
    // Reads all parts, or verifies the index if it has many, so that damage is reported before any output.
    void read_parts_of_index() {
        if (index_->objects > few_parts)
            value_or_refuse(Index::verify(file_), file_);
        else
            for_each_object([this](const PartInfo& part) { known_.push_back(part); });
    }
    void for_each_object(const std::function<void(const PartInfo&)>& visit) const {
        for (std::uint32_t id = 0; id < index_->objects; ++id)
            inspect(value_or_refuse(model_of(*scene_, id), file_).mesh(), visit);
    }
    void read_parts(FileInspection&& contents) {
        triangles_ = contents.triangles();
        parts_ = contents.parts();
        notes_.assign(contents.notes().begin(), contents.notes().end());
        if (parts_ > few_parts) {
            contents_ = std::move(contents);
            return;
        }
        contents.for_each_part([this](const PartInfo& part) { known_.push_back(part); });
    }

    static constexpr std::uint64_t few_parts = 4096;
    std::string file_;
    std::optional<Index> scene_;
    std::optional<IndexInfo> index_;
    std::optional<ShapeInfo> shape_;
    std::optional<FileInspection> contents_;
    std::uint64_t triangles_ = 0, parts_ = 0;
    std::vector<PartInfo> known_;
    std::vector<Note> notes_;
};

void write_bounds(JsonWriter& json, const std::optional<Box>& bounds) {
    json.key("bounds");
    if (bounds)
        json.begin_array().value(bounds->lo).value(bounds->hi).end_array();
    else
        json.null();
}

void write_colour(JsonWriter& json, const Colour& colour) {
    json.value(Vec3{colour.red, colour.green, colour.blue});
}

void write_traits(JsonWriter& json, const PartTraits& traits) {
    json.key("sag").value(traits.sag);
    json.key("colour");
    if (!traits.colour) {
        json.null();
        return;
    }
    write_colour(json, *traits.colour);
}

void write_coloured(JsonWriter& json, const std::vector<ColouredTriangles>& coloured) {
    json.key("face_colours").begin_array();
    for (const auto& [first, count, colour] : coloured) {
        json.begin_object().key("first").value(std::uint64_t{first}).key("triangles");
        json.value(std::uint64_t{count}).key("colour");
        write_colour(json, colour);
        json.end_object();
    }
    json.end_array();
}

void write_part(JsonWriter& json, const PartInfo& part) {
    json.begin_object();
    json.key("name").value(part.name);
    json.key("vertices").value(part.vertices);
    json.key("triangles").value(part.triangles);
    write_bounds(json, part.bounds);
    json.key("degenerate").value(part.degenerate);
    json.key("duplicate").value(part.duplicate);
    json.key("nonfinite").value(part.nonfinite);
    json.key("open_edges").value(part.open_edges);
    json.key("nonmanifold_edges").value(part.nonmanifold_edges);
    json.key("closed").value(part.closed);
    write_traits(json, part.traits);
    write_coloured(json, part.coloured);
    json.end_object();
}

void write_place(JsonWriter& json, std::string_view key, const std::optional<std::uint64_t>& place) {
    json.key(key);
    if (place)
        json.value(*place);
    else
        json.null();
}

void write_note(JsonWriter& json, const Note& note) {
    json.begin_object();
    json.key("message").value(note.message);
    write_place(json, "line", note.line);
    write_place(json, "triangle", note.triangle);
    json.end_object();
}

void print_file(JsonWriter& json, const FileInfo& info) {
    json.begin_object();
    if (info.shape()) {
        json.key("file").value(info.file());
        json.key("kind").value(info.shape()->kind);
        json.key("solid").value(info.shape()->solid);
        json.key("elements").value(info.shape()->elements);
        write_bounds(json, info.shape()->bounds);
        json.end_object();
        return;
    }
    if (info.index()) {
        write_index_info(json, info.file(), *info.index());
    } else {
        json.key("file").value(info.file());
        json.key("triangles").value(info.triangles());
    }
    json.key("parts").begin_array();
    info.for_each_part([&json](const PartInfo& part) {
        write_part(json, part);
        print(json.take_piece());
    });
    json.end_array();
    json.key("notes").begin_array();
    for (const Note& note : info.notes()) write_note(json, note);
    json.end_array();
    json.end_object();
}

void print_json(const std::vector<FileInfo>& files) {
    JsonWriter json;
    json.begin_object().key("files").begin_array();
    for (const FileInfo& file : files) print_file(json, file);
    json.end_array().end_object();
    print(json.take_piece() + '\n');
}

std::string counted(std::uint64_t count, std::string_view thing, std::string_view things) {
    return fmt::format("{} {}", count, count == 1 ? thing : things);
}

// "closed" or "not closed", then the number of each kind of defect.
std::string state_of(const PartInfo& part) {
    std::string text = part.closed ? "closed" : "not closed";
    const auto add = [&text](std::uint64_t count, std::string_view thing, std::string_view things) {
        if (count > 0) text += ", " + counted(count, thing, things);
    };
    add(part.open_edges, "open edge", "open edges");
    add(part.nonmanifold_edges, "non-manifold edge", "non-manifold edges");
    add(part.degenerate, "degenerate triangle", "degenerate triangles");
    add(part.duplicate, "duplicate triangle", "duplicate triangles");
    add(part.nonfinite, "non-finite position", "non-finite positions");
    if (part.traits.sag > 0) text += fmt::format(", within {:.3g} of curved surfaces", part.traits.sag);
    return text;
}

std::string bounds_of(const std::optional<Box>& bounds) {
    if (!bounds) return "no finite position";
    const auto& [lo, hi] = *bounds;
    return fmt::format("({:.9g}, {:.9g}, {:.9g}) to ({:.9g}, {:.9g}, {:.9g})", lo.x, lo.y, lo.z, hi.x, hi.y,
                       hi.z);
}

std::string text_of(const Note& note) {
    std::string text = "  note: " + note.message;
    if (note.line) text += fmt::format(" (line {})", *note.line);
    if (note.triangle) text += fmt::format(" (triangle {})", *note.triangle);
    return text + '\n';
}

std::string text_of(const PartInfo& part) {
    return fmt::format(
        "  {}: {}, {}, {}\n    {}\n", part.name, counted(part.triangles, "triangle", "triangles"),
        counted(part.vertices, "position", "positions"), bounds_of(part.bounds), state_of(part));
}

void print_text(const FileInfo& info) {
    if (const auto& shape = info.shape())
        return print(fmt::format("{}: {}, {}, {}\n  {}\n", info.file(), shape->kind,
                                 shape->solid ? "solid" : "surface",
                                 counted(shape->elements, "element", "elements"), bounds_of(shape->bounds)));
    if (info.index()) return print(index_text(info.file(), *info.index()));
    print(fmt::format("{}: {} in {}\n", info.file(), counted(info.triangles(), "triangle", "triangles"),
                      counted(info.parts(), "part", "parts")));
    info.for_each_part([](const PartInfo& part) { print(text_of(part)); });
    for (const Note& note : info.notes()) print(text_of(note));
}

// Reads all files before the first output, so that a bad file leaves standard output empty.
int describe_files(const InfoRequest& request) {
    const LoadOptions options = load_options(request.reading);
    std::vector<FileInfo> files;
    for (const std::string& file : request.files) files.emplace_back(file, options, request.json);
    if (request.json)
        print_json(files);
    else
        for (const FileInfo& file : files) print_text(file);
    return done;
}

}  // namespace

void add_info(CLI::App& program, Job& job) {
    const auto request = std::make_shared<InfoRequest>();
    CLI::App& verb =
        *program.add_subcommand("info", "Describe the parts of mesh files and count their defects");
    verb.add_option("FILE", request->files, "Meshes, in any format that allide reads, shapes, and indices")
        ->required()
        ->type_name("");
    add_reading_options(verb, request->reading);
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "For each part: positions, triangles, bounds; degenerate and duplicate triangles, non-finite "
        "positions, open and non-manifold edges; and notes of the reader. Files are not changed.\n"
        "For an index: levels, inner nodes, leaves, mean depth of its SplitTrees, bytes.\n"
        "For a shape (.json or .bt): its kind, its elements and its bounds, null where it is infinite.\n"
        "Exit code 0: answered, also if defects were found.\n"
        "Example: allide info bolt.stl plate.obj --json");
    verb.callback([request, &job] { job = [request] { return describe_files(*request); }; });
}

}  // namespace allide::cli
