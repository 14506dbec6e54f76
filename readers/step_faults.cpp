#include "step_faults.hpp"

#include "io/file/failure.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <Interface_Check.hxx>
#include <Interface_CheckIterator.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <TCollection_HAsciiString.hxx>
#include <fmt/format.h>

namespace allide::readers {
namespace {

// Stores messages instead of printing them.
class Listener : public Message_Printer {
  public:
    explicit Listener(std::vector<std::string>& messages) : messages_(messages) {}
    void send(const TCollection_AsciiString& text, const Message_Gravity /*gravity*/) const override {
        messages_.emplace_back(text.ToCString());
    }

  private:
    std::vector<std::string>& messages_;
};

constexpr std::string_view blanks = " \t\r\n";

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, 160)) out += c >= ' ' && c <= '~' ? c : ' ';
    const auto first = out.find_first_not_of(" *"), last = out.find_last_not_of(" *");
    return first == out.npos ? "" : out.substr(first, last - first + 1);
}

// True if a part may be missing or misplaced when an entity of this type is invalid.
bool is_about_shapes(std::string_view type) {
    static constexpr std::string_view kinds[] = {"StepGeom_",           "StepShape_",
                                                 "StepRepr_Mapped",     "StepRepr_NextAssembly",
                                                 "StepRepr_ItemDef",    "StepRepr_ProductDefinitionShape",
                                                 "StepRepr_ShapeRep",   "StepRepr_Representation",
                                                 "StepRepr_Structured", "StepBasic_ProductDefinition"};
    if (type.starts_with("StepBasic_ProductDefinitionFormation")) return false;
    return std::any_of(std::begin(kinds), std::end(kinds), [&](auto kind) { return type.starts_with(kind); });
}

// The number with an exponent whose E is at `exponent`; empty if that letter belongs to no number.
std::string_view number_around(std::string_view text, std::size_t exponent) {
    const std::size_t before = text.find_last_not_of("0123456789.", exponent - 1);
    const std::size_t first = before == text.npos ? 0 : before + 1;
    const std::size_t sign = std::min(exponent + 1, text.size());
    const bool has_sign = sign < text.size() && (text[sign] == '-' || text[sign] == '+');
    const std::size_t digits = has_sign ? sign + 1 : sign;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
    return first == exponent || digits == end ? std::string_view() : text.substr(first, end - first);
}

double value_of(std::string_view number) {
    return std::strtod(std::string(number).c_str(), nullptr);
}

// "#64" of the statement that starts there; empty if it has no number.
std::string entity_at(std::string_view text, std::size_t statement) {
    const std::size_t first = text.find_first_not_of(blanks, statement);
    if (first == text.npos || text[first] != '#') return {};
    const std::size_t end = text.find_first_not_of("0123456789", first + 1);
    return std::string(text.substr(first, end == text.npos ? end : end - first));
}

// The name of Open CASCADE's class for an entity such as "#64"; empty if the file has no such entity.
std::string type_of(const std::string& entity, const Handle(Interface_InterfaceModel) & model) {
    for (int i = 1; i <= model->NbEntities() && !entity.empty(); ++i)
        if (entity == model->StringLabel(model->Value(i))->ToCString())
            return model->Value(i)->DynamicType()->Name();
    return {};
}

}  // namespace

struct StepFaults::Fault {
    std::string entity = {}, type = {};  // e.g. "#64"; empty if unknown
    std::string message = {};
};

StepFaults::StepFaults(std::string_view file, std::vector<Note>& notes) : file_(file), notes_(notes) {
    const Handle(Message_Messenger)& messenger = Message::DefaultMessenger();
    messenger->ChangePrinters().Clear();
    messenger->AddPrinter(new Listener(messages_));
}

// Messages look like "… : Line 4135: Incorrect syntax: unexpected end of file, …".
void StepFaults::fail_syntax() const {
    Error error{.code = ErrorCode::bad_syntax,
                .message = "expected a complete STEP file, found a syntax error"};
    for (const std::string& message : messages_) {
        const auto mark = message.find("Line "), text = message.find(": ", mark);
        if (mark == message.npos || text == message.npos) continue;
        std::uint64_t line = 0;
        std::from_chars(message.data() + mark + 5, message.data() + text, line);
        error.line = line;
        error.message = one_line(std::string_view(message).substr(text + 2));
        break;
    }
    io::fail(std::move(error));
}

std::vector<StepFaults::Fault> StepFaults::faults_in(const Interface_CheckIterator& checks,
                                                     const Handle(Interface_InterfaceModel) & model) const {
    std::vector<Fault> faults;
    for (checks.Start(); checks.More(); checks.Next()) {
        const Handle(Interface_Check)& check = checks.Value();
        Fault fault;
        if (check->HasEntity() && !check->Entity().IsNull()) {
            fault.type = check->Entity()->DynamicType()->Name();
            if (model->Contains(check->Entity()))
                fault.entity = model->StringLabel(check->Entity())->ToCString();
        }
        if (check->NbFails() > 0) fault.message = one_line(check->CFail(1));
        // Open CASCADE reports a face that it leaves out as a warning.
        for (int i = 1; i <= check->NbWarnings() && fault.message.empty(); ++i)
            if (std::string_view(check->CWarning(i)).find("not mapped") != std::string_view::npos)
                fault.message = one_line(check->CWarning(i));
        if (!fault.message.empty()) faults.push_back(std::move(fault));
    }
    return faults;
}

// The line that contains "#64 ="; empty if there is none.
std::optional<std::uint64_t> StepFaults::line_of(const std::string& entity) const {
    if (entity.empty()) return std::nullopt;
    for (auto at = file_.find(entity); at != file_.npos; at = file_.find(entity, at + 1)) {
        const auto next = file_.find_first_not_of(blanks, at + entity.size());
        if (next == file_.npos || file_[next] != '=') continue;
        return 1 + static_cast<std::uint64_t>(
                       std::count(file_.begin(), file_.begin() + std::ptrdiff_t(at), '\n'));
    }
    return std::nullopt;
}

void StepFaults::check_entities(const Interface_CheckIterator& checks,
                                const Handle(Interface_InterfaceModel) & model) {
    for (const Fault& fault : faults_in(checks, model)) {
        if (fault.type.empty() && model->NbEntities() == 0)
            io::fail({.code = ErrorCode::bad_syntax, .message = "expected shapes in the file, found none"});
        const std::string message = fmt::format("entity {}: {}", fault.entity, fault.message);
        if (is_about_shapes(fault.type))
            io::fail({.code = ErrorCode::bad_syntax, .message = message, .line = line_of(fault.entity)});
        if (notes_.size() < 100) notes_.push_back({.message = message, .line = line_of(fault.entity)});
    }
}

void StepFaults::check_numbers(const Handle(Interface_InterfaceModel) & model) const {
    std::size_t statement = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < file_.size(); ++at) {
        if (file_[at] == '\'') in_string = !in_string;
        if (in_string) continue;
        if (file_.substr(at, 2) == "/*") at = std::min(file_.find("*/", at), file_.size() - 1);
        if (file_[at] == ';') statement = at + 1;
        if (file_[at] != 'E' && file_[at] != 'e') continue;
        const std::string_view literal = number_around(file_, at);
        if (literal.empty() || std::abs(value_of(literal)) < 1e100) continue;
        const std::string entity = entity_at(file_, statement);
        if (!is_about_shapes(type_of(entity, model))) continue;
        io::fail({.code = ErrorCode::not_finite,
                  .message = fmt::format("entity {}: expected a number below 1e100 in magnitude, found {}",
                                         entity, literal),
                  .line = line_of(entity)});
    }
}

void StepFaults::check_shapes(const Interface_CheckIterator& checks,
                              const Handle(Interface_InterfaceModel) & model) {
    std::vector<Fault> faults = faults_in(checks, model);
    if (faults.empty()) return;
    // Prefers a fault with a known entity.
    const auto placed =
        std::find_if(faults.begin(), faults.end(), [](const Fault& f) { return !f.entity.empty(); });
    const Fault& fault = placed == faults.end() ? faults.front() : *placed;
    io::fail({.code = ErrorCode::bad_syntax,
              .message = fault.entity.empty() ? fault.message
                                              : fmt::format("entity {}: {}", fault.entity, fault.message),
              .line = line_of(fault.entity)});
}

}  // namespace allide::readers
