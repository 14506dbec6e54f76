#include "papers/papers.hpp"

namespace allide::bench {

std::string opening_of_page() {
    return "# The papers' experiments\n"
           "\n"
           "Made by `make bench-papers`; do not edit. Times are of a noisy shared machine; ratios and counts "
           "say\n"
           "more. Each part ends with what agrees with its paper and what does not, computed from its "
           "numbers.\n";
}

std::string closing_of_page() {
    return "";
}

}  // namespace allide::bench
