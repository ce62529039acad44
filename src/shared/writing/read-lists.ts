import type { ElementStyle } from './html-elements.ts';
import type { OpenBlocks } from './open-elements.ts';
import type { TextPlacer } from './text-placer.ts';
import { type Attributes, type Block, isBlank, isBlock } from './block-tree.ts';

interface ListSign {
  number: number;
  /** The attribute `type` of an `ol`. Undefined for digits. */
  numbers?: 'a' | 'A' | 'i' | 'I';
}

const numerals: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const roman = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

/**
 * From a sign such as `3.`, `2.1.`, `c)` or `(iv)`, whose last number counts. Undefined for a bullet. `before` is the
 * sign before it in the list: `i)` is a letter after `h)`. `format` is the kind of number, if the program says it.
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

/** By list and level, such as `l0 1`, from Word's style sheet. */
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
  /** As the attribute `type` of a list says it. */
  numbers?: string | undefined;
}

interface OpenList {
  list: Block;
  key: string;
  number: number | undefined;
}

const deepest = 6;

/** Lists of programs that write an item's level as a number, and each level as its own list. */
export class ListLevels {
  readonly #blocks: OpenBlocks;
  #lists: OpenList[] = [];
  #parent: Block | undefined;
  /** Open blocks around the lists. */
  #base = 0;
  #isOpen = false;

  constructor(blocks: OpenBlocks) {
    this.#blocks = blocks;
  }

  /** Closes the open item. The next may continue its list. */
  end(): void {
    if (this.#isOpen) this.#blocks.cut(this.#base);
    this.#isOpen = false;
  }

  /** Opens an item at its level. Returns false if no list is allowed here. */
  place({ level, key, type, number, start, numbers }: LevelledItem): boolean {
    const blocks = this.#blocks;
    this.end();
    if (!this.#isNext() || (level === 1 && this.#lists[0]?.key !== key)) {
      this.#lists = [];
      this.#parent = blocks.top;
      this.#base = blocks.length;
    }
    const lists = this.#lists;
    const depth = Math.max(1, Math.min(level, lists.length + 1, deepest));
    lists.length = Math.min(lists.length, depth);
    const last = lists.length === depth ? lists.at(-1) : undefined;
    const isOther = last?.key !== key || last.list.type !== type;
    if (last && (isOther || (number !== undefined && last.number !== number - 1))) lists.pop();
    const open = lists.flatMap(({ list }) => [list, list.children.findLast(isBlock)!]);
    blocks.resume(lists.length === depth ? open.slice(0, -1) : open);
    this.#isOpen = true;
    if (lists.length < depth) {
      if (!blocks.place(type, { start: number?.toString() ?? start, type: numbers })) {
        this.end();
        return false;
      }
      lists.push({ list: blocks.top, key, number });
    }
    lists.at(-1)!.number = number;
    return blocks.place('listItem');
  }

  /** Whether only blank text follows the lists. */
  #isNext(): boolean {
    const last = this.#parent?.children.findLast((child) => isBlock(child) || !isBlank(child.text ?? ''));
    return this.#blocks.top === this.#parent && last !== undefined && last === this.#lists[0]?.list;
  }
}

/** The open `ul` and `ol` elements of another program. Some say their level, and their items too. */
export class ListElements {
  readonly #open: { name: string; attributes: Attributes; hasLevels: boolean }[] = [];
  readonly #blocks: OpenBlocks;
  readonly #text: TextPlacer;
  readonly #levels: ListLevels;

  constructor(blocks: OpenBlocks, text: TextPlacer, levels: ListLevels) {
    this.#blocks = blocks;
    this.#text = text;
    this.#levels = levels;
  }

  /** Returns whether the list has levels. If not, it is read like any other. */
  start(name: string, attributes: Attributes): boolean {
    const hasLevels =
      attributes['data-indent'] !== undefined || /(?:Bullet|Number)ListStyle/.test(attributes.class ?? '');
    this.#open.push({ name, attributes, hasLevels });
    if (hasLevels) this.#text.end();
    return hasLevels;
  }

  startItem(attributes: Attributes, style: ElementStyle): boolean {
    const list = this.#open.at(-1);
    const [, size, kind] = /list-style-type:\s*(lower|upper)-(alpha|latin|roman)/i.exec(style.text) ?? [];
    const letter = kind?.toLowerCase() === 'roman' ? 'i' : 'a';
    const numbers = kind && (size?.toLowerCase() === 'upper' ? letter.toUpperCase() : letter);
    if (!list?.hasLevels) {
      const { type, attributes: written } = this.#blocks.top;
      if (numbers && type === 'orderedList') written.type = numbers;
      return false;
    }
    const indent = Number(attributes['data-stringify-indent'] ?? list.attributes['data-indent'] ?? 0);
    this.#text.end();
    return this.#levels.place({
      level: Number(attributes['data-aria-level']) || indent + 1,
      key: `${list.name} ${attributes['data-listid'] ?? ''}`,
      type: list.name === 'ol' ? 'orderedList' : 'bulletList',
      start: list.attributes.start,
      numbers,
    });
  }

  /** Ends a list, or an item of a list with levels. Returns whether the end tag ends nothing else. */
  end(name: string): boolean {
    const list = this.#open.at(-1);
    if (name !== list?.name && !(list?.hasLevels && name === 'li')) return false;
    if (name === list.name) this.#open.pop();
    if (list.hasLevels) this.#levels.end();
    return list.hasLevels;
  }

  /** Ends the open item at the tags of a paragraph that is not in a list with levels. */
  passParagraph(): void {
    if (!this.#open.at(-1)?.hasLevels) this.#levels.end();
  }
}

interface WaitingItem {
  level: number;
  list: string;
  run: string;
  sign: string;
  /** Open elements of the sign. */
  depth: number;
}

/** Word's style of an item is such as `mso-list:l0 level2 lfo1`, and its number or bullet is text. */
export class WordLists {
  readonly #levels: ListLevels;
  readonly #formats: ReadonlyMap<string, string>;
  readonly #before = new Map<string, ListSign>();
  #waiting: WaitingItem | undefined;

  constructor(html: string, levels: ListLevels) {
    this.#levels = levels;
    this.#formats = html.includes('@list') ? readWordNumberFormats(html) : new Map();
  }

  /** The sign of an item is being read. The item is opened after it. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Returns whether the style of a paragraph makes it an item of a list. */
  start(style: string): boolean {
    const [, list, level, run] = /mso-list:\s*(l\d+)\s+level(\d)\s+(lfo\d+)/i.exec(style) ?? [];
    if (!list || !level || !run) return false;
    if (this.#waiting) this.#openItem(this.#waiting);
    this.#waiting = { level: Number(level), list, run, sign: '', depth: 0 };
    return true;
  }

  /** Returns whether the element is part of the sign. */
  startElement(name: string, style: string): boolean {
    const item = this.#waiting;
    if (!item || name !== 'span') return false;
    if (item.depth > 0 || /mso-list:\s*ignore/i.test(style)) item.depth += 1;
    return item.depth > 0;
  }

  /** Returns whether the text belongs to the sign, or is before it. */
  addText(text: string): boolean {
    const item = this.#waiting;
    if (!item) return false;
    if (item.depth > 0) item.sign += text;
    else if (/\S/.test(text)) this.#openItem(item);
    return this.isWaiting;
  }

  /** Returns whether the element was part of the sign. */
  endElement(name: string): boolean {
    const item = this.#waiting;
    if (!item) return false;
    const isSign = item.depth > 0 && name === 'span';
    if (isSign) item.depth -= 1;
    if ((isSign && item.depth === 0) || name === 'p') this.#openItem(item);
    return isSign;
  }

  #openItem({ level, list, run, sign }: WaitingItem): void {
    this.#waiting = undefined;
    const place = `${run} ${level}`;
    const format = this.#formats.get(`${list} ${level}`);
    const read = readListSign(sign.replaceAll(/[\s\u00a0]+/g, ''), this.#before.get(place), format);
    if (read) this.#before.set(place, read);
    this.#levels.place({
      level,
      key: run,
      ...(read ? { type: 'orderedList', ...read } : { type: 'bulletList' }),
    });
  }
}
