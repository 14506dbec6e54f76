#include "results.hpp"

#include "errors.hpp"

namespace allide::python {

std::string text_of(double number) {
    return nb::repr(nb::float_(number)).c_str();
}

std::string text_of(const Vec3& point) {
    return "(" + text_of(point.x) + ", " + text_of(point.y) + ", " + text_of(point.z) + ")";
}

Verdict verdict_of(BodyVerdict verdict) {
    switch (verdict) {
        case BodyVerdict::no:
            return {"no", Verdict::Truth::no, {}};
        case BodyVerdict::yes:
            return {"yes", Verdict::Truth::yes, {}};
        case BodyVerdict::undecided:
            break;
    }
    return {"undecided", Verdict::Truth::unknown, "the bodies touch or nearly do"};
}

void bind_results(nb::module_& module) {
    nb::class_<Verdict>(
        module, "Verdict",
        "An answer with a name: yes, no, or neither.\n\n"
        "``bool(verdict)`` is the answer, and raises AllideError if there is none: \"undecided\" (curved "
        "bodies that touch or nearly do), \"open\" (a mesh without an inside). ``verdict == \"open\"`` "
        "compares names.")
        .def_ro("name", &Verdict::name, "The answer as a word.")
        .def_prop_ro(
            "is_known", [](const Verdict& self) { return self.truth != Verdict::Truth::unknown; },
            "False if bool() would raise.")
        .def("__bool__",
             [](const Verdict& self) {
                 if (self.truth == Verdict::Truth::unknown)
                     refuse("\"" + self.name + "\" is neither yes nor no: " + self.reason);
                 return self.truth == Verdict::Truth::yes;
             })
        .def("__eq__", [](const Verdict& self, const Verdict& other) { return self.name == other.name; })
        .def("__eq__", [](const Verdict& self, std::string_view other) { return self.name == other; })
        .def(
            "__eq__", [](const Verdict&, nb::handle) { return false; }, nb::arg().none())
        .def("__hash__", [](const Verdict& self) { return nb::hash(nb::cast(self.name)); })
        .def("__str__", [](const Verdict& self) { return self.name; })
        .def("__repr__", [](const Verdict& self) { return "Verdict('" + self.name + "')"; })
        .def("__getstate__",
             [](const Verdict& self) {
                 return nb::make_tuple(self.name, static_cast<int>(self.truth), self.reason);
             })
        .def("__setstate__", [](Verdict& self, const std::tuple<std::string, int, std::string>& state) {
            new (&self) Verdict{std::get<0>(state), static_cast<Verdict::Truth>(std::get<1>(state)),
                                std::get<2>(state)};
        });
}

}  // namespace allide::python
