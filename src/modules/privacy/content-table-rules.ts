import { anyModules } from '../../content-modules.ts';
import type { Column } from '../../shared/column-types.ts';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../shared/module-facts.ts';
import type { ColumnRule, TableRule, TableRules } from './table-rule.ts';

/** The kinds of columns that contain no text, and the kinds whose texts concern no person. */
const kindsWithoutText: readonly Column['kind'][] = ['tick', 'moment', 'media', 'reference'];
const kindsOfNobody: readonly Column['kind'][] = ['choice', 'listed', 'slug', 'picture'];

const untilDeleted = 'Until staff delete it; 30 days more in the trash';

/** The rules for the texts that staff write. Such texts may mention a person. */
export const contentTableRules: TableRules = {
  ...Object.fromEntries(moduleNames.map((name) => [factsOf(name).table, ruleOf(name)])),

  media: {
    label: 'Media',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/media/{id}/edit',
    until: untilDeleted,
    columns: {
      name: 'words',
      alt: 'words',
      caption: 'words',
      credit: 'words',
      tags: 'words',
      search_text: 'words',
      sort_title: 'words',
      user_name: 'colleague',
      path: 'nothing',
      checksum: 'nothing',
      type: 'nothing',
    },
  },
  albums: {
    label: 'Gallery',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/gallery',
    until: 'Until staff delete it',
    columns: { name: 'words', pictures: 'words' },
  },
  pictures: {
    label: 'Descriptions of pictures',
    treatment: 'edit',
    title: 'path',
    until: 'While something shows the picture',
    columns: { alt: 'words', path: 'nothing', colour: 'nothing', placeholder: 'nothing' },
  },
  post_tags: {
    label: 'Tags of posts',
    treatment: 'edit',
    of: ['posts', 'post_id'],
    until: 'As the post',
    columns: { tag: 'words' },
  },
  versions: {
    label: 'Earlier versions',
    treatment: 'forget',
    title: 'module',
    until: '50 of each entry, and those with a name',
    columns: {
      fields: 'packed',
      name: 'words',
      user_name: 'colleague',
      module: 'nothing',
      changed: 'nothing',
      picture: 'nothing',
    },
  },
  trash_items: {
    label: 'Trash',
    treatment: 'forget',
    title: 'title',
    until: '30 days',
    columns: {
      title: 'words',
      fields: 'words',
      search_text: 'words',
      user_name: 'colleague',
      module: 'nothing',
      picture: 'nothing',
      batch: 'nothing',
    },
  },
  site_settings: {
    label: 'Settings',
    treatment: 'forget',
    title: 'group_name',
    screen: '/admin/settings',
    until: '100 versions of each group',
    columns: { value: 'words', user_name: 'colleague', group_name: 'nothing' },
  },
};

/** Returns the rule of a module's table. The columns are those that the module defines. */
function ruleOf(name: ModuleName): TableRule {
  const { label } = factsOf(name);
  const { rules } = anyModules[name];
  const own = Object.entries(rules.columns).flatMap(([column, { kind }]): [string, ColumnRule][] => {
    if (kindsWithoutText.includes(kind)) return [];
    return [[column, kindsOfNobody.includes(kind) ? 'nothing' : 'words']];
  });
  return {
    label,
    treatment: 'edit',
    title: rules.title,
    screen: `${modulePath(name)}/{id}/edit`,
    until: untilDeleted,
    columns: { ...Object.fromEntries(own), search_text: 'words', sort_title: 'words' },
  };
}
