"""Tokens into the tree of syntax.py."""

from __future__ import annotations

import struct
from functools import lru_cache

from .errors import PtxSyntaxError, Where
from .lexer import Token, tokens_of
from .syntax import Addr, Args, Function, Imm, Instr, Module, Operand, Pair, Reg, Scope, Variable, Vec

SPACES = {".reg", ".shared", ".local", ".const", ".global", ".param", ".sreg"}
LINKING = {".visible", ".extern", ".weak", ".common"}
#: directives with a value that changes nothing here: skipped to the end of their line or statement
LINE_DIRECTIVES = {".loc", ".file", ".minnctapersm", ".noreturn", ".blocksareclusters"}


@lru_cache(256)
def parse(text: str) -> Module:
    """The module written in `text`, which nobody changes afterwards; PtxSyntaxError names the line."""
    return Parser(text).module()


class Parser:
    def __init__(self, text: str):
        self.text = text.rstrip("\0\n ") + "\n"
        self.tokens = tokens_of(self.text)
        self.at = 0
        self.result = Module()

    # -- tokens
    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, *texts: str) -> bool:
        if self.now.text in texts and self.now.kind != "string":
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.fail(f"expected {text!r}, got {self.now.text!r}")

    def fail(self, what: str) -> None:
        line = self.now.line
        raise PtxSyntaxError(what, Where("module", line, self.text.split("\n")[line - 1].strip()))

    def skip_line(self) -> None:
        line = self.now.line
        while self.now.line == line and self.now.kind != "end":
            self.at += 1

    # -- module level
    def module(self) -> Module:
        while self.now.kind != "end":
            self.module_item()
        return self.result

    def module_item(self) -> None:
        word = self.take().text
        if word == ".version":
            self.result.version = self.take().text
        elif word == ".target":
            self.result.target = tuple(t for t in self.line_words() if t != ",")
        elif word == ".address_size":
            self.result.address_size = self.integer()
        elif word == ".alias":
            name = self.take().text
            self.expect(",")
            self.result.aliases[name] = self.take().text
            self.expect(";")
        elif word in LINE_DIRECTIVES:
            self.skip_line()
        elif word == ".section":
            while self.take().text != "}":
                pass
        elif word in LINKING:
            if self.now.text not in (".entry", ".func"):
                self.take_space_declaration(external=word == ".extern")
        elif word in (".entry", ".func"):
            self.function(word == ".entry")
        elif word in SPACES:
            self.at -= 1
            self.take_space_declaration(external=False)
        elif word == ".pragma":
            self.skip_line()
        elif word != ";":
            self.at -= 1
            self.fail(f"unknown directive {word!r}")

    def line_words(self) -> list[str]:
        line, words = self.now.line, []
        while self.now.line == line and self.now.kind != "end":
            words.append(self.take().text)
        return words

    def take_space_declaration(self, external: bool) -> None:
        for v in self.declaration():
            v.external = external
            self.result.scope.variables.setdefault(v.name, v)
            if not external:
                self.result.scope.variables[v.name] = v

    # -- declarations
    def declaration(self) -> list[Variable]:
        """`.space .align n .v2 .type name<n>, name[d] = {...};`"""
        first = self.one_variable()
        found = self.expanded(first)
        while self.accept(","):
            again = Variable(first.space, first.type, self.take().text, (), first.align, first.vector, line=self.now.line)
            self.shape_and_init(again)
            found += self.expanded(again)
        self.expect(";")
        return found

    def one_variable(self) -> Variable:
        v = Variable(self.take().text[1:], "", "", line=self.now.line)
        while self.now.kind == "mod":
            self.attribute_of(v)
        if self.now.kind == "name":
            v.name = self.take().text
        self.shape_and_init(v)
        return v

    def attribute_of(self, v: Variable) -> None:
        word = self.take().text
        if word == ".align":
            v.align = self.integer()
        elif word in (".v2", ".v4", ".v8"):
            v.vector = int(word[2:])
        elif word == ".attribute":
            while self.take().text != ")":
                pass
        elif word != ".ptr" and word not in SPACES:
            v.type = word[1:]

    def shape_and_init(self, v: Variable) -> None:
        if self.accept("<"):
            v.dims = (-self.integer(),)  # a family of registers: expanded() makes them
            self.expect(">")
            return
        dims: list[int] = []
        while self.accept("["):
            dims.append(0 if self.now.text == "]" else self.integer())
            self.expect("]")
        v.dims = tuple(dims)
        if self.accept("="):
            v.init = self.initialiser()

    def expanded(self, v: Variable) -> list[Variable]:
        if not v.dims or v.dims[0] >= 0 or v.space != "reg":
            return [v]
        return [Variable(v.space, v.type, f"{v.name}{i}", (), v.align, v.vector, line=v.line) for i in range(-v.dims[0])]

    def initialiser(self) -> list[object]:
        """Values flat in order: ints, ("f", bits, width) as Imm, or Addr for the address of a variable."""
        if self.accept("{"):
            out: list[object] = []
            while not self.accept("}"):
                out += self.initialiser()
                self.accept(",")
            return out
        if self.now.kind == "name" and self.now.text == "generic":
            self.take()
            self.expect("(")
            value = self.address_body()
            self.expect(")")
            return [value]
        if self.now.kind == "name":
            return [self.address_body()]
        return [self.immediate()]

    # -- functions
    def function(self, is_entry: bool) -> None:
        scope = Scope(self.result.scope)
        results = self.params(scope) if not is_entry and self.now.text == "(" else []
        name = self.take().text
        params = self.params(scope) if self.now.text == "(" else []
        f = Function(name, is_entry, params, results, scope)
        self.directives_of(f)
        if self.now.text == "{":
            f.body = []
            self.take()
            self.body(f, scope)
        else:
            self.accept(";")
        if f.body is not None or name not in self.result.functions:
            self.result.functions[name] = f

    def params(self, scope: Scope) -> list[Variable]:
        self.expect("(")
        found: list[Variable] = []
        while not self.accept(")"):
            v = self.one_variable()
            found.append(v)
            scope.variables[v.name] = v
            self.accept(",")
        return found

    def directives_of(self, f: Function) -> None:
        while self.now.kind == "mod":
            word = self.take().text
            if word in LINE_DIRECTIVES and self.now.kind != "int":
                continue
            if word == ".pragma":
                self.take()
                self.accept(";")
                continue
            values: list[int] = []
            while self.now.kind == "int":
                values.append(self.integer())
                self.accept(",")
            f.directives[word[1:]] = tuple(values)

    def body(self, f: Function, scope: Scope) -> None:
        """Up to the closing brace; scopes nest, labels are positions in the flat body."""
        assert f.body is not None
        while not self.accept("}"):
            token = self.now
            if token.text == "{":
                self.take()
                self.body(f, Scope(scope))
            elif token.kind == "mod":
                self.body_directive(scope)
            elif token.kind == "name" and self.tokens[self.at + 1].text == ":":
                self.label(f, scope)
            elif token.text == ";":
                self.take()
            elif token.kind == "end":
                self.fail("the text ends inside a function")
            else:
                f.body.append(self.instruction(scope))

    def label(self, f: Function, scope: Scope) -> None:
        assert f.body is not None
        name = self.take().text
        self.expect(":")
        if self.accept(".branchtargets"):
            scope.targets[name] = self.names_to_semicolon()
        elif self.now.text in (".callprototype", ".calltargets"):
            scope.prototypes.add(name)
            self.names_to_semicolon()
        else:
            scope.labels[name] = len(f.body)

    def names_to_semicolon(self) -> list[str]:
        names: list[str] = []
        while not self.accept(";"):
            token = self.take()
            if token.kind == "name":
                names.append(token.text)
        return names

    def body_directive(self, scope: Scope) -> None:
        if self.now.text in SPACES:
            for v in self.declaration():
                scope.variables[v.name] = v
        elif self.now.text in (".pragma", ".loc", ".file"):
            semicolon = self.now.text == ".pragma"
            self.skip_line() if not semicolon else self.names_to_semicolon()
        else:
            self.fail(f"unknown directive {self.now.text!r} in a function")

    # -- instructions
    def instruction(self, scope: Scope) -> Instr:
        start = self.now
        guard = self.guard()
        op = self.take().text
        mods: list[str] = []
        while self.now.kind == "mod":
            mods.append(self.take().text[1:])
        operands: list[Operand] = []
        while self.now.text != ";":
            operands.append(self.operand())
            if not self.accept(","):
                break
        end = self.now.start
        self.expect(";")
        text = " ".join(self.text[start.start : end].split())
        return Instr(op, tuple(mods), tuple(operands), guard, scope, start.line, text)

    def guard(self) -> Reg | None:
        if not self.accept("@"):
            return None
        negated = self.accept("!")
        return Reg(self.take().text, negated)

    def operand(self) -> Operand:
        first = self.simple_operand()
        if self.accept("|"):
            return Pair(first, self.simple_operand())
        return first

    def simple_operand(self) -> Operand:
        if self.accept("{"):
            return Vec(self.list_until("}"))
        if self.accept("("):
            return Args(self.list_until(")"))
        if self.accept("["):
            return self.address()
        if self.accept("!"):
            return Reg(self.take().text, negated=True)
        if self.now.kind == "name":
            name = self.take().text
            while self.now.kind == "mod":
                name += self.take().text
            if self.now.text in "+-" and self.now.text:
                return Addr(Reg(name), self.offset())
            return Reg(name)
        return self.immediate()

    def list_until(self, close: str) -> tuple[Operand, ...]:
        items: list[Operand] = []
        while not self.accept(close):
            items.append(self.operand())
            self.accept(",")
        return tuple(items)

    def address(self) -> Addr:
        base = self.address_body()
        parts: list[Operand] = []
        while self.accept(","):
            parts.append(self.operand())
        self.expect("]")
        return Addr(base.base, base.offset, tuple(parts))

    def address_body(self) -> Addr:
        base: Operand | None = None
        if self.now.kind == "name":
            base = Reg(self.take().text)
            return Addr(base, self.offset())
        value = self.immediate()
        return Addr(None, value.value + self.offset())

    def offset(self) -> int:
        total = 0
        while self.now.text in ("+", "-"):
            sign = -1 if self.take().text == "-" else 1
            if self.accept("-"):
                sign = -sign
            total += sign * self.integer()
        return total

    # -- numbers
    def integer(self) -> int:
        token = self.take()
        if token.kind != "int":
            self.at -= 1
            self.fail(f"expected an integer, got {token.text!r}")
        return integer_of(token.text)

    def immediate(self) -> Imm:
        sign = 1
        while self.now.text in ("-", "+"):
            sign = -sign if self.take().text == "-" else sign
        token = self.now
        if token.kind == "int":
            self.take()
            return Imm(sign * integer_of(token.text))
        if token.kind == "float":
            self.take()
            return float_of(token.text, sign)
        self.fail(f"expected a number, got {token.text!r}")
        raise AssertionError


def integer_of(text: str) -> int:
    text = text.rstrip("U")
    if text.lower().startswith(("0x", "0b")):
        return int(text, 0)
    return int(text, 8) if len(text) > 1 and text[0] == "0" else int(text)


def float_of(text: str, sign: int) -> Imm:
    """0f and 0d literals are bits; a decimal literal is a double."""
    if text[:2].lower() in ("0f", "0d") and len(text) in (10, 18):
        bits = 32 if text[1] in "fF" else 64
        return Imm(int(text[2:], 16) ^ ((1 << (bits - 1)) if sign < 0 else 0), bits)
    return Imm(int.from_bytes(struct.pack("<d", sign * float(text)), "little"), 64)
