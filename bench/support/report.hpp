// The result of an experiment: text, tables, plots, and findings, which list where the numbers agree with the
// paper and where they differ.
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

// A claim about the numbers of this run; `holds` is computed from them.
struct Finding {
    bool holds;
    std::string claim;     // the statement of the paper or of the analysis
    std::string measured;  // the measured result
};

class Report {
  public:
    // `on_text` is called with each piece of text as soon as it exists, so that a long run shows its
    // progress.
    Report(std::string name, std::string title, std::function<void(std::string_view)> on_text = {});

    // Sets the heading of the findings for an experiment that is not about a paper.
    void set_findings_title(std::string title) { findings_title_ = std::move(title); }
    void add_section(std::string title);
    void add_paragraph(std::string paragraph);
    void add(Table table);
    void add(Plot plot);
    // Adds a drawing that is given as SVG.
    void add_picture(std::string name, std::string caption, std::string svg);
    void add_finding(bool holds, std::string claim, std::string measured);
    // Passes the findings to `on_text`. Must be called last.
    void close();
    // Records that the run ended early. Call it instead of close().
    void mark_partial() { partial_ = true; }
    bool partial() const { return partial_; }

    const std::string& name() const { return name_; }
    const std::string& title() const { return title_; }
    const std::vector<Finding>& findings() const { return findings_; }
    std::vector<const Table*> tables() const;

    // `pictures` is the folder of the pictures, relative to the page.
    std::string as_markdown(const std::string& pictures) const;
    // Writes DIR/<name>-<table>.csv, DIR/<name>-<plot>.svg and DIR/<name>-<plot>-points.csv. Throws a
    // PreconditionError if one cannot be written.
    void write(const std::filesystem::path& folder) const;

  private:
    struct Section {
        std::string title;
    };
    struct Picture {
        std::string name, caption, svg;
        std::string points = {};  // the points of a plot, as CSV
    };
    using Item = std::variant<Section, std::string, Table, Picture>;

    void print(const std::string& text) const;
    void add(Picture picture);
    std::string findings_as_markdown() const;

    std::string name_, title_;
    std::string findings_title_ = "Agreements and differences with the paper";
    std::function<void(std::string_view)> on_text_;
    std::vector<Item> items_;
    std::vector<Finding> findings_;
    bool partial_ = false;
};

// Throws a PreconditionError with the name of the file if it cannot be written.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace allide::bench
