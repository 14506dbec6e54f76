#include "report/page.hpp"

#include <initializer_list>

namespace allide::detail::report {

std::string_view page_template() {
#ifdef ALLIDE_WITH_PAGE
    static const std::string page = [] {
        std::string joined;
        for (const std::string_view piece : std::initializer_list<std::string_view>{
#include <allide_page.inc>
             })
            joined += piece;
        return joined;
    }();
    return page;
#elif defined(ALLIDE_WASM)
    // Only the data: the npm package puts it into the page (bindings/wasm/js/objects.js).
    return "<!--allide:data-->";
#else
    return {};
#endif
}

}  // namespace allide::detail::report
