// The experiments of the papers, and the surrounding text of docs/papers.md.
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

// Three pieces of the page: the introduction, the derivations that the papers leave open or print wrongly,
// and the list of omissions.
std::string opening_of_page();
std::string derivations_of_page();
std::string closing_of_page();

}  // namespace allide::bench
