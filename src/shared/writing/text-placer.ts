import * as elements from './elements.ts';
import type { createOpenBlocks, createOpenMarks } from './open-elements.ts';
import { plainFormula } from './removed-content.ts';
import { type Attributes, isBlank, isBlock, type Mark, type Run } from './tree.ts';

const noMarks: readonly Mark[] = [];
const lists = new Set(['bulletList', 'orderedList']);

/**
 * Creates the functions that add text to the open blocks. Text of different boxes and table cells is kept
 * separate.
 */
export function createTextPlacer(
  path: ReturnType<typeof createOpenBlocks>,
  marks: ReturnType<typeof createOpenMarks>,
  codeMarks: () => readonly Mark[],
) {
  const { top, model, add } = path;
  let quotations = 0;
  const words = {
    /**
     * Whether the next text is in a different box than the text before it. If so, the next text starts a new paragraph.
     */
    isApart: false,
    isCellBefore: false,
    isAfterBreakDropper: false,
    /** Ends the current paragraph, or the current line in code. */
    end: () => {
      if (model().isCode) return endLine();
      if (model().holds.size === 0) path.cut(path.length() - 1);
      words.isApart = true;
    },
    place: (...[type, attributes]: Parameters<typeof path.place>) => {
      const isPlaced = path.place(type, attributes);
      if (isPlaced) words.isApart = false;
      return isPlaced;
    },
    addText: (raw: string) => {
      let text = readableText(raw);
      if (words.isAfterBreakDropper) text = text.replace(/^\n/, '');
      words.isAfterBreakDropper = false;
      if (text === '') return;
      const isSpace = isBlank(text);
      if (isSpace && words.isCellBefore) return;
      const { type, wrap, holds } = model();
      if (isSpace && wrap && !lists.has(type)) return;
      const isBetween = isSpace && holds.size > 0 && (wrap !== undefined || words.isApart);
      if (!isBetween) prepare();
      addRun(text);
    },
    addBreak: () => {
      const { isCode, wrap } = model();
      if (isCode) return addRun('\n');
      if (wrap) return;
      prepare();
      add<Run>({ marks: marks.active() });
    },
    startQuotation: () => {
      quotations += 1;
      words.addText('“');
    },
    endQuotation: () => {
      if (quotations === 0) return;
      quotations -= 1;
      words.addText('”');
    },
    /** Wraps text directly inside a block in a paragraph. */
    openParagraph: () => {
      prepare();
      if (model().holds.size > 0) words.place('paragraph');
    },
    /** Starts a cell that becomes plain text instead of a table cell. The cells of a row share one paragraph. */
    startCell: () => {
      const isInLine = model().holds.size === 0 && top().children.length > 0;
      if (isInLine) words.isCellBefore = true;
      else words.end();
    },
  };
  const endLine = () => {
    const last = top().children.at(-1);
    if (last && !isBlock(last) && !last.text?.endsWith('\n')) addRun('\n');
  };
  const addRun = (text: string) => {
    const { isCode } = model();
    const marksNow = isCode ? codeMarks() : marks.active();
    const before = top().children.at(-1);
    const isSame = before && !isBlock(before) && before.text !== undefined && before.marks === marksNow;
    if (isSame) before.text += text;
    else add<Run>({ text, marks: marksNow });
  };
  const prepare = () => {
    for (let { wrap } = model(); wrap; { wrap } = model()) {
      path.enter(wrap);
      words.isApart = false;
    }
    if (words.isApart && model().holds.size > 0 && words.place('paragraph')) top().isLoose = true;
    if (words.isCellBefore) add<Run>({ text: elements.cellSeparator, marks: noMarks });
    words.isCellBefore = false;
  };
  return words;
}

const unreadable = /[^\P{Cc}\t\n]|\ufeff/u;

/** Normalizes line breaks and removes control characters, as HTML parsers do. */
function readableText(text: string): string {
  if (!unreadable.test(text)) return text;
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\f', ' ')
    .replaceAll(/[^\P{Cc}\t\n]|\ufeff/gu, '');
}

const emoji =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3|[\u200d\ufe0f\u{e0020}-\u{e007f}])+$/u;
const signs =
  /(?:^|[\s_-])(?:emoji|emojione|twemoji|smiley|emoticon|latex|tex|katex|mathjax|math|formula|equation)(?=[\s_-]|$)/i;
const formulas = /(?:latex|mathtex|mimetex|\/math\/render)\b/i;
/** A picture with an emoji as its description is still a picture if it is larger than this, in pixels. */
const maxSigned = 128;

/**
 * Returns the text that a picture stands for, such as an emoji or a formula. Returns undefined for any other picture.
 */
export function textOfPicture(attributes: Attributes): string | undefined {
  const { alt = '', class: names = '', src = '', width = '', height = '' } = attributes;
  if (attributes['data-media'] !== undefined || attributes['data-absent'] !== undefined) return undefined;
  const words = alt.trim() || attributes['data-emoji'] || attributes['data-stringify-emoji'] || '';
  if (words === '') return undefined;
  const isMarked =
    attributes['data-emoji'] !== undefined ||
    attributes['data-stringify-emoji'] !== undefined ||
    signs.test(names) ||
    formulas.test(src.slice(0, 500));
  const isLarge = Number.parseFloat(width) > maxSigned || Number.parseFloat(height) > maxSigned;
  return isMarked || (!isLarge && emoji.test(words)) ? plainFormula(words) : undefined;
}

/** Returns whether a picture counts visitors and shows nothing. */
export function isTiny({ width, height }: Attributes): boolean {
  return Number.parseFloat(width ?? '') <= 1 && Number.parseFloat(height ?? '') <= 1;
}
