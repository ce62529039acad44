import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import type { RestAnswer } from './callers.ts';
import type { TestApp } from './test-app.ts';

const path = '/api/admin/settings/choices';

interface ListEntry {
  key?: string;
  name: string;
  motif?: string;
  former?: string[];
  is_first_large?: boolean;
}
export type ChoiceLists = Omit<typeof settingDefaults.choices, 'blog_categories' | 'team_sections'> & {
  blog_categories: ListEntry[];
  team_sections: ListEntry[];
};

export function choiceListsOf(site: TestApp) {
  const rest = site.rest('admin');
  const read = async (): Promise<{ value: ChoiceLists; version: number }> => (await rest.get(path)).body;
  const save = async (
    change: (lists: ChoiceLists) => Partial<Record<keyof ChoiceLists, unknown>>,
    more: object = {},
  ): Promise<RestAnswer> => {
    const { value } = await read();
    return rest.put(path, { value: { ...value, ...change(value) }, ...more });
  };
  return {
    path,
    read,
    save,
    rename: (list: 'blog_categories' | 'portfolio_categories' | 'team_roles', old: string, name: string) =>
      save((lists) => ({
        [list]: lists[list].map((entry) => (entry.name === old ? { ...entry, name } : entry)),
      })),
    /**
     * Removes an entry. `target` is the key or the name of the entry that the rows of the removed entry get.
     */
    remove: (
      list: 'blog_categories' | 'portfolio_categories' | 'team_sections',
      key: string,
      target?: string,
    ) =>
      save(
        (lists) => ({ [list]: lists[list].filter((entry) => entry.key !== key) }),
        target === undefined ? {} : { reassign_to: { [`${list}.${key}`]: target } },
      ),
    usage: async (list: string) => (await rest.get(`${path}/${list}/usage`)).body.entries,
  };
}

export const defaultLists = settingDefaults.choices;
