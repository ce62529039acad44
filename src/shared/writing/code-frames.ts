import { blockElements, tableCellElements } from './html-elements.ts';
import { checkedValue, readBlockOf } from './block-models.ts';
import { nodeRules } from './schema.ts';
import { type Block, isBlank, isBlock, type TextMark, type TextRun } from './block-tree.ts';

/** The marks of runs in code tell where the text was. Code has no marks, so they are never written. */
const inCode: readonly TextMark[] = [];
const inBox: readonly TextMark[] = [];
const beside: readonly TextMark[] = [];

/** Deeper boxes are lines without a place of their own. */
const maxBoxes = 100;

interface OpenCode {
  block: Block;
  /** The element that opened the block. */
  name: string;
  boxes: string[];
  hasBoxes: boolean;
  /** Open `code` elements. */
  inner: number;
}

/**
 * Each box in a block of code is a line. If the text is in a `code` element, the boxes beside it are its frame, such as
 * a label with the language and a button that copies.
 */
export class CodeFrames {
  readonly #all: OpenCode[] = [];
  #open: OpenCode | undefined;

  /** `top` is the innermost open block. */
  openIn(top: Block): OpenCode | undefined {
    if (this.#open && this.#open.block !== top) this.#open = undefined;
    return this.#open;
  }

  start(block: Block, name: string): void {
    this.#open = { block, name, boxes: [], hasBoxes: false, inner: 0 };
    this.#all.push(this.#open);
  }

  marks(): readonly TextMark[] {
    const open = this.#open;
    return !open || open.inner > 0 ? inCode : open.boxes.length > 0 ? inBox : beside;
  }

  /** Removes the frames. Calls `onLabel` for each label in a frame that is not the language of the code. */
  finish(onLabel: (text: string) => void): void {
    for (const code of this.#all) if (code.hasBoxes) removeFrame(code.block, onLabel);
  }
}

export function isBoxInCode(name: string): boolean {
  return (
    !tableCellElements.has(name) &&
    (blockElements.has(name) || (readBlockOf(name, {}) !== undefined && name !== 'code'))
  );
}

export function openBox(code: { boxes: string[]; hasBoxes: boolean }, name: string): void {
  code.hasBoxes = true;
  if (code.boxes.length < maxBoxes) code.boxes.push(name);
}

/** Closes the innermost box with this name and the boxes in it. Returns false if there is none. */
export function closeBox({ boxes }: { boxes: string[] }, name: string): boolean {
  const at = boxes.lastIndexOf(name);
  if (at !== -1) boxes.length = at;
  return at !== -1;
}

function removeFrame(block: Block, onLabel: (text: string) => void): void {
  const runs = block.children.filter((child): child is TextRun => !isBlock(child));
  const isIn = (marks: readonly TextMark[]) =>
    runs.some((run) => run.marks === marks && !isBlank(run.text ?? ''));
  let kept = runs;
  if (isIn(inCode) && isIn(inBox)) {
    kept = runs.filter((run) => run.marks === inCode || (run.marks === beside && !isBlank(run.text ?? '')));
    for (const { marks, text = '' } of runs)
      if (marks === inBox) for (const line of text.split('\n')) nameLanguage(block, line.trim(), onLabel);
  }
  const last = kept.findLast(({ text }) => text !== '');
  if (last?.text) last.text = last.text.replace(/\n$/, '');
  block.children = kept.filter(({ text }) => text !== '');
}

function nameLanguage(code: Block, label: string, onLabel: (text: string) => void): void {
  if (label === '' || label.toLowerCase() === code.attributes.language) return;
  const language = codeLanguageOfLabel(label);
  if (language && code.attributes.language === undefined) code.attributes.language = language;
  else onLabel(label);
}

/** Undefined if the label is something else, such as a file name. */
export function codeLanguageOfLabel(label: string): string | undefined {
  const language = checkedValue(nodeRules.codeBlock.attributes.language.check, label.toLowerCase());
  return language?.includes('.') ? undefined : language;
}
