#include "model/saved_model.hpp"

#include "base/float_environment.hpp"
#include "io/file/file.hpp"
#include "io/file/mapped_file.hpp"
#include "io/formats/saved_model.hpp"
#include "mesh/array_checks.hpp"
#include "model/build_any_tree.hpp"
#include "model/model_data.hpp"
#include "tree/wide/validate.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

#include <bit>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

namespace allide {
namespace {

using io::SavedArray;
using io::SavedModelFile;
using tree::WideTree;

struct SavedFacts {
    Vec3 center;
    std::int64_t exponent = 0;
    double norm = 0, inflation = 0, reach = 0;
    std::uint64_t has_bounds = 0;
    Box bounds;
};
static_assert(sizeof(SavedFacts) == 8 * 14);

template <typename Items>
std::string bytes_of_items(const Items& items) {
    return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(items[0])};
}

// The bytes of all nodes. WideNode has padding, which is written as zeros.
std::string bytes_of_nodes(const WideTree& tree) {
    std::string bytes(tree.nodes.size() * sizeof(tree::WideNode), '\0');
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const tree::WideNode& from = tree.nodes[i];
        alignas(tree::WideNode) std::array<std::byte, sizeof(tree::WideNode)> clean{};
        auto* const to = ::new (clean.data()) tree::WideNode;
        std::memset(static_cast<void*>(to), 0, sizeof *to);
        to->axis = from.axis;
        to->center = from.center;
        to->step = from.step;
        to->first = from.first;
        to->box = from.box;
        to->corners = from.corners;
        to->longest_edge = from.longest_edge;
        to->reach = from.reach;
        to->count = from.count;
        to->leaf = from.leaf;
        std::memcpy(bytes.data() + i * sizeof *to, clean.data(), sizeof *to);
    }
    return bytes;
}

// The items of an array of the file, unverified. They are used in place, without a copy, if `owner` keeps the
// file's bytes valid and they are aligned.
template <typename Item>
base::MappedVector<Item> records(SavedModelFile& file, SavedArray array,
                                 const std::shared_ptr<const void>& owner) {
    const std::size_t count = file.count_of<Item>(array);
    const char* const at = file.unverified_bytes_of(array).data();
    if (owner && reinterpret_cast<std::uintptr_t>(at) % alignof(Item) == 0)
        return base::mapped_vector(reinterpret_cast<const Item*>(at), count, owner);
    base::MappedVector<Item> items(count);
    if (count != 0) std::memcpy(static_cast<void*>(items.data()), at, count * sizeof(Item));
    return items;
}

std::vector<std::uint32_t> copied_numbers(SavedModelFile& file, SavedArray array) {
    const std::size_t count = file.count_of<std::uint32_t>(array);
    const char* const at = file.bytes_of(array).data();
    if (reinterpret_cast<std::uintptr_t>(at) % alignof(std::uint32_t) == 0) {
        const auto* const first = reinterpret_cast<const std::uint32_t*>(at);
        return {first, first + count};  // unlike vector(count), writes no zeros first
    }
    std::vector<std::uint32_t> numbers(count);
    if (count != 0) std::memcpy(numbers.data(), at, count * sizeof(std::uint32_t));
    return numbers;
}

template <typename Item>
Item only_record(SavedModelFile& file, SavedArray array) {
    if (file.bytes_of(array).size() != sizeof(Item)) file.fail_at(array, "expected one record");
    Item item;
    std::memcpy(static_cast<void*>(&item), file.bytes_of(array).data(), sizeof item);
    return item;
}

// If `owner` keeps the file's bytes valid and aligned, the mesh and the tree use them in place.
Model model_of(SavedModelFile& file, const std::shared_ptr<const void>& owner) {
    // Checked before anything else is read from the file, as its first array.
    const bool finite = file.all_pieces<Vec3>(SavedArray::vertices, detail::all_finite);
    Mesh mesh = io::mesh_of(file, owner);
    if (!finite && detail::non_finite_corner(mesh))
        file.fail_at(SavedArray::vertices, "expected finite coordinates");
    WideTree tree;
    tree.nodes = records<tree::WideNode>(file, SavedArray::nodes, owner);
    tree.corners = records<tree::WideCorners>(file, SavedArray::corners, owner);
    const bool nodes_are_good = tree::nodes_have_good_links(
        tree, mesh.triangles().size(),
        [&file](std::size_t nodes) { file.verify(SavedArray::nodes, nodes * sizeof(tree::WideNode)); });
    file.verify_rest();
    tree.order = copied_numbers(file, SavedArray::order);
    const auto facts = only_record<SavedFacts>(file, SavedArray::facts);
    tree.center = facts.center;
    tree.exponent = facts.exponent < -1100 || facts.exponent > 1100 ? 2000 : static_cast<int>(facts.exponent);
    tree.norm = facts.norm;
    tree.inflation = facts.inflation;
    tree.reach = facts.reach;
    if (auto defect = tree::validate_links(tree, mesh, nodes_are_good))
        file.fail_at(SavedArray::nodes, *std::move(defect));
    detail::InnerBoxes inner;
    inner.boxes.resize(file.count_of<Box>(SavedArray::boxes));
    if (!inner.boxes.empty())
        std::memcpy(inner.boxes.data(), file.bytes_of(SavedArray::boxes).data(),
                    inner.boxes.size() * sizeof(Box));
    if (facts.has_bounds != 0) inner.bounds = facts.bounds;
    return detail::ModelAccess::make(
        {.mesh = std::move(mesh), .tree = std::move(tree), .inner = std::move(inner)});
}

// Calls `work` and turns failures, also for lack of memory, into an Error that names the file.
template <typename Work>
Result<Model> guarded(std::string name, const Work& work) {
    const base::DefaultFloatEnvironment environment;
    try {
        return work();
    } catch (io::Failure& failure) {
        failure.error.file = std::move(name);
        return std::move(failure.error);
    } catch (const std::bad_alloc&) {
        return Error{.code = ErrorCode::too_large,
                     .message = "the file does not fit into memory",
                     .file = std::move(name)};
    }
}

}  // namespace

bool detail::is_saved_model(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return false;
    std::array<char, 16> head{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), head.size());
    return io::starts_as_saved_model({head.data(), static_cast<std::size_t>(stream.gcount())});
}

Result<std::string> saved_model_bytes(const Model& model) {
    const detail::ModelData& data = data_of(model);
    const auto* tree = std::get_if<WideTree>(&data.tree);
    if (tree == nullptr)
        return Error{.code = ErrorCode::bad_argument,
                     .message = "only models with the default bounding volume can be saved",
                     .file = data.mesh.source()};
    std::array<std::string, io::saved_arrays> arrays;
    const auto array = [&](SavedArray which) -> std::string& {
        return arrays[static_cast<std::size_t>(which)];
    };
    io::save_mesh_arrays(data.mesh, arrays);
    array(SavedArray::nodes) = bytes_of_nodes(*tree);
    array(SavedArray::corners) = bytes_of_items(tree->corners);
    array(SavedArray::order) = bytes_of_items(tree->order);
    array(SavedArray::boxes) = bytes_of_items(data.inner.boxes);
    const SavedFacts facts{.center = tree->center,
                           .exponent = tree->exponent,
                           .norm = tree->norm,
                           .inflation = tree->inflation,
                           .reach = tree->reach,
                           .has_bounds = data.inner.bounds ? 1u : 0u,
                           .bounds = data.inner.bounds.value_or(Box{})};
    array(SavedArray::facts) = bytes_of_items(std::array{facts});
    return io::saved_model_file(arrays);
}

std::optional<Error> save_model(const Model& model, const std::filesystem::path& file) {
    const Result<std::string> bytes = saved_model_bytes(model);
    if (!bytes) return bytes.error();
    return io::write_file(file, *bytes);
}

Result<Model> load_saved_model(const std::filesystem::path& file) {
    return guarded(file.string(), [&]() -> Result<Model> {
        Result<io::MappedFile> opened = io::MappedFile::open(file);
        if (!opened) return opened.error();
        const auto mapped = std::make_shared<const io::MappedFile>(*std::move(opened));
        mapped->expect_access();
        SavedModelFile saved(mapped->bytes());
        return model_of(saved, mapped);
    });
}

Result<Model> read_saved_model(std::span<const std::byte> bytes, std::string_view name) {
    return guarded(std::string(name), [&]() -> Result<Model> {
        const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
        SavedModelFile saved(text);
        return model_of(saved, nullptr);
    });
}

}  // namespace allide
