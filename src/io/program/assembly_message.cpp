#include "io/program/assembly_message.hpp"

#include "io/file/failure.hpp"

#include <cstring>
#include <type_traits>

namespace allide::io {
namespace {

constexpr std::string_view message_start = "allide " ALLIDE_VERSION " assembly",
                           message_end = "end of assembly";

class MessageWriter {
  public:
    template <typename T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    template <typename T>
    void put_all(std::span<const T> items) {
        static_assert(std::is_trivially_copyable_v<T>);
        put(std::uint64_t{items.size()});
        bytes_.append(reinterpret_cast<const char*>(items.data()), items.size_bytes());
    }
    void put_text(std::string_view text) { put_all(std::span<const char>(text.data(), text.size())); }
    void put_optional(const std::optional<std::uint64_t>& number) {
        put(number.has_value());
        put(number.value_or(0));
    }
    std::string take() && { return std::move(bytes_); }

  private:
    std::string bytes_;
};

class MessageReader {
  public:
    explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

    template <typename T>
    T get() {
        T value;
        std::memcpy(&value, next(sizeof(T)).data(), sizeof(T));
        return value;
    }
    // Reads a count of items of at least `smallest_item` bytes each. Fails if the rest is too short for them.
    std::uint64_t get_count(std::size_t smallest_item) {
        const auto count = get<std::uint64_t>();
        if (count > rest_.size() / smallest_item) fail_damaged();
        return count;
    }
    template <typename T>
    std::vector<T> get_all() {
        std::vector<T> items(get_count(sizeof(T)));
        const std::string_view bytes = next(items.size() * sizeof(T));
        if (!items.empty()) std::memcpy(items.data(), bytes.data(), bytes.size());
        return items;
    }
    bool get_flag() {
        const auto byte = get<unsigned char>();
        if (byte > 1) fail_damaged();
        return byte == 1;
    }
    std::string get_text() { return std::string(next(get_count(1))); }
    std::optional<std::uint64_t> get_optional() {
        const bool there = get_flag();
        const auto number = get<std::uint64_t>();
        return there ? std::optional(number) : std::nullopt;
    }
    [[noreturn]] static void fail_damaged() {
        fail({.message = "the answer of its reader program is incomplete or damaged"});
    }

  private:
    std::string_view next(std::size_t size) {
        if (size > rest_.size()) fail_damaged();
        const std::string_view piece = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return piece;
    }
    std::string_view rest_;
};

void put_traits(MessageWriter& out, const PartTraits& traits) {
    out.put(traits.sag);
    out.put(traits.colour.has_value());
    out.put(traits.colour.value_or(Colour{}));
}

PartTraits get_traits(MessageReader& in) {
    PartTraits traits{.sag = in.get<double>()};
    const bool coloured = in.get_flag();
    const auto colour = in.get<Colour>();
    if (coloured) traits.colour = colour;
    return traits;
}

void put_error(MessageWriter& out, const Error& error) {
    out.put(error.code);
    out.put_text(error.message);
    out.put_optional(error.line);
}

Error get_error(MessageReader& in, const std::string& file) {
    Error error{.code = in.get<ErrorCode>(), .message = in.get_text(), .file = file};
    error.line = in.get_optional();
    return error;
}

void put_mesh(MessageWriter& out, const Mesh& mesh) {
    out.put_text(mesh.part_names().empty() ? std::string_view() : mesh.part_names()[0]);
    put_traits(out, mesh.part_names().empty() ? PartTraits{} : mesh.part_traits(0));
    out.put_all(mesh.vertices());
    out.put_all(mesh.triangles());
    out.put_all(mesh.coloured_triangles());
}

Mesh get_mesh(MessageReader& in, const std::string& file) {
    MeshData data{.source = file};
    data.part_names.push_back(in.get_text());
    data.part_traits.push_back(get_traits(in));
    data.vertices = in.get_all<Vec3>();
    data.triangles = in.get_all<TriangleIndices>();
    data.coloured = in.get_all<ColouredTriangles>();
    auto mesh = Mesh::from(std::move(data));
    if (!mesh) MessageReader::fail_damaged();
    return *std::move(mesh);
}

void put_instance(MessageWriter& out, const Instance& instance) {
    out.put_text(instance.name);
    out.put(instance.mesh);
    out.put(instance.matrix);
    put_traits(out, instance.traits);
    out.put_optional(instance.parent);
    out.put(std::uint64_t{instance.attributes.size()});
    for (const PartAttribute& attribute : instance.attributes) {
        out.put_text(attribute.name);
        out.put_text(attribute.value);
    }
}

// Triangle numbers are computed, not read, so that a damaged message cannot give wrong ones.
Instance get_instance(MessageReader& in, const Assembly& assembly) {
    Instance instance{.name = in.get_text(), .mesh = in.get<std::uint32_t>()};
    if (instance.mesh >= assembly.meshes.size()) MessageReader::fail_damaged();
    instance.matrix = in.get<std::array<double, 12>>();
    instance.traits = get_traits(in);
    if (const auto parent = in.get_optional()) instance.parent = static_cast<std::uint32_t>(*parent);
    for (auto count = in.get_count(1); count > 0; --count) {
        PartAttribute attribute{.name = in.get_text()};
        attribute.value = in.get_text();
        instance.attributes.push_back(std::move(attribute));
    }
    if (!assembly.instances.empty()) {
        const Instance& last = assembly.instances.back();
        instance.first_triangle = last.first_triangle + assembly.meshes[last.mesh].triangles().size();
    }
    return instance;
}

void put_note(MessageWriter& out, const Note& note) {
    out.put_text(note.message);
    out.put_optional(note.line);
    out.put_optional(note.triangle);
}

void put_missing(MessageWriter& out, const MissingPart& part) {
    out.put_text(part.name);
    out.put_text(part.message);
    out.put(part.has_failed);
}

MissingPart get_missing(MessageReader& in) {
    MissingPart part{.name = in.get_text()};
    part.message = in.get_text();
    part.has_failed = in.get_flag();
    return part;
}

Note get_note(MessageReader& in) {
    Note note{.message = in.get_text()};
    note.line = in.get_optional();
    note.triangle = in.get_optional();
    return note;
}

// The vertical direction as the name of an axis; empty if it is unknown.
std::string_view axis_name(const std::optional<Vec3>& up) {
    if (up == Vec3{0, 1, 0}) return "y";
    return up == Vec3{0, 0, 1} ? "z" : "";
}
std::optional<Vec3> get_up(MessageReader& in) {
    const std::string name = in.get_text();
    if (name == "y") return Vec3{0, 1, 0};
    return name == "z" ? std::optional(Vec3{0, 0, 1}) : std::nullopt;
}

Assembly get_assembly(MessageReader& in, const std::string& file) {
    Assembly assembly{.source = file};
    for (auto count = in.get_count(1); count > 0; --count) assembly.meshes.push_back(get_mesh(in, file));
    for (auto count = in.get_count(1); count > 0; --count)
        assembly.instances.push_back(get_instance(in, assembly));
    for (auto count = in.get_count(1); count > 0; --count) assembly.notes.push_back(get_note(in));
    for (auto count = in.get_count(1); count > 0; --count) assembly.missing.push_back(get_missing(in));
    assembly.unit = in.get_text();
    assembly.up = get_up(in);
    return assembly;
}

}  // namespace

std::string encoded(const Result<Assembly>& result) {
    MessageWriter out;
    out.put_text(message_start);
    out.put(result.has_value());
    if (!result) {
        put_error(out, result.error());
    } else {
        out.put(std::uint64_t{result->meshes.size()});
        for (const Mesh& mesh : result->meshes) put_mesh(out, mesh);
        out.put(std::uint64_t{result->instances.size()});
        for (const Instance& instance : result->instances) put_instance(out, instance);
        out.put(std::uint64_t{result->notes.size()});
        for (const Note& note : result->notes) put_note(out, note);
        out.put(std::uint64_t{result->missing.size()});
        for (const MissingPart& part : result->missing) put_missing(out, part);
        out.put_text(result->unit);
        out.put_text(axis_name(result->up));
    }
    out.put_text(message_end);
    return std::move(out).take();
}

Result<Assembly> decoded(std::string_view bytes, const std::string& file) {
    MessageReader in(bytes);
    if (in.get_text() != message_start)
        fail({.code = ErrorCode::unknown_format,
              .message = "its reader program belongs to another version of allide"});
    if (!in.get_flag()) return get_error(in, file);
    Assembly assembly = get_assembly(in, file);
    if (in.get_text() != message_end) MessageReader::fail_damaged();
    return assembly;
}

}  // namespace allide::io
