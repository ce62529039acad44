import type { ApiOutputs } from '../../../api/types.ts';
import { formatDateTime } from '../../core/format-dates.ts';

type Value = NonNullable<ApiOutputs['activities']['list']['activities'][number]['changes']>[string]['old'];

/** Such as 'Featured image' for `featured_image`. */
export function toFieldName(field: string): string {
  const text = field.replace(/^is_/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Null becomes an empty text. */
export function toReadablePair(
  field: string,
  { old, new: now }: { old: Value; new: Value },
): [string, string] {
  const isMoment = field.endsWith('_at');
  const text: [string, string] = [toReadable(old, isMoment), toReadable(now, isMoment)];
  if (field !== 'content') return text;
  // Tags are left out, unless only they have changed.
  const bare: [string, string] = [withoutTags(text[0]), withoutTags(text[1])];
  return bare[0] === bare[1] ? text : bare;
}

function toReadable(value: Value, isMoment: boolean): string {
  if (value === null) return '';
  if (isMoment && !Number.isNaN(Date.parse(String(value)))) return formatDateTime(String(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The log may have cut a tag at the end. */
function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
