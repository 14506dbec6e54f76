// The experiments of the papers, and the words around them on docs/papers.md.
#pragma once

#include <string>

namespace allide::bench {

class Report;
struct Settings;

void run_paper_000(Report& report, const Settings& settings);
void run_paper_001(Report& report, const Settings& settings);
void run_paper_004(Report& report, const Settings& settings);

// What the page begins with, and its list of what was left out and why.
std::string opening_of_page();
std::string closing_of_page();

}  // namespace allide::bench
