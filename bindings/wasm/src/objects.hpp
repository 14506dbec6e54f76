// The objects that JavaScript holds by number: models, bodies, scenes, caches and reports.
#pragma once

#include "values.hpp"

#include <allide/convex.hpp>
#include <allide/model.hpp>
#include <allide/query.hpp>
#include <allide/report.hpp>
#include <allide/scene.hpp>

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <variant>

namespace allide::wasm {

using Object = std::variant<Model, ConvexBody, std::shared_ptr<Scene>, std::shared_ptr<QueryCache>,
                            std::shared_ptr<ClashReport>>;

// Maps numbers to objects. A number is never reused.
class Objects {
  public:
    std::uint32_t keep(Object object);
    void free(std::uint32_t number) { objects_.erase(number); }
    std::size_t size() const { return objects_.size(); }

    template <typename T>
    T& get(std::uint32_t number) {
        const auto place = objects_.find(number);
        if (place != objects_.end())
            if (T* object = std::get_if<T>(&place->second)) return *object;
        throw PreconditionError("the object has been freed");
    }

  private:
    std::unordered_map<std::uint32_t, Object> objects_;
    std::uint32_t next_ = 1;
};
Objects& objects();

// Reads an object's number from the next argument.
inline const Model& model_of(Arguments& arguments) {
    return objects().get<Model>(arguments.index());
}
inline const ConvexBody& body_of(Arguments& arguments) {
    return objects().get<ConvexBody>(arguments.index());
}
// Reads an object's number and a pose.
inline Placed placed_of(Arguments& arguments) {
    const Model& model = model_of(arguments);
    return model.at(arguments.pose());
}
inline PlacedBody placed_body_of(Arguments& arguments) {
    const ConvexBody& body = body_of(arguments);
    return body.at(arguments.pose());
}
// Reads a cache's number or nothing. Returns null in the latter case.
inline QueryCache* cache_of(Arguments& arguments) {
    return arguments.has_value() ? objects().get<std::shared_ptr<QueryCache>>(arguments.index()).get()
                                 : nullptr;
}

// Calls JavaScript's progress callback, if the current call has one. Returns false if the work is to stop.
bool report_progress(std::size_t done, std::size_t all);

// ---- The functions that JavaScript calls, by name. Each file of this folder has a list.

using Function = void (*)(Arguments&, Results&);
struct NamedFunction {
    const char* name;
    Function function;
};
std::span<const NamedFunction> value_functions();
std::span<const NamedFunction> model_functions();
std::span<const NamedFunction> query_functions();
std::span<const NamedFunction> probe_functions();
// The functions that the small module leaves out.
std::span<const NamedFunction> more_value_functions();
std::span<const NamedFunction> more_model_functions();
std::span<const NamedFunction> more_query_functions();
std::span<const NamedFunction> motion_functions();
std::span<const NamedFunction> more_probe_functions();
std::span<const NamedFunction> body_functions();
std::span<const NamedFunction> scene_functions();
std::span<const NamedFunction> report_functions();

}  // namespace allide::wasm
