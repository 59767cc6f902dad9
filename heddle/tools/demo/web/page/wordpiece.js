// WordPiece as BERT's uncased models want it: text in, numbers of words and pieces of words out.
//
// Always true: the same numbers as the package `tokenizers` gives with the model's tokenizer.json.

const LONGEST_WORD = 100; // code points; what is longer is unknown as a whole
const CONTROL = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const SPACE = /\p{White_Space}/gu;
const CHINESE = new RegExp("[\\u4e00-\\u9fff\\u3400-\\u4dbf\\u{20000}-\\u{2a6df}\\u{2a700}-\\u{2b73f}\\u{2b740}-\\u{2b81f}" +
  "\\u{2b920}-\\u{2ceaf}\\uf900-\\ufaff\\u{2f800}-\\u{2fa1f}]", "gu");
const MARK = /\p{Mn}/gu;
const PIECE = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

export class WordPiece {
  /** `words` in the order of their numbers. */
  constructor(words) {
    this.numbers = new Map(words.map((word, number) => [word, number]));
    [this.unknown, this.begin, this.end] = ["[UNK]", "[CLS]", "[SEP]"].map((word) => this.numbers.get(word));
    this.special = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
  }

  /** The numbers of a text with the marks of begin and end, `longest` at most. */
  encode(text, longest = 256) {
    const found = text.split(this.special).flatMap((part, i) => (i % 2 ? [this.numbers.get(part)] : this.pieces(part)));
    return [this.begin, ...found.slice(0, longest - 2), this.end];
  }

  pieces(text) {
    return (normalized(text).match(PIECE) ?? []).flatMap((word) => this.split(word));
  }

  /** The longest pieces from the left; all of them have to be known. */
  split(word) {
    const letters = [...word], found = [];
    if (letters.length > LONGEST_WORD) return [this.unknown];
    for (let from = 0; from < letters.length;) {
      let to = letters.length, number;
      while (to > from && (number = this.numbers.get((from ? "##" : "") + letters.slice(from, to).join(""))) === undefined) to--;
      if (number === undefined) return [this.unknown];
      found.push(number);
      from = to;
    }
    return found;
  }
}

/** Without control characters and accents, in small letters, Chinese characters apart. */
function normalized(text) {
  const clean = text.replace(CONTROL, "").replace(SPACE, " ").replace(CHINESE, " $& ").normalize("NFD").replace(MARK, "");
  return [...clean].map((letter) => letter.toLowerCase()).join(""); // one by one: a sigma at the end is like any other
}
