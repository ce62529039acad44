import type { createOpenBlocks } from './open-elements.ts';
import { type Block, isBlank, isBlock } from './tree.ts';

interface ListSign {
  number: number;
  /** The attribute `type` of an `ol` with this sign. Undefined for digits. */
  numbers?: 'a' | 'A' | 'i' | 'I';
}

const numerals: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const roman = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

/**
 * Returns the number of a list item from its sign, such as `3.`, `2.1.`, `c)` or `(iv)`: it is the last number of the
 * sign. Returns undefined for a bullet. `before` is the sign of the item before it in the same list: `i)` is a letter
 * after `h)`. `format` is the kind of number, if the program says it.
 */
function readListSign(sign: string, before?: ListSign, format = ''): ListSign | undefined {
  const [, last, end] = /([\p{L}\p{N}]+)([^\p{L}\p{N}]*)$/u.exec(sign) ?? [];
  if (last === undefined || /bullet|image/.test(format)) return undefined;
  if (/^\d{1,6}$/.test(last)) return { number: Number(last) };
  if (end === '' || !/^[a-z]{1,8}$/i.test(last)) return undefined;
  const small = last.toLowerCase();
  const isUpper = last !== small;
  const asRoman = roman.test(small) ? romanOf(small) : undefined;
  const asLetter = letterOf(small);
  const isRoman =
    asRoman !== undefined &&
    (asLetter === undefined ||
      (format ? format.startsWith('roman') : isNextRoman(asRoman, asLetter, small, before)));
  if (isRoman) return { number: asRoman, numbers: isUpper ? 'I' : 'i' };
  return asLetter === undefined ? undefined : { number: asLetter, numbers: isUpper ? 'A' : 'a' };
}

function isNextRoman(asRoman: number, asLetter: number, small: string, before?: ListSign): boolean {
  if (before?.numbers) {
    const isLetters = before.numbers.toLowerCase() === 'a';
    if (before.number + 1 === (isLetters ? asLetter : asRoman)) return !isLetters;
  }
  return small.length > 1 || /[ivx]/.test(small);
}

function romanOf(small: string): number {
  const values = Array.from(small, (letter) => numerals[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** Word counts `z`, `aa`, `bb` … `zz`, `aaa`. */
function letterOf(small: string): number | undefined {
  const [first = ''] = small;
  const isRepeated = small === first.repeat(small.length);
  return isRepeated ? (small.length - 1) * 26 + first.charCodeAt(0) - 96 : undefined;
}

/** Returns the kinds of numbers of Word's lists by list and level, such as `l0 1`, from its style sheet. */
function readWordNumberFormats(html: string): ReadonlyMap<string, string> {
  const rules = html.matchAll(
    /@list\s+(l\d{1,6}):level(\d)\s*\{[^{}]{0,300}?mso-level-number-format:\s*([\w-]{1,40})/g,
  );
  return new Map(Array.from(rules, ([, list, level, format = '']) => [`${list} ${level}`, format]));
}

interface LevelledItem {
  level: number;
  /** Items of one list have the same key. */
  key: string;
  type: 'bulletList' | 'orderedList';
  /** The number of the item, if it is known. */
  number?: number | undefined;
  /** The first number of the list, which counts only for its first item. */
  start?: string | undefined;
  /** The kind of numbers, as the attribute `type` of a list says it. */
  numbers?: string | undefined;
}

interface OpenList {
  list: Block;
  key: string;
  number: number | undefined;
}

const deepest = 6;

/** Creates the lists of programs that write the level of an item as a number, and each level as a list of its own. */
export function createListLevels(path: ReturnType<typeof createOpenBlocks>) {
  let lists: OpenList[] = [];
  let parent: Block | undefined;
  let base = 0;
  let isOpen = false;
  const isNext = () => {
    const last = parent?.children.findLast((child) => isBlock(child) || !isBlank(child.text ?? ''));
    return path.top() === parent && last !== undefined && last === lists[0]?.list;
  };
  const levels = {
    isOpen: () => isOpen,
    /** Closes the open item. The next item may continue its list. */
    end: () => {
      if (isOpen) path.cut(base);
      isOpen = false;
    },
    /** Opens an item at its level. Returns false if no list is allowed here. */
    place: ({ level, key, type, number, start, numbers }: LevelledItem): boolean => {
      levels.end();
      if (!isNext() || (level === 1 && lists[0]?.key !== key)) {
        lists = [];
        parent = path.top();
        base = path.length();
      }
      const depth = Math.max(1, Math.min(level, lists.length + 1, deepest));
      lists.length = Math.min(lists.length, depth);
      const last = lists.length === depth ? lists.at(-1) : undefined;
      const isOther = last?.key !== key || last.list.type !== type;
      if (last && (isOther || (number !== undefined && last.number !== number - 1))) lists.pop();
      const opened = lists.flatMap(({ list }) => [list, list.children.findLast(isBlock)!]);
      path.resume(lists.length === depth ? opened.slice(0, -1) : opened);
      isOpen = true;
      if (lists.length < depth) {
        if (!path.place(type, { start: number?.toString() ?? start, type: numbers })) {
          levels.end();
          return false;
        }
        lists.push({ list: path.top(), key, number });
      }
      lists.at(-1)!.number = number;
      return path.place('listItem');
    },
  };
  return levels;
}

interface WaitingItem {
  level: number;
  list: string;
  run: string;
  sign: string;
  /** The number of open elements of the sign. */
  depth: number;
}

/**
 * Reads the lists of Word. Word writes each item as a paragraph whose style names its list and level, for example
 * `mso-list:l0 level2 lfo1`, and writes the number or bullet as text.
 */
export function createWordLists(html: string, levels: ReturnType<typeof createListLevels>) {
  const formats = html.includes('@list') ? readWordNumberFormats(html) : new Map<string, string>();
  const before = new Map<string, ListSign>();
  let waiting: WaitingItem | undefined;
  const open = () => {
    const { level, list, run, sign } = waiting!;
    waiting = undefined;
    const place = `${run} ${level}`;
    const format = formats.get(`${list} ${level}`);
    const read = readListSign(sign.replaceAll(/[\s\u00a0]+/g, ''), before.get(place), format);
    if (read) before.set(place, read);
    levels.place({ level, key: run, ...(read ? { type: 'orderedList', ...read } : { type: 'bulletList' }) });
  };
  return {
    /** Whether the sign of an item is read. The item is opened after it. */
    isWaiting: () => waiting !== undefined,
    /** Returns whether the style of a paragraph makes it an item of a list. */
    start: (style: string): boolean => {
      const [, list, level, run] = /mso-list:\s*(l\d+)\s+level(\d)\s+(lfo\d+)/i.exec(style) ?? [];
      if (!list || !level || !run) return false;
      if (waiting) open();
      waiting = { level: Number(level), list, run, sign: '', depth: 0 };
      return true;
    },
    startElement: (name: string, style: string): boolean => {
      if (!waiting || name !== 'span') return false;
      if (waiting.depth > 0 || /mso-list:\s*ignore/i.test(style)) waiting.depth += 1;
      return waiting.depth > 0;
    },
    /** Returns whether the text belongs to the sign, or stands before it. */
    addText: (text: string): boolean => {
      if (!waiting) return false;
      if (waiting.depth > 0) waiting.sign += text;
      else if (/\S/.test(text)) open();
      return waiting !== undefined;
    },
    endElement: (name: string): boolean => {
      if (!waiting) return false;
      const isSign = waiting.depth > 0 && name === 'span';
      if (isSign) waiting.depth -= 1;
      if ((isSign && waiting.depth === 0) || name === 'p') open();
      return isSign;
    },
  };
}
