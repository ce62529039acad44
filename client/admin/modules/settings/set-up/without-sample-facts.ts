import type { FieldValues, Group } from '../group-model.ts';

const facts = ['legal_name', 'since', 'phone', 'email', 'opening_hours', 'social'] as const;

/**
 * Returns the company with the facts of the sample company emptied. Returns the company unchanged if it has a
 * name of its own. The step that saves a new name also saves the empty facts. No sample facts therefore
 * remain on the site if somebody skips a later step.
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
