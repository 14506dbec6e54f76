// Everything that `allide clash` does, as a program: reads a scene, finds its clashes under
// rules, compares them with an earlier report, and writes the new report in every format.
//   example_clash SCENE FOLDER [RULES] [BASELINE]
// Without arguments it generates an engine room and reports its clashes.
#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>

#include <cstdio>
#include <filesystem>
#include <string>

using namespace allide;
namespace fs = std::filesystem;

namespace {

void write_reports(const fs::path& scene_file, const fs::path& folder, const ClashReportOptions& options) {
    const ClashScene scene = ClashScene::load({scene_file}).value();
    const ClashReport report = ClashReport::of(scene, options).value();
    for (const char* name : {"report.json", "report.csv", "report.bcf", "report.html"}) {
        if (std::string(name).ends_with(".html") && !has_pages()) continue;
        if (const auto error = report.save(folder / name)) std::printf("%s\n", error->text().c_str());
    }
    std::fputs(report.text().c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
    ClashReportOptions options{.clearance = 1.75, .units = "mm"};
    if (argc > 3) options.rules = ClashRules::load(argv[3]).value();
    if (argc > 4) options.baseline = ClashBaseline::load(argv[4]).value();
    if (argc > 2) {
        write_reports(argv[1], argv[2], options);
        return 0;
    }
    const fs::path folder = fs::temp_directory_path() / "allide-example-clash";
    fs::create_directories(folder);
    const EngineRoom room =
        generate_engine_room({.triangles = 60'000, .clashes = 3, .clearances = 2}).value();
    save_mesh(room.mesh, folder / "room.glb").value();
    write_reports(folder / "room.glb", folder, options);
    fs::remove_all(folder);
}
