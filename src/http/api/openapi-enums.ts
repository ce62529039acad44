import type { ListName } from '../../shared/enumerations.ts';
import { outcomes } from '../../shared/bulk.ts';
import { roles } from '../../shared/roles.ts';
import { publicationStates } from '../../shared/schedule.ts';
import { scopes } from '../../shared/scopes.ts';

type Schema = Record<string, unknown>;

/**
 * The enum names of the lists that staff edit. The names are fixed here, because two lists may happen to have
 * the same values.
 */
export const listEnumNames: Record<ListName, string> = {
  blog_categories: 'BlogCategory',
  portfolio_categories: 'PortfolioCategory',
  team_sections: 'TeamSection',
  team_roles: 'TeamRole',
};

/**
 * Enums that several parts of the API share. Other enums are named after their subject and member, for example
 * `MessageState`.
 */
const common: [name: string, values: readonly string[]][] = [
  ['Role', roles],
  ['Scope', scopes],
  ['PublicationState', publicationStates],
  ['ChangeOutcome', outcomes],
];

export function commonEnumName(values: readonly unknown[]): string | undefined {
  const text = [...values].sort().join();
  return common.find(([, known]) => [...known].sort().join() === text)?.[0];
}

/**
 * Separates the values of an enum from the rest of its schema, and finds the name of the enum. Returns
 * undefined for a schema without at least two values.
 */
export function splitEnum(
  schema: Schema,
): { values: Schema; rest: Schema; title: string | undefined } | undefined {
  const { type, enum: values, title, ...rest } = schema;
  if (!Array.isArray(values) || values.length < 2) return undefined;
  return {
    values: { type, enum: values },
    rest,
    title: (title as string | undefined) ?? commonEnumName(values),
  };
}
