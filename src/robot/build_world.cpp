#include "base/float_environment.hpp"
#include "model/model_data.hpp"
#include "robot/world_data.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace allide {
namespace {

using detail::RobotData;
using detail::RobotWorldData;
using robot::GroupPair;

// The box of a model at a pose, rounded outward.
Box box_at(const Model& model, const Pose& pose) {
    Box box = Box::empty();
    double largest = kernel::norm_1(pose.position());
    const auto vertices = model.mesh().vertices();
    for (const TriangleIndices& triangle : model.mesh().triangles())
        for (const std::uint32_t vertex : triangle) {
            box.grow(pose.apply(vertices[vertex]));
            largest = std::max(largest, kernel::norm_1(vertices[vertex]) + kernel::norm_1(pose.position()));
        }
    return box.is_empty() ? box : box.expanded(0x1p-48 * largest + 0x1p-1000);
}

std::vector<Vec3> distinct(std::vector<Vec3> points) {
    const auto before = [](const Vec3& a, const Vec3& b) {
        return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    std::sort(points.begin(), points.end(), before);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

// The link or the obstacle to which a name in an ignored pair refers, by its number.
struct Name {
    bool is_obstacle = false;
    std::size_t number = 0;
    auto operator<=>(const Name&) const = default;
};

class WorldBuilder {
  public:
    WorldBuilder(const Robot& robot, std::span<const Obstacle> obstacles)
        : world_(std::make_shared<RobotWorldData>(robot)), robot_(world_->robot_data()) {
        world_->obstacles.assign(obstacles.begin(), obstacles.end());
        for (std::size_t link = 0; link < robot_.links.size(); ++link)
            for (std::size_t s = robot_.first_shape[link]; s < robot_.first_shape[link + 1]; ++s)
                world_->link_of.push_back(link);
    }

    Result<RobotWorld> build(std::span<const std::array<std::string, 2>> ignored) {
        for (const auto& pair : ignored)
            if (!ignore(pair))
                return Error{
                    .code = ErrorCode::bad_argument,
                    .message = "a pair to be ignored: there is no link or obstacle named '" + unknown_ + "'"};
        world_->placed.resize(world_->obstacles.size());
        for (std::size_t i = 0; i < world_->obstacles.size(); ++i) {
            const Obstacle& obstacle = world_->obstacles[i];
            robot::PlacedObstacle& placed = world_->placed[i];
            placed.shape = robot::shape_of(obstacle.model);
            placed.placed = {&placed.shape, obstacle.pose, 0};
            placed.box = box_at(obstacle.model, obstacle.pose);
            placed.tree = robot::box_tree(obstacle.model.mesh(), obstacle.pose);
            std::vector<Vec3> corners;
            for (const auto& triangle : placed.tree.corners)
                corners.insert(corners.end(), triangle.begin(), triangle.end());
            placed.outer = robot::outer_body(distinct(std::move(corners)));
        }
        for (const auto& shape : robot_.shapes) {
            world_->trees.push_back(shape->is_mesh() ? robot::box_tree(shape->model.mesh())
                                                     : robot::BoxTree{});
            world_->outer.push_back(is_empty(*shape) ? robot::OuterBody{} : robot::outer_body(*shape));
        }
        add_pairs();
        add_plans();
        return detail::RobotAccess::make(std::move(world_));
    }

  private:
    // An obstacle may have the name of a link; then the pair means both.
    bool ignore(const std::array<std::string, 2>& pair) {
        std::array<std::vector<Name>, 2> found;
        for (std::size_t k = 0; k < 2; ++k) {
            const auto link = robot_.link_numbers.find(pair[k]);
            if (link != robot_.link_numbers.end()) found[k].push_back({false, link->second});
            for (std::size_t i = 0; i < world_->obstacles.size(); ++i)
                if (world_->obstacles[i].name == pair[k]) found[k].push_back({true, i});
            if (found[k].empty()) {
                unknown_ = pair[k];
                return false;
            }
        }
        for (const Name& a : found[0])
            for (const Name& b : found[1]) ignored_.insert(std::minmax(a, b));
        return true;
    }
    bool is_ignored(const Name& a, const Name& b) const { return ignored_.count(std::minmax(a, b)) != 0; }

    static bool is_empty(const robot::LinkShape& shape) {
        return shape.is_mesh() && shape.model.mesh().triangles().empty();
    }

    void add_pairs() {
        std::map<std::pair<std::size_t, std::size_t>, GroupPair> groups;
        const auto group_pair = [&](std::size_t mover, std::size_t frame) -> GroupPair& {
            GroupPair& pair = groups[{mover, frame}];
            pair.mover = mover;
            pair.frame = frame;
            return pair;
        };
        const auto count = static_cast<std::uint32_t>(robot_.shapes.size());
        for (std::uint32_t a = 0; a < count; ++a) {
            if (is_empty(*robot_.shapes[a])) continue;
            const std::size_t link_a = world_->link_of[a], group_a = robot_.nodes[link_a].group;
            for (std::uint32_t i = 0; i < world_->placed.size(); ++i)
                if (!is_empty(world_->placed[i].shape) && !is_ignored({false, link_a}, {true, i}))
                    group_pair(group_a, 0).obstacles.push_back({a, i});
            for (std::uint32_t b = a + 1; b < count; ++b) {
                const std::size_t link_b = world_->link_of[b], group_b = robot_.nodes[link_b].group;
                if (is_empty(*robot_.shapes[b]) || robot::is_adjacent(robot_, link_a, link_b) ||
                    robot::is_ignored(robot_, link_a, link_b) || is_ignored({false, link_a}, {false, link_b}))
                    continue;
                if (group_a < group_b)
                    group_pair(group_b, group_a).links.push_back({b, a});
                else
                    group_pair(group_a, group_b).links.push_back({a, b});
            }
        }
        for (auto& [key, pair] : groups) world_->groups.push_back(std::move(pair));
    }

    void add_plans() {
        std::vector<robot::Frame> frames(robot_.nodes.size());
        const std::vector<robot::Ball> zero(robot_.joints.size());
        robot::place_links(robot_, robot_.order, zero, frames);
        for (std::size_t i = world_->groups.size(); i-- > 0;)
            if (world_->groups[i].mover != world_->groups[i].frame)
                world_->plans.push_back(plan_for(world_->groups[i], frames));
    }

    robot::MoverPlan plan_for(const GroupPair& group, const std::vector<robot::Frame>& frames) const {
        robot::MoverPlan plan;
        plan.group = &group;
        std::vector<std::size_t> links;
        std::set<std::uint32_t> shapes;
        for (const robot::TestedPair& pair : group.obstacles) shapes.insert(pair.a);
        for (const robot::TestedPair& pair : group.links) {
            shapes.insert(pair.a);
            links.push_back(world_->link_of[pair.b]);
        }
        for (const std::uint32_t shape : shapes) links.push_back(world_->link_of[shape]);
        plan.chain = robot::chain_between(robot_, group.frame, group.mover, links);
        plan.link_name = robot_.links[world_->link_of[*shapes.begin()]];
        if (group.frame != 0) plan.frame_name = robot_.links[plan.chain.frame_link];
        bound_mover(plan, frames, shapes);
        return plan;
    }

    // Sets the ball around the balls of all shapes. Links of a group do not move relative to each other, so
    // the frames may be those of any configuration.
    void bound_mover(robot::MoverPlan& plan, const std::vector<robot::Frame>& frames,
                     const std::set<std::uint32_t>& shapes) const {
        using kernel::operator-;
        const robot::Frame& base = frames[plan.chain.mover_link];
        const auto center_of = [&](std::uint32_t shape) {
            const std::size_t link = world_->link_of[shape];
            const Vec3 center = robot_.shapes[shape]->center;
            if (link == plan.chain.mover_link) return center;
            return base.direction_back(frames[link].point(center) - base.place);
        };
        Box box = Box::empty();
        for (const std::uint32_t shape : shapes) {
            const Vec3 c = center_of(shape);
            const double r = robot_.shapes[shape]->radius;
            box.grow(Box{c, c}.expanded(r));
        }
        plan.center = shapes.size() == 1 ? center_of(*shapes.begin()) : box.center();
        for (const std::uint32_t shape : shapes) {
            const std::size_t link = world_->link_of[shape];
            const double error =
                4 * (frames[link].error_at(robot_.shapes[shape]->reach()) +
                     base.error_at(robot_.shapes[shape]->reach() + kernel::norm_1(frames[link].place)) +
                     0x1p-45 * (kernel::norm_1(frames[link].place) + kernel::norm_1(base.place)));
            plan.radius = std::max(plan.radius, (robot::length_up(center_of(shape) - plan.center) +
                                                 robot_.shapes[shape]->radius + error) *
                                                    (1 + 0x1p-40));
        }
    }

    std::shared_ptr<RobotWorldData> world_;
    const RobotData& robot_;
    std::set<std::pair<Name, Name>> ignored_;
    std::string unknown_;
};

}  // namespace

RobotWorld::RobotWorld(std::shared_ptr<const detail::RobotWorldData> data) : data_(std::move(data)) {}

Result<RobotWorld> RobotWorld::build(const Robot& robot, std::span<const Obstacle> obstacles,
                                     std::span<const std::array<std::string, 2>> ignored) {
    const base::DefaultFloatEnvironment environment;
    return WorldBuilder(robot, obstacles).build(ignored);
}

const Robot& RobotWorld::robot() const {
    return data_->robot;
}
std::span<const Obstacle> RobotWorld::obstacles() const {
    return data_->obstacles;
}

}  // namespace allide
