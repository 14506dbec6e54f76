// Eight motions through nine ships: candidate leaves with and without SplitTrees, their times, and the blocks
// read from disk.
#include "papers/paper_002.hpp"

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr double body_diameter = 200;

std::string name_of_motion(std::size_t number) {
    return fmt::format("m{}", number + 1);
}

std::vector<std::string> motion_columns() {
    std::vector<std::string> columns{"ship"};
    for (std::size_t i = 0; i < motions_of_paper_002; ++i) columns.push_back(name_of_motion(i));
    return columns;
}

// All answers for a ship, one per motion.
struct ShipAnswers {
    const Ship* ship;
    std::vector<MotionQuery> with, without;  // answers with and without SplitTrees
};

std::vector<ShipAnswers> all_answers(const std::vector<Ship>& ships, const Model& mover, TurnUnit turn) {
    std::vector<ShipAnswers> all;
    for (const Ship& ship : ships) {
        ShipAnswers answers{&ship, {}, {}};
        for (std::size_t i = 0; i < motions_of_paper_002; ++i) {
            const Motion motion = paper_motion(i, *ship.info.bounds, turn, 1);
            answers.with.push_back(ask_cold(ship.index, mover, motion));
            answers.without.push_back(ask_cold(ship.index, mover, motion, SplitTrees::ignored));
        }
        all.push_back(std::move(answers));
    }
    return all;
}

std::uint64_t candidates(const MotionQuery& asked) {
    return asked.answer.search.leaves_after_step[0];
}

double mean_share(const std::vector<ShipAnswers>& all, std::vector<MotionQuery> ShipAnswers::*which) {
    double sum = 0, count = 0;
    for (const ShipAnswers& answers : all)
        for (const MotionQuery& asked : answers.*which) {
            sum += static_cast<double>(candidates(asked)) / static_cast<double>(answers.ship->info.leaves);
            ++count;
        }
    return sum / count;
}

double papers_mean_share() {
    double sum = 0, count = 0;
    for (const PaperShip& ship : ships_of_paper_002())
        for (const int candidates : ship.candidates) {
            sum += static_cast<double>(candidates) / ship.leaves;
            ++count;
        }
    return sum / count;
}

void table_3(Report& report, const std::vector<ShipAnswers>& all, TurnUnit turn) {
    const bool in_degrees = turn == TurnUnit::degrees;
    Table table{in_degrees ? "table-3" : "table-3-radians",
                in_degrees ? "Table 3, b in degrees: candidate leaves with SplitTrees / without them."
                           : "Table 3 with b in radians: more than six full turns instead of a ninth of one.",
                motion_columns()};
    for (const ShipAnswers& answers : all) {
        std::vector<std::string> row{
            fmt::format("{}, {} leaves", answers.ship->paper.name, answers.ship->info.leaves)};
        for (std::size_t i = 0; i < motions_of_paper_002; ++i)
            row.push_back(fmt::format("{} / {} ({})", candidates(answers.with[i]),
                                      candidates(answers.without[i]), answers.ship->paper.candidates[i]));
        table.add(std::move(row));
    }
    report.add(std::move(table));
}

void table_of_blocks(Report& report, const std::vector<ShipAnswers>& all) {
    Table table{"blocks",
                "Blocks of 4096 bytes read before the answer was known, in % of all, and the outcomes of m1 "
                "to m8 in this order: i impact, t touching at the start, c clear.",
                motion_columns()};
    table.columns.emplace_back("ends");
    double sum = 0, count = 0;
    for (const ShipAnswers& answers : all) {
        std::vector<std::string> row{std::string(answers.ship->paper.name)};
        std::string ends;
        for (const MotionQuery& asked : answers.with) {
            const IndexSearch& search = asked.answer.search;
            const double share = static_cast<double>(search.blocks_read) / static_cast<double>(search.blocks);
            sum += share;
            ++count;
            row.push_back(cell(100 * share));
            ends += end_letter(asked.answer.prediction.outcome);
        }
        row.push_back(ends);
        table.add(std::move(row));
    }
    report.add(std::move(table));
    report.add_finding(sum / count < 0.05, "Few disk blocks are read",
                       fmt::format("{:.2f} % of them on average", 100 * sum / count));
}

void table_of_steps(Report& report, const std::vector<ShipAnswers>& all) {
    Table table{"steps",
                "Candidates after each of the four steps, summed over the eight motions: leaves that the "
                "body's bounding sphere may touch; then, in the leaves that were opened before the answer "
                "was known, all objects, objects whose spheres it may touch, objects whose polyhedra its "
                "triangles may touch, and objects that it touches.",
                {"ship", "candidate leaves", "leaves with spheres touched", "objects in opened leaves",
                 "spheres touched", "polyhedra touched", "touched", "seconds per motion"}};
    for (const ShipAnswers& answers : all) {
        std::uint64_t leaves = 0, met = 0;
        std::array<std::uint64_t, 4> objects{};
        double seconds = 0;
        for (const MotionQuery& asked : answers.with) {
            const IndexSearch& search = asked.answer.search;
            leaves += search.leaves_after_step[0];
            met += search.leaves_after_step[1];
            for (std::size_t k = 0; k < 4; ++k) objects[k] += search.objects_after_step[k];
            seconds += asked.seconds;
        }
        table.add({std::string(answers.ship->paper.name), cell(leaves), cell(met), cell(objects[0]),
                   cell(objects[1]), cell(objects[2]), cell(objects[3]),
                   cell(seconds / static_cast<double>(motions_of_paper_002), 2)});
    }
    report.add(std::move(table));
}

// The paper's table 4 shows the ship SFACL under motion m2. If m2 has no candidate leaf here, the first
// motion that has one is shown instead.
void table_4(Report& report, const std::vector<ShipAnswers>& all) {
    const auto sfacl = std::find_if(all.begin(), all.end(), [](const ShipAnswers& answers) {
        return answers.ship->paper.name == "SFACL";
    });
    const ShipAnswers& answers = sfacl == all.end() ? all.front() : *sfacl;
    const auto intervals = [&](std::size_t motion) -> const std::vector<LeafTimes>& {
        return answers.with[motion].answer.search.leaf_intervals;
    };
    std::size_t shown = 1;
    for (std::size_t i = 0; intervals(shown).empty() && i < motions_of_paper_002; ++i)
        if (!intervals(i).empty()) shown = i;
    Table table{"table-4",
                fmt::format("Table 4: the time at which each candidate leaf of {} may first be touched under "
                            "m{}, b in degrees, in the paper's time from 0 to 2. The paper lists six leaves "
                            "of SFACL under m2, from 0.01 to 1.65.",
                            answers.ship->paper.name, shown + 1),
                {"leaf", "initial time", "final time", "spans"}};
    for (const LeafTimes& leaf : intervals(shown))
        table.add({cell(std::uint64_t{leaf.leaf}), fmt::format("{:.2f}", papers_duration * leaf.t0),
                   fmt::format("{:.2f}", papers_duration * leaf.t1), cell(std::uint64_t{leaf.spans.size()})});
    report.add(std::move(table));
}

}  // namespace

void ship_motion_tables(Report& report, const std::vector<Ship>& ships, const SceneFolder& /*scene_folder*/) {
    report.add_section("Candidate leaves (tables 3 and 4)");
    const Model mover = moving_body(body_diameter);
    const std::vector<ShipAnswers> all = all_answers(ships, mover, TurnUnit::degrees);
    table_3(report, all, TurnUnit::degrees);
    const double share = mean_share(all, &ShipAnswers::with), bare = mean_share(all, &ShipAnswers::without);
    report.add_finding(share <= 0.018,
                       fmt::format("Few leaves are candidates: {:.2f} % on average over the cells of the "
                                   "paper's table; the goal is at most 1.8 %",
                                   100 * papers_mean_share()),
                       fmt::format("{:.2f} %", 100 * share));
    report.add_finding(share < bare, "SplitTrees reduce the number of candidate leaves",
                       fmt::format("{:.2f} % with them, {:.2f} % without", 100 * share, 100 * bare));
    table_of_blocks(report, all);
    table_of_steps(report, all);
    table_4(report, all);
    table_3(report, all_answers(ships, mover, TurnUnit::radians), TurnUnit::radians);
}

void ship_leaf_sizes(Report& report, const Settings& settings, const SceneFolder& scene_folder,
                     const Ship& ship) {
    report.add_section("Size of a leaf");
    Table table{"leaf-sizes",
                fmt::format("{} with other leaf sizes; totals over the eight motions, b in degrees.",
                            ship.paper.name),
                {"bytes per leaf", "leaves", "polygons per leaf", "blocks of the index", "candidate leaves",
                 "blocks read", "bytes read, % of all", "seconds per motion"}};
    const Model mover = moving_body(body_diameter);
    std::vector<std::uint64_t> sizes{papers_leaf_bytes, 32768, 65536, 262144};
    if (settings.size == Size::quick) sizes = {65536};
    for (const std::uint64_t leaf_bytes : sizes) {
        const Ship sized = build_ship(scene_folder, ship.paper, leaf_bytes, 0);
        std::uint64_t leaves = 0, blocks = 0;
        double seconds = 0;
        for (std::size_t i = 0; i < motions_of_paper_002; ++i) {
            const MotionQuery asked =
                ask_cold(sized.index, mover, paper_motion(i, *sized.info.bounds, TurnUnit::degrees, 1));
            leaves += candidates(asked);
            blocks += asked.answer.search.blocks_read;
            seconds += asked.seconds;
        }
        const auto all = static_cast<double>(motions_of_paper_002 * sized.info.blocks);
        table.add({cell(leaf_bytes), cell(sized.info.leaves),
                   cell(static_cast<double>(sized.info.triangles) / static_cast<double>(sized.info.leaves)),
                   cell(sized.info.blocks), cell(leaves), cell(blocks),
                   cell(100 * static_cast<double>(blocks) / all),
                   cell(seconds / static_cast<double>(motions_of_paper_002), 2)});
    }
    report.add(std::move(table));
}

}  // namespace allide::bench
