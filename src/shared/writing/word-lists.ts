import type { createListLevels } from './list-levels.ts';
import { type ListSign, readListSign, readWordNumberFormats } from './list-signs.ts';

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
