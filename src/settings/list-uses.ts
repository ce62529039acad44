import { listedColumns } from '../shared/columns.ts';
import type { Columns } from '../shared/column-types.ts';
import type { ListName } from '../shared/enumerations.ts';
import { factsOf, type ModuleName, moduleNames } from '../shared/module-facts.ts';

/** A column whose values come from a list. */
export interface ListUse {
  /** The name of the module's rows in an error response, for example 'posts'. */
  rows: string;
  table: string;
  /** The module's name in the trash. */
  log: string;
  column: string;
  /** The columns of the table that are part of its search text. */
  search: readonly string[];
}
export type ListUses = Record<ListName, readonly ListUse[]>;

/** An empty `ListUses`, for saves that neither rename nor remove entries of lists. */
export const noListUses: ListUses = {
  blog_categories: [],
  portfolio_categories: [],
  team_sections: [],
  team_roles: [],
};

/** The parts of each module's definition that `listUsesOf` reads. */
export type UsingModules = Record<ModuleName, { rules: { columns: Columns; search: readonly string[] } }>;

/** Returns the columns that store values of each list. */
export function listUsesOf(modules: UsingModules): ListUses {
  const uses = moduleNames.flatMap((name) => {
    const { columns, search } = modules[name].rules;
    const { table, log } = factsOf(name);
    return listedColumns(columns).map(({ list, name: column }) => ({
      list,
      use: { rows: table, table, log, column, search },
    }));
  });
  const byList = Map.groupBy(uses, ({ list }) => list);
  const inList = (list: ListName) => byList.get(list)?.map(({ use }) => use) ?? [];
  return {
    blog_categories: inList('blog_categories'),
    portfolio_categories: inList('portfolio_categories'),
    team_sections: inList('team_sections'),
    team_roles: inList('team_roles'),
  };
}
