import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { type Columns, mediaOf, withMedia } from '../../shared/columns.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { type ActivityModule, factsOf, logOf, type ModuleName } from '../../shared/module-facts.ts';
import { mediaIdsOf, withMediaIds } from '../../shared/writing/media-ids.ts';
import type { Cleaner } from '../../workers/cleaner.ts';
import { requireDescribed } from '../kit/described-pictures.ts';
import { pictureKeyOf } from '../kit/fields-of.ts';
import { mediaService } from '../media/media.service.ts';
import { usedIn } from '../media/media-uses.service.ts';
import { showPictures } from '../pictures/picture-views.service.ts';
import { withRestoredPictures } from '../pictures/trashed-pictures.service.ts';
import type { EditorialWork, Records } from '../records/records.service.ts';
import { type Fields, unpack } from './stored-versions.service.ts';
import { Version } from './version.entity.ts';
import { maxNamed, type VersionDetail, type VersionSummary } from './versions.schema.ts';

const missing = 'There is no such version.';

export interface VersionedModule {
  rules: { columns: Columns };
  rows: Pick<Records<never, never>, 'get' | 'update'>;
  show(work: OperationContext, view: never): Promise<object>;
}

interface Key {
  id: number;
  number: number;
}

/** Newest first. @throws {NotFound} when the row does not exist, also when it is in the trash */
export async function listVersions(
  work: OperationContext,
  name: ModuleName,
  { rows }: VersionedModule,
  id: number,
): Promise<VersionSummary[]> {
  await rows.get(work, id);
  const versions = await work.em
    .fork()
    .find(
      Version,
      { module: logOf(name), item_id: id },
      { exclude: ['fields'], orderBy: { number: 'desc' }, disableIdentityMap: true },
    );
  return versions.map((version) => toSummary(version));
}

/** @throws {NotFound} */
export async function getVersion(
  work: OperationContext,
  name: ModuleName,
  { rows }: VersionedModule,
  { id, number }: Key,
): Promise<VersionDetail> {
  await rows.get(work, id);
  const version = await find(work.em.fork(), logOf(name), id, number);
  const [shown] = await showPictures(work, 'path', [{ path: version.picture ?? null }]);
  return {
    ...toSummary(version),
    fields: await unpack(version.fields),
    placeholder: shown?.picture?.placeholder ?? null,
  };
}

/** An empty name makes the version one that is deleted when it is old. @throws {NotFound} · {RuleBroken} */
export async function nameVersion(
  work: SignedInOperation,
  module: ModuleName,
  { id, number, name }: Key & { name?: string | undefined },
): Promise<VersionSummary> {
  return inTransaction(work, async ({ em }) => {
    const version = await find(em, logOf(module), id, number);
    const named = { module: logOf(module), item_id: id, name: { $ne: null }, number: { $ne: number } };
    if (name && (await em.count(Version, named)) >= maxNamed) {
      throw RuleBroken.of('name', `At most ${maxNamed} versions can have a name.`);
    }
    if (name !== undefined) version.name = name || null;
    return toSummary(version);
  });
}

/**
 * Stores the words and pictures of a version as a new one. Whether and when the row is public stays as it is. Returns the columns whose picture
 * no longer exists; they are restored without it.
 *
 * @throws {NotFound} · {Conflict} when the row has changed since `version` · {RuleBroken} when a value is no longer allowed
 */
export async function restoreVersion(
  work: EditorialWork & { cleaner: Cleaner },
  name: ModuleName,
  { rows, rules, show }: VersionedModule,
  { id, number, version }: Key & { version?: number | undefined },
): Promise<{ row: object; left_out: string[] }> {
  const { publicBy } = factsOf(name);
  const { columns } = rules;
  const stored = await unpack((await find(work.em.fork(), logOf(name), id, number)).fields);
  const [texts, left_out] = await readTexts(work, columns, stored);
  const picture = pictureKeyOf(columns);
  const wanted = picture === undefined ? undefined : stored[picture];
  const upload = typeof wanted === 'string' && isUploadPath(wanted) ? wanted : null;
  const words = Object.fromEntries(
    Object.entries(columns)
      .filter(
        ([key, { kind }]) =>
          key !== publicBy && !['moment', 'slug'].includes(kind) && stored[key] !== undefined,
      )
      .map(([key]) => [key, stored[key]]),
  );
  await leaveOutLost(work, columns, words, left_out);
  const restored = withRestoredPictures(work, [upload], async () => {
    const isThere = upload === null || (await work.pictures.exists(upload));
    if (!isThere) {
      delete words[picture!];
      left_out.push(picture!);
    }
    const revise = async (row: AnyRow) => {
      row.revise({ ...words, ...texts }, work.now);
      const isPublic = publicBy === null || (row as unknown as Record<string, unknown>)[publicBy] === true;
      if (isPublic) await requireDescribed(work, texts);
    };
    const change = {
      id,
      version,
      used: { ...usedIn(texts), ...mediaOf(columns, words) },
      verb: `Restored version ${number} of`,
    };
    return rows.update(work, change, revise as never);
  });
  return { row: await show(work, restored as never), left_out };
}

/** Removes the pictures that the library no longer has. */
async function leaveOutLost(
  work: OperationContext,
  columns: Columns,
  words: Record<string, unknown>,
  left_out: string[],
): Promise<void> {
  const shown = mediaOf(columns, words);
  const known = await mediaService.facts(work, Object.values(shown).flat());
  for (const [key, ids] of Object.entries(shown)) {
    if (ids.every((id) => known.has(id))) continue;
    words[key] = withMedia(columns[key]!, words[key], (id) => (known.has(id) ? id : 0));
    left_out.push(key);
  }
}

interface AnyRow {
  revise(words: Fields, now: Date): void;
}

/** Returns the formatted texts without the pictures that the library no longer has, and the columns that lost one. */
async function readTexts(
  work: OperationContext & { cleaner: Cleaner },
  columns: Columns,
  stored: Fields,
): Promise<[texts: Record<string, string>, left_out: string[]]> {
  const texts: Record<string, string> = {};
  const left_out: string[] = [];
  for (const [key, column] of Object.entries(columns)) {
    const { kind, label } = column;
    const html = stored[key];
    if (kind !== 'html' || typeof html !== 'string') continue;
    const known = await mediaService.facts(work, mediaIdsOf(html));
    const isComplete = mediaIdsOf(html).every((id) => known.has(id));
    if (!isComplete) left_out.push(key);
    const whole = isComplete ? html : withMediaIds(html, (id) => (known.has(id) ? id : 0));
    // The rules of the document may have changed since.
    texts[key] = (await work.cleaner.clean(whole, {}, key)).html;
    if (!texts[key] && !('isOptional' in column))
      throw RuleBroken.of(key, `${label} of this version has only pictures that no longer exist.`);
  }
  return [texts, left_out];
}

async function find(
  em: OperationContext['em'],
  module: ActivityModule,
  item_id: number,
  number: number,
): Promise<Version> {
  return em.findOneOrFail(Version, { module, item_id, number }, { failHandler: () => new NotFound(missing) });
}

type About = Pick<Version, 'number' | 'name' | 'user_id' | 'user_name' | 'created_at' | 'changed'>;

function toSummary({ number, name, user_id, user_name, created_at, changed }: About): VersionSummary {
  return {
    ...{ number, name: name ?? null, user_id: user_id ?? null, user_name: user_name ?? null, changed },
    created_at: created_at.toISOString(),
  };
}
