#include "io/program/parcel.hpp"

#include "io/file/failure.hpp"

#include <cstring>
#include <type_traits>

namespace allide::io {
namespace {

constexpr std::string_view parcel_mark = "allide " ALLIDE_VERSION " parcel", parcel_end = "end of parcel";

class ParcelWriter {
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
    void put_text(std::string_view text) { put_all(std::span(text)); }
    void put_place(const std::optional<std::uint64_t>& place) {
        put(place.has_value());
        put(place.value_or(0));
    }
    std::string take() && { return std::move(bytes_); }

  private:
    std::string bytes_;
};

class ParcelReader {
  public:
    explicit ParcelReader(std::string_view bytes) : rest_(bytes) {}

    template <typename T>
    T get() {
        T value;
        std::memcpy(&value, next(sizeof(T)).data(), sizeof(T));
        return value;
    }
    std::uint64_t get_count(std::size_t smallest_item) {
        const auto count = get<std::uint64_t>();
        if (count > rest_.size() / smallest_item) fail_broken();
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
        if (byte > 1) fail_broken();
        return byte == 1;
    }
    std::string get_text() { return std::string(next(get_count(1))); }
    std::optional<std::uint64_t> get_place() {
        const bool there = get_flag();
        const auto place = get<std::uint64_t>();
        return there ? std::optional(place) : std::nullopt;
    }
    [[noreturn]] static void fail_broken() { fail({.message = "what its reader sent is not whole"}); }

  private:
    std::string_view next(std::size_t size) {
        if (size > rest_.size()) fail_broken();
        const std::string_view piece = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return piece;
    }
    std::string_view rest_;
};

void put_traits(ParcelWriter& out, const PartTraits& traits) {
    out.put(traits.sag);
    out.put(traits.colour.has_value());
    out.put(traits.colour.value_or(Colour{}));
}

PartTraits get_traits(ParcelReader& in) {
    PartTraits traits{.sag = in.get<double>()};
    const bool coloured = in.get_flag();
    const auto colour = in.get<Colour>();
    if (coloured) traits.colour = colour;
    return traits;
}

void put_error(ParcelWriter& out, const Error& error) {
    out.put(error.code);
    out.put_text(error.message);
    out.put_place(error.line);
}

Error get_error(ParcelReader& in, const std::string& file) {
    Error error{.code = in.get<ErrorCode>(), .message = in.get_text(), .file = file};
    error.line = in.get_place();
    return error;
}

void put_mesh(ParcelWriter& out, const Mesh& mesh) {
    out.put_text(mesh.part_names().empty() ? std::string_view() : mesh.part_names()[0]);
    put_traits(out, mesh.part_names().empty() ? PartTraits{} : mesh.part_traits(0));
    out.put_all(mesh.vertices());
    out.put_all(mesh.triangles());
    out.put_all(mesh.coloured_triangles());
}

Mesh get_mesh(ParcelReader& in, const std::string& file) {
    MeshData data{.source = file};
    data.part_names.push_back(in.get_text());
    data.part_traits.push_back(get_traits(in));
    data.vertices = in.get_all<Vec3>();
    data.triangles = in.get_all<TriangleIndices>();
    data.coloured = in.get_all<ColouredTriangles>();
    auto mesh = Mesh::from(std::move(data));
    if (!mesh) ParcelReader::fail_broken();
    return *std::move(mesh);
}

void put_instance(ParcelWriter& out, const Instance& instance) {
    out.put_text(instance.name);
    out.put(instance.mesh);
    out.put(instance.matrix);
    put_traits(out, instance.traits);
}

// Triangles are numbered here, so that no number needs to be believed.
Instance get_instance(ParcelReader& in, const Assembly& assembly) {
    Instance instance{.name = in.get_text(), .mesh = in.get<std::uint32_t>()};
    if (instance.mesh >= assembly.meshes.size()) ParcelReader::fail_broken();
    instance.matrix = in.get<std::array<double, 12>>();
    instance.traits = get_traits(in);
    if (!assembly.instances.empty()) {
        const Instance& last = assembly.instances.back();
        instance.first_triangle = last.first_triangle + assembly.meshes[last.mesh].triangles().size();
    }
    return instance;
}

void put_note(ParcelWriter& out, const Note& note) {
    out.put_text(note.message);
    out.put_place(note.line);
    out.put_place(note.triangle);
}

Note get_note(ParcelReader& in) {
    Note note{.message = in.get_text()};
    note.line = in.get_place();
    note.triangle = in.get_place();
    return note;
}

Assembly get_assembly(ParcelReader& in, const std::string& file) {
    Assembly assembly{.source = file};
    for (auto count = in.get_count(1); count > 0; --count) assembly.meshes.push_back(get_mesh(in, file));
    for (auto count = in.get_count(1); count > 0; --count)
        assembly.instances.push_back(get_instance(in, assembly));
    for (auto count = in.get_count(1); count > 0; --count) assembly.notes.push_back(get_note(in));
    return assembly;
}

}  // namespace

std::string packed(const Result<Assembly>& result) {
    ParcelWriter out;
    out.put_text(parcel_mark);
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
    }
    out.put_text(parcel_end);
    return std::move(out).take();
}

Result<Assembly> unpacked(std::string_view bytes, const std::string& file) {
    ParcelReader in(bytes);
    if (in.get_text() != parcel_mark)
        fail({.code = ErrorCode::unknown_format, .message = "its reader program belongs to another version"});
    if (!in.get_flag()) return get_error(in, file);
    Assembly assembly = get_assembly(in, file);
    if (in.get_text() != parcel_end) ParcelReader::fail_broken();
    return assembly;
}

}  // namespace allide::io
