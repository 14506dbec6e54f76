// Occupancy octrees of OctoMap in its binary format (.bt): a text header, then two bits for each child of
// every inner node, depth first. Read without the OctoMap library, whose reader trusts the bytes.
#include "base/float_environment.hpp"
#include "base/from_chars.hpp"
#include "io/file/failure.hpp"
#include "io/file/file.hpp"

#include <allide/io.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

namespace allide {
namespace {

using io::fail;

constexpr int levels = 16;
constexpr std::string_view first_line = "# Octomap OcTree binary file";

class OctomapReader {
  public:
    explicit OctomapReader(std::string_view bytes) : bytes_(bytes) {}

    std::vector<Box> cells() {
        read_header();
        if (nodes_ != 0) read_node(0, {0, 0, 0});
        if (place_ != bytes_.size()) refuse("expected the end of the file after the octree's last node");
        if (seen_ != nodes_)
            refuse("expected " + std::to_string(nodes_) + " nodes as in the header, found " +
                   std::to_string(seen_));
        return std::move(cells_);
    }

  private:
    [[noreturn]] void refuse(std::string message) const {
        fail({.code = ErrorCode::bad_syntax, .message = std::move(message), .byte = place_});
    }

    std::string_view line() {
        const std::size_t end = bytes_.find('\n', place_);
        if (end == std::string_view::npos) refuse("expected a line of the header, found the end of the file");
        std::string_view text = bytes_.substr(place_, end - place_);
        place_ = end + 1;
        while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
        return text;
    }

    template <typename Number>
    Number number(std::string_view text, const char* what) const {
        Number value{};
        const char* const last = text.data() + text.size();
        const auto [end, error] = [&] {
            if constexpr (std::is_floating_point_v<Number>)
                return base::from_chars(text.data(), last, value);
            else
                return std::from_chars(text.data(), last, value);
        }();
        if (error != std::errc() || end != last)
            refuse(std::string(what) + ": expected a number, found " + io::quoted(text));
        return value;
    }

    void read_header() {
        if (!line().starts_with(first_line)) {
            place_ = 0;
            refuse("expected '" + std::string(first_line) + "' in the first line");
        }
        bool has_size = false, has_resolution = false;
        for (std::string_view text = line(); text != "data"; text = line()) {
            if (text.empty() || text.starts_with('#')) continue;
            const std::size_t blank = text.find(' ');
            const std::string_view key = text.substr(0, blank),
                                   value = blank == std::string_view::npos ? "" : text.substr(blank + 1);
            if (key == "id" && value != "OcTree") refuse("id: expected OcTree, found " + io::quoted(value));
            if (key == "size") nodes_ = number<std::uint64_t>(value, "size");
            if (key == "res") resolution_ = number<double>(value, "res");
            has_size = has_size || key == "size";
            has_resolution = has_resolution || key == "res";
        }
        if (!has_size) refuse("size is missing in the header");
        if (!has_resolution) refuse("res is missing in the header");
        if (!(resolution_ > 0 && std::isfinite(resolution_ * (1 << levels))))
            refuse("res: expected a positive finite length");
    }

    using Corner = std::array<std::int32_t, 3>;  // in finest cells, from the tree's lowest corner

    void add_cell(int depth, const Corner& corner) {
        const std::int32_t size = 1 << (levels - depth), middle = 1 << (levels - 1);
        // Each coordinate is rounded once, so that neighbours share their corners.
        const auto at = [&](std::size_t axis, std::int32_t more) {
            return (corner[axis] - middle + more) * resolution_;
        };
        cells_.push_back({{at(0, 0), at(1, 0), at(2, 0)}, {at(0, size), at(1, size), at(2, size)}});
    }

    void read_node(int depth, const Corner& corner) {
        if (bytes_.size() - place_ < 2) refuse("expected two bytes of a node, found the end of the file");
        const auto low = static_cast<unsigned char>(bytes_[place_]),
                   high = static_cast<unsigned char>(bytes_[place_ + 1]);
        const unsigned bits = low | unsigned{high} << 8;
        if (depth == levels) refuse("the octree has more than 16 levels");
        place_ += 2;
        ++seen_;
        const std::int32_t half = 1 << (levels - depth - 1);
        for (unsigned child = 0; child < 8; ++child) {
            const unsigned state = bits >> (2 * child) & 3;
            Corner at = corner;
            for (std::size_t axis = 0; axis < 3; ++axis)
                if ((child >> axis & 1) != 0) at[axis] += half;
            if (state == free_leaf || state == occupied_leaf) ++seen_;
            if (state == occupied_leaf) add_cell(depth + 1, at);
            if (state == inner_node) read_node(depth + 1, at);
        }
    }

    static constexpr unsigned free_leaf = 1, occupied_leaf = 2, inner_node = 3;

    std::string_view bytes_;
    std::size_t place_ = 0;
    std::uint64_t nodes_ = 0, seen_ = 0;
    double resolution_ = 0;
    std::vector<Box> cells_;
};

}  // namespace

Result<std::vector<Box>> read_octomap(std::span<const std::byte> bytes, std::string_view name) {
    const base::DefaultFloatEnvironment environment;
    try {
        return OctomapReader({reinterpret_cast<const char*>(bytes.data()), bytes.size()}).cells();
    } catch (io::Failure& failure) {
        failure.error.file = name;
        return std::move(failure.error);
    }
}

Result<std::vector<Box>> load_octomap(const std::filesystem::path& file) {
    const auto bytes = io::read_file(file);
    if (!bytes) return bytes.error();
    return read_octomap(std::as_bytes(std::span(*bytes)), file.string());
}

}  // namespace allide
