import { sql } from 'kysely';
import type { Connection, Ctx } from '../../database/ctx.ts';
import { pictureColumnsOf } from '../../database/file-columns.ts';
import { readCurrentGroups } from '../../settings/stored-groups.ts';
import { isFilePath } from '../../shared/library-files.ts';
import type { MediaUseView } from '../../shared/media.ts';
import { findGroup } from '../../shared/settings/groups.ts';
import { mediaFacts } from './library.facts.ts';

/** By the module's name in the activity log. */
export type ModulesWithColumns = Readonly<Record<string, { table: string; title: string }>>;

type AnyTables = Record<string, Record<string, string | number>>;
type UsesCtx = Pick<Ctx, 'em'> & { read: Connection };

/** Applies to each query. */
const maxUses = 200;

const settingsModule = 'settings';

/** In texts, picture columns, links of the settings, and the trash; at most 200 of each. */
export async function readUsesOf(
  ctx: UsesCtx,
  tables: ModulesWithColumns,
  { id, path }: { id: number; path: string | null },
): Promise<MediaUseView[]> {
  const { read } = ctx;
  const texts = await read
    .selectFrom('media_uses')
    .select(['module', 'item_id', 'place'])
    .where('media_id', '=', id)
    .orderBy('module')
    .orderBy('item_id')
    .limit(maxUses)
    .execute();
  const thrown = await read
    .selectFrom('trash_items')
    .select(['module', 'item_id', 'title', 'picture'])
    .where(({ or, eb }) =>
      or([
        eb('picture', '=', path ?? ''),
        ...[...Map.groupBy(texts, ({ module }) => module)].map(([module, uses]) =>
          eb(sql.ref<string>('module'), '=', module).and(
            eb(
              'item_id',
              'in',
              uses.map(({ item_id }) => Number(item_id)),
            ),
          ),
        ),
      ]),
    )
    .limit(maxUses)
    .execute();
  const inTrash = new Map(thrown.map((item) => [`${item.module} ${item.item_id}`, item]));
  const columns = path === null ? [] : await readColumns(ctx, tables, path);
  const inTexts: MediaUseView[] = [];
  for (const { module, item_id, place } of texts) {
    const item = inTrash.get(`${module} ${item_id}`);
    const title = item ? item.title : await readTitle(ctx.read, tables[module], Number(item_id));
    inTexts.push({ module, id: Number(item_id), title: title ?? '', place, is_in_trash: item !== undefined });
  }
  const pictures = thrown
    .filter(({ module, picture }) => picture !== null && picture === path && module !== mediaFacts.log)
    .map(({ module, item_id, title }) => ({
      module,
      id: item_id,
      title,
      place: 'picture',
      is_in_trash: true,
    }));
  const linking = isFilePath(path ?? '') ? await readLinkingSettings(ctx.read, id) : [];
  return [...inTexts, ...columns, ...linking, ...pictures];
}

/** Links in a menu, a button or a legal text. The groups are few, so all are searched. */
async function readLinkingSettings(read: Connection, id: number): Promise<MediaUseView[]> {
  const groups = await readCurrentGroups(read);
  const linking = groups.filter(({ value }) => JSON.stringify(value).includes(`/uploads/${id}-`));
  return linking.map(({ group_name: group }) => settingsUse(group));
}

function settingsUse(group: string): MediaUseView {
  const title = findGroup(group)?.label ?? group;
  return { module: settingsModule, id: 0, title, place: group, is_in_trash: false };
}

async function readTitle(
  read: Connection,
  known: ModulesWithColumns[string] | undefined,
  id: number,
): Promise<string | undefined> {
  if (!known) return undefined;
  const rows = read.withTables<AnyTables>().selectFrom(known.table).select(`${known.title} as title`);
  return (await rows.where('id', '=', id).executeTakeFirst())?.title as string | undefined;
}

async function readColumns(ctx: UsesCtx, tables: ModulesWithColumns, path: string): Promise<MediaUseView[]> {
  const modules = new Map(
    Object.entries(tables).map(([module, { table, title }]) => [table, { module, title }]),
  );
  const uses: MediaUseView[] = [];
  for (const { table, column } of pictureColumnsOfRows(ctx)) {
    const known = modules.get(table);
    const title = sql.ref<string>(known?.title ?? 'group_name');
    const rows = await ctx.read
      .withTables<AnyTables>()
      .selectFrom(table)
      .select(['id', title.as('title')])
      .where(column, '=', path)
      .orderBy('id')
      .limit(maxUses)
      .execute();
    if (known) {
      for (const { id, title } of rows)
        uses.push({ module: known.module, id: Number(id), title, place: column, is_in_trash: false });
    } else for (const group of new Set(rows.map(({ title }) => title))) uses.push(settingsUse(group));
  }
  return uses;
}

/** Columns with paths of pictures, except the library's own. */
export function pictureColumnsOfRows({ em }: Pick<Ctx, 'em'>) {
  return pictureColumnsOf(em.getMetadata().getAll().values()).filter(
    ({ table }) => table !== mediaFacts.table,
  );
}
