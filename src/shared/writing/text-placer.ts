import type { OpenBlocks, OpenMarks } from './open-elements.ts';
import { isBlank, isBlock, type TextMark, type TextRun } from './block-tree.ts';

const noMarks: readonly TextMark[] = [];
const lists = new Set(['bulletList', 'orderedList']);
const cellSeparator = ' | ';

/** Keeps the text of different boxes and table cells apart. */
export class TextPlacer {
  readonly #blocks: OpenBlocks;
  readonly #marks: OpenMarks;
  readonly #codeMarks: () => readonly TextMark[];
  /** The next text is in another box than the text before it, so it starts a new paragraph. */
  #isApart = false;
  #isCellBefore = false;
  #isAfterCodeTag = false;
  /** Open `q` elements. */
  #quotations = 0;

  constructor(blocks: OpenBlocks, marks: OpenMarks, codeMarks: () => readonly TextMark[]) {
    this.#blocks = blocks;
    this.#marks = marks;
    this.#codeMarks = codeMarks;
  }

  addText(raw: string) {
    let text = readableText(raw);
    if (this.#isAfterCodeTag) text = text.replace(/^\n/, '');
    this.#isAfterCodeTag = false;
    if (text === '') return;
    const isSpace = isBlank(text);
    if (isSpace && this.#isCellBefore) return;
    const { type, wrap, holds } = this.#blocks.model;
    if (isSpace && wrap && !lists.has(type)) return;
    const isBetween = isSpace && holds.size > 0 && (wrap !== undefined || this.#isApart);
    if (!isBetween) this.#prepare();
    this.#addRun(text);
  }

  addBreak() {
    const { isCode, wrap } = this.#blocks.model;
    if (isCode) return this.#addRun('\n');
    if (wrap) return;
    this.#prepare();
    this.#blocks.add<TextRun>({ marks: this.#marks.active });
  }

  /** For text whose line breaks are shown. */
  addLines(raw: string) {
    for (const [at, line] of raw.split(/\r\n?|\n/).entries()) {
      if (at > 0) this.addBreak();
      this.addText(line);
    }
  }

  startQuotation() {
    this.#quotations += 1;
    this.addText('“');
  }

  endQuotation() {
    if (this.#quotations === 0) return;
    this.#quotations -= 1;
    this.addText('”');
  }

  /** Notes a tag. A line break right after the start tag of code is not part of the code. */
  passTag(isStartOfCode = false) {
    this.#isAfterCodeTag = isStartOfCode;
  }

  /** Ends the current paragraph, or the current line in code. */
  end() {
    if (this.#blocks.model.isCode) return this.#endLine();
    if (this.#blocks.model.holds.size === 0) this.#blocks.cut(this.#blocks.length - 1);
    this.#isApart = true;
  }

  /** Puts the next text into a paragraph of its own. */
  separate() {
    this.#isApart = true;
  }

  /** Starts a cell that becomes plain text. The cells of a row share one paragraph. */
  startFlatCell() {
    const isInLine = this.#blocks.model.holds.size === 0 && this.#blocks.top.children.length > 0;
    if (isInLine) this.#isCellBefore = true;
    else this.end();
  }

  endFlatCell() {
    this.#isCellBefore = false;
  }

  /** Opens a block. Returns false if it is not allowed here. */
  place(...block: Parameters<OpenBlocks['place']>): boolean {
    const isPlaced = this.#blocks.place(...block);
    if (isPlaced) this.#isApart = false;
    return isPlaced;
  }

  /** Wraps text directly inside a block in a paragraph. */
  openParagraph() {
    this.#prepare();
    if (this.#blocks.model.holds.size > 0) this.place('paragraph');
  }

  #prepare() {
    for (let { wrap } = this.#blocks.model; wrap; { wrap } = this.#blocks.model) {
      this.#blocks.enter(wrap);
      this.#isApart = false;
    }
    if (this.#isApart && this.#blocks.model.holds.size > 0 && this.place('paragraph'))
      this.#blocks.top.isLoose = true;
    if (this.#isCellBefore) this.#blocks.add<TextRun>({ text: cellSeparator, marks: noMarks });
    this.#isCellBefore = false;
  }

  #addRun(text: string) {
    const marks = this.#blocks.model.isCode ? this.#codeMarks() : this.#marks.active;
    const before = this.#blocks.top.children.at(-1);
    const isSame = before && !isBlock(before) && before.text !== undefined && before.marks === marks;
    if (isSame) before.text += text;
    else this.#blocks.add<TextRun>({ text, marks });
  }

  #endLine() {
    const last = this.#blocks.top.children.at(-1);
    if (last && !isBlock(last) && !last.text?.endsWith('\n')) this.#addRun('\n');
  }
}

const unreadable = /[^\P{Cc}\t\n]|\ufeff/u;

/** Normalises text as HTML parsers do. */
function readableText(text: string): string {
  if (!unreadable.test(text)) return text;
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\f', ' ')
    .replaceAll(/[^\P{Cc}\t\n]|\ufeff/gu, '');
}
