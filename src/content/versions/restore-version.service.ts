import type { Ctx } from '../../database/ctx.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { type Columns, mediaOf, referencesIn, withMedia } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { factsOf, logOf, type ModuleName } from '../../shared/module-facts.ts';
import { mediaIdsOf, withMediaIds } from '../../shared/writing/media-ids.ts';
import type { Cleaner } from '../../workers/cleaner.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { withoutLost } from '../module/referenced-rows.ts';
import { showRow } from '../module/shown-rows.ts';
import { updateRow } from '../operations/update.ts';
import { findMediaFacts } from '../../pictures/media-items.service.ts';
import { usedIn } from '../../pictures/media-uses.service.ts';
import { bringBackPictures } from '../../pictures/trashed-pictures.service.ts';
import type { EditorCtx } from '../kind.ts';
import { type StoredFields, unpack } from './stored-versions.service.ts';
import type { VersionKey } from './versions.schema.ts';
import { findVersion } from './version-history.service.ts';

type RestoringCtx = EditorCtx & { cleaner: Cleaner };

/** What a version held, without what the site has lost since. */
interface Restorable {
  words: Record<string, unknown>;
  texts: Record<string, string>;
  /** The columns that lost something. */
  left_out: string[];
}

/**
 * Stores the words and pictures of a version as a new one. Whether and when the row is public stays as it is. Returns the columns whose
 * picture, or the row that they named, no longer exists; they are restored without it.
 *
 * @throws {NotFound} · {Conflict} when the row has changed since `version` · {RuleBroken} when a value is no longer allowed
 */
export async function restoreVersion(
  ctx: RestoringCtx,
  name: ModuleName,
  kind: ModuleKind,
  { id, number, version }: VersionKey & { version?: number | undefined },
): Promise<{ row: object; left_out: string[] }> {
  const { columns, picture } = kind;

  // What the version held
  const stored = await unpack((await findVersion(ctx.em.fork(), logOf(name), id, number)).fields);
  const { words, texts, left_out } = await readRestorable(ctx, name, columns, stored);

  // The row's own picture
  const path = picture === undefined ? undefined : stored[picture];
  const upload = typeof path === 'string' && isUploadPath(path) ? path : null;
  await using broughtBack = await bringBackPictures(ctx, [upload]);
  if (upload !== null && !(await ctx.pictures.exists(upload))) {
    delete words[picture!];
    left_out.push(picture!);
  }

  // A save like any other
  const restored = await updateRow(kind, ctx, {
    id,
    version,
    used: { ...usedIn(texts), ...mediaOf(columns, words) },
    verb: `Restored version ${number} of`,
    revise: (row) => row.revise({ ...words, ...texts }, ctx.now),
  });
  broughtBack.keep();
  return { row: await showRow(kind, ctx, restored), left_out };
}

async function readRestorable(
  ctx: RestoringCtx,
  name: ModuleName,
  columns: Columns,
  stored: StoredFields,
): Promise<Restorable> {
  const { publicBy } = factsOf(name);
  const restored = Object.entries(columns).filter(
    ([key, { kind }]) =>
      key !== publicBy && kind !== 'moment' && kind !== 'slug' && stored[key] !== undefined,
  );
  const words = Object.fromEntries(restored.map(([key]) => [key, stored[key]]));
  const left_out: string[] = [];
  const texts = await readTexts(ctx, columns, stored, left_out);
  await leaveOutLostPictures(ctx, columns, words, left_out);
  await leaveOutLostRows(ctx, columns, words, left_out);
  return { words, texts, left_out };
}

/** Returns the formatted texts without the pictures that the library no longer has. */
async function readTexts(
  ctx: RestoringCtx,
  columns: Columns,
  stored: StoredFields,
  left_out: string[],
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [key, column] of Object.entries(columns)) {
    const { kind, label } = column;
    const html = stored[key];
    if (kind !== 'html' || typeof html !== 'string') continue;
    const known = await findMediaFacts(ctx, mediaIdsOf(html));
    const isComplete = mediaIdsOf(html).every((id) => known.has(id));
    if (!isComplete) left_out.push(key);
    const whole = isComplete ? html : withMediaIds(html, (id) => (known.has(id) ? id : 0));
    // The rules of the document may have changed since.
    texts[key] = (await ctx.cleaner.clean(whole, {}, key)).html;
    if (!texts[key] && !('isOptional' in column))
      throw RuleBroken.of(key, `${label} of this version has only pictures that no longer exist.`);
  }
  return texts;
}

async function leaveOutLostPictures(
  ctx: Ctx,
  columns: Columns,
  words: Record<string, unknown>,
  left_out: string[],
): Promise<void> {
  const shown = mediaOf(columns, words);
  const known = await findMediaFacts(ctx, Object.values(shown).flat());
  for (const [key, ids] of Object.entries(shown)) {
    if (ids.every((id) => known.has(id))) continue;
    words[key] = withMedia(columns[key]!, words[key], (id) => (known.has(id) ? id : 0));
    left_out.push(key);
  }
}

async function leaveOutLostRows(
  ctx: Ctx,
  columns: Columns,
  words: Record<string, unknown>,
  left_out: string[],
): Promise<void> {
  const [there] = await withoutLost(ctx, columns, [words]);
  for (const { name } of referencesIn(columns)) {
    if (there![name] === words[name]) continue;
    words[name] = null;
    left_out.push(name);
  }
}
