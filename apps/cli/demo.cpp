// The verb `demo`: runs commands that a user could type, and explains their answers.
#include "output.hpp"
#include "program.hpp"

#include <allide/report.hpp>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide::cli {

namespace {

// Makes a new temporary folder the current folder. The destructor removes it and restores the current folder.
class TemporaryFolder {
  public:
    TemporaryFolder() : before_(std::filesystem::current_path()) {
        std::error_code failure;
        const std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
        std::string path = (parent / "allide-demo-XXXXXX").string();
        if (failure || ::mkdtemp(path.data()) == nullptr)
            throw Refusal(
                "demo: cannot create a temporary folder; set TMPDIR to a folder that can be written to");
        path_ = path;
        std::filesystem::current_path(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  private:
    std::filesystem::path before_, path_;
};

void show(const Words& words, int expected) {
    print(fmt::format("$ allide {}\n", fmt::join(words, " ")));
    const int code = run_command(words);
    print(fmt::format("(exit code {})\n\n", code));
    if (code != expected) throw std::logic_error("the demo got an answer that it did not expect");
}

// Text of the pose that rotates by 90 degrees about x and then translates by the number `x` along x.
std::string upright_at(const char* x) {
    return fmt::format("{},0,0,0.7071067811865476,0.7071067811865476,0,0", x);
}

void show_page(const std::string& page) {
    if (!has_pages()) {
        print(
            "The report for browsers is skipped: this allide was built without it (nodejs and npm were "
            "missing).\n\n");
        return;
    }
    std::filesystem::create_directories(std::filesystem::path(page).parent_path());
    print("The same as a page for a browser.\n\n");
    show({"clash", "room.glb", "--clearance", "1.75", "--units", "mm", "-o", page}, contact);
}

struct DemoRequest {
    std::string page;  // file for the engine room's report; empty: no report
};

int demo(const DemoRequest& request) {
    const std::string page = request.page.empty() ? "" : std::filesystem::absolute(request.page).string();
    const TemporaryFolder folder;
    print("Two rings: a smooth one, and one with a rough surface.\n\n");
    show({"generate", "torus", "--triangles", "12544", "-o", "ring.stl"}, done);
    show({"generate", "noisy-torus", "--triangles", "12544", "--seed", "1", "-o", "rough.stl"}, done);

    print(
        "Stand the rough ring upright and pass it through the middle of the other, like two links of a "
        "chain.\n"
        "Their boxes overlap, but the rings do not touch. The answer is exact: exit code 0.\n\n");
    show({"collide", "ring.stl", "rough.stl", "--pose-b", upright_at("0.6875")}, nothing_touches);

    print(
        "Move it sideways until it intersects the ring: exit code 1, one contact point,\n"
        "and five of the pairs of touching triangles.\n\n");
    show({"collide", "ring.stl", "rough.stl", "--pose-b", upright_at("0.8"), "--limit", "5", "--stats"},
         contact);

    print(
        "The same as JSON. Triangles are numbered as in the files; pose_b holds the exact 12 numbers "
        "used.\n\n");
    show({"collide", "ring.stl", "rough.stl", "--pose-b", upright_at("0.8"), "--limit", "5", "--stats",
          "--json"},
         contact);

    print(
        "A whole assembly: a ship's engine room of fifteen hundred parts. Five pairs of parts intersect\n"
        "on purpose and five come too close; generate lists these pairs, and clash finds them.\n\n");
    show({"generate", "engine-room", "--triangles", "60000", "--clashes", "5", "--clearances", "5", "-o",
          "room.glb"},
         done);
    show({"clash", "room.glb", "--clearance", "1.75", "--units", "mm", "-o", "clashes.json", "-o",
          "clashes.csv"},
         contact);

    if (!page.empty()) show_page(page);
    print(
        "Found: linked rings that do not touch, the same rings in contact after a move of 0.1125,\n"
        "and exactly the ten deliberate clashes of an engine room.\n"
        "\"complete\": false says that there are more pairs than the 5 asked for; --all lists all of "
        "them.\n");
    if (!page.empty() && has_pages()) print(fmt::format("\nOpen this in a browser: {}\n", page));
    return done;
}

}  // namespace

void add_demo(CLI::App& program, Job& job) {
    CLI::App& verb = *program.add_subcommand("demo", "Run a short tour with generated bodies");
    const auto request = std::make_shared<DemoRequest>();
    verb.add_option("-o", request->page, "Also write the engine room's report as a page: .html")
        ->type_name("FILE")
        ->group("Output");
    verb.footer("Example: allide demo -o report.html");
    verb.callback([request, &job] { job = [request] { return demo(*request); }; });
}

}  // namespace allide::cli
