import { stat } from 'node:fs/promises';
import { ConstraintViolationException } from '@mikro-orm/core';
import { z } from 'zod';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { positionKey } from '../database/columns.ts';
import { readSiteLanguages } from '../settings/stored-groups.ts';
import { isLibraryPath } from '../shared/fields.ts';
import { addressesName, importAddresses } from './address-transfer.ts';
import { readJsonItems, openTextFile } from './read-text-file.ts';
import type { ImportOutcome } from './import-report.ts';
import { importedEntriesName, importEntries } from './imported-entries.ts';
import type { OnProgress } from './incoming-content.ts';
import { importRowFacts, rowFacts } from './row-facts-transfer.ts';
import { importSettings, readExportedLanguages, settingsName } from './settings-transfer.ts';
import { PictureItem, siteContents } from './site-content.ts';
import { importSettingPicture, type SiteImportCtx } from './site-files.ts';
import {
  findExistingRow,
  idOf,
  type ImportRun,
  isIdFree,
  NewIds,
  outcomeFactsOf,
  outcomeOfNotes,
  type SampleOptions,
  skipExisting,
  storeItem,
  titleOfItem,
} from './site-rows.ts';

/** Values that are no times stay, and the import rejects them later. */
function withMomentsMoved<Item>(
  { moments = [], isPlacedById }: Pick<TransferContent, 'moments' | 'isPlacedById'>,
  item: Item,
  shiftMs: number,
): Item {
  if (shiftMs === 0 || typeof item !== 'object' || item === null) return item;
  const moved = { ...item } as Record<string, unknown>;
  for (const name of ['created_at', 'updated_at', ...moments]) {
    const at = Date.parse(String(moved[name]));
    if (!Number.isNaN(at)) moved[name] = new Date(at + shiftMs).toISOString();
  }
  // In modules that show new rows first, the position is a time in milliseconds too.
  const position = moved[positionKey];
  if (!isPlacedById && typeof position === 'number') moved[positionKey] = position + shiftMs;
  return moved as Item;
}

const About = z.object({
  format: z.literal('atrium 1'),
  exported_at: z.iso.datetime().optional(),
  counts: z.record(z.string().regex(/^[\w-]+$/), z.number()).optional(),
});

/**
 * `counts` by file; absent in early exports.
 * @throws {Error} when the folder is not a complete export
 */
export async function readExportFacts(
  folder: string,
  onProgress: OnProgress,
): Promise<z.output<typeof About>> {
  const facts = await stat(folder).catch(() => undefined);
  if (!facts) throw new Error(`there is no folder ${folder}`);
  const file = `${folder}/atrium.json`;
  if (!(await stat(file).catch(() => undefined)))
    throw new Error(`${folder} is not a complete export of Atrium: there is no file ${file}`);
  const about: unknown[] = [];
  for await (const text of await openTextFile(file, onProgress)) {
    about.push(text);
  }
  const read = About.safeParse(parseJson(about.join('')));
  if (!read.success)
    throw new Error(`${folder} is not a complete export of Atrium that this version can read`);
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By path. Leaves out invalid ones. */
async function readPictureDescriptions(folder: string, shiftMs = 0): Promise<Map<string, PictureItem>> {
  const pictures = new Map<string, PictureItem>();
  for await (const item of readJsonItems(`${folder}/pictures.json`, 'items', () => {})) {
    const parsed = PictureItem.safeParse(item);
    if (!parsed.success || !isLibraryPath(parsed.data.path)) continue;
    pictures.set(parsed.data.path, withMomentsMoved({}, parsed.data, shiftMs));
  }
  return pictures;
}

interface Options {
  isDryRun: boolean;
  onProgress: OnProgress;
  samples?: SampleOptions;
}

/**
 * Skips items that are here already, even if changed since. An item whose id is taken gets a new one, which
 * is reported and recorded. The log gets no entries.
 * @throws {Error} when the folder is not a complete export
 */
export async function* importSite(
  ctx: SiteImportCtx,
  folder: string,
  { isDryRun, onProgress, samples }: Options,
): AsyncGenerator<ImportOutcome> {
  const { counts } = await readExportFacts(folder, onProgress);
  // Exports of earlier versions lack settings.
  const hasSettings = !samples && counts?.[settingsName] !== undefined;
  const bringPicture = (path: string) => importSettingPicture(ctx, run, path);
  const pictures = await readPictureDescriptions(folder, samples?.shiftMs);
  const run: ImportRun = { folder, isDryRun, pictures, newIds: new NewIds(), samples };
  // Before the rows, whose addresses they give.
  if (hasSettings)
    yield* importSettings(ctx, folder, { isDryRun, groups: 'languages', bringPicture }, onProgress);
  const language = hasSettings ? await findForeignMainLanguage(ctx, folder) : undefined;
  for (const [at, content] of siteContents.entries()) {
    // Exports of earlier versions lack newer kinds of content.
    if (counts && counts[content.name] === undefined) continue;
    const show: OnProgress = (part) => onProgress((at + part) / siteContents.length);
    for await (const item of readJsonItems(`${folder}/${content.name}.json`, 'items', show)) {
      if (samples && !samples.accepts(content, item)) continue;
      const moved = withMomentsMoved(content, item, samples?.shiftMs ?? 0);
      yield await bringBack(ctx, content, language ? withLanguage(moved, language) : moved, run);
    }
  }
  if (samples) return;
  yield* skipUnknown(folder, Object.keys(counts ?? {}), run);
  if (hasSettings)
    yield* importSettings(ctx, folder, { isDryRun, groups: 'others', bringPicture }, onProgress);
  // Exports of earlier versions lack addresses and records of imported items.
  if (counts?.[addressesName] !== undefined) yield* importAddresses(ctx, folder, run, onProgress);
  for (const facts of rowFacts)
    if (counts?.[facts.name] !== undefined) yield* importRowFacts(ctx, folder, facts, run, onProgress);
  if (counts?.[importedEntriesName] === undefined) return;
  yield* importEntries(ctx, folder, run, onProgress);
}

/** The main language of the export, if it is a further one here. Its rows without a language are in it. */
async function findForeignMainLanguage(
  { read }: Pick<SiteImportCtx, 'read'>,
  folder: string,
): Promise<string | undefined> {
  const { shown } = await readSiteLanguages(read);
  const [{ language }] = (await readExportedLanguages(folder)).shown;
  return shown.slice(1).some((here) => here.language === language) ? language : undefined;
}

function withLanguage(item: unknown, lang: string): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const marked: Record<string, unknown> = { ...item };
  if ('lang' in marked) marked.lang ??= lang;
  // Captions of an album have their own.
  if (Array.isArray(marked.pictures))
    marked.pictures = marked.pictures.map((picture: object) => ({ lang, ...picture }));
  return marked;
}

async function* skipUnknown(
  folder: string,
  names: string[],
  { newIds }: ImportRun,
): AsyncGenerator<ImportOutcome> {
  const known = [
    ...siteContents.map(({ name }) => name),
    'pictures',
    settingsName,
    importedEntriesName,
    addressesName,
    ...rowFacts.map(({ name }) => name),
  ];
  for (const name of names.filter((one) => !known.includes(one))) {
    for await (const item of readJsonItems(`${folder}/${name}.json`, 'items', () => {})) {
      const [externalId, title] = [idOf(item), titleOfItem(item)];
      newIds.set(name, externalId, undefined);
      yield { kind: name, externalId, title, outcome: 'skipped', notes: [`this version has no ${name}`] };
    }
  }
}

async function bringBack(
  ctx: SiteImportCtx,
  content: TransferContent,
  exported: unknown,
  run: ImportRun,
): Promise<ImportOutcome> {
  const facts = outcomeFactsOf(content, exported);
  const parsed = content.Item.safeParse(exported);
  if (parsed.success) parsed.data = content.complete?.(parsed.data) ?? parsed.data;
  if (parsed.success) run.newIds.see(content.name, parsed.data.id);
  const row = parsed.success && (await toRow(content, run.newIds.mapped(parsed.data)));
  if (!parsed.success || !row || row instanceof z.ZodError) {
    const { issues } = parsed.error ?? (row as z.ZodError);
    run.newIds.set(content.name, idOf(exported), undefined);
    const reasons = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { ...facts, outcome: 'skipped', notes: reasons };
  }
  const fresh = { em: ctx.em.fork() };
  const here = await findExistingRow(fresh, content, parsed.data);
  if (here) return skipExisting(here, content, parsed.data, run);
  if (run.isDryRun) {
    const isFree = await isIdFree(fresh, content, parsed.data);
    return { ...facts, ...outcomeOfNotes(isFree ? [] : ['its id is taken here: it gets a new one']) };
  }
  const path = content.picture && row[content.picture];
  const picture = typeof path === 'string' && isLibraryPath(path) ? path : undefined;
  try {
    const outcome = await storeItem(ctx, content, { item: parsed.data, row, picture }, run);
    // What belongs to the row, such as the files of an answer, must not be stored without it.
    if (outcome.id === undefined) run.newIds.set(content.name, parsed.data.id, undefined);
    return outcome;
  } catch (error) {
    if (!(error instanceof ConstraintViolationException)) throw error;
    run.newIds.set(content.name, parsed.data.id, undefined);
    return { ...facts, outcome: 'skipped', notes: ['it contradicts what is stored here'] };
  }
}

async function toRow(
  content: TransferContent,
  item: TransferItem,
): Promise<Record<string, unknown> | z.ZodError> {
  try {
    return (await content.toRow(item as never)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof z.ZodError) return error;
    throw error;
  }
}
