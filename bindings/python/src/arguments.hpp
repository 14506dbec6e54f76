// Conversions of Python's arguments: numpy arrays, poses, angles and names of enumerators. A value that
// cannot be read is refused with an AllideError that names the argument and what was expected and found.
#pragma once

#include <allide/allide.hpp>

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace allide::python {

inline bool is_anything(PyObject*) {
    return true;
}

// Types of arguments that the bound function converts itself, so that a failed conversion can say what is
// wrong. `annotation` is the type that the stubs show; allide/_types.py defines its names.
#define ALLIDE_PYTHON_ARGUMENT(Name, annotation)                     \
    class Name : public nb::object {                                 \
        NB_OBJECT_DEFAULT(Name, nb::object, annotation, is_anything) \
    };
ALLIDE_PYTHON_ARGUMENT(PoseArgument, "PoseLike")
ALLIDE_PYTHON_ARGUMENT(PosesArgument, "PosesLike")
ALLIDE_PYTHON_ARGUMENT(ArrayArgument, "ArrayLike")
ALLIDE_PYTHON_ARGUMENT(OptionalArrayArgument, "ArrayLike")
ALLIDE_PYTHON_ARGUMENT(AngleArgument, "Angle | float")
ALLIDE_PYTHON_ARGUMENT(ProgressArgument, "Progress")
ALLIDE_PYTHON_ARGUMENT(PathArgument, "str | os.PathLike[str]")
ALLIDE_PYTHON_ARGUMENT(MeshArgument, "MeshLike")
#undef ALLIDE_PYTHON_ARGUMENT

// Describes what the caller passed, for error messages: "shape (10, 2)", "dtype object", "a str".
std::string description_of(nb::handle object);

// One point or direction: three finite or infinite numbers.
Vec3 point_of(nb::handle object, std::string_view argument);
// An array of shape (n, 3). float64 in C order is copied in one piece, anything else element by element.
std::vector<Vec3> points_of(nb::handle object, std::string_view argument);
// An array of shape (n, 3) of integers from 0 to 2³² − 1.
std::vector<TriangleIndices> triangles_of(nb::handle object, std::string_view argument);
// Arrays of shape (n).
std::vector<double> numbers_of(nb::handle object, std::string_view argument);
std::vector<std::uint32_t> indices_of(nb::handle object, std::string_view argument);
// An array of shape (rows, columns), row by row.
std::vector<double> grid_of(nb::handle object, std::string_view argument, std::size_t& rows,
                            std::size_t& columns);
// An array of shape (n, 2, 3), the lower corners first, or a sequence of boxes.
std::vector<Box> boxes_of(nb::handle object, std::string_view argument);
// An array of shape (n, 4): each row a, b, c, d is the half-space a x + b y + c z ≤ d.
std::vector<HalfSpace> half_spaces_of(nb::handle object, std::string_view argument);

// None (the identity), a Pose, a 4×4 or 3×4 matrix, or (position, quaternion wxyz).
Pose pose_of(nb::handle object, std::string_view argument);
// An array of shape (k, 4, 4) or (k, 3, 4), a pair (positions (k, 3), quaternions (k, 4)), or a sequence of
// poses.
std::vector<Pose> poses_of(nb::handle object, std::string_view argument);
// The same, checked and converted piece by piece: all poses of a large array would take as much memory as the
// array.
class PoseSequence {
  public:
    PoseSequence(nb::handle object, std::string_view argument);
    std::size_t size() const { return matrices_ == nullptr ? poses_.size() : size_; }

    static constexpr std::size_t piece_size = std::size_t{1} << 16;
    // At most piece_size poses from `first` on, valid until the next call. Uses at most `threads` threads, 0:
    // one per core. Needs no GIL. Throws Bad.
    std::span<const Pose> piece(std::size_t first, unsigned threads);
    struct Bad {
        Error error;
        std::string place;
    };

  private:
    void convert(std::size_t first, std::size_t begin, std::size_t end);

    std::string argument_;
    std::vector<Pose> poses_;           // the poses, unless the argument is an array of matrices
    nb::object owner_;                  // keeps that array alive
    const double* matrices_ = nullptr;  // its numbers in C order: `rows_` rows of four per pose
    std::size_t rows_ = 0, size_ = 0;
    std::unique_ptr<Pose[], void (*)(void*)> converted_{nullptr, &std::free};
};

// An Angle, or a number of radians.
Angle angle_of(nb::handle object);
std::filesystem::path path_of(nb::handle object);
// A Mesh, a Model, a file, or an object of another library with vertices and faces (allide/_convert.py).
Mesh mesh_of(nb::handle object);

// Finds the enumerator with a given name. An unknown name is refused with a list of the known names.
template <typename Enum>
using Names = std::initializer_list<std::pair<std::string_view, Enum>>;
[[noreturn]] void refuse_name(std::string_view argument, std::string_view found,
                              const std::vector<std::string_view>& known);
template <typename Enum>
Enum named(std::string_view argument, std::string_view name, Names<Enum> names) {
    std::vector<std::string_view> known;
    for (const auto& [text, value] : names) {
        if (text == name) return value;
        known.push_back(text);
    }
    refuse_name(argument, name, known);
}
inline Search search_of(std::string_view name) {
    return named<Search>("search", name, {{"tree", Search::tree}, {"brute_force", Search::brute_force}});
}
inline RealignCache realign_cache_of(bool on) {
    return on ? RealignCache::on : RealignCache::off;
}

}  // namespace allide::python
