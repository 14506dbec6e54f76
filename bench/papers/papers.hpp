// The experiments of the papers, and the words around them on docs/papers.md.
#pragma once

#include <string>

namespace allide::bench {

class Report;
struct Settings;

void run_paper_000(Report& report, const Settings& settings);
void run_paper_001(Report& report, const Settings& settings);
void run_paper_002(Report& report, const Settings& settings);
void run_paper_003(Report& report, const Settings& settings);
void run_paper_004(Report& report, const Settings& settings);

// What the page begins with, what the papers leave open or print wrongly, and the list of what was left out.
std::string opening_of_page();
std::string derivations_of_page();
std::string closing_of_page();

}  // namespace allide::bench
