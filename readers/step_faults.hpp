// Evaluates the errors that Open CASCADE finds in a STEP file: which are fatal, and in which line they are.
#pragma once

#include <allide/io.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <Interface_InterfaceModel.hxx>
#include <Message_Printer.hxx>

class Interface_CheckIterator;

namespace allide::readers {

class StepFaults {
  public:
    // Redirects Open CASCADE's messages to this object.
    StepFaults(std::string_view file, std::vector<Note>& notes);

    // Throws the first syntax error.
    [[noreturn]] void fail_syntax() const;
    // Fails on an invalid entity that describes a shape or its placement, since a part might be missing or
    // misplaced. Notes other invalid entities (dates, persons, categories, …).
    void check_entities(const Interface_CheckIterator& checks,
                        const Handle(Interface_InterfaceModel) & model);
    // Fails on a number of 1e100 or more in an entity that describes a shape or its placement: Open CASCADE
    // takes such numbers for infinity and may compute with them forever.
    void check_numbers(const Handle(Interface_InterfaceModel) & model) const;
    // Fails on valid entities that Open CASCADE could not convert into a shape.
    void check_shapes(const Interface_CheckIterator& checks, const Handle(Interface_InterfaceModel) & model);

  private:
    struct Fault;
    std::vector<Fault> faults_in(const Interface_CheckIterator& checks,
                                 const Handle(Interface_InterfaceModel) & model) const;
    std::optional<std::uint64_t> line_of(const std::string& entity) const;

    std::string_view file_;
    std::vector<Note>& notes_;
    std::vector<std::string> messages_;
};

}  // namespace allide::readers
