// The tour: the commands that a user would type, really run, and what their answers mean.
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

// A fresh folder to work in; gone, and the old one current again, at the end.
class TemporaryFolder {
  public:
    TemporaryFolder() : before_(std::filesystem::current_path()) {
        std::error_code failure;
        const std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
        std::string path = (parent / "allide-demo-XXXXXX").string();
        if (failure || ::mkdtemp(path.data()) == nullptr)
            throw Refusal("demo: cannot make a temporary folder; set TMPDIR to one that can be written to");
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

// A quarter turn about x, moved along x.
std::string upright_at(const char* x) {
    return fmt::format("{},0,0,0.7071067811865476,0.7071067811865476,0,0", x);
}

void show_page(const std::string& page) {
    if (!has_pages()) {
        print(
            "Its report for browsers is left out: this allide was built without (nodejs and npm are "
            "missing).\n\n");
        return;
    }
    std::filesystem::create_directories(std::filesystem::path(page).parent_path());
    print("The same to be looked at, in a file for a browser.\n\n");
    show({"clash", "room.glb", "--clearance", "1.75", "--units", "mm", "-o", page}, contact);
}

struct DemoRequest {
    std::string page;  // where the engine room's report goes; may be empty
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
        "Their boxes overlap, the rings do not touch, and allide says so for certain: exit code 0.\n\n");
    show({"collide", "ring.stl", "rough.stl", "--pose-b", upright_at("0.6875")}, nothing_touches);

    print(
        "Move it sideways until it bites into the ring: exit code 1, one place where\n"
        "they meet, and five of the pairs of triangles in contact.\n\n");
    show({"collide", "ring.stl", "rough.stl", "--pose-b", upright_at("0.8"), "--limit", "5", "--stats"},
         contact);

    print(
        "The same for programs. Triangles are numbered as in the files; pose_b holds the exact 12 numbers "
        "used.\n\n");
    show({"collide", "ring.stl", "rough.stl", "--pose-b", upright_at("0.8"), "--limit", "5", "--stats",
          "--json"},
         contact);

    print(
        "A whole assembly: a ship's engine room of fifteen hundred parts. Five pairs of them were made to\n"
        "intersect on purpose and five to come too close; generate lists them, and clash finds them.\n\n");
    show({"generate", "engine-room", "--triangles", "60000", "--clashes", "5", "--clearances", "5", "-o",
          "room.glb"},
         done);
    show({"clash", "room.glb", "--clearance", "1.75", "--units", "mm", "-o", "clashes.json", "-o",
          "clashes.csv"},
         contact);

    if (!page.empty()) show_page(page);
    print(
        "Found: linked rings that pass freely, and the same rings in contact once moved by 0.1125,\n"
        "and the ten deliberate clashes of an engine room, no more and no fewer.\n"
        "\"complete\": false says that there are more pairs than the 5 asked for; --all lists every one.\n");
    if (!page.empty() && has_pages()) print(fmt::format("\nOpen this in a browser: {}\n", page));
    return done;
}

}  // namespace

void add_demo(CLI::App& program, Job& job) {
    CLI::App& verb = *program.add_subcommand("demo", "A short tour with generated bodies");
    const auto request = std::make_shared<DemoRequest>();
    verb.add_option("-o", request->page, "Also write the engine room's report for browsers: .html")
        ->type_name("FILE");
    verb.group("Verbs");
    verb.footer("Example: allide demo -o report.html");
    verb.callback([request, &job] { job = [request] { return demo(*request); }; });
}

}  // namespace allide::cli
