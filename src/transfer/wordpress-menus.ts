import { plainText } from '../shared/writing/clean.ts';
import type { IncomingMenu, IncomingMenuEntry } from './incoming.ts';
import { termsOf } from './wordpress-items.ts';
import { metaOf, textOf, type XmlElement } from './xml-items.ts';

interface MenuItem {
  id: string;
  /** The id of the parent entry, or `0`. */
  parent: string;
  order: number;
  label: string;
  leadsTo: IncomingMenuEntry['leadsTo'] | { kind: 'term'; id: string };
}

export interface MenuCollector {
  /** Adds an item of the export. Ignores items that do not belong to a menu. */
  add(item: XmlElement): void;
  /** Returns all menus with entries. `keys` contains the keys of categories by their ids in the export. */
  menus(keys: ReadonlyMap<string, string>): IncomingMenu[];
}

/**
 * Returns the name of the menu to which an item belongs. Returns undefined for an item that is not a menu
 * entry.
 */
export function menuOf(item: XmlElement): string | undefined {
  if (textOf(item, 'wp:post_type') !== 'nav_menu_item') return undefined;
  return termsOf(item, 'nav_menu').at(0)?.nicename;
}

/** Creates a collector for the entries of all menus. WordPress exports each entry as a separate item. */
export function createMenuCollector(): MenuCollector {
  const found = new Map<string, MenuItem[]>();
  return {
    add: (item) => {
      const menu = menuOf(item);
      const meta = (name: string) => metaOf(item, `_menu_item_${name}`);
      const id = textOf(item, 'wp:post_id');
      if (!menu) return;
      const items = found.get(menu) ?? [];
      found.set(menu, items);
      const [type, object, objectId] = [meta('type'), meta('object'), meta('object_id')];
      const isRow = type === 'post_type' && (object === 'page' || object === 'post');
      items.push({
        id,
        parent: meta('menu_item_parent'),
        order: Number(textOf(item, 'wp:menu_order')) || 0,
        label: plainText(textOf(item, 'title')),
        leadsTo: isRow
          ? { kind: object, externalId: objectId }
          : type === 'taxonomy' && object === 'category'
            ? { kind: 'term', id: objectId }
            : { kind: 'address', address: meta('url') || textOf(item, 'link') },
      });
    },
    menus: (keys) =>
      [...found]
        .map(([name, items]) => ({ name, entries: entriesOf(items, keys) }))
        .filter(({ entries }) => entries.length > 0),
  };
}

/** Returns the entries of a menu in its order, each with its level. */
function entriesOf(items: readonly MenuItem[], keys: ReadonlyMap<string, string>): IncomingMenuEntry[] {
  const ids = new Set(items.map(({ id }) => id));
  const sorted = items.toSorted((a, b) => a.order - b.order);
  const above = new Map(items.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string): number => {
    let depth = 0;
    const seen = new Set([id]);
    for (let at = above.get(id); at && ids.has(at) && !seen.has(at); at = above.get(at)) {
      seen.add(at);
      depth += 1;
    }
    return depth;
  };
  return sorted.map(({ id, label, leadsTo }) => ({
    externalId: id,
    label,
    leadsTo:
      leadsTo.kind === 'term' ? { kind: 'category', key: keys.get(leadsTo.id) ?? leadsTo.id } : leadsTo,
    depth: depthOf(id),
  }));
}
