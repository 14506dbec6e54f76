// Explains why two linked rings do not touch: divides both into pieces and gives a separating direction for
// each pair of pieces. Every step can be checked with rational numbers; docs/certificates.md says how.
#include <allide/allide.hpp>
#include <allide/extra/explain.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cstdio>

using namespace allide;

int main() {
    const Model ring = Model::build(generate(GeneratedShape::torus, {.triangles = 300}).value()).value();
    const Placed a = ring.at_rest();
    const Placed b = ring.at(Pose::rotation({1, 0, 0}, degrees(90)).translated({0.7, 0.02, 0.03}));

    const CollisionCertificate certificate = explain_collision(a, b);
    if (certificate.common) {
        std::printf("triangles %u and %u share a point\n", (*certificate.common)[0].triangle,
                    (*certificate.common)[1].triangle);
        return 1;
    }
    const auto directions =
        std::count_if(certificate.separation.begin(), certificate.separation.end(),
                      [](const auto& step) { return step.kind == SeparationStep::Kind::direction; });
    std::printf("no contact: %d directions separate %zu x %zu triangles\n", static_cast<int>(directions),
                ring.mesh().triangles().size(), ring.mesh().triangles().size());
    return directions > 1 ? 0 : 1;
}
