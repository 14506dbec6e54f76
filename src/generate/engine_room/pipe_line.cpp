#include "generate/engine_room/piping.hpp"
#include "generate/shapes/circle.hpp"

#include <cmath>

namespace allide::mesh::ship {

namespace {

constexpr double longest_pipe = 3000;

// Items along a leg of the path. A flange is at the start (ahead) or at the end (behind) of its pipe.
enum class Item { pipe, flange_ahead, flange_behind, valve, tee };

class LineMaker {
  public:
    LineMaker(const LineSpec& spec, const Detail& detail, base::Random& random)
        : spec_(spec), unit_{detail}, random_(random), r_(spec.radius), around_(detail.around(12)) {}

    std::optional<Unit> made() {
        const std::size_t legs = spec_.path.size() - 1;
        for (std::size_t leg = 0; leg < legs; ++leg) {
            const Direction d = direction(leg);
            const double before = leg == 0 ? 0 : bend(), after = leg + 1 == legs ? 0 : bend();
            const double length = leg_length(leg) - before - after;
            const Vec3 from = moved(spec_.path[leg], d.axis, before * d.sign);
            if (!add_leg(from, d, length, leg == 0, leg + 1 == legs)) return std::nullopt;
            if (leg + 1 < legs) add_elbow(leg);
        }
        return std::move(unit_);
    }

  private:
    double bend() const { return 3 * r_; }
    double flange_thickness() const { return 16 + r_ / 10; }
    double flange_radius() const { return 1.5 * r_ + 35; }
    double valve_length() const { return 5 * r_ + 60; }
    double tee_length() const { return 4 * r_ + 60; }

    Direction direction(std::size_t leg) const {
        const Vec3 &a = spec_.path[leg], &b = spec_.path[leg + 1];
        const Axis axis = a.x != b.x ? x_axis : a.y != b.y ? y_axis : z_axis;
        return {axis, component(b, axis) > component(a, axis) ? 1.0 : -1.0};
    }
    double leg_length(std::size_t leg) const {
        const Direction d = direction(leg);
        return std::abs(component(spec_.path[leg + 1], d.axis) - component(spec_.path[leg], d.axis));
    }

    double fixed_length(Item item) const {
        switch (item) {
            case Item::pipe:
                return 0;
            case Item::valve:
                return valve_length();
            case Item::tee:
                return tee_length();
            default:
                return flange_thickness();
        }
    }

    // The items of a leg, in order from its beginning to its end.
    std::vector<Item> items_of(double length, bool first, bool last) {
        std::vector<Item> items;
        if (first) items.push_back(Item::flange_ahead);
        const int pipes = std::max(1, static_cast<int>(std::ceil(length / longest_pipe)));
        const int special =
            pipes > 1 ? static_cast<int>(random_.below(2 * static_cast<unsigned>(pipes))) : -1;
        for (int i = 0; i < pipes; ++i) {
            items.push_back(Item::pipe);
            if (i + 1 == pipes) break;
            if (special == 2 * i + 1) {
                items.insert(items.end(), {Item::tee, Item::pipe});
                continue;
            }
            items.push_back(Item::flange_behind);
            if (special == 2 * i || random_.below(4) == 0) items.push_back(Item::valve);
            items.push_back(Item::flange_ahead);
        }
        if (pipes == 1 && length > 900 + valve_length() + 2 * flange_thickness() && random_.below(3) == 0)
            items.insert(items.end(), {Item::flange_behind, Item::valve, Item::flange_ahead, Item::pipe});
        if (last) items.push_back(Item::flange_behind);
        return items;
    }

    bool add_leg(const Vec3& from, Direction d, double length, bool first, bool last) {
        const std::vector<Item> items = items_of(length, first, last);
        double rest = length - joint * static_cast<double>(items.size() + 1);
        int pipes = 0;
        for (const Item item : items) {
            rest -= fixed_length(item);
            pipes += item == Item::pipe ? 1 : 0;
        }
        const double pipe = std::floor(rest / pipes);
        if (pipe < 60) return false;
        double at = joint;
        for (const Item item : items) {
            add_item(item, moved(from, d.axis, at * d.sign), d, pipe);
            at += (item == Item::pipe ? pipe : fixed_length(item)) + joint;
        }
        return true;
    }

    void add_item(Item item, const Vec3& from, Direction d, double pipe) {
        switch (item) {
            case Item::pipe:
                unit_.add_rod(spec_.name + "/pipe", from, d.axis, d.sign * pipe, r_, around_);
                break;
            case Item::valve:
                add_valve(from, d);
                break;
            case Item::tee:
                add_tee(from, d);
                break;
            case Item::flange_ahead:
            case Item::flange_behind:
                add_flange(from, d, item == Item::flange_ahead);
                break;
        }
    }

    void add_flange(const Vec3& from, Direction d, bool ahead) {
        Solid flange = rod(from, d.axis, d.sign * flange_thickness(), flange_radius(), around_);
        if (unit_.detail.shows(1.1)) add_bolts(flange, from, d, ahead);
        unit_.add(spec_.name + "/flange", std::move(flange));
    }

    // Adds bolt heads on the side of the flange that faces the pipe, half sunk into the flange.
    void add_bolts(Solid& flange, const Vec3& from, Direction d, bool ahead) {
        const unsigned count = r_ > 90 ? 8 : 4;
        const double circle = (r_ + flange_radius()) / 2 + 3, start = ahead ? flange_thickness() - 6 : 6;
        for (unsigned i = 0; i < count; ++i) {
            const CirclePoint c = circle_point(2 * i + 1, 2 * count);
            Vec3 at = moved(from, d.axis, d.sign * start);
            at = moved(moved(at, (d.axis + 1) % 3, circle * c.cos), (d.axis + 2) % 3, circle * c.sin);
            flange += rod(at, d.axis, d.sign * (ahead ? 20 : -20), 8 + r_ / 40, 6);
        }
    }

    // A random direction perpendicular to the leg: up or sideways if the leg is horizontal, any horizontal
    // one along x or y if it is vertical.
    Direction across(Direction d) {
        const std::uint64_t choice = random_.below(12);
        const double sign = choice % 2 == 0 ? 1 : -1;
        if (d.axis == z_axis) return {choice < 6 ? x_axis : y_axis, sign};
        if (choice < 4) return {d.axis == x_axis ? y_axis : x_axis, sign};
        return {z_axis, 1.0};
    }

    Solid valve_body(const Vec3& from, Direction d) const {
        const double s = d.sign, l = valve_length(), t = flange_thickness(), rim = flange_radius();
        const ProfilePoint profile[]{{0, 0},
                                     {0, rim},
                                     {s * t, rim},
                                     {s * t, 1.05 * r_},
                                     {s * 0.3 * l, 1.25 * r_},
                                     {s * 0.42 * l, 1.45 * r_},
                                     {s * 0.58 * l, 1.45 * r_},
                                     {s * 0.7 * l, 1.25 * r_},
                                     {s * (l - t), 1.05 * r_},
                                     {s * (l - t), rim},
                                     {s * l, rim},
                                     {s * l, 0}};
        return turned(from, d.axis, profile, around_);
    }

    void add_valve(const Vec3& from, Direction d) {
        const Direction up = across(d);
        const Vec3 middle = moved(from, d.axis, d.sign * valve_length() / 2);
        const double bonnet = 2.1 * r_ + 50;
        Solid body = valve_body(from, d);
        const double s = up.sign;
        const ProfilePoint neck[]{{0, 0},
                                  {0, 0.75 * r_},
                                  {s * (bonnet - 40), 0.75 * r_},
                                  {s * (bonnet - 40), 1.05 * r_},
                                  {s * bonnet, 1.05 * r_},
                                  {s * bonnet, 0}};
        body += turned(middle, up.axis, neck, around_);
        unit_.add(spec_.name + "/valve", std::move(body));
        add_handwheel(moved(middle, up.axis, s * (bonnet + joint)), up);
    }

    void add_handwheel(const Vec3& from, Direction up) {
        const double stem = r_ + 70, wheel = 1.1 * r_ + 45, rim = 9 + r_ / 18;
        Solid solid = rod(from, up.axis, up.sign * (stem + 15), 9 + r_ / 12, unit_.detail.small(6));
        const Vec3 hub = moved(from, up.axis, up.sign * stem);
        solid += torus(hub, up.axis, wheel, rim, unit_.detail.around(14), unit_.detail.small(6));
        for (int k = 1; k <= 2; ++k) {
            const auto axis = static_cast<Axis>((up.axis + k) % 3);
            solid += rod(moved(hub, axis, -wheel), axis, 2 * wheel, rim * 0.7, 6);
        }
        unit_.add(spec_.name + "/handwheel", std::move(solid));
    }

    // A sleeve with a short branch, which a blind flange closes.
    void add_tee(const Vec3& from, Direction d) {
        const Direction side = across(d);
        const Vec3 middle = moved(from, d.axis, d.sign * tee_length() / 2);
        Solid tee = rod(from, d.axis, d.sign * tee_length(), r_ * 1.12, around_);
        const double s = side.sign, branch = 2.2 * r_ + 40, q = 0.8 * r_;
        const ProfilePoint stub[]{{0, 0},
                                  {0, q},
                                  {s * branch, q},
                                  {s * branch, 1.4 * q + 25},
                                  {s * (branch + 40), 1.4 * q + 25},
                                  {s * (branch + 40), 0}};
        tee += turned(middle, side.axis, stub, around_);
        unit_.add(spec_.name + "/tee", std::move(tee));
    }

    void add_elbow(std::size_t leg) {
        unit_.add(spec_.name + "/elbow", elbow(spec_.path[leg + 1], direction(leg), direction(leg + 1),
                                               bend(), r_, around_, unit_.detail.steps(4)));
    }

    const LineSpec& spec_;
    Unit unit_;
    base::Random& random_;
    double r_;
    unsigned around_;
};

}  // namespace

std::optional<Unit> pipe_line(const LineSpec& spec, const Detail& detail, base::Random& random) {
    return LineMaker(spec, detail, random).made();
}

}  // namespace allide::mesh::ship
