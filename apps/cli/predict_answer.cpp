#include "predict_answer.hpp"

#include "certificate.hpp"

#include <iterator>

#include <fmt/format.h>

namespace allide::cli {

namespace {

void write_spans(JsonWriter& json, const char* key, const std::vector<ContactInterval>& spans) {
    json.key(key).begin_array();
    for (const ContactInterval& s : spans)
        json.begin_array().value(s.t0_lo).value(s.t0_hi).value(s.t1_lo).value(s.t1_hi).end_array();
    json.end_array();
}

void write_impact(JsonWriter& json, const Impact& impact) {
    json.key("t_lo").value(impact.t_lo);
    json.key("t_hi").value(impact.t_hi);
    json.key("triangle_a").value(std::uint64_t{impact.triangle_a});
    json.key("triangle_b").value(std::uint64_t{impact.triangle_b});
    json.key("features");
    if (impact.features)
        json.value(name_of(*impact.features));
    else
        json.null();
    json.key("point").value(impact.point);
}

void write_no_impact(JsonWriter& json) {
    for (const char* key : {"t_lo", "t_hi", "triangle_a", "triangle_b", "features", "point"})
        json.key(key).null();
}

std::string verb_of(const PredictAnswer& answer, bool third_person) {
    if (answer.clearance == 0) return third_person ? "touches" : "touch";
    return fmt::format("{} within {:g} of", third_person ? "comes" : "come", answer.clearance);
}

std::string meeting(const Impact& impact) {
    const Vec3& p = impact.point;
    return fmt::format("triangle {} of the first and triangle {} of the second{} at ({:.9g}, {:.9g}, {:.9g})",
                       impact.triangle_a, impact.triangle_b,
                       impact.features ? fmt::format(", {},", name_of(*impact.features)) : "", p.x, p.y, p.z);
}

std::string verdict(const PredictAnswer& answer, const std::string& a, const std::string& b) {
    const Prediction& p = answer.prediction;
    switch (p.outcome) {
        case Outcome::clear:
            return fmt::format("{} never {} {}.\n", a, verb_of(answer, true), b);
        case Outcome::touching_at_start:
            return fmt::format("{} {} {} at the start: {}.\n", a, verb_of(answer, true), b,
                               meeting(p.impact.value()));
        case Outcome::impact:
            return fmt::format("{} {} {} at t = {:.12g}: {}.\nNo contact before t = {:.17g}.\n", a,
                               verb_of(answer, true), b, p.impact.value().t_hi, meeting(*p.impact),
                               p.free_until);
        case Outcome::undecided:
            break;
    }
    return fmt::format(
        "{} grazes {} at t = {:.12g}: too close to decide whether they {} each other, by at most {:.3g}: "
        "{}.\n"
        "No contact before t = {:.17g}.\n",
        a, b, p.impact.value().t_lo, verb_of(answer, false), p.delta, meeting(*p.impact), p.free_until);
}

void append_spans(std::string& text, const char* what, const std::vector<ContactInterval>& spans) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", what, spans.size());
    for (const ContactInterval& s : spans)
        fmt::format_to(std::back_inserter(text), "  {:.12g} to {:.12g}\n", s.t0_hi, s.t1_lo);
}

void write_answer(JsonWriter& json, const PredictAnswer& answer) {
    const Prediction& prediction = answer.prediction;
    json.key("outcome").value(name_of(prediction.outcome));
    json.key("free_until").value(prediction.free_until);
    if (prediction.impact)
        write_impact(json, *prediction.impact);
    else
        write_no_impact(json);
    json.key("delta");
    if (prediction.outcome == Outcome::undecided)
        json.value(prediction.delta);
    else
        json.null();
    if (answer.intervals) {
        write_spans(json, "intervals", answer.intervals->intervals);
        write_spans(json, "undecided_intervals", answer.intervals->undecided);
        json.key("intervals_complete").value(answer.intervals->complete);
        json.key("intervals_known_until").value(answer.intervals->known_until);
    }
    if (answer.certificate) {
        json.key("clearance").value(answer.clearance);
        write_certificate(json, *answer.certificate, answer.motion);
    }
    json.key("pose_a").value(answer.pose_a);
    json.key("pose_b").value(answer.pose_b);
    json.key("seconds").value(answer.seconds);
}

void write_four(JsonWriter& json, const char* key, const std::array<std::uint64_t, 4>& numbers) {
    json.key(key).begin_array();
    for (const std::uint64_t number : numbers) json.value(number);
    json.end_array();
}

void write_object(JsonWriter& json, const std::optional<IndexedObject>& object) {
    json.key("object");
    if (object)
        json.value(object->name);
    else
        json.null();
    json.key("object_id");
    if (object)
        json.value(std::uint64_t{object->id});
    else
        json.null();
}

void write_leaf_times(JsonWriter& json, const std::vector<LeafTimes>& leaves) {
    json.key("leaf_intervals").begin_array();
    for (const LeafTimes& times : leaves) {
        json.begin_object();
        json.key("leaf").value(std::uint64_t{times.leaf});
        json.key("t0").value(times.t0);
        json.key("t1").value(times.t1);
        json.key("spans").begin_array();
        for (const LeafSpan& span : times.spans) json.begin_array().value(span.t0).value(span.t1).end_array();
        json.end_array().end_object();
    }
    json.end_array();
}

void write_search(JsonWriter& json, const IndexSearch& search) {
    json.key("leaves").value(search.leaves);
    json.key("candidate_leaves").value(search.leaves_after_step[0]);
    write_four(json, "candidates_after_step", search.leaves_after_step);
    write_four(json, "objects_after_step", search.objects_after_step);
    json.key("block_size").value(search.block_size);
    json.key("blocks").value(search.blocks);
    json.key("blocks_read").value(search.blocks_read);
    json.key("bytes_read").value(search.bytes_read);
}

std::string text_of_search(const IndexSearch& search) {
    const auto& left = search.leaves_after_step;
    return fmt::format(
        "{} leaves, {} of them candidates; {}, {} and {} remain after the tests of spheres, polyhedra and "
        "triangles.\n{} of {} blocks of {} bytes were read.\n",
        search.leaves, left[0], left[1], left[2], left[3], search.blocks_read, search.blocks,
        search.block_size);
}

}  // namespace

std::string as_json(const PredictAnswer& answer) {
    JsonWriter json;
    json.begin_object();
    write_answer(json, answer);
    json.end_object();
    return json.text() + '\n';
}

std::string as_json(const IndexPredictAnswer& answer) {
    JsonWriter json;
    json.begin_object();
    write_answer(json, answer);
    write_object(json, answer.object);
    write_search(json, answer.search);
    json.key("peak_memory").value(answer.peak_memory);
    write_leaf_times(json, answer.search.leaf_intervals);
    json.end_object();
    return json.text() + '\n';
}

std::string as_text(const IndexPredictAnswer& answer, const std::string& mover, const std::string& index) {
    const std::string scene =
        answer.object ? fmt::format("{} ({} of {})", answer.object->name, answer.object->id, index) : index;
    return as_text(static_cast<const PredictAnswer&>(answer), mover, scene) + text_of_search(answer.search);
}

std::string as_text(const PredictAnswer& answer, const std::string& name_a, const std::string& name_b) {
    std::string text = verdict(answer, name_a, name_b);
    if (!answer.intervals) return text;
    append_spans(text, answer.clearance == 0 ? "intervals of contact" : "intervals within the clearance",
                 answer.intervals->intervals);
    if (!answer.intervals->undecided.empty())
        append_spans(text, "undecided intervals", answer.intervals->undecided);
    if (!answer.intervals->complete)
        fmt::format_to(
            std::back_inserter(text),
            "There may be more: the maximum number of intervals was reached; those that begin before "
            "t = {:.12g} are listed.\n",
            answer.intervals->known_until);
    return text;
}

}  // namespace allide::cli
