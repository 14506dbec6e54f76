#include "peers/builders.hpp"

namespace allide::bench {
namespace {

constexpr Engine engines[] = {
    {"allide", Role::ours, Supports::everything,
     "first_contact, with its point, and contacts on the default tree; for small steps collides with a "
     "QueryCache",
     ours},
#ifdef ALLIDE_PEER_FCL
    {"FCL OBBRSS", Role::reference, Supports::everything,
     "fcl::collide with a limit of one contact or without a limit, double, as compiled by Debian",
     fcl_obbrss},
    {"FCL float native", Role::native, Supports::everything,
     "the same templates in float, compiled here with -O3 -march=native", fcl_native_obbrss},
#endif
#ifdef ALLIDE_PEER_BULLET
    {"Bullet GImpact", Role::other, Supports::everything,
     "all overlapping pairs of boxes from btGImpactQuantizedBvh::find_collision, then Bullet's own "
     "triangle-triangle test, up to the first contact or for all pairs; float",
     bullet_gimpact},
#endif
#ifdef ALLIDE_PEER_ODE
    {"ODE trimesh", Role::other, Supports::everything,
     "dCollide of two triangle meshes (OPCODE), at most 65,535 contacts; double with float trees; its "
     "contacts are points for dynamics, and close ones are merged, so that it does not list every pair of "
     "triangles",
     ode_trimesh},
#endif
#ifdef ALLIDE_PEER_CGAL
    {"CGAL trees", Role::other, Supports::everything,
     "first contact: Rigid_triangle_mesh_collision_detection; all contacts: "
     "AABB_tree::all_intersected_primitives for each triangle of B after its transformation, whose rounding "
     "is CGAL's input",
     cgal_trees},
#endif
#ifdef ALLIDE_PEER_LIBCCD
    {"libccd GJK", Role::other, Supports::convex_apart,
     "ccdGJKIntersect with a hill-climbing support function; convex solids only, so it is compared only on "
     "the spheres next to each other",
     libccd_gjk},
#endif
#ifdef ALLIDE_PEER_FCL
    {"FCL OBB", Role::variant, Supports::everything, "as FCL OBBRSS", fcl_obb},
    {"FCL RSS", Role::variant, Supports::everything, "as FCL OBBRSS", fcl_rss},
    {"FCL kIOS", Role::variant, Supports::everything, "as FCL OBBRSS", fcl_kios},
    {"FCL AABB", Role::variant, Supports::everything,
     "as FCL OBBRSS; it copies, places and refits B for each query", fcl_aabb},
    {"FCL 16-DOP", Role::variant, Supports::everything, "as FCL AABB", fcl_kdop16},
    {"FCL 18-DOP", Role::variant, Supports::everything, "as FCL AABB", fcl_kdop18},
    {"FCL 24-DOP", Role::variant, Supports::everything, "as FCL AABB", fcl_kdop24},
#endif
};

}  // namespace

std::span<const Engine> all_engines() {
    return engines;
}

}  // namespace allide::bench
