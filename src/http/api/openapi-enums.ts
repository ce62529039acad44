import type { ListName } from '../../shared/enumerations.ts';
import { outcomes } from '../../shared/bulk.ts';
import { roles } from '../../shared/roles.ts';
import { publicationStates } from '../../shared/schedule.ts';
import { scopes } from '../../shared/scopes.ts';

type Schema = Record<string, unknown>;

/** The names of the lists that staff edit. Two of them may have the same values at some time. */
export const listTypes: Record<ListName, string> = {
  blog_categories: 'BlogCategory',
  portfolio_categories: 'PortfolioCategory',
  team_sections: 'TeamSection',
  team_roles: 'TeamRole',
};

/** Values that several parts of the API share. Others are named after the part and the member: `MessageState`. */
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

/** Splits a list of values from what is said about it in one place. Undefined for any other schema. */
export function asEnum(
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
