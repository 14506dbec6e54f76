// What an experiment found: text, tables, plots, and at the end what agrees with the paper and what does not.
#pragma once

#include "support/plot.hpp"
#include "support/table.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace allide::bench {

// A statement about the numbers of this very run; `holds` is computed from them.
struct Finding {
    bool holds;
    std::string claim;     // what the paper, or the analysis, says
    std::string measured;  // what was found
};

class Report {
  public:
    // `tell` gets each piece of text as soon as it is known, so that a long run shows where it is.
    Report(std::string name, std::string title, std::function<void(std::string_view)> tell = {});

    // The title over the findings, where it is not about a paper.
    void call_findings(std::string title) { findings_title_ = std::move(title); }
    void section(std::string title);
    void say(std::string paragraph);
    void add(Table table);
    void add(Plot plot);
    // A drawing that is already SVG.
    void picture(std::string name, std::string caption, std::string svg);
    void find(bool holds, std::string claim, std::string measured);
    // Tells the findings; to be called last.
    void close();
    // Says instead that the run ended early.
    void cut_short() { partial_ = true; }
    bool partial() const { return partial_; }

    const std::string& name() const { return name_; }
    const std::string& title() const { return title_; }
    const std::vector<Finding>& findings() const { return findings_; }
    std::vector<const Table*> tables() const;

    // Pictures are looked for in the folder `pictures`, as seen from the page.
    std::string as_markdown(const std::string& pictures) const;
    // DIR/<name>-<table>.csv, DIR/<name>-<plot>.svg and DIR/<name>-<plot>-points.csv. Throws a
    // PreconditionError if one cannot be written.
    void write(const std::filesystem::path& folder) const;

  private:
    struct Section {
        std::string title;
    };
    struct Picture {
        std::string name, caption, svg;
        std::string points = {};  // of a plot, as CSV
    };
    using Item = std::variant<Section, std::string, Table, Picture>;

    void tell(const std::string& text) const;
    void add(Picture picture);
    std::string findings_as_markdown() const;

    std::string name_, title_;
    std::string findings_title_ = "What agrees with the paper, and what does not";
    std::function<void(std::string_view)> tell_;
    std::vector<Item> items_;
    std::vector<Finding> findings_;
    bool partial_ = false;
};

// Throws a PreconditionError that names the file if it cannot be written.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace allide::bench
