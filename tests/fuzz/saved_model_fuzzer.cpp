// Changes bytes of a saved model's arrays as the input says, writes them with correct checksums, and reads
// the result. An input that begins with "file" is read as the file itself. The worst allowed result is an
// error.
#include "expect.hpp"
#include "io/formats/saved_model.hpp"
#include "model/model_data.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace allide;

std::array<std::string, io::saved_arrays> arrays_of_a_model() {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 60}).value();
    const std::string file = saved_model_bytes(Model::build(mesh).value()).value();
    io::SavedModelFile saved(file);
    std::array<std::string, io::saved_arrays> arrays;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        arrays[i] = std::string(saved.bytes_of(static_cast<io::SavedArray>(i)));
    return arrays;
}

void use(const Model& model) {
    const auto count = static_cast<std::uint32_t>(model.mesh().triangles().size());
    for (std::uint32_t i = 0; i < count; ++i) static_cast<void>(model.mesh().corners(i));
    const Placed there = model.at_rest();
    static_cast<void>(collides(there, model.at(Pose::translation({0.5, 0, 0}))));
    static_cast<void>(nearest(there, {0.1, 0.2, 0.3}));
    static_cast<void>(any_hit(there, Ray{{-3, 0.1, 0.2}, {1, 0, 0}}));
}

void read(const std::string& file) {
    const auto bytes = std::as_bytes(std::span(file));
    const Result<Model> model = read_saved_model(bytes, "fuzz.model");
    ALLIDE_FUZZ_EXPECT(model || (!model.error().message.empty() && model.error().file == "fuzz.model"));
    if (model) use(*model);
    const Result<Mesh> mesh = read_mesh(bytes, "fuzz.model");
    ALLIDE_FUZZ_EXPECT(mesh || !model);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto original = arrays_of_a_model();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.starts_with("file")) {
        read(std::string(text.substr(4)));
        return 0;
    }
    auto arrays = original;
    // Each change takes four bytes of input: the number of the array, two bytes for the position, and the new
    // byte. For numbers from 128 on, the array is truncated at that position instead.
    for (std::size_t i = 0; i + 4 <= size; i += 4) {
        std::string& array = arrays[data[i] % 128 % arrays.size()];
        const std::size_t place = data[i + 1] + 256u * data[i + 2];
        if (data[i] >= 128)
            array.resize(std::min(place, array.size()));
        else if (place < array.size())
            array[place] = static_cast<char>(data[i + 3]);
        else if (place == array.size())
            array += static_cast<char>(data[i + 3]);
    }
    read(io::saved_model_file(arrays));
    return 0;
}
