#include "support/report.hpp"

#include <allide/result.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace allide::bench {
namespace {

template <typename... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

std::string sentence(const Finding& finding) {
    return fmt::format("{}: {}. Here: {}.", finding.holds ? "agrees" : "DIFFERS", finding.claim,
                       finding.measured);
}

// Wraps the text to lines of at most 118 characters; `indent` starts all lines but the first.
std::string wrapped(const std::string& text, const std::string& indent = "") {
    std::string result;
    std::size_t length = 0;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto wide = static_cast<std::size_t>(
            std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
        if (length > 0 && length + 1 + wide > 118) {
            result += '\n' + indent;
            length = indent.size();
        } else if (length > 0) {
            result += ' ';
            ++length;
        }
        result += word;
        length += wide;
    }
    return result;
}

}  // namespace

Report::Report(std::string name, std::string title, std::function<void(std::string_view)> on_text)
    : name_(std::move(name)), title_(std::move(title)), on_text_(std::move(on_text)) {
    print(title_ + '\n');
}

void Report::print(const std::string& text) const {
    if (on_text_) on_text_(text);
}

void Report::add_section(std::string title) {
    print(fmt::format("\n== {}\n\n", title));
    items_.emplace_back(Section{std::move(title)});
}

void Report::add_paragraph(std::string paragraph) {
    print(paragraph + "\n\n");
    items_.emplace_back(std::move(paragraph));
}

void Report::add(Table table) {
    print(as_text(table) + '\n');
    items_.emplace_back(std::move(table));
}

void Report::add(Plot plot) {
    add(Picture{plot.name, fmt::format("{}: {} against {}.", plot.title, plot.y.label, plot.x.label),
                as_svg(plot), as_csv(points_of(plot))});
}

void Report::add(Picture picture) {
    print(fmt::format("(picture {}-{}.svg)\n\n", name_, picture.name));
    items_.emplace_back(std::move(picture));
}

void Report::add_picture(std::string name, std::string caption, std::string svg) {
    add(Picture{std::move(name), std::move(caption), std::move(svg)});
}

void Report::add_finding(bool holds, std::string claim, std::string measured) {
    findings_.push_back({holds, std::move(claim), std::move(measured)});
}

void Report::close() {
    std::string text = fmt::format("\n== {}\n\n", findings_title_);
    for (const Finding& finding : findings_) text += "- " + sentence(finding) + '\n';
    print(text);
}

std::vector<const Table*> Report::tables() const {
    std::vector<const Table*> found;
    for (const Item& item : items_)
        if (const auto* table = std::get_if<Table>(&item)) found.push_back(table);
    return found;
}

std::string Report::findings_as_markdown() const {
    std::string text = fmt::format("### {}\n\n", findings_title_);
    for (const bool holds : {true, false})
        for (const Finding& finding : findings_)
            if (finding.holds == holds) text += wrapped("- " + sentence(finding), "  ") + '\n';
    if (partial_) text += "\nThe run was stopped early: the rest is missing.\n";
    return text;
}

std::string Report::as_markdown(const std::string& pictures) const {
    std::string text = fmt::format("## {}\n\n", title_);
    const auto write_item = Overloaded{
        [](const Section& section) { return fmt::format("### {}\n\n", section.title); },
        [](const std::string& paragraph) { return wrapped(paragraph) + "\n\n"; },
        [&](const Table& table) {
            // The mark lets a test find the table in the page and compare it with a new run.
            const std::string mark = table.repeats == Repeats::always
                                         ? fmt::format("<!-- repeats: {}-{} -->\n\n", name_, table.name)
                                         : "";
            return wrapped(table.caption) + "\n\n" + mark + bench::as_markdown(table) + '\n';
        },
        [&](const Picture& picture) {
            return fmt::format("![{}]({}/{}-{}.svg)\n\n", picture.caption, pictures, name_, picture.name);
        }};
    for (const Item& item : items_) text += std::visit(write_item, item);
    return text + findings_as_markdown();
}

void Report::write(const std::filesystem::path& folder) const {
    for (const Item& item : items_) {
        if (const auto* table = std::get_if<Table>(&item))
            write_file(folder / fmt::format("{}-{}.csv", name_, table->name), as_csv(*table));
        if (const auto* picture = std::get_if<Picture>(&item)) {
            write_file(folder / fmt::format("{}-{}.svg", name_, picture->name), picture->svg);
            if (!picture->points.empty())
                write_file(folder / fmt::format("{}-{}-points.csv", name_, picture->name), picture->points);
        }
    }
}

void write_file(const std::filesystem::path& file, std::string_view text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw PreconditionError(file.string() + ": cannot be written");
}

}  // namespace allide::bench
