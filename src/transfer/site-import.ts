import { z } from 'zod';
import { inTransaction } from '../database/transaction.ts';
import { acquireLeases } from '../idempotency/lease.ts';
import type { SiteContent, SiteItem } from '../modules/kit/content-of.ts';
import { attachPicture } from '../modules/media/attached.service.ts';
import { recordUses } from '../modules/media/media-uses.service.ts';
import { leaseOn, releasePicture } from '../modules/pictures/pictures.service.ts';
import { isUploadPath } from '../shared/addresses.ts';
import { addressesName, bringAddressesBack } from './address-transfer.ts';
import { bringDocument, bringPicture, bringSettingPicture, type ExportedFiles } from './import-files.ts';
import { bringEntriesBack, importedName } from './imported-entries.ts';
import { ImportedItem } from './imported-item.entity.ts';
import type { OnProgress } from './incoming.ts';
import { readItems } from './json-items.ts';
import { NewIds } from './new-ids.ts';
import { readCounts, readPictures } from './read-export.ts';
import type { Outcome } from './report.ts';
import { bringSettingsBack, settingsName } from './settings-transfer.ts';
import { siteContents } from './site-content.ts';
import type { SiteImportWork } from './site-files.ts';
import {
  findHere,
  freeSlug,
  type Here,
  insertRowOf,
  isIdFree,
  keyOf,
  lockTable,
  settleLists,
  source,
  takeSlug,
} from './site-rows.ts';

interface Run extends ExportedFiles {
  isDryRun: boolean;
  newIds: NewIds;
}

/**
 * Skips items that already exist, even if they have changed since. When another row has the id of an item,
 * the item gets a new id, which is reported and recorded. The import adds nothing to the activity log.
 * @throws when the folder is not a complete export
 */
export async function* importSite(
  work: SiteImportWork,
  folder: string,
  { isDryRun, onProgress }: { isDryRun: boolean; onProgress: OnProgress },
): AsyncGenerator<Outcome> {
  const counts = await readCounts(folder, onProgress);
  const pictures = await readPictures(folder);
  const run: Run = { folder, isDryRun, pictures, newIds: new NewIds() };
  for (const [at, content] of siteContents.entries()) {
    // Exports from before this kind of content existed have no file for it.
    if (counts && counts[content.name] === undefined) continue;
    const show: OnProgress = (part) => onProgress((at + part) / siteContents.length);
    for await (const item of readItems(`${folder}/${content.name}.json`, 'items', show)) {
      yield await bringBack(work, content, item, run);
    }
  }
  yield* skipUnknown(folder, Object.keys(counts ?? {}), run);
  // Exports of earlier versions contain no settings and no imported entries.
  if (counts?.[settingsName] !== undefined) {
    const bringPicture = (path: string) => bringSettingPicture(work, run, path);
    yield* bringSettingsBack(work, folder, { isDryRun, bringPicture }, onProgress);
  }
  const idHere = (content: string, id: number) => run.newIds.idHere(content, id);
  if (counts?.[addressesName] !== undefined)
    yield* bringAddressesBack(work, folder, { isDryRun, idHere }, onProgress);
  if (counts?.[importedName] === undefined) return;
  yield* bringEntriesBack(work, folder, { isDryRun, idHere }, onProgress);
}

async function* skipUnknown(folder: string, names: string[], { newIds }: Run): AsyncGenerator<Outcome> {
  const known = [
    ...siteContents.map(({ name }) => name),
    'pictures',
    settingsName,
    importedName,
    addressesName,
  ];
  for (const name of names.filter((one) => !known.includes(one))) {
    for await (const item of readItems(`${folder}/${name}.json`, 'items', () => {})) {
      const [externalId, title] = [idOf(item), titleOf(item)];
      newIds.set(name, externalId, undefined);
      yield { kind: name, externalId, title, outcome: 'skipped', notes: [`this version has no ${name}`] };
    }
  }
}

async function bringBack(
  work: SiteImportWork,
  content: SiteContent,
  given: unknown,
  run: Run,
): Promise<Outcome> {
  const facts = factsOf(content, given);
  const parsed = content.Item.safeParse(given);
  if (parsed.success) parsed.data = content.complete?.(parsed.data) ?? parsed.data;
  if (parsed.success) run.newIds.see(content.name, parsed.data.id);
  const row = parsed.success && (await toRow(content, run.newIds.mapped(parsed.data)));
  if (!parsed.success || !row || row instanceof z.ZodError) {
    const { issues } = parsed.error ?? (row as z.ZodError);
    run.newIds.set(content.name, idOf(given), undefined);
    const reasons = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { ...facts, outcome: 'skipped', notes: reasons };
  }
  const fresh = { em: work.em.fork() };
  const here = await findHere(fresh, content, parsed.data);
  if (here) return leftAlone(here, content, parsed.data, run);
  if (run.isDryRun) {
    const isFree = await isIdFree(fresh, content, parsed.data);
    return { ...facts, ...told(isFree ? [] : ['its id is taken here: it gets a new one']) };
  }
  const path = content.picture && row[content.picture];
  const picture = typeof path === 'string' && isUploadPath(path) ? path : undefined;
  try {
    const outcome = await storeHolding(work, content, { item: parsed.data, row, picture }, run);
    if (outcome.outcome === 'skipped') await releasePicture(work, picture);
    return outcome;
  } catch (error) {
    await releasePicture(work, picture);
    throw error;
  }
}

/** The lease protects the new file from deletion until its row is stored. */
async function storeHolding(
  work: SiteImportWork,
  content: SiteContent,
  incoming: Incoming,
  run: Run,
): Promise<Outcome> {
  const { picture } = incoming;
  await using _ = await acquireLeases(work, picture ? [leaseOn(picture)] : []);
  return await store(work, content, incoming, run);
}

interface Incoming {
  item: SiteItem;
  row: Record<string, unknown>;
  picture: string | undefined;
}

async function store(
  work: SiteImportWork,
  content: SiteContent,
  { item, row, picture }: Incoming,
  run: Run,
): Promise<Outcome> {
  const notes: string[] = [];
  if (picture) await bringPicture(work, content, row, run, notes);
  const document = await bringDocument(work, row, run, notes);
  const facts = factsOf(content, item);
  const attempt = inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
    await settleLists(inside, content, row, notes);
    await lockTable(inside, content.table);
    const here = await findHere(inside, content, item);
    if (here) return { outcome: leftAlone(here, content, item, run), isStored: false };
    const same = await content.findSame?.(inside, row);
    if (same !== undefined) {
      const outcome = leftAlone({ id: same, reason: 'is here already' }, content, item, run);
      return { outcome, isStored: false };
    }
    await freeSlug(inside, content, row, notes);
    const isFree = await isIdFree(inside, content, item);
    const used = run.newIds.namePictures(content, row);
    run.newIds.nameRows(content, row);
    const id = await insertRowOf(inside, content, row, isFree);
    await takeSlug(inside, content, row, id);
    const module = content.usesAs ?? content.module;
    const missing = module ? await recordUses(inside, { module, item_id: id }, used, true) : [];
    if (missing.length > 0) notes.push('a picture that it shows is not in the library');
    if (picture && !content.isLibrary)
      await attachPicture(inside, row[content.picture!] as string | null, facts.title);
    if (!isFree) {
      notes.push(`its id is taken here: it is ${id} now`);
      run.newIds.set(content.name, item.id, id);
      const key = { source, kind: content.name, external_id: keyOf(item) };
      // The row of an earlier import was deleted, so its record is replaced.
      await inside.em.nativeDelete(ImportedItem, key);
      inside.em.create(ImportedItem, { ...key, row_id: id, details: {}, imported_at: work.now });
      await inside.em.flush();
    }
    return { outcome: { ...facts, id, ...told(notes) }, isStored: true };
  });
  try {
    const { outcome, isStored } = await attempt;
    if (!isStored && document) await work.privateFiles.remove(document);
    return outcome;
  } catch (error) {
    if (document) await work.privateFiles.remove(document);
    throw error;
  }
}

function factsOf({ name }: SiteContent, given: unknown) {
  return { kind: name, externalId: idOf(given), title: titleOf(given) };
}

function leftAlone({ id, reason }: Here, content: SiteContent, item: SiteItem, run: Run): Outcome {
  if (id !== item.id) run.newIds.set(content.name, item.id, id);
  return { ...factsOf(content, item), id, outcome: 'skipped', notes: [reason] };
}

function told(notes: string[]): Pick<Outcome, 'outcome' | 'notes'> {
  return { outcome: notes.length > 0 ? 'changed' : 'taken', notes };
}

async function toRow(content: SiteContent, item: SiteItem): Promise<Record<string, unknown> | z.ZodError> {
  try {
    return (await content.toRow(item as never)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof z.ZodError) return error;
    throw error;
  }
}

function idOf(given: unknown): string {
  return String((given as { id?: unknown } | null)?.id ?? '');
}

function titleOf(given: unknown): string {
  const { title, name, subject, description } = (given ?? {}) as Record<string, unknown>;
  return String(title ?? subject ?? name ?? description ?? '').slice(0, 200);
}
