import { withDirectionIsolates } from '../text-direction.ts';
import { isElidedBefore } from '../site-texts/word-forms.ts';
import type { Language } from './fields/region.ts';
import type { GroupValues } from './groups.ts';

/**
 * In every text of an object or a list. Unknown placeholders remain. `language` is that of a text that is shown as it
 * is: names in right-to-left letters are isolated, and in French `de {name}` becomes `d’Éloïse`. A text that a person
 * edits afterwards has none.
 */
export function fillPlaceholders<T>(value: T, texts: ReadonlyMap<string, string>, language?: Language): T {
  if (typeof value === 'string') return fillText(value, texts, language) as T;
  if (Array.isArray(value)) return value.map((entry) => fillPlaceholders(entry, texts, language)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fillPlaceholders(part, texts, language)]),
  ) as T;
}

function fillText(text: string, texts: ReadonlyMap<string, string>, language?: Language): string {
  // An address has no blanks, and its placeholders are replaced by the plain text alone.
  const isSentence = language && /\s/.test(text);
  const isFrench = language === 'fr';
  return text.replaceAll(/(?<!\p{L})(de )?\{(\w+)\}/giu, (all, before: string | undefined, name: string) => {
    const word = texts.get(name);
    if (word === undefined) return all;
    const shown = isSentence ? withDirectionIsolates(word, text) : word;
    if (!before) return shown;
    return isFrench && isElidedBefore(word) ? `${before[0]}’${shown}` : before + shown;
  });
}

/** For the texts of pages, by name without braces. */
export function placeholderTextsOf({
  company,
  pages,
  lists,
  choices,
  region: { language },
}: GroupValues): Map<string, string> {
  const { name, tagline, since, phone, email, address } = company;
  const facts = new Map([
    ...Object.entries({ name, phone, email, city: address.city, street: address.street }),
    ['short_name', company.short_name || name],
    ['legal_name', company.legal_name || name],
    ['since', String(since ?? '')],
    ['services', lists.services.map(({ title }) => title).join(', ')],
    ['service_count', String(lists.services.length)],
    ['sections', choices.team_sections.map(({ name: label }) => label).join(', ')],
  ]);
  facts
    .set('tagline', fillPlaceholders(tagline || name, facts, language))
    .set('summary', fillPlaceholders(company.summary, facts, language));
  return facts.set('mission', fillPlaceholders(pages.about.mission, facts, language));
}
