#include "robot/path_frames.hpp"

#include <bit>
#include <cstdint>

namespace allide::robot {
namespace {

constexpr int kept_bits = 8;

}  // namespace

PathFrames::PathFrames(const detail::RobotData& robot, const Stretch& stretch)
    : robot_(robot), stretch_(stretch), kept_(std::size_t{1} << kept_bits) {}

const PathFrames::Moment& PathFrames::at(double time) {
    const std::uint64_t hash = std::bit_cast<std::uint64_t>(time) * 0x9e3779b97f4a7c15u;
    Moment& moment = kept_[hash >> (64 - kept_bits)];
    if (moment.time == time) return moment;
    moment.time = time;
    stretch_.at(time, moment.values);
    moment.frames.resize(robot_.nodes.size());
    place_links(robot_, robot_.order, moment.values, moment.frames);
    return moment;
}

}  // namespace allide::robot
