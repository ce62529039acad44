import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { type ActivityModule, logNameOf, type ModuleName } from '../../shared/module-facts.ts';
import { keptPictureAddress } from '../../shared/picture-view.ts';
import { showPictures } from '../../pictures/picture-views.service.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { readRow } from '../operations/read.ts';
import { unpackFields } from './stored-versions.service.ts';
import { Version } from './version.entity.ts';
import {
  maxNamedVersions,
  type VersionDetail,
  type VersionKey,
  type VersionSummary,
} from './versions.schema.ts';

const missing = 'There is no such version.';

/** Returns the versions of a row, newest first. @throws {NotFound} when the row does not exist or is in the trash */
export async function listVersions(
  ctx: Ctx,
  name: ModuleName,
  kind: ModuleKind,
  id: number,
): Promise<VersionSummary[]> {
  await readRow(kind, ctx, id);
  const versions = await ctx.em
    .fork()
    .find(
      Version,
      { module: logNameOf(name), item_id: id },
      { exclude: ['fields'], orderBy: { number: 'desc' }, disableIdentityMap: true },
    );
  return versions.map((version) => toSummary(version));
}

/** Returns a version with its fields. @throws {NotFound} when the row or the version does not exist */
export async function getVersion(
  ctx: Ctx,
  name: ModuleName,
  kind: ModuleKind,
  { id, number }: VersionKey,
): Promise<VersionDetail> {
  await readRow(kind, ctx, id);
  const version = await findVersion(ctx.em.fork(), logNameOf(name), id, number);
  const [shown] = await showPictures(ctx, 'path', [{ path: version.picture ?? null }]);
  return {
    ...toSummary(version),
    fields: await unpackFields(version.fields),
    placeholder: shown?.picture?.placeholder ?? null,
    picture: keptPictureAddress(version.picture),
  };
}

/**
 * Gives a version a name. A version with a name is never deleted for its age. An empty text removes the name.
 * @throws {NotFound} when the version does not exist · {RuleBroken} when too many versions of the row have a name
 */
export async function nameVersion(
  ctx: SignedInCtx,
  module: ModuleName,
  { id, number, name }: VersionKey & { name?: string | undefined },
): Promise<VersionSummary> {
  return inTransaction(ctx, async ({ em }) => {
    const version = await findVersion(em, logNameOf(module), id, number);
    const named = { module: logNameOf(module), item_id: id, name: { $ne: null }, number: { $ne: number } };
    if (name && (await em.count(Version, named)) >= maxNamedVersions) {
      throw RuleBroken.of('name', `At most ${maxNamedVersions} versions can have a name.`);
    }
    if (name !== undefined) version.name = name || null;
    return toSummary(version);
  });
}

/** Returns a stored version. @throws {NotFound} when the version does not exist */
export async function findVersion(
  em: Ctx['em'],
  module: ActivityModule,
  item_id: number,
  number: number,
): Promise<Version> {
  return em.findOneOrFail(Version, { module, item_id, number }, { failHandler: () => new NotFound(missing) });
}

type About = Pick<Version, 'number' | 'name' | 'user_id' | 'user_name' | 'created_at' | 'changed'>;

function toSummary({ number, name, user_id, user_name, created_at, changed }: About): VersionSummary {
  return {
    number,
    name: name ?? null,
    user_id: user_id ?? null,
    user_name: user_name ?? null,
    changed,
    created_at: created_at.toISOString(),
  };
}
