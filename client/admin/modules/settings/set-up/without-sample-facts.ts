import type { FieldValues, Group } from '../group-model.ts';

const facts = ['legal_name', 'since', 'phone', 'email', 'opening_hours', 'social'] as const;

/**
 * Returns the company with empty values for the facts that are still those of the sample company. If the company has a
 * name of its own, returns the company unchanged. The step that saves a new name also saves the empty values. Even if
 * somebody skips a later step, no sample facts remain on the site.
 */
export function withoutSampleFacts(company: Group): Group {
  const { value, defaults } = company;
  if (value.name !== defaults.name) return company;
  const { country_code, ...initial } = defaults.address as FieldValues;
  const isSample = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const blank = (given: unknown) => (Array.isArray(given) ? [] : typeof given === 'string' ? '' : null);
  const emptied = (given: FieldValues, known: FieldValues, names: readonly string[]) =>
    Object.fromEntries(
      names.filter((name) => isSample(given[name], known[name])).map((name) => [name, blank(known[name])]),
    );
  const address = value.address as FieldValues;
  return {
    ...company,
    value: {
      ...value,
      ...emptied(value, defaults, facts),
      address: { ...address, ...emptied(address, initial, Object.keys(initial)) },
    },
  };
}
