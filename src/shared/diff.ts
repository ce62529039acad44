import { describeBlock } from './blocks/block-kinds.ts';
import type { Block } from './column-types.ts';

type Value = string | number | boolean | null | string[];
/** Before it is shortened. An object in a list becomes one line. */
type Compared = Value | object[];

export type FieldChanges = Record<string, { old: Value; new: Value }>;

const maxText = 200;
const maxEntries = 20;
/** Characters before the first difference of two long texts. */
const contextBefore = 40;

/** The changed fields, shortened for the log. Only `fields` are compared, so no other can reach the log. */
export function changedFieldsOf(before: object, after: object, fields: readonly string[]): FieldChanges {
  const [old, now] = [before, after] as Partial<Record<string, Compared>>[];
  const changes: FieldChanges = {};
  for (const field of fields) {
    const [one, other] = [old![field] ?? null, now![field] ?? null];
    if (JSON.stringify(one) !== JSON.stringify(other)) changes[field] = shorten(one, other);
  }
  return changes;
}

function shorten(old: Compared, now: Compared): { old: Value; new: Value } {
  const start = typeof old === 'string' && typeof now === 'string' ? startOfDifference(old, now) : 0;
  return { old: shortenOne(old, start), new: shortenOne(now, start) };
}

function shortenOne(value: Compared, start: number): Value {
  if (typeof value === 'string') return cut(value, start);
  if (!Array.isArray(value)) return value;
  const entries = value.slice(0, maxEntries).map((entry) => cut(lineOf(entry), 0));
  return value.length > maxEntries ? [...entries, '…'] : entries;
}

function lineOf(entry: string | object): string {
  if (typeof entry === 'string') return entry;
  if ('kind' in entry && 'key' in entry) return describeBlock(entry as Block);
  return Object.values(entry).filter(Boolean).join(' ');
}

/** From where the log shows two long texts: shortly before the first difference, or 0 if that is near the beginning. */
function startOfDifference(old: string, now: string): number {
  if (old.length <= maxText && now.length <= maxText) return 0;
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  const isInView = same < maxText - contextBefore;
  return isInView ? 0 : same - contextBefore;
}

/** At most 200 characters. An ellipsis marks each cut. A surrogate pair is never split. */
function cut(text: string, start: number): string {
  if (start === 0 && text.length <= maxText) return text;
  const piece = text.slice(start, start + maxText).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 ? '…' : ''}${piece}${start + maxText < text.length ? '…' : ''}`;
}
