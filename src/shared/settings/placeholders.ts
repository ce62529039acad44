import type { GroupValues } from './groups.ts';

/**
 * Replaces placeholders such as `{name}` in every text of a value. The value may be an object or a list. Unknown
 * placeholders remain.
 */
export function fillPlaceholders<T>(value: T, words: ReadonlyMap<string, string>): T {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (all, name: string) => words.get(name) ?? all) as T;
  if (Array.isArray(value)) return value.map((entry) => fillPlaceholders(entry, words)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fillPlaceholders(part, words)]),
  ) as T;
}

/**
 * Returns the text of every placeholder that page texts may contain, by name without braces. The texts come
 * from the settings.
 */
export function placeholderTextsOf({ company, pages, lists, choices }: GroupValues): Map<string, string> {
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
    .set('tagline', fillPlaceholders(tagline || name, facts))
    .set('summary', fillPlaceholders(company.summary, facts));
  return facts.set('mission', fillPlaceholders(pages.about.mission, facts));
}
