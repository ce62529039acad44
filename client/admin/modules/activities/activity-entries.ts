import { type ActivityType, activityTypes } from '../../../../src/shared/catalog.ts';
import { facts, moduleOfLog } from '../../../../src/shared/facts.ts';
import type { ApiOutputs } from '../../../api/types.ts';

export type Activity = ApiOutputs['activities']['list']['activities'][number];

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

/** Returns the label of a module. Returns the stored name when this version does not know the module. */
export function toModuleName(module: string): string {
  return moduleOfLog(module)?.label ?? module;
}

export const typeOptions = activityTypes.map((value) => ({ value, label: typeNames[value] }));
export const moduleOptions = Object.values(facts).map(({ log, label }) => ({ value: log, label }));

type Value = NonNullable<Activity['changes']>[string]['old'];

/**
 * Returns the label of a field: `is_published` becomes 'Published', `featured_image` becomes 'Featured
 * image'.
 */
export function toFieldName(field: string): string {
  const words = field.replace(/^is_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns an old and a new value as text. A missing value is an empty text. */
export function toReadablePair(
  field: string,
  { old, new: now }: { old: Value; new: Value },
): [string, string] {
  const words: [string, string] = [toReadable(old), toReadable(now)];
  if (field !== 'content') return words;
  // Formatted text is shown without its tags, unless only the tags have changed.
  const bare: [string, string] = [withoutTags(words[0]), withoutTags(words[1])];
  return bare[0] === bare[1] ? words : bare;
}

function toReadable(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The log may have cut the text in the middle of a tag. */
function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
