// STEP files for tests, written entity by entity.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace allide::test {

class StepText {
  public:
    // `unit` is the unit of length: the prefix of an SI unit (".MILLI." or "$"), or "inch".
    explicit StepText(const std::string& unit = ".MILLI.") {
        application_ = add("APPLICATION_CONTEXT('automotive design')");
        const int length = unit == "inch" ? inches() : add(si_length(unit));
        const int angle = add("(NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.))");
        const int solid = add("(NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT())");
        const int accuracy = add(fmt::format(
            "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),#{},'distance_accuracy_value','')",
            length));
        context_ =
            add(fmt::format("(GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#{})) "
                            "GLOBAL_UNIT_ASSIGNED_CONTEXT((#{},#{},#{})) REPRESENTATION_CONTEXT('',''))",
                            accuracy, length, angle, solid));
    }

    int add(const std::string& entity) {
        data_ += fmt::format("#{} = {};\n", ++last_, entity);
        return last_;
    }

    // Shapes. Each function adds a solid and returns its entity number.
    int box(const Vec3& size);
    int cylinder(double radius, double height);  // from the origin along z
    int sphere(double radius);
    const std::vector<int>& faces() const { return faces_; }  // entity numbers, shape by shape

    // Products and their placements. `definition`, `shape` and `origin` are entity numbers.
    struct Product {
        int definition, shape, origin;
    };
    Product product(const std::string& name, int solid);
    Product assembly(const std::string& name) { return product(name, 0); }
    // Adds an occurrence of `what` in `in`: rotated by `turn` quarter turns about z, then translated.
    void place(const Product& what, const Product& in, const std::string& name, const Vec3& at, int turn = 0);
    // Colours a solid or a face.
    void colour(int item, double red, double green, double blue);

    std::string text() const {
        return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
               "FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n" +
               data_ + "ENDSEC;\nEND-ISO-10303-21;\n";
    }

  private:
    static std::string si_length(const std::string& prefix) {
        return fmt::format("(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT({},.METRE.))", prefix);
    }
    int inches() {
        const int exponents = add("DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)");
        const int measure =
            add(fmt::format("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#{})", add(si_length(".MILLI."))));
        return add(fmt::format("(CONVERSION_BASED_UNIT('INCH',#{}) LENGTH_UNIT() NAMED_UNIT(#{}))", measure,
                               exponents));
    }
    static std::string numbers(const Vec3& p) { return fmt::format("({:#},{:#},{:#})", p.x, p.y, p.z); }
    int point(const Vec3& p) { return add("CARTESIAN_POINT(''," + numbers(p) + ")"); }
    int direction(const Vec3& d) { return add("DIRECTION(''," + numbers(d) + ")"); }
    int vertex(const Vec3& p) { return add(fmt::format("VERTEX_POINT('',#{})", point(p))); }
    int frame(const Vec3& at, const Vec3& z = {0, 0, 1}, const Vec3& x = {1, 0, 0}) {
        return add(fmt::format("AXIS2_PLACEMENT_3D('',#{},#{},#{})", point(at), direction(z), direction(x)));
    }
    int straight(const Vec3& from, const Vec3& to, int start, int end) {
        const Vec3 along{to.x - from.x, to.y - from.y, to.z - from.z};
        const int vector = add(fmt::format("VECTOR('',#{},1.)", direction(along)));
        const int line = add(fmt::format("LINE('',#{},#{})", point(from), vector));
        return add(fmt::format("EDGE_CURVE('',#{},#{},#{},.T.)", start, end, line));
    }
    int circle(const Vec3& middle, double radius, int start) {
        const int curve = add(fmt::format("CIRCLE('',#{},{:#})", frame(middle), radius));
        return add(fmt::format("EDGE_CURVE('',#{0},#{0},#{1},.T.)", start, curve));
    }
    // A face bounded by these edges, in order; a negative number reverses the edge.
    int face(const std::vector<int>& edges, int surface) {
        std::string list;
        for (const int edge : edges)
            list += fmt::format(
                "{}#{}", list.empty() ? "" : ",",
                add(fmt::format("ORIENTED_EDGE('',*,*,#{},.{}.)", std::abs(edge), edge > 0 ? 'T' : 'F')));
        const int bound =
            add(fmt::format("FACE_OUTER_BOUND('',#{},.T.)", add("EDGE_LOOP('',(" + list + "))")));
        faces_.push_back(add(fmt::format("ADVANCED_FACE('',(#{}),#{},.T.)", bound, surface)));
        return faces_.back();
    }
    int solid(const std::vector<int>& faces) {
        std::string list;
        for (const int face : faces) list += fmt::format("{}#{}", list.empty() ? "" : ",", face);
        return add(fmt::format("MANIFOLD_SOLID_BREP('',#{})", add("CLOSED_SHELL('',(" + list + "))")));
    }
    int plane(const Vec3& at, const Vec3& normal, const Vec3& x) {
        return add(fmt::format("PLANE('',#{})", frame(at, normal, x)));
    }

    std::string data_;
    std::vector<int> faces_;
    int last_ = 0, application_ = 0, context_ = 0;
};

// Corner i has the larger x, y or z if bit 0, 1 or 2 of i is set.
inline int StepText::box(const Vec3& size) {
    const auto corner = [&](int i) {
        return Vec3{i & 1 ? size.x : 0, i & 2 ? size.y : 0, i & 4 ? size.z : 0};
    };
    std::vector<int> corners;
    for (int i = 0; i < 8; ++i) corners.push_back(vertex(corner(i)));
    std::map<std::array<int, 2>, int> edges;
    for (int i = 0; i < 8; ++i)
        for (const int bit : {1, 2, 4})
            if (!(i & bit))
                edges[{i, i | bit}] = straight(corner(i), corner(i | bit), corners[i], corners[i | bit]);
    const auto side = [&](const std::array<int, 4>& around, const Vec3& normal, const Vec3& x) {
        std::vector<int> loop;
        for (int k = 0; k < 4; ++k) {
            const int from = around[k], to = around[(k + 1) % 4];
            loop.push_back(from < to ? edges.at({from, to}) : -edges.at({to, from}));
        }
        return face(loop, plane(corner(around[0]), normal, x));
    };
    return solid({side({0, 4, 6, 2}, {-1, 0, 0}, {0, 1, 0}), side({1, 3, 7, 5}, {1, 0, 0}, {0, 1, 0}),
                  side({0, 1, 5, 4}, {0, -1, 0}, {1, 0, 0}), side({2, 6, 7, 3}, {0, 1, 0}, {1, 0, 0}),
                  side({0, 2, 3, 1}, {0, 0, -1}, {1, 0, 0}), side({4, 5, 7, 6}, {0, 0, 1}, {1, 0, 0})});
}

inline int StepText::cylinder(double radius, double height) {
    const Vec3 low{radius, 0, 0}, high{radius, 0, height};
    const int from = vertex(low), to = vertex(high);
    const int bottom = circle({0, 0, 0}, radius, from), top = circle({0, 0, height}, radius, to);
    const int seam = straight(low, high, from, to);
    const int round = add(fmt::format("CYLINDRICAL_SURFACE('',#{},{:#})", frame({0, 0, 0}), radius));
    return solid({face({bottom, seam, -top, -seam}, round),
                  face({-bottom}, plane({0, 0, 0}, {0, 0, -1}, {1, 0, 0})),
                  face({top}, plane({0, 0, height}, {0, 0, 1}, {1, 0, 0}))});
}

// The sphere is a single face whose seam is the half circle from pole to pole.
inline int StepText::sphere(double radius) {
    const int south = vertex({0, 0, -radius}), north = vertex({0, 0, radius});
    const int curve =
        add(fmt::format("CIRCLE('',#{},{:#})", frame({0, 0, 0}, {0, -1, 0}, {0, 0, -1}), radius));
    const int seam = add(fmt::format("EDGE_CURVE('',#{},#{},#{},.T.)", south, north, curve));
    const int surface = add(fmt::format("SPHERICAL_SURFACE('',#{},{:#})", frame({0, 0, 0}), radius));
    return solid({face({seam, -seam}, surface)});
}

inline StepText::Product StepText::product(const std::string& name, int solid) {
    const int kind = add(fmt::format("PRODUCT_CONTEXT('',#{},'mechanical')", application_));
    const int product = add(fmt::format("PRODUCT('{0}','{0}','',(#{1}))", name, kind));
    const int formation = add(fmt::format("PRODUCT_DEFINITION_FORMATION('','',#{})", product));
    const int use =
        add(fmt::format("PRODUCT_DEFINITION_CONTEXT('part definition',#{},'design')", application_));
    const int definition = add(fmt::format("PRODUCT_DEFINITION('design','',#{},#{})", formation, use));
    const int origin = frame({0, 0, 0});
    const int shape = add(solid > 0 ? fmt::format("ADVANCED_BREP_SHAPE_REPRESENTATION('',(#{},#{}),#{})",
                                                  origin, solid, context_)
                                    : fmt::format("SHAPE_REPRESENTATION('',(#{}),#{})", origin, context_));
    const int property = add(fmt::format("PRODUCT_DEFINITION_SHAPE('','',#{})", definition));
    add(fmt::format("SHAPE_DEFINITION_REPRESENTATION(#{},#{})", property, shape));
    return {definition, shape, origin};
}

inline void StepText::place(const Product& what, const Product& in, const std::string& name, const Vec3& at,
                            int turn) {
    static constexpr std::array<Vec3, 4> quarters{{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}};
    const int target = frame(at, {0, 0, 1}, quarters[static_cast<std::size_t>(turn)]);
    const int use = add(fmt::format("NEXT_ASSEMBLY_USAGE_OCCURRENCE('','{}','',#{},#{},$)", name,
                                    in.definition, what.definition));
    const int property = add(fmt::format("PRODUCT_DEFINITION_SHAPE('','',#{})", use));
    const int map = add(fmt::format("ITEM_DEFINED_TRANSFORMATION('','',#{},#{})", what.origin, target));
    const int relation =
        add(fmt::format("(REPRESENTATION_RELATIONSHIP('','',#{},#{}) "
                        "REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#{}) "
                        "SHAPE_REPRESENTATION_RELATIONSHIP())",
                        what.shape, in.shape, map));
    add(fmt::format("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#{},#{})", relation, property));
}

inline void StepText::colour(int item, double red, double green, double blue) {
    const int rgb = add(fmt::format("COLOUR_RGB('',{:#},{:#},{:#})", red, green, blue));
    const int area = add(
        fmt::format("FILL_AREA_STYLE('',(#{}))", add(fmt::format("FILL_AREA_STYLE_COLOUR('',#{})", rgb))));
    const int side = add(
        fmt::format("SURFACE_SIDE_STYLE('',(#{}))", add(fmt::format("SURFACE_STYLE_FILL_AREA(#{})", area))));
    const int style = add(fmt::format("PRESENTATION_STYLE_ASSIGNMENT((#{}))",
                                      add(fmt::format("SURFACE_STYLE_USAGE(.BOTH.,#{})", side))));
    const int painted = add(fmt::format("STYLED_ITEM('',(#{}),#{})", style, item));
    add(fmt::format("MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(#{}),#{})", painted,
                    context_));
}

}  // namespace allide::test
