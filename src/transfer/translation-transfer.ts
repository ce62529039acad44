import { z } from 'zod';
import { insertTranslation } from '../content/translations/stored-translations.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import { isStorable, maxId } from '../shared/fields.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import { isThere } from './address-transfer.ts';
import type { ImportOutcome } from './import-report.ts';
import type { OnProgress } from './incoming-content.ts';
import { readJsonItems } from './read-text-file.ts';
import { siteContents } from './site-content.ts';

// Which rows have the same content in several languages.

export const translationsName = 'translations';

const Text = z.string().max(60).refine(isStorable, 'contains characters that cannot be stored');
const RowId = z.int().min(1).max(maxId);

export const TranslationItem = z.object({
  kind: Text,
  item_id: RowId,
  original_id: RowId,
  lang: Text,
  as_of: z.int().min(0).max(maxId),
});
type TranslationItem = z.output<typeof TranslationItem>;

/** Without those of rows in the trash, which an export lacks. */
export async function* iterateTranslations(read: Connection): AsyncGenerator<TranslationItem> {
  const rows = await read.selectFrom('translations').selectAll().orderBy('kind').orderBy('item_id').execute();
  for (const row of rows) if (await isThere(read, row.kind, row.item_id)) yield row;
}

interface Run {
  isDryRun: boolean;
  /** Undefined for a row that was not imported. */
  idHere(content: string, id: number): number | undefined;
}

/** A row that has translations here keeps them. */
export async function* importTranslations(
  ctx: Ctx,
  folder: string,
  run: Run,
  onProgress: OnProgress,
): AsyncGenerator<ImportOutcome> {
  for await (const item of readJsonItems(`${folder}/${translationsName}.json`, 'items', onProgress)) {
    const parsed = TranslationItem.safeParse(item);
    const { kind = '', item_id = '' } = parsed.data ?? {};
    const title = `${kind} ${item_id}`;
    const facts = { kind: translationsName, externalId: title, title };
    const problems = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    const note = parsed.success ? await bringBack(ctx, parsed.data, run) : undefined;
    const notes = problems ?? (note ? [note] : []);
    yield { ...facts, outcome: notes.length > 0 ? 'skipped' : 'taken', notes };
  }
}

/** Returns why the item was left out. */
async function bringBack(
  ctx: Ctx,
  { kind, item_id, original_id, lang, as_of }: TranslationItem,
  { isDryRun, idHere }: Run,
): Promise<string | undefined> {
  const content = siteContents.find(({ module }) => module === kind);
  if (!content) return `this version has no ${kind}`;
  const [own, original] = [idHere(content.name, item_id), idHere(content.name, original_id)];
  if (own === undefined || original === undefined) return 'its row was not taken over';
  if (isDryRun) return undefined;
  const isNew = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const isStored = await isThere(tx.em.getKysely<Tables>(), kind, own);
    const translation = { kind: kind as ActivityModule, item_id: own, original_id: original, lang, as_of };
    return isStored && insertTranslation(tx, translation);
  });
  return isNew ? undefined : 'is here already';
}
