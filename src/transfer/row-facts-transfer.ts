import { z } from 'zod';
import { insertExternalId } from '../content/external-ids.ts';
import { insertTranslation } from '../content/translations/stored-translations.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import { isThere } from './address-transfer.ts';
import type { ImportOutcome } from './import-report.ts';
import type { ImportRun } from './site-rows.ts';
import type { OnProgress } from './incoming-content.ts';
import { readJsonItems } from './read-text-file.ts';
import { siteContents } from './site-content.ts';
import { ItemText, RowId, WholeNumber } from '../content/module/item-fields.ts';

// Which rows have the same content in several languages, and what other systems call rows.

const Kind = ItemText.max(60).transform((kind) => kind as ActivityModule);

const TranslationItem = z.object({
  kind: Kind,
  item_id: RowId,
  original_id: RowId,
  lang: ItemText.max(60),
  as_of: WholeNumber,
});

const ExternalIdItem = z.object({
  kind: Kind,
  item_id: RowId,
  external_id: ItemText.min(1).max(200),
  external_hash: ItemText.max(200).nullable(),
  as_of: WholeNumber,
});

interface RowFact {
  kind: ActivityModule;
  item_id: number;
  original_id?: number;
}

interface RowFacts {
  name: string;
  Item: z.ZodType<RowFact>;
  read(read: Connection): Promise<RowFact[]>;
  /** Returns whether the row has none yet, and no other row has the same. */
  insert(tx: Pick<Ctx, 'em'>, fact: never): Promise<boolean>;
}

export const rowFacts: readonly RowFacts[] = [
  {
    name: 'translations',
    Item: TranslationItem,
    read: (read) => read.selectFrom('translations').selectAll().orderBy('kind').orderBy('item_id').execute(),
    insert: (tx, translation: z.output<typeof TranslationItem>) => insertTranslation(tx, translation),
  },
  {
    name: 'external_ids',
    Item: ExternalIdItem,
    read: (read) =>
      read
        .selectFrom('external_ids')
        .select(['module as kind', 'item_id', 'external_id', 'external_hash', 'as_of'])
        .orderBy('id')
        .execute(),
    insert: (tx, { kind, ...named }: z.output<typeof ExternalIdItem>) =>
      insertExternalId(tx, { ...named, module: kind }),
  },
];

/** Without those of rows in the trash, which an export lacks. */
export async function* iterateRowFacts(
  read: Connection,
  facts: Pick<RowFacts, 'read'>,
): AsyncGenerator<RowFact> {
  for (const row of await facts.read(read)) if (await isThere(read, row.kind, row.item_id)) yield row;
}

/** A row keeps what it has here. */
export async function* importRowFacts(
  ctx: Ctx,
  folder: string,
  facts: RowFacts,
  run: ImportRun,
  onProgress: OnProgress,
): AsyncGenerator<ImportOutcome> {
  for await (const item of readJsonItems(`${folder}/${facts.name}.json`, 'items', onProgress)) {
    const parsed = facts.Item.safeParse(item);
    const { kind = '', item_id = '' } = parsed.data ?? {};
    const title = `${kind} ${item_id}`;
    const about = { kind: facts.name, externalId: title, title };
    const problems = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    const note = parsed.success ? await bringBack(ctx, facts, parsed.data, run) : undefined;
    const notes = problems ?? (note ? [note] : []);
    yield { ...about, outcome: notes.length > 0 ? 'skipped' : 'taken', notes };
  }
}

/** Returns why the item was left out. */
async function bringBack(
  ctx: Ctx,
  { insert }: RowFacts,
  { kind, item_id, original_id, ...fact }: RowFact,
  { isDryRun, newIds }: ImportRun,
): Promise<string | undefined> {
  const content = siteContents.find(({ module }) => module === kind);
  if (!content) return `this version has no ${kind}`;
  const own = newIds.idHere(content.name, item_id);
  const original = original_id === undefined ? own : newIds.idHere(content.name, original_id);
  if (own === undefined || original === undefined) return 'its row was not taken over';
  if (isDryRun) return undefined;
  const isNew = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const isStored = await isThere(tx.em.getKysely<Tables>(), kind, own);
    const here = { ...fact, kind, item_id: own, ...(original_id !== undefined && { original_id: original }) };
    return isStored && insert(tx, here as never);
  });
  return isNew ? undefined : 'is here already';
}
