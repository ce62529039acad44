import { parseJsonColumn } from '../database/columns.ts';
import type { Ctx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import type { TransferContent } from '../content/module/transfer-content.ts';
import { deletePictureUse, findPictureUses, joinPictureUses } from '../pictures/media-uses.ts';
import { siteContents } from './site-content.ts';

/** `unrecorded` and `unused`: `media_uses` and the row differ. `unknown`: not in the library. */
export interface WrongMediaUse {
  problem: 'unrecorded' | 'unused' | 'unknown';
  module: string;
  item_id: number;
  media_id: number;
  place: string;
}

type Use = Omit<WrongMediaUse, 'problem'>;
interface TrashRow {
  id: number;
  module: string;
  item_id: number;
  fields: Record<string, unknown> | string;
}
type Row = Record<string, unknown> & { id: number };
type Tables = Record<string, Row> & { media_uses: Use & Row; trash_items: TrashRow & Row };
type CheckCtx = Pick<Ctx, 'em'>;

const batchRows = 200;

/** In all rows, also those in the trash. */
export async function findWrongMediaUses(ctx: CheckCtx): Promise<WrongMediaUse[]> {
  const wrong: WrongMediaUse[] = [];
  for (const content of siteContents) {
    const module = content.usesAs ?? content.module;
    if (!module || !(content.texts?.length || content.namePictures)) continue;
    for (const [table, toRow] of [
      [content.table, (row: Row): Row => row],
      [
        'trash_items',
        (row: Row): Row => ({ ...parseJsonColumn<Row>(row.fields as string), id: Number(row.item_id) }),
      ],
    ] as const) {
      for await (const rows of batchesOf(ctx, table, module)) {
        const shown = rows.flatMap((row) => usesOf(content, module, toRow(row)));
        const ids = rows.map((row) => toRow(row).id);
        wrong.push(...(await compare(ctx, shown, { module, ids })));
      }
    }
    wrong.push(...(await readUsesOfNoRow(ctx, content.table, module)));
  }
  return wrong;
}

async function* batchesOf({ em }: CheckCtx, table: string, module: string): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    let rows = em.fork().getKysely<Tables>().selectFrom(table).selectAll().where('id', '>', after);
    if (table === 'trash_items') rows = rows.where('module', '=', module);
    const batch = await rows.orderBy('id').limit(batchRows).execute();
    yield batch.map((row) => ({ ...row, id: Number(row.id) }));
    if (batch.length < batchRows) return;
    after = Number(batch.at(-1)?.id);
  }
}

function usesOf({ texts = [], namePictures }: TransferContent, module: string, row: Row): Use[] {
  const inTexts = findPictureUses(Object.fromEntries(texts.map((name) => [name, String(row[name] ?? '')])));
  const pictures = namePictures?.({ ...row, pictures: parseJsonColumn(row.pictures as string) }, (id) => id);
  const used = joinPictureUses(inTexts, pictures);
  return Object.entries(used).flatMap(([place, ids]) =>
    ids.map((media_id) => ({ module, item_id: row.id, media_id, place })),
  );
}

const keyOf = ({ item_id, media_id, place }: Use) => `${item_id} ${media_id} ${place}`;

async function compare(
  { em }: CheckCtx,
  shown: readonly Use[],
  { module, ids }: { module: string; ids: number[] },
): Promise<WrongMediaUse[]> {
  if (ids.length === 0) return [];
  const db = em.fork().getKysely<Tables>();
  const recorded = await db
    .selectFrom('media_uses')
    .select(['module', 'item_id', 'media_id', 'place'])
    .where('module', '=', module)
    .where('item_id', 'in', ids)
    .execute();
  const [have, want] = [new Set(recorded.map(keyOf)), new Set(shown.map(keyOf))];
  const unrecorded = shown.filter((use) => !have.has(keyOf(use)));
  const mediaIds = [...new Set(unrecorded.map(({ media_id }) => media_id))];
  const items =
    mediaIds.length === 0
      ? []
      : await db.selectFrom('media').select('id').where('id', 'in', mediaIds).execute();
  const known = new Set(items.map(({ id }) => Number(id)));
  return [
    ...unrecorded.map((use): WrongMediaUse => {
      return { ...use, problem: known.has(use.media_id) ? 'unrecorded' : 'unknown' };
    }),
    ...recorded
      .filter((use) => !want.has(keyOf(use)))
      .map((use): WrongMediaUse => ({ ...use, problem: 'unused' })),
  ];
}

/** Rows that are neither in their table nor in the trash. */
async function readUsesOfNoRow({ em }: CheckCtx, table: string, module: string): Promise<WrongMediaUse[]> {
  const db = em.fork().getKysely<Tables>();
  const uses = await db
    .selectFrom('media_uses')
    .select(['module', 'item_id', 'media_id', 'place'])
    .where('module', '=', module)
    .where('item_id', 'not in', (eb) => eb.selectFrom(table).select('id'))
    .where('item_id', 'not in', (eb) =>
      eb.selectFrom('trash_items').select('item_id').where('trash_items.module', '=', module),
    )
    .execute();
  return uses.map((use) => ({ ...use, problem: 'unused' }));
}

/** Uses of items that are not in the library stay. */
export async function repairMediaUses(ctx: Ctx, wrong: readonly WrongMediaUse[]): Promise<void> {
  await inTransaction(ctx, async ({ em }) => {
    const db = em.getKysely<Tables>();
    for (const { problem, ...use } of wrong) {
      if (problem === 'unrecorded') {
        await db
          .insertInto('media_uses')
          .values(use)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      if (problem === 'unused') await deletePictureUse({ em }, use);
    }
  });
}
