"""The tokenizer in JavaScript gives what the package `tokenizers` gives."""
from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from heddle.tools.demo import web
from heddle.tools.demo.model import find_model
from heddle.tools.demo.text import SHIPPED, read_lines, tokenize
from heddle.tools.demo.web.build import write_words
from tests.web.node import Node

TRICKY = [
    "", " ", "\t\n\r", "Hello, World!", "unaffable embeddings", "don't re-do e-mail: a_b", "...?!--",
    "100% of $3.50 + <b>`x`</b> ~|^=", "Ünïcödé ÀÉÎÕÜ ñ ç ø å ß æ Ł ı İ ŉ ǅ ﬁ",
    "résumé re\u0301sume\u0301", "ΟΔΥΣΣΕΥΣ ΣΑΣ ς", "Привет, Ёжик", "שָׁלוֹם עולם", "مرحبا بِالعالم",
    "नमस्ते दुनिया", "สวัสดี", "日本語のテキスト 漢字", "東京tower2024", "한국어 문장", "㐀 𠀀 豈 \U0002b820 \U0002b920",
    "😀 👩‍👩‍👧 🇩🇪 ❤️ ☺", "𝓗𝓮𝓵𝓵𝓸 Ｆｕｌｌ", "a\u200bb\u00adc\ufeffd", "zero\u0000byte \ufffd \u0007bell",
    "a\u00a0b\u3000c\u2028d\u1680e\u0085f", "«quoted» “curly” ‘single’ — – … · ¿ ¡",
    "¬ © ® ° ± × ÷ € £ ¥ ₹ § ¶", "[CLS] and [SEP] in the text, [mask] and [MASK][PAD] too", "x" * 99,
    "x" * 100, "x" * 101, "supercalifragilisticexpialidocious" * 3, "é" * 100, "word " * 300,
    "q\u0323\u0307 \u1e9b\u0323", "I\u0307stanbul", "½ ² ₃ Ⅷ",
    "C++ C# .NET @user #tag https://example.org/a?b=c&d=e",
]


@pytest.fixture(scope="module")
def encode(tmp_path_factory):
    """Numbers of texts, by the JavaScript."""
    folder = tmp_path_factory.mktemp("words")
    write_words(find_model(), folder / "words.json")
    node = Node(folder)
    page = Path(web.__file__).parent / "page"
    node.run("""
      const { WordPiece } = await import(`file://${args.page}/wordpiece.js`);
      const { readFile } = await import("node:fs/promises");
      globalThis.tokenizer = new WordPiece(JSON.parse(await readFile(args.words)));""", page=page, words=folder / "words.json")
    yield lambda texts: node.run("return args.texts.map((text) => tokenizer.encode(text))", texts=texts)
    node.end()


def by_package(texts): return tokenize(texts, find_model().tokenizer)


def test_tricky_texts(encode):
    for text, got, wanted in zip(TRICKY, encode(TRICKY), by_package(TRICKY), strict=True): assert got == wanted, text


def test_the_shipped_lines(encode):
    lines = read_lines(SHIPPED)
    assert encode(lines) == by_package(lines)


def is_old(c):
    """Whether a character has been in Unicode for long, as what it is now: the tables of the two differ in age."""
    category = unicodedata.ucd_3_2_0.category(c)
    return category not in ("Cs", "Cn", "Co") and category == unicodedata.category(c)


def test_characters_one_by_one(encode):
    """Each between two letters: apart, gone, an accent, or a letter of the word. All of the first 8,192, some of the others."""
    texts = [f"a{c}b {c}" for c in map(chr, (*range(0x2000), *range(0x2000, 0x3400, 5), *range(0x3400, 0x30000, 41))) if is_old(c)]
    assert len(texts) > 7_000
    differ = [t for t, got, wanted in zip(texts, encode(texts), by_package(texts), strict=True) if got != wanted]
    assert {unicodedata.name(t[1], repr(t[1])) for t in differ} == set()
