import type { Language } from '../settings/fields/region.ts';
import { withDirectionIsolates } from '../text-direction.ts';
import { de } from './de.ts';
import { en, type SiteTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';

/** Subjects that end with a name get no isolating characters, because people edit them and send them back. */
const asTyped: readonly string[] = ['quotation', 'internship', 'application'];

/** A name in right-to-left letters is isolated from the words around it. */
export const textsByLanguage: Readonly<Record<Language, SiteTexts>> = mapTexts(
  { en, de, fr, es, tr },
  (write) => {
    return (...values) =>
      write(...values.map((value) => mapStrings(value, (text) => withDirectionIsolates(text))));
  },
);

type Write = (...values: unknown[]) => unknown;

function mapTexts<T>(part: T, change: (write: Write) => Write): T {
  // Safe, because the result has the members and functions of the input.
  if (typeof part === 'function') return change(part as unknown as Write) as T;
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const entries = Object.entries(part).map(([name, inner]) =>
    asTyped.includes(name) ? [name, inner] : [name, mapTexts(inner, change)],
  );
  return Object.fromEntries(entries) as T;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapStrings(inner, change)]));
}
