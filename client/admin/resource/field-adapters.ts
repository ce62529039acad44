import type { Block, Column, SlugColumn } from '../../../src/shared/column-types.ts';
import { toPagePath, slugOfText } from '../../../src/shared/slugs.ts';
import {
  localDayOf,
  endOfDay,
  isDay,
  momentOfLocalTime,
  localTimeIn,
} from '../../../src/shared/zoned-time.ts';
import { formatDay } from '../core/format-dates.ts';
import { nameOfLanguage } from '../core/language-names.ts';
import { pictureKind } from './picture-kind.ts';
import { htmlToText } from '../fields/alt-text-input.tsx';
import { withPendingTag } from '../fields/tags-input.tsx';
import { formatValue } from '../form/form-definition.ts';
import { linesOfBlocks } from './block-lines.ts';
import type { Members, Option, FieldKind } from './field-kind.ts';
import { mergeBlocks } from './merge-blocks.ts';

/** Of the typed text of a tag that is not added yet. */
export const pendingTagNameOf = (name: string) => `${name}_pending`;

/** `first` is the value in a new row, if it differs from the standard value. */
export function fieldKindOf(
  name: string,
  column: Column,
  options: readonly Option[],
  first: unknown,
): FieldKind {
  if (column.kind === 'tags') return tagsKind(name);
  if (column.kind === 'picture') return pictureKind(name);
  const labelOf = (value: unknown) => options.find((option) => option.value === value)?.label;
  return {
    initial: { [name]: firstOf(column, options, first) },
    fromRow: (row) => ({ [name]: row[name] ?? initialOf(column) }),
    format: (values) => {
      if (column.kind === 'figures' || column.kind === 'gallery') return linesOfEntries(values[name]);
      if (column.kind === 'blocks') return linesOfBlocks(column, values[name]).join('\n');
      if (column.kind === 'day') return formatDay(String(values[name]));
      if (column.kind === 'html') return htmlToText(String(values[name]));
      if (column.kind === 'optionalText' && column.format === 'language' && values[name])
        return nameOfLanguage(String(values[name]));
      return labelOf(values[name]) ?? formatValue(values[name]);
    },
    // The form may be saved before the typed text has become an address, so the save converts the text too.
    toInput: (values) => ({
      [name]: column.kind === 'slug' ? toAddress(column, String(values[name])) : values[name],
    }),
    errorNames: [name],
    ...(column.kind === 'blocks' && {
      merge: (...versions) => {
        const [base, mine, theirs] = versions.map((values) => values[name] as Block[]);
        const blocks = mergeBlocks(base!, mine!, theirs!);
        return blocks && { [name]: blocks };
      },
    }),
  };
}

/** Returns `first`, or the first value of the list if the settings no longer contain `first`. */
function firstOf(column: Column, options: readonly Option[], first: unknown): unknown {
  if (first === undefined) return initialOf(column);
  const isOffered = column.kind !== 'listed' || options.some(({ value }) => value === first);
  return isOffered ? first : options[0]?.value;
}

function initialOf(column: Column): unknown {
  if (column.kind === 'tick') return column.initial;
  // The field always shows at least one input.
  if (column.kind === 'figures' || column.kind === 'gallery' || column.kind === 'blocks') return [];
  return column.kind === 'lines' ? [''] : '';
}

/** One for each figure or picture. */
export function linesOfEntries(entries: unknown): string {
  return (entries as Members[])
    .map(({ media_id, number, unit, meaning, before, after, caption }) => [
      media_id && `Picture ${media_id}`,
      ...[number, unit, meaning, before && `before: ${before}`, after && `after: ${after}`, caption],
    ])
    .map((parts) => parts.filter(Boolean).join(' '))
    .join('\n');
}

function toAddress({ isPath }: Pick<SlugColumn, 'isPath'>, text: string): string {
  return isPath ? toPagePath(text) : slugOfText(text);
}

function tagsKind(name: string): FieldKind {
  const pending = pendingTagNameOf(name);
  const all = (values: Members) => withPendingTag(values[name] as string[], String(values[pending]));
  return {
    initial: { [name]: [], [pending]: '' },
    fromRow: (row) => ({ [name]: row[name], [pending]: '' }),
    format: (values) => formatValue(all(values)),
    // A tag that was typed but not added is saved too.
    toInput: (values) => ({ [name]: all(values) }),
    errorNames: [name],
  };
}

/** The length of '2026-11-24T09:00'. */
const minuteLetters = 16;

/** People type it as local time in `zone`. */
export function momentKind(name: string, isWholeDay: boolean, zone: string): FieldKind {
  const stored = `${name}_stored`;
  const show = (iso: unknown) => {
    if (typeof iso !== 'string' || iso === '') return '';
    const moment = new Date(iso);
    return isWholeDay ? localDayOf(zone, moment) : localTimeIn(zone, moment).slice(0, minuteLetters);
  };
  const read = (text: string) =>
    (isWholeDay ? endOfDay(zone, text) : momentOfLocalTime(zone, text)).toISOString();
  return {
    initial: { [name]: '', [stored]: null },
    fromRow: (row) => ({ [name]: show(row[name]), [stored]: row[name] ?? null }),
    format: (values) => String(values[name]).replace('T', ' '),
    toInput: (values) => {
      const text = String(values[name]);
      // The text has no seconds, and a local time may occur twice, so an unchanged field keeps the stored moment.
      if (text === show(values[stored])) return { [name]: values[stored] ?? '' };
      const isWhole = isDay(text.slice(0, 10));
      return { [name]: text === '' ? '' : isWhole ? read(text) : text };
    },
    errorNames: [name],
    stored: [stored],
  };
}
