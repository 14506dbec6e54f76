#include "arguments.hpp"

#include "errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <future>
#include <limits>
#include <new>
#include <thread>
#include <type_traits>

namespace allide::python {
namespace {

using AnyArray = nb::ndarray<nb::ro, nb::device::cpu>;

std::string shape_text(const AnyArray& array) {
    std::string text = "(";
    for (std::size_t i = 0; i < array.ndim(); ++i) text += (i ? ", " : "") + std::to_string(array.shape(i));
    return text + (array.ndim() == 1 ? ",)" : ")");
}

// Views an array without copying it. Arrays in another byte order, of half or of extended precision are first
// converted to numbers that visit_type() knows; objects that are no arrays are left alone.
bool view_array(nb::handle object, AnyArray& array) {
    const nb::dlpack::dtype half{static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float), 16, 1};
    if (nb::try_cast(object, array) && array.dtype() != half) return true;
    if (!nb::hasattr(object, "dtype") || !nb::hasattr(object, "astype")) return false;
    const nb::object dtype = object.attr("dtype");
    if (!nb::hasattr(dtype, "kind")) return false;
    const auto kind = nb::cast<std::string>(dtype.attr("kind"));
    nb::object native;
    if (kind == "f")
        native = nb::str("float64");
    else if (kind == "i" || kind == "u")
        native = dtype.attr("newbyteorder")("=");
    else
        return false;
    return nb::try_cast(object.attr("astype")(native), array);
}

// The same for every object that numpy can make an array of.
AnyArray array_of(nb::handle object, std::string_view argument, std::string_view expected) {
    AnyArray array;
    if (view_array(object, array)) return array;
    if (!PyUnicode_Check(object.ptr()) && !object.is_none()) try {
            if (view_array(nb::module_::import_("numpy").attr("asarray")(object), array)) return array;
        } catch (nb::python_error&) {  // a ragged list, which is refused below
        }
    refuse(std::string(argument) + ": expected " + std::string(expected) + ", found " +
           description_of(object));
}

[[noreturn]] void refuse_shape(std::string_view argument, std::string_view expected, const AnyArray& found) {
    refuse(std::string(argument) + ": expected an array of shape " + std::string(expected) + ", found " +
           shape_text(found));
}

// Calls visit(pointer to the elements in their own type). Returns false if they are not real numbers.
template <typename Visit>
bool visit_type(const AnyArray& array, const Visit& visit) {
    const auto type = array.dtype();
    if (type.lanes != 1) return false;
    const auto is = [&](nb::dlpack::dtype_code code, int bits) {
        return type.code == static_cast<std::uint8_t>(code) && type.bits == bits;
    };
    using Code = nb::dlpack::dtype_code;
    const void* data = array.data();
    if (is(Code::Float, 64)) return visit(static_cast<const double*>(data)), true;
    if (is(Code::Float, 32)) return visit(static_cast<const float*>(data)), true;
    if (is(Code::Int, 64)) return visit(static_cast<const std::int64_t*>(data)), true;
    if (is(Code::Int, 32)) return visit(static_cast<const std::int32_t*>(data)), true;
    if (is(Code::UInt, 32)) return visit(static_cast<const std::uint32_t*>(data)), true;
    if (is(Code::UInt, 64)) return visit(static_cast<const std::uint64_t*>(data)), true;
    if (is(Code::Int, 16)) return visit(static_cast<const std::int16_t*>(data)), true;
    if (is(Code::UInt, 16)) return visit(static_cast<const std::uint16_t*>(data)), true;
    if (is(Code::Int, 8)) return visit(static_cast<const std::int8_t*>(data)), true;
    if (is(Code::UInt, 8)) return visit(static_cast<const std::uint8_t*>(data)), true;
    return false;
}

std::size_t size_of(const AnyArray& array) {
    std::size_t size = 1;
    for (std::size_t i = 0; i < array.ndim(); ++i) size *= array.shape(i);
    return size;
}

bool is_contiguous(const AnyArray& array) {
    std::int64_t stride = 1;
    for (std::size_t i = array.ndim(); i-- > 0;) {
        if (array.shape(i) != 1 && array.stride(i) != stride) return false;
        stride *= static_cast<std::int64_t>(array.shape(i));
    }
    return true;
}

// Calls take(number) for each element in C order, whatever the strides. At most three dimensions.
template <typename Number, typename Take>
void for_each_element(const AnyArray& array, const Number* data, const Take& take) {
    if (size_of(array) == 0) return;
    std::array<std::size_t, 3> shape{1, 1, 1};
    std::array<std::int64_t, 3> stride{0, 0, 0};
    for (std::size_t i = 0; i < array.ndim(); ++i) {
        shape[3 - array.ndim() + i] = array.shape(i);
        stride[3 - array.ndim() + i] = array.stride(i);
    }
    for (std::size_t i = 0; i < shape[0]; ++i)
        for (std::size_t j = 0; j < shape[1]; ++j) {
            const Number* row =
                data + static_cast<std::int64_t>(i) * stride[0] + static_cast<std::int64_t>(j) * stride[1];
            for (std::size_t k = 0; k < shape[2]; ++k) take(row[static_cast<std::int64_t>(k) * stride[2]]);
        }
}

[[noreturn]] void refuse_type(std::string_view argument, std::string_view expected, nb::handle object) {
    std::string found = "another type";
    if (nb::hasattr(object, "dtype"))
        found = "dtype " + nb::cast<std::string>(object.attr("dtype").attr("__str__")());
    refuse(std::string(argument) + ": expected " + std::string(expected) + ", found " + found);
}

// Copies all elements, converted to double, to `out`, which must have room for them.
void copy_doubles(const AnyArray& array, nb::handle object, std::string_view argument, double* out) {
    const bool is_double = array.dtype() == nb::dtype<double>();
    if (is_double && is_contiguous(array)) {
        if (const std::size_t size = size_of(array)) std::memcpy(out, array.data(), size * sizeof(double));
        return;
    }
    const bool known = visit_type(array, [&](const auto* data) {
        for_each_element(array, data, [&](auto number) { *out++ = static_cast<double>(number); });
    });
    if (!known) refuse_type(argument, "real numbers", object);
}

// Converts an integer of any type to a vertex number. Refuses numbers outside 0 … 2³² − 1.
template <typename Number>
std::uint32_t index_of(Number number, std::string_view argument) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    bool fits = true;
    if constexpr (std::is_signed_v<Number>) fits = number >= 0;
    fits = fits && static_cast<std::uint64_t>(number) <= most;
    if (!fits)
        refuse(std::string(argument) + ": expected integers from 0 to 4294967295, found " +
               std::to_string(number));
    return static_cast<std::uint32_t>(number);
}

void copy_indices(const AnyArray& array, nb::handle object, std::string_view argument, std::uint32_t* out) {
    if (array.dtype() == nb::dtype<std::uint32_t>() && is_contiguous(array)) {
        if (const std::size_t size = size_of(array)) std::memcpy(out, array.data(), size * sizeof *out);
        return;
    }
    if (size_of(array) == 0) return;  // numpy makes an empty list an array of floats
    const bool known = visit_type(array, [&](const auto* data) {
        using Number = std::remove_cvref_t<decltype(*data)>;
        if constexpr (std::is_integral_v<Number>)
            for_each_element(array, data, [&](Number number) { *out++ = index_of(number, argument); });
        else
            refuse_type(argument, "integers", object);
    });
    if (!known) refuse_type(argument, "integers", object);
}

// Reads an array of rows of `Width` numbers of type Scalar; each row becomes an element of type Row.
template <typename Row, typename Scalar, std::size_t Width, typename Copy>
std::vector<Row> rows_of(nb::handle object, std::string_view argument, std::string_view shape,
                         const Copy& copy) {
    static_assert(sizeof(Row) == Width * sizeof(Scalar));
    const AnyArray array = array_of(object, argument, "an array of shape " + std::string(shape));
    const bool is_empty_list = array.ndim() == 1 && array.shape(0) == 0;
    if (!is_empty_list && (array.ndim() != 2 || array.shape(1) != Width))
        refuse_shape(argument, shape, array);
    if (array.dtype() == nb::dtype<Scalar>() && is_contiguous(array)) {
        const auto* rows = static_cast<const Row*>(array.data());
        return std::vector<Row>(rows, rows + array.shape(0));
    }
    std::vector<Row> result(array.shape(0));
    copy(array, object, argument, reinterpret_cast<Scalar*>(result.data()));
    return result;
}

Pose pose_from_rows(const double* rows, std::size_t row_count, const std::string& place) {
    if (row_count == 4) {
        std::array<double, 16> all;
        std::copy_n(rows, 16, all.begin());
        return value_of(Pose::from_matrix_4x4(all), place);
    }
    std::array<double, 12> all;
    std::copy_n(rows, 12, all.begin());
    return value_of(Pose::from_matrix(all), place);
}

bool is_pair(nb::handle object) {
    return (nb::isinstance<nb::tuple>(object) || nb::isinstance<nb::list>(object)) && nb::len(object) == 2;
}

constexpr const char* pose_forms = "a Pose, a 4×4 or 3×4 matrix, or (position, quaternion wxyz)";

std::array<double, 4> quaternion_of(nb::handle object, std::string_view argument) {
    const AnyArray array = array_of(object, argument, "a quaternion of 4 numbers");
    if (array.ndim() != 1 || array.shape(0) != 4) refuse_shape(argument, "(4,) for a quaternion wxyz", array);
    std::array<double, 4> numbers;
    copy_doubles(array, object, argument, numbers.data());
    return numbers;
}

std::vector<Pose> poses_from_matrices(const AnyArray& array, nb::handle object, std::string_view argument) {
    const std::size_t count = array.shape(0), row_count = array.shape(1), size = 4 * row_count;
    std::vector<double> numbers;
    const double* data = static_cast<const double*>(array.data());
    if (!(array.dtype() == nb::dtype<double>() && is_contiguous(array))) {
        numbers.resize(count * size);
        copy_doubles(array, object, argument, numbers.data());
        data = numbers.data();
    }
    std::vector<Pose> poses;
    poses.reserve(count);
    const auto add = [&](const Result<Pose>& pose) {
        if (!pose) raise(pose.error(), std::string(argument) + "[" + std::to_string(poses.size()) + "]");
        poses.push_back(*pose);
    };
    for (std::size_t i = 0; i < count; ++i, data += size) {
        if (row_count == 4) {
            std::array<double, 16> rows;
            std::copy_n(data, 16, rows.begin());
            add(Pose::from_matrix_4x4(rows));
        } else {
            std::array<double, 12> rows;
            std::copy_n(data, 12, rows.begin());
            add(Pose::from_matrix(rows));
        }
    }
    return poses;
}

std::vector<Pose> poses_from_quaternions(nb::handle pair, std::string_view argument) {
    const std::vector<Vec3> positions = points_of(pair[0], std::string(argument) + ", positions");
    const auto quaternions = rows_of<std::array<double, 4>, double, 4>(
        pair[1], std::string(argument) + ", quaternions", "(k, 4)", copy_doubles);
    if (positions.size() != quaternions.size())
        refuse(std::string(argument) + ": expected as many quaternions as positions, found " +
               std::to_string(quaternions.size()) + " and " + std::to_string(positions.size()));
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < positions.size(); ++i)
        poses.push_back(value_of(Pose::from_quaternion(positions[i], quaternions[i]),
                                 std::string(argument) + "[" + std::to_string(i) + "]"));
    return poses;
}

// True for a pair of arrays (positions (k, 3), quaternions (k, 4)); false for a sequence of two poses.
bool is_pair_of_arrays(nb::handle object) {
    if (!nb::isinstance<nb::tuple>(object) || nb::len(object) != 2) return false;
    AnyArray first, second;
    return view_array(nb::object(object[0]), first) && view_array(nb::object(object[1]), second) &&
           first.ndim() == 2 && second.ndim() == 2 && first.shape(1) == 3 && second.shape(1) == 4;
}

}  // namespace

std::string description_of(nb::handle object) {
    AnyArray array;
    if (view_array(object, array)) return "an array of shape " + shape_text(array);
    if (object.is_none()) return "None";
    if (nb::hasattr(object, "dtype"))
        return "an array of dtype " + nb::cast<std::string>(object.attr("dtype").attr("__str__")());
    return "an object of type " + std::string(nb::type_name(object.type()).c_str());
}

Vec3 point_of(nb::handle object, std::string_view argument) {
    const AnyArray array = array_of(object, argument, "three numbers");
    if (array.ndim() != 1 || array.shape(0) != 3) refuse_shape(argument, "(3,)", array);
    std::array<double, 3> numbers;
    copy_doubles(array, object, argument, numbers.data());
    return {numbers[0], numbers[1], numbers[2]};
}

std::vector<Vec3> points_of(nb::handle object, std::string_view argument) {
    return rows_of<Vec3, double, 3>(object, argument, "(n, 3)", copy_doubles);
}

std::vector<TriangleIndices> triangles_of(nb::handle object, std::string_view argument) {
    return rows_of<TriangleIndices, std::uint32_t, 3>(object, argument, "(m, 3)", copy_indices);
}

std::vector<double> numbers_of(nb::handle object, std::string_view argument) {
    const AnyArray array = array_of(object, argument, "an array of shape (n,)");
    if (array.ndim() != 1) refuse_shape(argument, "(n,)", array);
    std::vector<double> numbers(array.shape(0));
    copy_doubles(array, object, argument, numbers.data());
    return numbers;
}

std::vector<double> grid_of(nb::handle object, std::string_view argument, std::size_t& rows,
                            std::size_t& columns) {
    const AnyArray array = array_of(object, argument, "an array of shape (rows, columns)");
    if (array.ndim() != 2) refuse_shape(argument, "(rows, columns)", array);
    rows = array.shape(0);
    columns = array.shape(1);
    std::vector<double> numbers(rows * columns);
    copy_doubles(array, object, argument, numbers.data());
    return numbers;
}

std::vector<Box> boxes_of(nb::handle object, std::string_view argument) {
    static_assert(sizeof(Box) == 6 * sizeof(double));
    AnyArray array;
    if (!view_array(object, array) && nb::isinstance<nb::sequence>(object) && nb::len(object) != 0 &&
        nb::isinstance<Box>(nb::object(object[0])))
        return nb::cast<std::vector<Box>>(object);
    array = array_of(object, argument, "an array of shape (n, 2, 3) or a sequence of boxes");
    const bool is_empty_list = array.ndim() == 1 && array.shape(0) == 0;
    if (!is_empty_list && (array.ndim() != 3 || array.shape(1) != 2 || array.shape(2) != 3))
        refuse_shape(argument, "(n, 2, 3)", array);
    std::vector<Box> boxes(array.shape(0));
    copy_doubles(array, object, argument, reinterpret_cast<double*>(boxes.data()));
    return boxes;
}

std::vector<std::uint32_t> indices_of(nb::handle object, std::string_view argument) {
    const AnyArray array = array_of(object, argument, "an array of shape (n,)");
    if (array.ndim() != 1) refuse_shape(argument, "(n,)", array);
    std::vector<std::uint32_t> indices(array.shape(0));
    copy_indices(array, object, argument, indices.data());
    return indices;
}

std::vector<HalfSpace> half_spaces_of(nb::handle object, std::string_view argument) {
    return rows_of<HalfSpace, double, 4>(object, argument, "(n, 4)", copy_doubles);
}

Pose pose_of(nb::handle object, std::string_view argument) {
    if (object.is_none()) return {};
    if (nb::isinstance<Pose>(object)) return *nb::inst_ptr<Pose>(object);
    if (is_pair(object))
        return value_of(
            Pose::from_quaternion(point_of(object[0], std::string(argument) + ", position"),
                                  quaternion_of(object[1], std::string(argument) + ", quaternion")),
            std::string(argument));
    const AnyArray array = array_of(object, argument, pose_forms);
    if (array.ndim() != 2 || array.shape(1) != 4 || (array.shape(0) != 4 && array.shape(0) != 3))
        refuse(std::string(argument) + ": expected " + pose_forms + ", found an array of shape " +
               shape_text(array));
    std::array<double, 16> numbers;
    copy_doubles(array, object, argument, numbers.data());
    return pose_from_rows(numbers.data(), array.shape(0), std::string(argument));
}

std::vector<Pose> poses_of(nb::handle object, std::string_view argument) {
    AnyArray array;
    if (view_array(object, array)) {
        if (array.ndim() != 3 || array.shape(2) != 4 || (array.shape(1) != 4 && array.shape(1) != 3))
            refuse_shape(argument, "(k, 4, 4) or (k, 3, 4)", array);
        return poses_from_matrices(array, object, argument);
    }
    if (is_pair_of_arrays(object)) return poses_from_quaternions(object, argument);
    if (!nb::isinstance<nb::sequence>(object))
        refuse(std::string(argument) +
               ": expected an array of shape (k, 4, 4) or (k, 3, 4), or a sequence of poses, found " +
               description_of(object));
    std::vector<Pose> poses;
    const std::size_t count = nb::len(object);
    poses.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        poses.push_back(
            pose_of(nb::object(object[i]), std::string(argument) + "[" + std::to_string(i) + "]"));
    return poses;
}

namespace {

// True for matrices [R|t] that Pose::from_matrix certainly accepts; false also in doubtful cases.
bool is_surely_rigid(const double* m) {
    const auto dot = [m](int i, int j) { return m[i] * m[j] + m[4 + i] * m[4 + j] + m[8 + i] * m[8 + j]; };
    // Their sum: a comparison of the largest would be a chain of branches or a loop in memory.
    const double off = std::abs(dot(0, 0) - 1) + std::abs(dot(1, 1) - 1) + std::abs(dot(2, 2) - 1) +
                       std::abs(dot(0, 1)) + std::abs(dot(0, 2)) + std::abs(dot(1, 2));
    const double determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
                               m[2] * (m[4] * m[9] - m[5] * m[8]);
    const double finite = m[3] * 0 + m[7] * 0 + m[11] * 0;
    return off < 0.5e-6 && determinant > 0.5 && finite == 0;
}

}  // namespace

PoseSequence::PoseSequence(nb::handle object, std::string_view argument) : argument_(argument) {
    AnyArray array;
    if (nb::try_cast(object, array) && array.dtype() == nb::dtype<double>() && array.ndim() == 3 &&
        array.shape(2) == 4 && (array.shape(1) == 3 || array.shape(1) == 4) && is_contiguous(array)) {
        owner_ = nb::borrow(object);
        matrices_ = static_cast<const double*>(array.data());
        rows_ = array.shape(1);
        size_ = array.shape(0);
        if (size_ == 0) matrices_ = nullptr;
    } else {
        poses_ = poses_of(object, argument);
    }
}

// Writes the matrices directly into the memory of the poses, which are trivially copyable and consist of the
// matrix's numbers.
void PoseSequence::convert(std::size_t first, std::size_t begin, std::size_t end) {
    static_assert(sizeof(Pose) == 12 * sizeof(double) && std::is_trivially_copyable_v<Pose>);
    for (std::size_t i = begin; i < end; ++i) {
        // Copied before the check: another thread may change the array.
        std::array<double, 16> rows;
        std::memcpy(rows.data(), matrices_ + 4 * rows_ * (first + i), 4 * rows_ * sizeof(double));
        const bool ends_well =
            rows_ == 3 || (rows[12] == 0 && rows[13] == 0 && rows[14] == 0 && rows[15] == 1);
        if (!ends_well || !is_surely_rigid(rows.data())) {
            std::array<double, 12> upper;
            std::copy_n(rows.begin(), 12, upper.begin());
            const Result<Pose> pose = rows_ == 4 ? Pose::from_matrix_4x4(rows) : Pose::from_matrix(upper);
            if (!pose) throw Bad{pose.error(), argument_ + "[" + std::to_string(first + i) + "]"};
        }
        std::memcpy(static_cast<void*>(&converted_[i]), rows.data(), sizeof(Pose));
    }
}

std::span<const Pose> PoseSequence::piece(std::size_t first, unsigned threads) {
    const std::size_t count = std::min(piece_size, size() - first);
    if (matrices_ == nullptr) return std::span(poses_).subspan(first, count);
    if (converted_ == nullptr) {
        converted_.reset(static_cast<Pose*>(std::malloc(std::min(piece_size, size_) * sizeof(Pose))));
        if (converted_ == nullptr) throw std::bad_alloc();
    }
    constexpr std::size_t fewest = 8192;  // converting fewer takes no longer than starting a thread
    const std::size_t cores = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = std::clamp<std::size_t>(count / fewest, 1, cores);
    if (parts == 1) {
        convert(first, 0, count);
    } else {
        std::vector<std::future<void>> others;
        const auto border = [&](std::size_t part) { return part * count / parts; };
        for (std::size_t part = 1; part < parts; ++part)
            others.push_back(std::async(std::launch::async,
                                        [=, this] { convert(first, border(part), border(part + 1)); }));
        convert(first, 0, border(1));
        for (std::future<void>& other : others)
            other.get();  // the error of the first bad pose is thrown first
    }
    return {converted_.get(), count};
}

Angle angle_of(nb::handle object) {
    if (nb::isinstance<Angle>(object)) return *nb::inst_ptr<Angle>(object);
    double number = 0;
    if (!nb::try_cast(object, number))
        refuse("angle: expected an Angle or a number of radians, found " + description_of(object));
    return radians(number);
}

std::filesystem::path path_of(nb::handle object) {
    std::filesystem::path path;
    if (!nb::try_cast(object, path)) refuse("expected the name of a file, found " + description_of(object));
    return path;
}

Mesh mesh_of(nb::handle object) {
    if (nb::isinstance<Mesh>(object)) return *nb::inst_ptr<Mesh>(object);
    if (nb::isinstance<Model>(object)) return nb::inst_ptr<Model>(object)->mesh();
    return nb::cast<Mesh>(nb::module_::import_("allide._convert").attr("mesh_from")(object));
}

void refuse_name(std::string_view argument, std::string_view found,
                 const std::vector<std::string_view>& known) {
    std::string text = std::string(argument) + ": expected ";
    for (std::size_t i = 0; i < known.size(); ++i)
        text += (i == 0 ? "\"" : i + 1 == known.size() ? " or \"" : ", \"") + std::string(known[i]) + "\"";
    refuse(text + ", found \"" + std::string(found) + "\"");
}

}  // namespace allide::python
