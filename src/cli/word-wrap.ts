/** Breaks streamed text between words, so that the terminal does not break inside them. */
import { textWidth } from "./text-width.ts";

export interface WordWrap {
  /** Text to write for this piece; the last, unfinished word is held back. */
  push(piece: string): string;
  /** The word held back; the next piece starts a new line. */
  end(): string;
}

/**
 * Wraps at `columns()`. Fenced code and table rows are left as they are, because their line breaks mean something.
 * A word longer than a line is left to the terminal. Lines keep their own indentation when they go on.
 */
export function createWordWrap(columns: () => number): WordWrap {
  let column = 0;
  let word = "";
  let gap = "";
  let line = "";
  let indent = "";
  let inFence = false;

  function place(): string {
    if (word === "" && gap === "") return "";
    const isVerbatim = inFence || /^\s*(\||```|~~~)/.test(line + gap + word);
    const width = textWidth(word);
    const mustBreak = !isVerbatim && line.trim() !== "" && word !== "" && column + textWidth(gap) + width > columns();
    const text = mustBreak ? `\n${indent}${word}` : `${gap}${word}`;
    if (line.trim() === "" && word !== "") indent = hangingIndent(line + gap, word);
    column = mustBreak ? textWidth(indent) + width : column + textWidth(gap) + width;
    line += gap + word;
    gap = "";
    word = "";
    return text;
  }

  function breakLine(): string {
    // Blanks at the end of a line are of no use.
    if (word === "") gap = "";
    const text = place();
    if (/^\s*(```|~~~)/.test(line)) inFence = !inFence;
    line = "";
    indent = "";
    column = 0;
    return `${text}\n`;
  }

  return {
    push(piece) {
      let out = "";
      for (const [token] of piece.matchAll(/\n|[^\S\n]+|\S+/g)) {
        if (token === "\n") out += breakLine();
        else if (token.trim() === "") {
          if (word !== "") out += place();
          gap += token;
        } else word += token;
      }
      return out;
    },
    end() {
      const text = word === "" ? "" : place();
      column = 0;
      gap = "";
      line = "";
      indent = "";
      inFence = false;
      return text;
    },
  };
}

/** What a wrapped line starts with: the indentation, and room for a list's bullet. */
function hangingIndent(before: string, firstWord: string): string {
  const bullet = /^(?:[-*+•]|\d{1,3}[.)])$/.test(firstWord);
  return before + (bullet ? " ".repeat(firstWord.length + 1) : "");
}
