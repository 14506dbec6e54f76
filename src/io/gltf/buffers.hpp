// The bytes that glTF's accessors point into: a GLB's own, those of data URIs and those of files beside it.
#pragma once

#include "io/file/mapped_file.hpp"
#include "io/gltf/document.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace allide::io {

enum class FilesBeside { read, mapped };

class GltfBuffers {
  public:
    // `folder` is where the file lies; without one, files beside it are refused.
    GltfBuffers(const GltfDocument& document, std::optional<std::string_view> own_chunk,
                std::optional<std::filesystem::path> folder, FilesBeside beside = FilesBeside::read)
        : document_(document), own_chunk_(own_chunk), folder_(std::move(folder)), beside_(beside) {}

    // The bytes of a bufferView, which is asked for by `user`.
    std::string_view view(std::uint64_t number, const Place& user);
    // Bytes outside the file itself that have been read so far.
    std::uint64_t bytes_loaded() const { return bytes_loaded_; }
    // The memory of mapped files.
    void give_back() const {
        for (const auto& [path, file] : mapped_) file.give_back();
    }

  private:
    std::string_view buffer(std::uint64_t number, const Place& user);
    std::string_view load(const JsonObject& buffer);
    std::string_view file_beside(const std::string& uri, const Place& place);

    const GltfDocument& document_;
    std::optional<std::string_view> own_chunk_;
    std::optional<std::filesystem::path> folder_;
    FilesBeside beside_;
    std::map<std::uint64_t, std::string_view> buffers_;
    std::map<std::uint64_t, std::string> embedded_;
    std::map<std::filesystem::path, std::string> files_;  // nodes stay where they are, so views stay valid
    std::map<std::filesystem::path, MappedFile> mapped_;
    std::uint64_t bytes_loaded_ = 0;
};

}  // namespace allide::io
