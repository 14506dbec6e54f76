#include "io/formats/saved_model.hpp"

#include "io/formats/checksum.hpp"
#include "mesh/array_checks.hpp"
#include "mesh/mesh_data.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace allide::io {
namespace {

constexpr std::string_view magic{"allide model\n\x1a\n\0", 16};
constexpr std::uint32_t file_version = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::size_t block = std::size_t{1} << 16;

// The header of a file. It is followed by the arrays, by a checksum for each block of the bytes up to there,
// and by a checksum of these checksums.
struct SavedHeader {
    std::array<char, 16> magic{};
    std::uint32_t version = 0, order = 0;
    std::uint64_t file_size = 0, checksums_at = 0;
    std::array<std::uint64_t, saved_arrays> begin{}, size{};
    std::uint64_t checksum = 0;  // checksum of the preceding bytes of the header
};
static_assert(sizeof(SavedHeader) == 16 + 8 + 16 + 2 * 8 * saved_arrays + 8);

constexpr std::array<std::string_view, saved_arrays> array_names{
    "vertices", "triangles", "part numbers", "colours", "texts",
    "nodes",    "corners",   "order",        "boxes",   "facts"};

[[noreturn]] void damaged(std::uint64_t byte, std::string message) {
    fail({.code = ErrorCode::bad_syntax, .message = std::move(message), .byte = byte});
}

template <typename Number>
Number number_at(std::string_view bytes, std::size_t at) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

template <typename Item>
std::string bytes_of_items(std::span<const Item> items) {
    return {reinterpret_cast<const char*>(items.data()), items.size_bytes()};
}

class TextWriter {
  public:
    template <typename Number>
    void put(Number number) {
        out_.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    void put_text(std::string_view text) {
        put(std::uint64_t{text.size()});
        out_ += text;
    }
    std::string take() && { return std::move(out_); }

  private:
    std::string out_;
};

class TextReader {
  public:
    explicit TextReader(SavedModelFile& file) : file_(file), rest_(file.bytes_of(SavedArray::text)) {}

    template <typename Number>
    Number take() {
        if (rest_.size() < sizeof(Number)) too_short();
        const Number number = number_at<Number>(rest_, 0);
        rest_.remove_prefix(sizeof(Number));
        return number;
    }
    std::string take_text() {
        const auto size = take<std::uint64_t>();
        if (size > rest_.size()) too_short();
        std::string text(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return text;
    }
    // Reads the number of entries that follow, each of at least `least` bytes. Throws if the rest of the data
    // cannot contain so many.
    std::size_t take_count(std::size_t least) {
        const auto count = take<std::uint64_t>();
        if (count > rest_.size() / least) too_short();
        return count;
    }
    void expect_end() const {
        if (!rest_.empty()) file_.fail_at(SavedArray::text, "expected no further texts");
    }

  private:
    [[noreturn]] void too_short() const { file_.fail_at(SavedArray::text, "the texts end too early"); }
    const SavedModelFile& file_;
    std::string_view rest_;
};

void put_colour(TextWriter& out, const std::optional<Colour>& colour) {
    out.put(static_cast<std::uint8_t>(colour ? 1 : 0));
    if (colour) out.put(*colour);
}
std::optional<Colour> take_colour(TextReader& in) {
    if (in.take<std::uint8_t>() == 0) return std::nullopt;
    return in.take<Colour>();
}
void put_number(TextWriter& out, const std::optional<std::uint64_t>& number) {
    out.put(static_cast<std::uint8_t>(number ? 1 : 0));
    if (number) out.put(*number);
}
std::optional<std::uint64_t> take_number(TextReader& in) {
    if (in.take<std::uint8_t>() == 0) return std::nullopt;
    return in.take<std::uint64_t>();
}

template <typename Item>
std::vector<Item> items_of(SavedModelFile& file, SavedArray array) {
    const std::size_t count = file.count_of<Item>(array);
    std::vector<Item> items(count);
    if (count != 0) std::memcpy(items.data(), file.bytes_of(array).data(), count * sizeof(Item));
    return items;
}

template <typename Item>
std::span<const Item> view_of(SavedModelFile& file, SavedArray array) {
    const std::size_t count = file.count_of<Item>(array);
    return {reinterpret_cast<const Item*>(file.bytes_of(array).data()), count};
}

std::shared_ptr<const detail::SharedMesh> shared_mesh(SavedModelFile& file, MeshData rest,
                                                      const std::shared_ptr<const void>& owner) {
    if (owner)
        return std::make_shared<const detail::SharedMesh>(
            std::move(rest), view_of<Vec3>(file, SavedArray::vertices),
            view_of<TriangleIndices>(file, SavedArray::triangles), owner);
    rest.vertices = items_of<Vec3>(file, SavedArray::vertices);
    rest.triangles = items_of<TriangleIndices>(file, SavedArray::triangles);
    return std::make_shared<const detail::SharedMesh>(std::move(rest));
}

}  // namespace

bool starts_as_saved_model(std::string_view bytes) {
    return bytes.starts_with(magic.substr(0, 13));
}

SavedModelFile::SavedModelFile(std::string_view bytes) : bytes_(bytes) {
    if (!bytes.starts_with(magic)) damaged(0, "expected a saved model, found another signature");
    if (bytes.size() < sizeof(SavedHeader)) damaged(bytes.size(), "the file ends within its header");
    const auto header = number_at<SavedHeader>(bytes, 0);
    if (header.order != byte_order) {
        if (header.order == 0x04030201)
            fail({.code = ErrorCode::unknown_format,
                  .message = "the model was saved on a machine of another byte order",
                  .byte = 20});
        damaged(20, "the header is damaged");
    }
    if (header.version != file_version)
        fail({.code = ErrorCode::unknown_format,
              .message =
                  fmt::format("expected version {} of saved models, found {}", file_version, header.version),
              .byte = 16});
    constexpr std::size_t checked = sizeof(SavedHeader) - sizeof header.checksum;
    if (checksum_of(bytes.substr(0, checked)) != header.checksum)
        damaged(0, fmt::format("the header (bytes 0 to {}) is damaged: its checksum differs", checked));
    if (bytes.size() != header.file_size)
        damaged(std::min<std::uint64_t>(bytes.size(), header.file_size),
                fmt::format("expected {} bytes, found {}", header.file_size, bytes.size()));
    const std::uint64_t blocks = (header.checksums_at + block - 1) / block;
    if (header.checksums_at > bytes.size() || bytes.size() - header.checksums_at != 8 * (blocks + 1))
        damaged(header.checksums_at, "expected one checksum per block at the end of the file");
    const std::string_view sums = bytes.substr(header.checksums_at);
    if (checksum_of(sums.substr(0, 8 * blocks)) != number_at<std::uint64_t>(sums, 8 * blocks))
        damaged(header.checksums_at, "the checksums are damaged");
    checksums_at_ = header.checksums_at;
    begin_ = header.begin;
    size_ = header.size;
    std::uint64_t end = sizeof(SavedHeader);
    for (std::size_t i = 0; i < saved_arrays; ++i) {
        if (begin_[i] < end || begin_[i] % saved_alignment != 0 || begin_[i] > header.checksums_at ||
            size_[i] > header.checksums_at - begin_[i])
            damaged(begin_[i], fmt::format("the {} have no place in the file", array_names[i]));
        end = begin_[i] + size_[i];
    }
}

std::string_view SavedModelFile::unverified_bytes_of(SavedArray array) const {
    const auto i = static_cast<std::size_t>(array);
    return bytes_.substr(begin_[i], size_[i]);
}

std::string_view SavedModelFile::bytes_of(SavedArray array) {
    const std::string_view bytes = unverified_bytes_of(array);
    verify(array, bytes.size());
    return bytes;
}

void SavedModelFile::verify(SavedArray array, std::size_t bytes) {
    verify_until(begin_[static_cast<std::size_t>(array)] + bytes);
}

void SavedModelFile::verify_rest() {
    verify_until(checksums_at_);
}

void SavedModelFile::verify_until(std::uint64_t end) {
    while (verified_ < end) {
        const std::uint64_t size = std::min<std::uint64_t>(block, checksums_at_ - verified_);
        if (checksum_of(bytes_.substr(verified_, size)) !=
            number_at<std::uint64_t>(bytes_, checksums_at_ + 8 * (verified_ / block)))
            damaged(verified_, fmt::format("bytes {} to {} are damaged: their checksum differs", verified_,
                                           verified_ + size - 1));
        verified_ += size;
    }
}

void SavedModelFile::fail_at(SavedArray array, std::string message) const {
    const auto i = static_cast<std::size_t>(array);
    damaged(begin_[i], fmt::format("{}: {}", array_names[i], message));
}

std::string saved_model_file(const std::array<std::string, saved_arrays>& arrays) {
    SavedHeader header;
    std::copy(magic.begin(), magic.end(), header.magic.begin());
    header.version = file_version;
    header.order = byte_order;
    const auto aligned = [](std::uint64_t at) {
        return (at + saved_alignment - 1) / saved_alignment * saved_alignment;
    };
    std::uint64_t end = sizeof header;
    for (std::size_t i = 0; i < saved_arrays; ++i) {
        header.begin[i] = aligned(end);
        header.size[i] = arrays[i].size();
        end = header.begin[i] + header.size[i];
    }
    header.checksums_at = aligned(end);
    const std::uint64_t blocks = (header.checksums_at + block - 1) / block;
    header.file_size = header.checksums_at + 8 * (blocks + 1);
    std::string bytes(header.file_size, '\0');
    std::memcpy(bytes.data(), &header, sizeof header);
    header.checksum = checksum_of(std::string_view(bytes).substr(0, sizeof header - sizeof header.checksum));
    std::memcpy(bytes.data(), &header, sizeof header);
    for (std::size_t i = 0; i < saved_arrays; ++i)
        std::copy(arrays[i].begin(), arrays[i].end(),
                  bytes.begin() + static_cast<std::ptrdiff_t>(header.begin[i]));
    const auto put_sum = [&](std::uint64_t at, std::string_view of) {
        const std::uint64_t sum = checksum_of(of);
        std::memcpy(bytes.data() + at, &sum, sizeof sum);
    };
    const std::string_view all = bytes;
    for (std::uint64_t i = 0; i < blocks; ++i)
        put_sum(header.checksums_at + 8 * i,
                all.substr(i * block, std::min<std::uint64_t>(block, header.checksums_at - i * block)));
    put_sum(header.checksums_at + 8 * blocks, all.substr(header.checksums_at, 8 * blocks));
    return bytes;
}

void save_mesh_arrays(const Mesh& mesh, std::array<std::string, saved_arrays>& arrays) {
    const auto array = [&](SavedArray which) -> std::string& {
        return arrays[static_cast<std::size_t>(which)];
    };
    array(SavedArray::vertices) = bytes_of_items(mesh.vertices());
    array(SavedArray::triangles) = bytes_of_items(mesh.triangles());
    array(SavedArray::coloured) = bytes_of_items(mesh.coloured_triangles());
    const auto parts = mesh.part_names();
    if (parts.size() > 1) {
        std::vector<std::uint32_t> part_of;
        for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) part_of.push_back(mesh.part_of(i));
        array(SavedArray::part_of) = bytes_of_items(std::span<const std::uint32_t>(part_of));
    }
    TextWriter out;
    out.put_text(mesh.source());
    out.put(std::uint64_t{parts.size()});
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        out.put_text(parts[i]);
        const PartTraits traits = mesh.part_traits(i);
        out.put(traits.sag);
        put_colour(out, traits.colour);
    }
    out.put(std::uint64_t{mesh.notes().size()});
    for (const Note& note : mesh.notes()) {
        out.put_text(note.message);
        put_number(out, note.line);
        put_number(out, note.triangle);
    }
    array(SavedArray::text) = std::move(out).take();
}

Mesh mesh_of(SavedModelFile& file, const std::shared_ptr<const void>& owner) {
    MeshData data;
    const std::size_t vertices = file.count_of<Vec3>(SavedArray::vertices);
    const bool indices_are_good = file.all_pieces<TriangleIndices>(
        SavedArray::triangles,
        [&](std::span<const TriangleIndices> piece) { return detail::indices_are_below(piece, vertices); });
    data.part_of = items_of<std::uint32_t>(file, SavedArray::part_of);
    data.coloured = items_of<ColouredTriangles>(file, SavedArray::coloured);
    TextReader in(file);
    data.source = in.take_text();
    const std::size_t parts = in.take_count(17);
    bool has_traits = false;
    for (std::size_t i = 0; i < parts; ++i) {
        data.part_names.push_back(in.take_text());
        PartTraits traits;
        traits.sag = in.take<double>();
        traits.colour = take_colour(in);
        has_traits = has_traits || traits != PartTraits{};
        data.part_traits.push_back(traits);
    }
    if (!has_traits) data.part_traits.clear();
    const std::size_t notes = in.take_count(10);
    for (std::size_t i = 0; i < notes; ++i) {
        Note note{.message = in.take_text()};
        note.line = take_number(in);
        note.triangle = take_number(in);
        data.notes.push_back(std::move(note));
    }
    in.expect_end();
    const auto mesh = shared_mesh(file, std::move(data), owner);
    if (auto error = detail::mesh_defect(*mesh, indices_are_good))
        file.fail_at(SavedArray::triangles, error->message);
    return detail::MeshAccess::make(mesh);
}

Result<Mesh> read_saved_model(std::string_view bytes, std::string_view /*file*/) {
    SavedModelFile file(bytes);
    file.verify_rest();
    return mesh_of(file, nullptr);
}

}  // namespace allide::io
