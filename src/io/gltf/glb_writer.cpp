#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "io/gltf/glb_parts.hpp"

#include <allide/io.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace allide::io {

struct CloseStream {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};
using OpenStream = std::unique_ptr<std::FILE, CloseStream>;

// A temporary file, which the destructor removes.
struct TemporaryFile {
    std::filesystem::path path;
    OpenStream stream;
    std::uint64_t bytes = 0;

    bool open(std::filesystem::path where) {
        path = std::move(where);
        stream.reset(std::fopen(path.string().c_str(), "wb+x"));
        return stream != nullptr;
    }
    bool append(std::string_view text) {
        bytes += text.size();
        return std::fwrite(text.data(), 1, text.size(), stream.get()) == text.size();
    }
    bool append(TemporaryFile& other) {
        std::rewind(other.stream.get());
        std::vector<char> block(1u << 20);
        while (const std::size_t got = std::fread(block.data(), 1, block.size(), other.stream.get()))
            if (!append(std::string_view(block.data(), got))) return false;
        return std::ferror(other.stream.get()) == 0;
    }
    void remove() {
        if (!stream) return;
        stream.reset();
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    ~TemporaryFile() { remove(); }
    TemporaryFile() = default;
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
};

}  // namespace allide::io

namespace allide {

namespace fs = std::filesystem;
using io::TemporaryFile;

struct GlbWriter::TemporaryFiles {
    fs::path file;
    io::GlbParts parts;
    TemporaryFile nodes, meshes, accessors, positions, indices;

    Error cannot_write() const {
        return {.code = ErrorCode::cannot_open,
                .message = fmt::format("cannot write the file: {}", std::generic_category().message(errno)),
                .file = file.string()};
    }
    bool open(TemporaryFile& spool, const char* what) const {
        for (int attempt = 0; attempt < 100; ++attempt) {
            fs::path path = file;
            path += fmt::format(".part{}-{}", attempt, what);
            if (spool.open(std::move(path))) return true;
            if (errno != EEXIST) break;
        }
        return false;
    }
    bool open_all() {
        return open(nodes, "nodes") && open(meshes, "meshes") && open(accessors, "accessors") &&
               open(positions, "positions") && open(indices, "indices");
    }
    static bool append_items(TemporaryFile& spool, const std::string& items) {
        return (items.empty() || spool.bytes == 0 || spool.append(",")) && spool.append(items);
    }
    bool append(const io::GlbParts::Pieces& pieces) {
        return append_items(nodes, pieces.nodes) && append_items(meshes, pieces.meshes) &&
               append_items(accessors, pieces.accessors) && positions.append(pieces.positions) &&
               indices.append(pieces.indices);
    }
    bool write(TemporaryFile& out, const io::GlbParts::Frame& frame, const io::GlbHeads& heads,
               std::size_t padding) {
        return out.append(heads.first) && out.append(frame.head) && out.append(nodes) &&
               out.append(frame.meshes) && out.append(meshes) && out.append(frame.accessors) &&
               out.append(accessors) && out.append(frame.tail) && out.append(std::string(padding, ' ')) &&
               out.append(heads.second) && out.append(positions) && out.append(indices) &&
               std::fflush(out.stream.get()) == 0 && ::fsync(::fileno(out.stream.get())) == 0;
    }
};

Result<GlbWriter> GlbWriter::create(const fs::path& file) {
    auto spool = std::make_unique<TemporaryFiles>();
    spool->file = file;
    errno = 0;
    if (!spool->open_all()) return spool->cannot_write();
    return GlbWriter(std::move(spool));
}

GlbWriter::GlbWriter(std::unique_ptr<TemporaryFiles> spool) : temporary_files_(std::move(spool)) {}
GlbWriter::GlbWriter(GlbWriter&&) noexcept = default;
GlbWriter& GlbWriter::operator=(GlbWriter&&) noexcept = default;
GlbWriter::~GlbWriter() = default;

std::optional<Error> GlbWriter::add(const Mesh& mesh) {
    const base::DefaultFloatEnvironment environment;
    base::expect(temporary_files_ != nullptr, "this GlbWriter was moved from");
    if (auto error = temporary_files_->parts.add(mesh)) {
        error->file = temporary_files_->file.string();
        return error;
    }
    errno = 0;
    if (!temporary_files_->append(temporary_files_->parts.take())) return temporary_files_->cannot_write();
    return std::nullopt;
}

std::optional<Error> GlbWriter::finish() {
    base::expect(temporary_files_ != nullptr, "this GlbWriter was moved from");
    const io::GlbParts::Frame frame = temporary_files_->parts.frame();
    const std::uint64_t json = frame.head.size() + temporary_files_->nodes.bytes + frame.meshes.size() +
                               temporary_files_->meshes.bytes + frame.accessors.size() +
                               temporary_files_->accessors.bytes + frame.tail.size();
    const std::size_t padding = (4 - json % 4) % 4;
    const auto heads = io::glb_heads(json + padding, temporary_files_->parts.buffer_bytes());
    if (!heads)
        return Error{.code = ErrorCode::too_large,
                     .message = "the scene exceeds the 4 GiB that a GLB can have",
                     .file = temporary_files_->file.string()};
    errno = 0;
    TemporaryFile out;
    if (!temporary_files_->open(out, "whole") || !temporary_files_->write(out, frame, *heads, padding))
        return temporary_files_->cannot_write();
    std::error_code failure;
    fs::rename(out.path, temporary_files_->file, failure);
    if (failure)
        return Error{.code = ErrorCode::cannot_open,
                     .message = fmt::format("cannot write the file: {}", failure.message()),
                     .file = temporary_files_->file.string()};
    return std::nullopt;
}

}  // namespace allide
