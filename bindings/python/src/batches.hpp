// Runs a batch query of the library with progress and cancellation.
#pragma once

#include "arguments.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "results.hpp"

#include <allide/query.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace allide::python {

// Runs a batch of `count` queries; query(options) calls the library's batch function with these options.
template <typename Query>
auto run_batch(const nb::object& progress, unsigned threads, std::size_t count, const Query& query) {
    try {
        return run_job(progress, [&](Job& job) {
            job.all = count;
            return query(BatchOptions{.threads = threads, .progress = job.throwing()});
        });
    } catch (const Job::Stopped&) {
        refuse("stopped by the progress callback");
    }
}

// The same for a batch of poses; query(poses, options) is called for one piece of them after the other, and
// its answers are passed to take(answers).
template <typename Answers, typename Query, typename Take>
Answers run_pose_batch(const nb::object& progress, unsigned threads, PoseSequence& poses, const Query& query,
                       const Take& take) {
    std::optional<PoseSequence::Bad> bad;
    auto answers = run_batch(progress, threads, poses.size(), [&](const BatchOptions& options) {
        Answers all;
        try {
            for (std::size_t first = 0; first < poses.size(); first += PoseSequence::piece_size) {
                BatchOptions each = options;
                each.progress = [&, first](std::size_t done) { options.progress(first + done); };
                take(all, query(poses.piece(first, threads), each), poses.size());
            }
        } catch (PoseSequence::Bad& found) {
            bad = std::move(found);
        }
        return all;
    });
    if (bad) raise(bad->error, bad->place);
    return answers;
}
struct AppendBytes {
    void operator()(std::vector<std::uint8_t>& all, const std::vector<bool>& bits, std::size_t count) const {
        all.reserve(count);
        all.insert(all.end(), bits.begin(), bits.end());
    }
};
struct AppendAnswers {
    template <typename Answer>
    void operator()(std::vector<Answer>& all, std::vector<Answer>&& some, std::size_t count) const {
        if (all.empty()) {
            all = std::move(some);
            all.reserve(count);
        } else {
            all.insert(all.end(), std::move_iterator(some.begin()), std::move_iterator(some.end()));
        }
    }
};

inline std::vector<std::uint8_t> bytes_from(const std::vector<bool>& bits) {
    return {bits.begin(), bits.end()};
}

inline Bools bools_from(std::vector<std::uint8_t>&& bytes) {
    return rows_from<Bools>(std::move(bytes));
}

}  // namespace allide::python
