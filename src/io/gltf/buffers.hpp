// The buffers of a glTF file: the binary chunk of a GLB file, data URIs, and other files in the same folder.
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

enum class ExternalFiles { read, mapped };

class GltfBuffers {
  public:
    // `folder` is the folder of the file. Without it, buffers in other files are refused.
    GltfBuffers(const GltfDocument& document, std::optional<std::string_view> binary_chunk,
                std::optional<std::filesystem::path> folder, ExternalFiles beside = ExternalFiles::read)
        : document_(document),
          binary_chunk_(binary_chunk),
          folder_(std::move(folder)),
          external_files_(beside) {}

    // The bytes of a bufferView. `user` is the item that refers to it and is named in errors.
    std::string_view view(std::uint64_t number, const Place& user);
    // Number of bytes of other files that were loaded so far.
    std::uint64_t bytes_loaded() const { return bytes_loaded_; }
    // Releases the memory of the mapped files.
    void release_pages() const {
        for (const auto& [path, file] : mapped_) file.release_pages();
    }

  private:
    std::string_view buffer(std::uint64_t number, const Place& user);
    std::string_view load(const JsonObject& buffer);
    std::string_view external_file(const std::string& uri, const Place& place);

    const GltfDocument& document_;
    std::optional<std::string_view> binary_chunk_;
    std::optional<std::filesystem::path> folder_;
    ExternalFiles external_files_;
    std::map<std::uint64_t, std::string_view> buffers_;
    std::map<std::uint64_t, std::string> embedded_;
    std::map<std::filesystem::path, std::string> files_;  // std::map keeps views of the strings valid
    std::map<std::filesystem::path, MappedFile> mapped_;
    std::uint64_t bytes_loaded_ = 0;
};

}  // namespace allide::io
