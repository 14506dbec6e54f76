#include "arguments.hpp"
#include "certificate.hpp"
#include "index_file.hpp"
#include "motion_keys.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "predict_answer.hpp"
#include "predict_deform.hpp"
#include "program.hpp"
#include "shapes.hpp"

#include <allide/index.hpp>
#include <allide/io.hpp>
#include <allide/predict.hpp>
#include <allide/report.hpp>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct PredictRequest : PairRequest {
    std::string motion;
    std::optional<std::string> clearance, tolerance, output, units, memory_limit, max_intervals;
    std::vector<std::string> deform;
    bool intervals = false, explain = false;
};

PredictOptions options_of(const PredictRequest& request) {
    PredictOptions options;
    if (request.clearance) options.clearance = parse_length("--clearance", *request.clearance);
    if (request.tolerance) options.tolerance = parse_length("--tolerance", *request.tolerance);
    if (!(options.tolerance >= 1e-13 && options.tolerance <= 0.1))
        throw Refusal(fmt::format("--tolerance: expected a number from 1e-13 to 0.1, found {}",
                                  request.tolerance.value_or("")));
    if (request.max_intervals) {
        if (!request.intervals) throw Refusal("--max-intervals: expected --intervals too");
        options.max_intervals = parse_count("--max-intervals", *request.max_intervals);
    }
    return options;
}

// Reads the motion and starts it at --pose-a. A path has its own start pose, so --pose-a is refused with it.
Motion motion_of(const PredictRequest& request) {
    Motion motion = value_or_refuse(load_motion(request.motion), request.motion);
    warn_about_unknown_keys(request.motion);
    if (!request.pose_a) return motion;
    const Pose start = pose_or_identity(request.pose_a, "--pose-a");
    try {
        return motion.from(start);
    } catch (const PreconditionError& error) {
        throw Refusal(fmt::format("--pose-a: {}", error.what()));
    }
}

std::vector<double> events_of(const PredictAnswer& answer) {
    std::vector<double> events;
    if (answer.prediction.impact) events.push_back(answer.prediction.impact->t_lo);
    if (answer.intervals)
        for (const ContactInterval& span : answer.intervals->intervals)
            events.insert(events.end(), {span.t0_lo, span.t1_hi});
    return events;
}

template <typename Answer>
std::string page_of(const PredictRequest& request, const Answer& answer, const Model& a, const Motion& motion,
                    const Model& b) {
    const bool is_index = std::is_same_v<Answer, IndexPredictAnswer>;
    const std::string &mover = is_index ? request.file_b : request.file_a,
                      &scene = is_index ? request.file_a : request.file_b;
    Result<std::string> page =
        motion_page(a, motion, b, answer.pose_b, as_json(answer), events_of(answer),
                    {.title = fmt::format("{} past {}", file_name_of(mover), file_name_of(scene)),
                     .made = time_for_people(),
                     .units = request.units.value_or("")});
    if (!page) throw Refusal(page.error().text());
    return std::move(page).value();
}

// All objects of the index that the mover may touch, merged into one model for the HTML page. A large scene
// has too many objects to draw them all.
Model objects_on_the_way(const Moving& mover, const Index& index, const IndexPredictOptions& options,
                         const std::string& file) {
    MeshData all{.source = file};
    for (const IndexedObject& object : value_or_refuse(objects_met(mover, index, options), file)) {
        const Model model = value_or_refuse(model_of(index, object.id), file);
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        const auto vertices = model.mesh().vertices();
        all.vertices.insert(all.vertices.end(), vertices.begin(), vertices.end());
        for (const auto& [a, b, c] : model.mesh().triangles())
            all.triangles.push_back({first + a, first + b, first + c});
    }
    return value_or_refuse(Model::build(value_or_refuse(Mesh::from(std::move(all)), file)), file);
}

// Runs `predict FILE.allide MOVER`: in the answer, the scene is B and the mover is A.
int run_on_index(const PredictRequest& request, const PredictOptions& plain) {
    const std::string &file = request.file_a, &mover_file = request.file_b;
    const Motion motion = motion_of(request);
    const IndexPredictOptions options{.tolerance = plain.tolerance,
                                      .clearance = plain.clearance,
                                      .scene = pose_or_identity(request.pose_b, "--pose-b"),
                                      .max_intervals = plain.max_intervals};
    const Model model = load_side(mover_file, {}, load_options(request.reading));
    const Index index =
        value_or_refuse(Index::open(file, {.memory_limit = memory_for_index(request.memory_limit)}), file);
    const Moving mover = model.along(motion);

    IndexPredictAnswer answer;
    answer.pose_a = mover.at_start().pose();
    answer.pose_b = options.scene;
    answer.clearance = options.clearance;
    const Timed clock;
    IndexPrediction found;
    try {
        found = value_or_refuse(predict(mover, index, options), file);
    } catch (const PreconditionError& error) {
        throw Refusal(fmt::format("{}: {}", request.motion, error.what()));
    }
    answer.prediction = found.prediction;
    answer.object = std::move(found.object);
    answer.search = std::move(found.search);
    if (request.intervals || request.output)
        answer.intervals = value_or_refuse(contact_intervals(mover, index, options), file);
    answer.seconds = clock.seconds();
    answer.peak_memory = peak_memory();
    if (request.output)
        write_whole(*request.output,
                    page_of(request, answer, model, motion, objects_on_the_way(mover, index, options, file)));
    if (!request.intervals) answer.intervals.reset();
    print_answer(request.json ? as_json(answer) : as_text(answer, mover_file, file));
    return answer.prediction.outcome == Outcome::clear ? nothing_touches : contact;
}

// Runs `predict --deform A0 A1 [B0 B1]`.
int run_deform(const PredictRequest& request, const PredictOptions& options) {
    if (request.deform.size() == 3)
        throw Refusal("--deform: expected two files, or four with a second mesh, found three");
    const std::pair<bool, const char*> others[] = {{!request.file_a.empty(), "a mesh"},
                                                   {!request.motion.empty(), "--motion"},
                                                   {request.pose_a.has_value(), "--pose-a"},
                                                   {request.pose_b.has_value(), "--pose-b"},
                                                   {request.intervals, "--intervals"},
                                                   {request.output.has_value(), "-o"},
                                                   {request.memory_limit.has_value(), "--memory-limit"}};
    for (const auto& [given, name] : others)
        if (given) throw Refusal(fmt::format("--deform: expected only its own files, found {} too", name));
    const PredictAnswer answer = predict_deforming(request.deform, load_options(request.reading), options);
    const std::string& name = request.deform[0];
    const std::string other = request.deform.size() == 4 ? request.deform[2] : "itself";
    print_answer(request.json ? as_json(answer) : as_text(answer, name, other));
    return answer.prediction.outcome == Outcome::clear ? nothing_touches : contact;
}

// Runs `predict A B` where A or B is a shape.
int run_on_shapes(const PredictRequest& request, const Motion& motion, const PredictOptions& options) {
    const std::pair<bool, const char*> others[] = {{request.intervals, "--intervals"},
                                                   {request.explain, "--explain"},
                                                   {request.output.has_value(), "-o"}};
    for (const auto& [given, name] : others)
        if (given)
            throw Refusal(fmt::format("{}: expected two meshes, found a shape file (.json or .bt)", name));
    try {
        return predict_shapes(request, motion, options);
    } catch (const PreconditionError& error) {
        throw Refusal(fmt::format("{}: {}", request.motion, error.what()));
    }
}

int run_predict(const PredictRequest& request) {
    const PredictOptions options = options_of(request);
    if (!request.deform.empty()) return run_deform(request, options);
    if (request.file_b.empty())
        throw Refusal("predict: expected meshes A and B, or --deform A0 A1 [B0 B1], found no B");
    if (request.motion.empty())
        throw Refusal("predict: expected --motion FILE, or --deform A0 A1 [B0 B1], found no --motion");
    if (request.output && !request.output->ends_with(".html"))
        throw Refusal(fmt::format("-o {}: expected a name that ends in .html", *request.output));
    check_explain(request.explain, request.json);
    if (request.explain && is_index_file(request.file_a))
        throw Refusal("--explain: expected two mesh files, found an index");
    if (is_index_file(request.file_a)) return run_on_index(request, options);
    if (is_index_file(request.file_b))
        throw Refusal(fmt::format("{}: expected the index as the first file: predict FILE.allide MOVER",
                                  request.file_b));
    if (request.memory_limit) throw Refusal("--memory-limit: expected an index: predict FILE.allide MOVER");
    const Motion motion = motion_of(request);
    if (about_shapes(request)) return run_on_shapes(request, motion, options);
    const Pose pose_b = pose_or_identity(request.pose_b, "--pose-b");
    const LoadOptions load = load_options(request.reading);
    const Model a = load_side(request.file_a, {}, load);
    const Model b = request.file_b == request.file_a ? a : load_side(request.file_b, {}, load);
    const Moving moving = a.along(motion);

    PredictAnswer answer{
        .pose_a = moving.at_start().pose(), .pose_b = pose_b, .clearance = options.clearance};
    const Timed clock;
    try {
        answer.prediction = predict(moving, b.at(pose_b), options);
    } catch (const PreconditionError& error) {
        throw Refusal(fmt::format("{}: {}", request.motion, error.what()));
    }
    if (request.intervals) answer.intervals = contact_intervals(moving, b.at(pose_b), options);
    answer.seconds = clock.seconds();
    if (request.explain) {
        answer.certificate = explain_prediction(moving, b.at(pose_b), answer.prediction, options);
        answer.motion = motion;
    }
    if (request.output) {
        // The page's time line always shows all contact intervals.
        PredictAnswer shown = answer;
        if (!shown.intervals) shown.intervals = contact_intervals(moving, b.at(pose_b), options);
        write_whole(*request.output, page_of(request, shown, a, motion, b));
    }
    print_answer(request.json ? as_json(answer) : as_text(answer, request.file_a, request.file_b));
    return answer.prediction.outcome == Outcome::clear ? nothing_touches : contact;
}

}  // namespace

void add_predict(CLI::App& program, Job& job) {
    const auto request = std::make_shared<PredictRequest>();
    CLI::App& verb =
        *program.add_subcommand("predict", "Find when the moving mesh A first touches the resting mesh B");
    add_two_models(verb, *request);
    for (const char* const name : {"A", "B"}) verb.get_option(name)->required(false);
    verb.add_option(
            "--motion", request->motion,
            "Motion of A for t from 0 to 1, a JSON file: a screw, a translation or a path (see below)")
        ->type_name("FILE")
        ->group("Motion");
    verb.add_option(
            "--deform", request->deform,
            "Move every vertex from mesh A0 to mesh A1, and from B0 to B1; without B: A against itself")
        ->expected(2, 4)
        ->type_name("FILE")
        ->group("Motion");
    add_text(verb, "--tolerance", request->tolerance, "T",
             "Bracket times of contact within T, 1e-13 to 0.1 (default: 1e-9)")
        ->group("Motion");
    add_text(verb, "--clearance", request->clearance, "D", "Treat a distance of at most D as contact")
        ->group("Motion");
    verb.add_flag("--intervals", request->intervals, "Also list all intervals of contact")->group("Output");
    add_text(verb, "--max-intervals", request->max_intervals, "N",
             "Stop after N intervals of contact (default: list all)")
        ->group("Output");
    add_explain(verb, request->explain);
    add_text(verb, "-o", request->output, "FILE", "Also write a page that shows the motion: .html")
        ->group("Output");
    add_text(verb, "--units", request->units, "U", "Label lengths with unit U; nothing is converted")
        ->group("Output");
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    add_text(verb, "--memory-limit", request->memory_limit, "N", "Use about N bytes of memory with an index")
        ->group("Input");
    verb.footer(
        "Motions: {\"type\":\"screw\", \"point\":[x,y,z], \"axis\":[x,y,z], \"angle\":radians, "
        "\"advance\":length}; {\"type\":\"linear\", \"translation\":[x,y,z]}; {\"type\":\"path\", "
        "\"poses\":[[7 or 12 numbers],...], \"times\":[...]}.\n"
        "With --deform A0 A1 [B0 B1], the two meshes of a pair have the same triangles; features that share "
        "a "
        "vertex never count as in contact.\n"
        "A or B may be a shape (.json or .bt): its elements stand for the triangles.\n"
        "With an index, `predict FILE.allide MOVER`, the mover is A and the indexed scene is B.\n"
        "Exit code 0: certainly no contact; 1: contact, or too close to decide.\n"
        "Example: allide predict bolt.stl plate.obj --motion turn.json --json");
    verb.callback([request, &job] { job = [request] { return run_predict(*request); }; });
}

}  // namespace allide::cli
