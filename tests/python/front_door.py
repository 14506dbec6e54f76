"""The names that the public headers of the library declare, read by a small parser for their style of C++."""

from __future__ import annotations

import dataclasses
import re


@dataclasses.dataclass
class Type:
    """A class, struct or enumeration. Members are public fields and functions, or enumerators."""

    name: str
    kind: str
    bases: list[str] = dataclasses.field(default_factory=list)
    members: set[str] = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class Names:
    types: dict[str, Type] = dataclasses.field(default_factory=dict)
    #: From the name of each function outside classes, or "Class::function", to the types in its parameters.
    functions: dict[str, set[str]] = dataclasses.field(default_factory=dict)


def tokens_of(text: str) -> list[str]:
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*$", " ", text, flags=re.M)
    text = re.sub(r"\[\[[^\]]*\]\]|\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|\b(?:ALLIDE_\w+|alignas\(\w+\))", " ", text)
    return re.findall(r"::|->|<=>|<<|&&|\w+|~|[^\s\w]", text)


class Parser:
    def __init__(self, text: str, names: Names):
        self.tokens = tokens_of(text)
        self.at = 0
        self.names = names

    def skip_block(self) -> None:
        """Skips to the brace that closes the block just opened."""
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            self.at += 1

    def scope(self, owner: Type | None) -> None:
        """Reads the declarations of a namespace or of a class, up to its closing brace."""
        is_public = owner is None or owner.kind == "struct"
        statement: list[str] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token == "}":
                return
            if token == ":" and statement in (["public"], ["private"], ["protected"]):
                is_public = statement == ["public"]
                statement = []
            elif token == ";":
                if is_public:
                    self.declaration(statement, owner)
                statement = []
            elif token != "{":
                statement.append(token)
            elif self.block(statement, owner, is_public):
                statement = []

    def block(self, statement: list[str], owner: Type | None, is_public: bool) -> bool:
        """Reads the block that was just opened. Returns whether the statement ends with it."""
        if statement.count("(") > statement.count(")"):
            self.skip_block()  # a default argument
            return False
        head = outside_brackets(statement)
        if "namespace" in head:
            if head[-1] == "allide":
                self.scope(None)
            else:
                self.skip_block()
            return True
        if "enum" in head:
            found = Type(head[head.index("enum") + 2], "enum")
            start = self.at
            self.skip_block()
            found.members = {enumerator[0] for enumerator in split(self.tokens[start : self.at - 1]) if enumerator}
        elif head and head[0] in ("struct", "class") and "=" not in head and "(" not in head:
            colon = head.index(":") if ":" in head else len(head)
            found = Type(head[1], head[0], bases=[base[-1] for base in split(head[colon + 1 :]) if base])
            self.scope(found)
        else:
            self.skip_block()
            is_initialiser = "=" in head or "(" not in head
            if not is_initialiser and is_public:
                self.declaration(statement, owner)
            return not is_initialiser
        if is_public:
            self.names.types[found.name] = found
        return False  # the semicolon after it ends an empty statement

    def declaration(self, statement: list[str], owner: Type | None) -> None:
        head = outside_brackets(statement)
        if not head or head[0] in ("struct", "class", "enum", "using", "template", "friend", "static_assert"):
            if head[:1] == ["template"] and "(" in head:
                self.declaration(head[1:], owner)
            return
        if "operator" in head or "~" in head:
            return
        if "(" in head and "=" not in head[: head.index("(")]:
            name = head[head.index("(") - 1]
            if owner is None:
                self.names.functions.setdefault(name, set()).update(statement)
            elif name != owner.name:
                owner.members.add(name)
                self.names.functions.setdefault(f"{owner.name}::{name}", set()).update(statement)
        elif owner is not None:
            for declarator in split(head):
                before = declarator[: declarator.index("=")] if "=" in declarator else declarator
                owner.members.add([token for token in before if re.match(r"\w", token)][-1])


def outside_brackets(tokens: list[str]) -> list[str]:
    """The tokens without template arguments and with "(" for each pair of parentheses."""
    kept: list[str] = []
    open_brackets: list[str] = []
    for i, token in enumerate(tokens):
        opens_template = token == "<" and re.match(r"[a-z]", tokens[i - 1], re.I) and tokens[i - 1] != "operator"
        if token in ("(", "{", "[") or opens_template:
            if token == "(" and not open_brackets:
                kept.append(token)
            open_brackets.append(token)
        elif token in (")", "}", "]") or (token == ">" and open_brackets[-1:] == ["<"]):
            open_brackets.pop()
        elif not open_brackets:
            kept.append(token)
    return kept


def split(tokens: list[str]) -> list[list[str]]:
    """The tokens between commas."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def names_of(texts: list[str]) -> Names:
    names = Names()
    for text in texts:
        Parser(text, names).scope(None)
    return names
