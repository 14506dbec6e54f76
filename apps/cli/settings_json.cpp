#include "settings_text.hpp"

namespace allide::cli {
namespace {

class JsonSettings {
  public:
    JsonSettings(std::string_view text, const std::string& file) : in_(text, file) {}

    Setting whole() {
        Setting root = value(0);
        blanks();
        if (!in_.at_end()) in_.refuse("something follows the document");
        return root;
    }

  private:
    void blanks() {
        while (!in_.at_end() && std::string_view(" \t\r\n").find(in_.peek()) != std::string_view::npos)
            in_.take();
    }

    Setting value(int depth) {
        if (depth > 100) in_.refuse("too many brackets in each other");
        blanks();
        Setting out;
        out.line = in_.line();
        switch (in_.peek()) {
            case '{':
                read_table(out, depth);
                break;
            case '[':
                read_list(out, depth);
                break;
            case '"':
                out.kind = Setting::Kind::text;
                out.text = in_.quoted();
                break;
            default:
                read_word(out);
        }
        return out;
    }

    void read_word(Setting& out) {
        if (in_.sees("null")) return in_.skip(4);
        out.flag = in_.sees("true");
        if (out.flag || in_.sees("false")) {
            out.kind = Setting::Kind::flag;
            return in_.skip(out.flag ? 4 : 5);
        }
        out.kind = Setting::Kind::number;
        out.number = in_.number();
    }

    // After the opening bracket, and after each item: is there another?
    bool more(char closing, bool first) {
        blanks();
        if (in_.peek() == closing && !in_.at_end()) {
            in_.take();
            return false;
        }
        if (!first) in_.expect(',');
        return true;
    }

    void read_list(Setting& out, int depth) {
        out.kind = Setting::Kind::list;
        in_.take();
        while (more(']', out.items.empty())) out.items.push_back(value(depth + 1));
    }

    void read_table(Setting& out, int depth) {
        out.kind = Setting::Kind::table;
        in_.take();
        while (more('}', out.members.empty())) {
            blanks();
            const std::string key = in_.quoted();
            if (out.members.size() < 100 && out.find(key) != nullptr)
                in_.refuse("'" + key + "' is set a second time");
            blanks();
            in_.expect(':');
            out.members.emplace_back(key, value(depth + 1));
        }
    }

    SettingsText in_;
};

}  // namespace

Setting parse_json(std::string_view text, const std::string& file) {
    return JsonSettings(text, file).whole();
}

}  // namespace allide::cli
