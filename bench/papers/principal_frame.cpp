// Paper 001's second item of future work: k-DOPs in a principal frame of the body instead of its file's
// frame.
#include "papers/frames.hpp"
#include "papers/paper_001.hpp"
#include "papers/stand_ins.hpp"

#include <fmt/format.h>

namespace allide::bench {

void principal_frame(Report& report, const Settings& settings) {
    report.add_section("k-DOPs in the body's principal frame (the paper's future work)");
    const RotationSetting setting{.distances = 8, .steps = settings.size == Size::quick ? 2 : 10};
    Table table{
        .name = "principal-frame",
        .caption =
            "Volume tests per query for all contacts, with k-DOPs along the axes of the file, along axes "
            "rotated by 37 degrees about (1, 2, 3), and along the principal axes of the surface.",
        .columns = {"body", "volume", "file's frame", "rotated frame", "principal frame", "principal / file",
                    "principal / rotated"}};
    double to_file = 0, to_turned = 0, rows = 0;
    for (const StandIn& body : bodies_of_paper_001(settings)) {
        const Frame own = principal_frame_of(body.mesh);
        for (const char* volume : {"kdop6", "kdop14", "kdop26"}) {
            const Engine e = engine(volume, Realign::zachmann, Builder::midpoint);
            const double file = tests_in_frame(body.mesh, file_frame(), e, setting);
            const double turned = tests_in_frame(body.mesh, turned_frame(), e, setting);
            const double principal = tests_in_frame(body.mesh, own, e, setting);
            table.add({body.what, volume, cell(file, 4), cell(turned, 4), cell(principal, 4),
                       cell(principal / file), cell(principal / turned)});
            to_file += principal / file;
            to_turned += principal / turned;
            rows += 1;
        }
    }
    report.add(table);
    report.add_paragraph(
        fmt::format("On average the principal frame needs {:.2f} times the tests of the file's frame and "
                    "{:.2f} times those of a rotated one. {} A frame fitted to the whole body is not aligned "
                    "with its parts, as oriented boxes are.",
                    to_file / rows, to_turned / rows,
                    to_file / rows < 0.95   ? "So choosing the frame helps."
                    : to_file / rows < 1.05 ? "So choosing the frame changes little."
                                            : "So it costs time if the file's frame is already a good one."));
    report.add_finding(to_file / rows < 0.95, "another frame than the file's may give better performance",
                       fmt::format("{:.2f} times the volume tests", to_file / rows));
}

}  // namespace allide::bench
