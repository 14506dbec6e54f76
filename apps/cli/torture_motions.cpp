// Torture cases with the question "first_contact": a small mesh moves past another at rest.
#include "certificate.hpp"
#include "torture_cases.hpp"

#include <allide/predict.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

namespace allide::cli::torture {

namespace {

void write_motion(JsonWriter& json, const Motion& motion) {
    const MotionSegment& segment = motion.segments().front();
    json.key("motion").begin_object();
    json.key("type").value(segment.is_linear ? "linear" : "screw");
    write_segment_fields(json, segment);
    json.end_object();
}

class MotionFamily {
  public:
    MotionFamily(Cases& cases, const char* name, const char* why)
        : family_(cases, "motions", name), name_(name), why_(why) {}

    // Adds a case whose `outcome` is known by construction.
    void add(const RawMesh& a, const Motion& motion, const RawMesh& b, Outcome outcome) {
        const Model model_a = model_of(a), model_b = model_of(b);
        const Moving moving = model_a.along(motion);
        const Prediction found = predict(moving, model_b.at_rest(), {.tolerance = 1e-9});
        const PredictionCertificate proof = explain_prediction(moving, model_b.at_rest(), found);
        const bool is_proven = proof.complete && (found.outcome == Outcome::clear || proof.contact);
        if (found.outcome != outcome || !is_proven)
            throw std::logic_error(fmt::format("motions-{}: expected {}, found {}{}", name_, name_of(outcome),
                                               name_of(found.outcome), is_proven ? "" : ", not proven"));
        family_.add(
            "first_contact",
            [&](JsonWriter& json) {
                write_mesh(json, "a", a);
                write_mesh(json, "b", b);
                write_motion(json, motion);
            },
            [&](JsonWriter& json) { write_answer(json, found); }, why_,
            [&](JsonWriter& json) { write_certificate(json, proof, motion); });
    }

  private:
    static void write_answer(JsonWriter& json, const Prediction& found) {
        json.key("outcome").value(name_of(found.outcome));
        json.key("free_until").value(found.free_until);
        for (const char* key : {"t_lo", "t_hi"}) {
            json.key(key);
            if (found.impact)
                json.value(key[2] == 'l' ? found.impact->t_lo : found.impact->t_hi);
            else
                json.null();
        }
    }

    Family family_;
    const char* name_;
    const char* why_;
};

RawMesh single(const Vec3& p, const Vec3& q, const Vec3& r) {
    return {{p, q, r}, {{0, 1, 2}}};
}

// A triangle around the origin in the plane z = 0.
RawMesh floor_triangle(double size) {
    return single({-size, -size, 0}, {size, -size, 0}, {0, size, 0});
}

RawMesh shifted_floor(double size, double z) {
    RawMesh mesh = floor_triangle(size);
    for (Vec3& vertex : mesh.vertices) vertex.z += z;
    return mesh;
}

// A triangle whose lowest corner is `tip`.
RawMesh standing_on(const Vec3& tip) {
    return single(tip, tip + Vec3{0.5, 0.25, 2}, tip + Vec3{-0.5, 0.25, 2});
}

void add_translations(Cases& cases, Dice& dice) {
    MotionFamily exact(cases, "exact-time", "A corner reaches a face at a rational time that is no double.");
    MotionFamily instant(cases, "one-instant",
                         "A corner touches an edge at a single time, between two sides without contact.");
    MotionFamily miss(cases, "miss-by-one-ulp",
                      "The corner passes the edge at a distance of one step of the doubles.");
    MotionFamily slide(cases, "sliding", "Coplanar triangles slide towards each other in their plane.");
    MotionFamily plate(
        cases, "thin-plate",
        "A fast mover passes a plate of thickness 2^-30 in a millionth of a millionth of the motion: "
        "sampling misses it.");
    for (int i = 0; i < copies; ++i) {
        const double height = dice.integer(1, 5), distance = dice.integer(6, 13);
        exact.add(standing_on({0.125, 0, height}), Motion::linear({0, 0, -distance}), floor_triangle(4),
                  Outcome::impact);
        // The arrow's tip moves along y through (0, 0, 1), which lies on the wall's edge x = 0.
        const double y = dice.integer(2, 6);
        const RawMesh arrow = single({0, -y, 1}, {-2, -y, 2}, {-2, -y, 0.5});
        const RawMesh wall = single({0, 0, -3}, {0, 0, 5}, {4, 0, 1});
        instant.add(arrow, Motion::linear({0, 2 * y + 1, 0}), wall, Outcome::impact);
        const RawMesh left = single({-0x1p-52, -y, 1}, {-2, -y, 2}, {-2, -y, 0.5});
        miss.add(left, Motion::linear({0, 2 * y + 1, 0}), wall, Outcome::clear);
        slide.add(single({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), Motion::linear({8, 0, 0}),
                  single({4, -1 - 0.125 * dice.integer(0, 7), 0}, {5, 0, 0}, {4, 2, 0}), Outcome::impact);
        const double z = 1000.0 * dice.integer(1, 9);
        plate.add(box_mesh({-1, -1, 0}, {1, 1, 0x1p-30}), Motion::linear({0, 0, 1000.0 * distance}),
                  box_mesh({-8, -8, z / distance}, {8, 8, z / distance + 0x1p-30}), Outcome::impact);
    }
}

void add_screws(Cases& cases, Dice& dice) {
    MotionFamily over(cases, "graze-clear",
                      "A corner turns about an axis and passes over an edge at a distance of 1e-7 or less.");
    MotionFamily into(cases, "graze-impact", "The same with the edge 1e-7 or less inside the circle.");
    MotionFamily turns(
        cases, "many-turns",
        "A screw of hundreds of turns whose corner reaches a small obstacle in one of the last.");
    MotionFamily blade(cases, "blade-and-wire", "A turning blade meets a wire of thickness 2^-24.");
    MotionFamily thread(cases, "tilted-axis", "A screw about an axis whose length is irrational.");
    for (int i = 0; i < copies; ++i) {
        const double gap = std::ldexp(1.0, -24 - dice.integer(0, 8));
        const RawMesh arm = single({1, 0, 0}, {0.25, 0, 0.25}, {0.25, 0, -0.25});
        const Motion turn = Motion::rotation({}, {0, 0, 1}, radians(2 + dice.unit()));
        const auto wall = [](double y) { return single({-4, y, -1}, {4, y, -1}, {0, y, 5}); };
        over.add(arm, turn, wall(1 + gap), Outcome::clear);
        into.add(arm, turn, wall(1 - gap), Outcome::impact);
        const double count = dice.integer(100, 400);
        turns.add(arm, Motion::screw({.angle = radians(2 * std::numbers::pi * count), .advance = count}),
                  single({0.75, 0.001, count - 1}, {0.75, -0.001, count - 1}, {1.5, 0, count - 0.75}),
                  Outcome::impact);
        blade.add(box_mesh({0, -0x1p-12, -0.5}, {2, 0, 0.5}),
                  Motion::rotation({}, {0, 0, 1}, radians(3 + dice.unit())),
                  box_mesh({0, 1.5, -4}, {0x1p-24, 1.5 + 0x1p-24, 4}), Outcome::impact);
        thread.add(standing_on({3, 0, 0}),
                   Motion::screw({.point = {0.5, 0, 0},
                                  .axis = {0.25 * dice.integer(1, 3), 1, 3},
                                  .angle = radians(5),
                                  .advance = -6}),
                   shifted_floor(16 + dice.integer(0, 4), -3), Outcome::impact);
    }
}

void add_starts(Cases& cases, Dice& dice) {
    MotionFamily start(cases, "touching-at-start",
                       "A corner lies on a face at t = 0 and leaves: contact at the start only.");
    MotionFamily still(cases, "no-motion", "Nothing moves, and nothing touches.");
    for (int i = 0; i < copies; ++i) {
        const double distance = dice.integer(1, 9);
        start.add(standing_on({0.25 * dice.integer(-4, 4), 0, 0}), Motion::linear({0, 0, distance}),
                  floor_triangle(4), Outcome::touching_at_start);
        still.add(standing_on({0, 0, std::ldexp(1.0, -dice.integer(1, 300))}), Motion::linear({0, 0, 0}),
                  floor_triangle(4), Outcome::clear);
    }
}

}  // namespace

void add_motions(Cases& cases, Dice& dice) {
    add_translations(cases, dice);
    add_screws(cases, dice);
    add_starts(cases, dice);
}

}  // namespace allide::cli::torture
