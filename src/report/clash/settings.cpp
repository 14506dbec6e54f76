#include "settings_text.hpp"

namespace allide::cli {
namespace {

using Path = std::vector<std::string>;

class TomlSettings {
  public:
    TomlSettings(std::string_view text, const std::string& file) : in_(text, file) {
        root_.kind = Setting::Kind::table;
        root_.line = 1;
    }

    Setting whole() {
        Setting* table = &root_;
        for (blank_lines(); !in_.at_end(); blank_lines()) {
            if (in_.peek() == '[')
                table = &header();
            else
                assign(*table);
            end_of_line();
        }
        return std::move(root_);
    }

  private:
    void blanks() {
        while (in_.peek() == ' ' || in_.peek() == '\t') in_.take();
    }
    void comment() {
        if (in_.peek() != '#') return;
        while (!in_.at_end() && in_.peek() != '\n') in_.take();
    }
    void blank_lines() {
        for (blanks(), comment(); in_.peek() == '\n' || in_.peek() == '\r'; blanks(), comment()) in_.take();
    }
    void end_of_line() {
        blanks();
        comment();
        if (in_.peek() == '\r') in_.take();
        if (!in_.at_end() && in_.peek() != '\n') in_.refuse("the line should end here");
    }

    std::string literal() {
        in_.expect('\'');
        std::string out;
        while (in_.peek() != '\'') {
            if (in_.peek() == '\n') in_.refuse("a string does not end on its line");
            out += in_.take();
        }
        in_.take();
        return out;
    }

    Path key() {
        Path path;
        for (bool more = true; more;) {
            blanks();
            if (in_.peek() == '"') {
                path.push_back(in_.quoted());
            } else if (in_.peek() == '\'') {
                path.push_back(literal());
            } else {
                std::string word;
                while (SettingsText::is_word(in_.peek())) word += in_.take();
                if (word.empty()) in_.refuse("a key is missing");
                path.push_back(word);
            }
            blanks();
            more = in_.peek() == '.';
            if (more) in_.take();
        }
        return path;
    }

    // [table] or [[one more table of a list]].
    Setting& header() {
        in_.take();
        const bool is_list = in_.peek() == '[';
        if (is_list) in_.take();
        Path path = key();
        in_.expect(']');
        if (is_list) in_.expect(']');
        const std::string last = path.back();
        path.pop_back();
        Setting& parent = table_at(root_, path);
        if (!is_list) return table_at(parent, {last});
        Setting* list = parent.find(last);
        if (list == nullptr) list = &add(parent, last, Setting::Kind::list);
        if (list->kind != Setting::Kind::list) in_.refuse("'" + last + "' is no list of tables");
        list->items.push_back(made(Setting::Kind::table));
        return list->items.back();
    }

    Setting made(Setting::Kind kind) const {
        Setting out;
        out.kind = kind;
        out.line = in_.line();
        return out;
    }
    Setting& add(Setting& table, const std::string& key, Setting::Kind kind) {
        table.members.emplace_back(key, made(kind));
        return table.members.back().second;
    }

    // Made where it is not there yet; of a list of tables the last one.
    Setting& table_at(Setting& from, const Path& path) {
        Setting* table = &from;
        for (const std::string& name : path) {
            Setting* next = table->find(name);
            if (next == nullptr) next = &add(*table, name, Setting::Kind::table);
            if (next->kind == Setting::Kind::list && !next->items.empty()) next = &next->items.back();
            if (next->kind != Setting::Kind::table) in_.refuse("'" + name + "' is no table");
            table = next;
        }
        return *table;
    }

    void assign(Setting& table) {
        Path path = key();
        const std::string last = path.back();
        path.pop_back();
        Setting& owner = table_at(table, path);
        if (owner.find(last) != nullptr) in_.refuse("'" + last + "' is set a second time");
        blanks();
        in_.expect('=');
        Setting read = value();
        owner.members.emplace_back(last, std::move(read));
    }

    Setting value() {
        if (++depth_ > 100) in_.refuse("too many brackets in each other");
        Setting out = value_here();
        --depth_;
        return out;
    }

    Setting value_here() {
        blanks();
        Setting out = made(Setting::Kind::text);
        if (in_.sees("\"\"\"") || in_.sees("'''")) in_.refuse("strings of several lines are not read");
        if (in_.peek() == '"') {
            out.text = in_.quoted();
        } else if (in_.peek() == '\'') {
            out.text = literal();
        } else if (in_.peek() == '[') {
            read_list(out);
        } else if (in_.peek() == '{') {
            read_inline_table(out);
        } else if (in_.sees("true") || in_.sees("false")) {
            out.kind = Setting::Kind::flag;
            out.flag = in_.sees("true");
            in_.skip(out.flag ? 4 : 5);
        } else {
            out.kind = Setting::Kind::number;
            out.number = in_.number();
        }
        return out;
    }

    void read_list(Setting& out) {
        out.kind = Setting::Kind::list;
        in_.take();
        for (blank_lines(); in_.peek() != ']'; blank_lines()) {
            out.items.push_back(value());
            blank_lines();
            if (in_.peek() != ']') in_.expect(',');
        }
        in_.take();
    }

    void read_inline_table(Setting& out) {
        out.kind = Setting::Kind::table;
        in_.take();
        for (blanks(); in_.peek() != '}'; blanks()) {
            assign(out);
            blanks();
            if (in_.peek() != '}') in_.expect(',');
        }
        in_.take();
    }

    SettingsText in_;
    Setting root_;
    int depth_ = 0;
};

}  // namespace

Setting parse_toml(std::string_view text, const std::string& file) {
    return TomlSettings(text, file).whole();
}

}  // namespace allide::cli
