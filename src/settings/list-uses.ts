import { listedColumns } from '../shared/columns.ts';
import type { Columns } from '../shared/column-types.ts';
import type { ListName } from '../shared/enumerations.ts';
import { factsOf, type ModuleName, moduleNames } from '../shared/module-facts.ts';

export interface ListUse {
  /** The name in an error response, such as 'posts'. */
  rows: string;
  table: string;
  /** The module's name in the trash. */
  log: string;
  column: string;
  /** The columns that are part of the search text. */
  search: readonly string[];
}
export type ListUses = Record<ListName, readonly ListUse[]>;

/** For saves that neither rename nor remove entries. */
export const noListUses: ListUses = {
  blog_categories: [],
  portfolio_categories: [],
  team_sections: [],
  team_roles: [],
};

export type UsingModules = Record<ModuleName, { rules: { columns: Columns; search: readonly string[] } }>;

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
