#include "index/build/spilled_scene.hpp"

#include "io/formats/readers.hpp"
#include "model/part_cutter.hpp"

#include <vector>

namespace allide::index {
namespace {

io::SpilledMesh read_spilled(const io::MappedFile& file, io::InputFormat format,
                             const std::filesystem::path& path, const std::filesystem::path& folder) {
    io::PageReleaser releaser;
    releaser.add([&] { file.release_pages(); });
    const io::SpillTo to{folder, releaser};
    return format == io::InputFormat::obj ? io::spill_obj(file.bytes(), path.string(), to)
                                          : io::spill_stl_ascii(file.bytes(), path.string(), to);
}

class SpilledSceneFile : public SceneFile {
  public:
    SpilledSceneFile(io::SpilledMesh mesh, const std::filesystem::path& folder)
        : mesh_(std::move(mesh)), by_part_(folder), numbers_(folder) {
        releaser_.add([this] { release_pages(); });
        numbers_.resize_zeroed(mesh_.vertices.size());
        by_part_.resize_zeroed(mesh_.triangles.size());
        count_triangles();
        sort_by_part();
    }

    std::optional<ScenePart> next() override {
        if (part_ == mesh_.part_names.size()) return std::nullopt;
        const auto which = by_part_.items().subspan(ends_[part_], ends_[part_ + 1] - ends_[part_]);
        MeshData data =
            detail::cut_out(mesh_.vertices.items(), mesh_.triangles.items(), which, numbers_.items());
        data.source = mesh_.source;
        data.part_names = {mesh_.part_names[part_]};
        ++part_;
        releaser_.accessed(which.size() * bytes_per_triangle);
        return ScenePart{.name = data.part_names[0], .mesh = Mesh::from(std::move(data)).value()};
    }
    double share_done() const override {
        return static_cast<double>(ends_[part_]) /
               static_cast<double>(std::max<std::size_t>(1, mesh_.triangles.size()));
    }
    void release_pages() override {
        mesh_.release_pages();
        by_part_.release_pages();
        numbers_.release_pages();
    }

  private:
    static constexpr std::size_t bytes_per_triangle = 128;  // bytes accessed to extract a triangle

    std::uint32_t part_of(std::size_t triangle) const {
        return mesh_.part_of.size() == 0 ? 0 : mesh_.part_of[triangle];
    }
    // Fills ends_ such that the triangles of part i are by_part_[ends_[i]] … by_part_[ends_[i + 1] - 1].
    void count_triangles() {
        ends_.assign(mesh_.part_names.size() + 1, 0);
        for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
            ++ends_[part_of(i) + 1];
            releaser_.accessed(sizeof(std::uint32_t));
        }
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    }
    // Triangles of one part keep their order.
    void sort_by_part() {
        std::vector<std::uint32_t> next(ends_.begin(), ends_.end());
        for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
            by_part_[next[part_of(i)]++] = static_cast<std::uint32_t>(i);
            releaser_.accessed(bytes_per_triangle);
        }
    }

    io::SpilledMesh mesh_;
    io::SpilledList<std::uint32_t> by_part_;  // triangle numbers, sorted by part
    io::SpilledList<std::uint32_t> numbers_;  // scratch: one entry per vertex
    std::vector<std::uint32_t> ends_;
    std::size_t part_ = 0;
    io::PageReleaser releaser_;
};

}  // namespace

bool is_spilled(io::InputFormat format) {
    return format == io::InputFormat::obj || format == io::InputFormat::stl_ascii;
}

std::unique_ptr<SceneFile> open_spilled_scene(const io::MappedFile& file, io::InputFormat format,
                                              const std::filesystem::path& path,
                                              const std::filesystem::path& spill_folder) {
    return std::make_unique<SpilledSceneFile>(read_spilled(file, format, path, spill_folder), spill_folder);
}

}  // namespace allide::index
