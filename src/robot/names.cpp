#include <allide/robot.hpp>

namespace allide {

std::string_view name_of(JointKind kind) {
    switch (kind) {
        case JointKind::fixed:
            return "fixed";
        case JointKind::revolute:
            return "revolute";
        case JointKind::continuous:
            return "continuous";
        case JointKind::prismatic:
            return "prismatic";
        default:
            return "floating";
    }
}

std::string_view name_of(PairStatus status) {
    switch (status) {
        case PairStatus::adjacent:
            return "adjacent";
        case PairStatus::ignored:
            return "ignored";
        case PairStatus::out_of_reach:
            return "out_of_reach";
        case PairStatus::never_sampled:
            return "never_sampled";
        case PairStatus::always_sampled:
            return "always_sampled";
        default:
            return "sometimes";
    }
}

}  // namespace allide
