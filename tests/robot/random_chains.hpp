// Random chains of links, described both for the oracle and for the library.
#pragma once

#include "oracle/joint_chain.hpp"

#include <allide/robot.hpp>

#include <string>
#include <vector>

namespace allide::test {

inline Mesh tetrahedron(const std::vector<oracle::Point>& corners) {
    MeshData data;
    for (const oracle::Point& p : corners) data.vertices.push_back({p[0], p[1], p[2]});
    data.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    return Mesh::from(std::move(data)).value();
}

// A tree of 2 to 7 revolute and prismatic joints, some of which mimic others.
struct RandomChain {
    oracle::JointChain chain;
    std::size_t values = 0;
};

inline RandomChain random_chain(oracle::Dice& dice) {
    RandomChain out;
    const int count = 2 + static_cast<int>(dice.below(6));
    for (int i = 0; i < count; ++i) {
        oracle::ChainJoint joint;
        joint.parent = i == 0               ? -1
                       : dice.below(5) == 0 ? static_cast<int>(dice.below(static_cast<std::uint64_t>(i)))
                                            : i - 1;
        joint.slides = dice.below(5) == 0;
        for (double& x : joint.offset) x = dice.between(-0.4, 0.4);
        do
            for (double& x : joint.axis) x = dice.between(-1.0, 1.0);
        while (std::abs(joint.axis[0]) + std::abs(joint.axis[1]) + std::abs(joint.axis[2]) < 0.3);
        if (dice.below(3) == 0) joint.axis = {0, 0, 0}, joint.axis[dice.below(3)] = 1;
        if (out.values > 0 && dice.below(6) == 0) {
            joint.source = static_cast<int>(dice.below(out.values));
            joint.multiplier = dice.between(-1.5, 1.5);
            joint.shift = dice.between(-1.0, 1.0);
        } else {
            joint.source = static_cast<int>(out.values++);
        }
        std::vector<oracle::Point> corners(4);
        for (oracle::Point& p : corners)
            for (double& x : p) x = dice.between(-0.25, 0.25);
        out.chain.joints.push_back(joint);
        out.chain.corners.push_back(corners);
    }
    return out;
}

// The links are named "0", "1", … and the joints "j0", …; no two links are tested against each other.
inline RobotDescription described(const oracle::JointChain& chain) {
    RobotDescription out;
    out.name = "chain";
    out.links.push_back({.name = "root", .collision = {}, .visual = {}});
    std::vector<std::string> named;  // for each value, the first joint that has it
    for (std::size_t i = 0; i < chain.joints.size(); ++i) {
        const oracle::ChainJoint& from = chain.joints[i];
        LinkGeometry shape;
        shape.shape = tetrahedron(chain.corners[i]);
        out.links.push_back({.name = std::to_string(i), .collision = {shape}, .visual = {}});
        JointDescription joint;
        joint.name = "j" + std::to_string(i);
        joint.kind = from.slides ? JointKind::prismatic : JointKind::continuous;
        joint.parent = from.parent < 0 ? "root" : std::to_string(from.parent);
        joint.child = std::to_string(i);
        joint.origin = Pose::translation({from.offset[0], from.offset[1], from.offset[2]});
        joint.axis = {from.axis[0], from.axis[1], from.axis[2]};
        const auto source = static_cast<std::size_t>(from.source);
        if (source < named.size())
            joint.mimic = Mimic{named[source], from.multiplier, from.shift};
        else
            named.push_back(joint.name);
        for (std::size_t j = 0; j < i; ++j)
            out.ignored_pairs.push_back({std::to_string(j), std::to_string(i)});
        out.joints.push_back(std::move(joint));
    }
    return out;
}

inline std::vector<double> random_values(oracle::Dice& dice, std::size_t count, double most) {
    std::vector<double> q(count);
    for (double& x : q) x = dice.between(-most, most);
    return q;
}

}  // namespace allide::test
