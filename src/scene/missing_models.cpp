#include "scene/missing_models.hpp"

#include "base/tasks.hpp"

#include <algorithm>
#include <functional>

namespace allide::scene {

void build_models(const Objects& objects, const std::vector<std::uint32_t>& numbers, unsigned threads) {
    std::vector<const LazyModel*> missing;
    for (const std::uint32_t number : numbers)
        if (objects.is_mesh(number) && !objects.model(number).built())
            missing.push_back(&objects.model(number));
    if (missing.empty()) return;
    std::sort(missing.begin(), missing.end(), std::less<>());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    base::with_threads(threads, [&] {
        base::do_pieces(missing.size(), 8, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) missing[i]->build();
        });
    });
}

}  // namespace allide::scene
