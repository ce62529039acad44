import { z } from 'zod';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { showPictures } from '../../pictures/picture.entity.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { ById } from '../../shared/fields.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import {
  type ActivityModule,
  factsOf,
  logNameOfModule,
  type ModuleName,
  moduleNames,
} from '../../shared/module-facts.ts';
import { retainedPictureAddress } from '../../shared/picture-view.ts';
import { hasSeveralLanguages } from '../../shared/site-languages.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { showForCaller } from '../module/program-rows.ts';
import { showRow } from '../module/shown-rows.ts';
import { readRow } from '../operations/read.ts';
import { updateRow } from '../operations/update.ts';
import { readRestorable, type RestoringCtx } from './restorable.ts';
import { unpackStoredFields, Version } from './stored-versions.ts';
import {
  LeftOutFields,
  maxNamedVersions,
  VersionDetail,
  VersionKey,
  VersionName,
  VersionRestore,
  VersionSummary,
} from './versions.schema.ts';

const missing = 'There is no such version.';

/** Newest first. @throws {NotFound} when the row does not exist or is in the trash */
async function listVersions(
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
      { module: logNameOfModule(name), item_id: id },
      { exclude: ['fields'], orderBy: { number: 'desc' }, disableIdentityMap: true },
    );
  return versions.map((version) => toSummary(version));
}

/** @throws {NotFound} when the row or the version does not exist */
async function getVersion(
  ctx: Ctx,
  name: ModuleName,
  kind: ModuleKind,
  { id, number }: VersionKey,
): Promise<VersionDetail> {
  await readRow(kind, ctx, id);
  const version = await findVersion(ctx.em.fork(), logNameOfModule(name), id, number);
  const [shown] = await showPictures(ctx, 'path', [{ path: version.picture ?? null }]);
  return {
    ...toSummary(version),
    fields: await unpackStoredFields(version.fields),
    placeholder: shown?.picture?.placeholder ?? null,
    picture: retainedPictureAddress(version.picture),
  };
}

/**
 * A version with a name is never deleted for its age. An empty text removes the name.
 * @throws {NotFound} when there is no such version · {RuleBroken} when too many versions of the row have a
 * name
 */
async function nameVersion(
  ctx: SignedInCtx,
  module: ModuleName,
  { id, number, name }: VersionKey & { name?: string | undefined },
): Promise<VersionSummary> {
  return inTransaction(ctx, async ({ em }) => {
    const version = await findVersion(em, logNameOfModule(module), id, number);
    const otherNames = {
      module: logNameOfModule(module),
      item_id: id,
      name: { $ne: null },
      number: { $ne: number },
    };
    if (name && (await em.count(Version, otherNames)) >= maxNamedVersions) {
      throw RuleBroken.of('name', `At most ${maxNamedVersions} versions can have a name.`);
    }
    if (name !== undefined) version.name = name || null;
    return toSummary(version);
  });
}

/** @throws {NotFound} when there is no such version */
async function findVersion(
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

/**
 * Stores an old version's texts, values and pictures as a new version. Whether and when the row is public
 * does not change, nor does the language on a site with several.
 * @throws {NotFound} when the row or the version does not exist · {Conflict} when the row has changed since
 * `version` · {RuleBroken} when a value is no longer allowed
 */
async function restoreVersion(
  ctx: RestoringCtx & { publicUrl: string },
  name: ModuleName,
  kind: ModuleKind,
  { id, number, version }: VersionKey & { version?: number | undefined },
): Promise<{ row: object; left_out: string[] }> {
  const { columns } = kind;
  const { publicBy, isTranslated } = factsOf(name);
  // On a site in several languages, it is part of the address.
  const keepsLanguage = isTranslated && hasSeveralLanguages(await readSiteLanguages(ctx.read));
  const kept = [publicBy, keepsLanguage && 'lang'];
  const old = await findVersion(ctx.em.fork(), logNameOfModule(name), id, number);
  const names = Object.keys(columns).filter(
    (key) => !kept.includes(key) && columns[key]!.kind !== 'moment' && columns[key]!.kind !== 'slug',
  );
  const { values, left_out } = await readRestorable(ctx, kind, old, names);

  const restored = updateRow(kind, ctx, {
    id,
    version,
    verb: `Restored version ${number} of`,
    revise: (row) => row.revise(values, ctx.now),
  });
  return { row: await showForCaller(kind, ctx, showRow(kind, ctx, restored)), left_out };
}

interface VersionedModule {
  kind: ModuleKind;
  Shown: z.ZodType<object>;
}

function versionsOf(name: ModuleName, { kind, Shown }: VersionedModule) {
  const { path, one, noun } = factsOf(name);
  const permitted = procedureWithGrant(`${name}:manage`);
  const versions = `${path}/{id}/versions` as const;
  // The row's member has another name in each module, so TypeScript cannot state it.
  const Restored = z.object({
    left_out: LeftOutFields,
    [one]: Shown.describe(`The ${noun}`),
  }) as unknown as z.ZodType<{
    left_out: string[];
  }>;
  return router({
    list: permitted
      .meta(rest('GET', versions, 'List the earlier versions of a row, newest first'))
      .input(ById)
      .output(z.object({ versions: z.array(VersionSummary).describe('The versions, the newest first') }))
      .query(async ({ ctx, input }) => ({ versions: await listVersions(ctx, name, kind, input.id) })),

    one: permitted
      .meta(rest('GET', `${versions}/{number}`, 'Read an earlier version of a row'))
      .input(VersionKey)
      .output(z.object({ version: VersionDetail.describe('The version') }))
      .query(async ({ ctx, input }) => ({ version: await getVersion(ctx, name, kind, input) })),

    name: permitted
      .meta(rest('PUT', `${versions}/{number}`, 'Name a version, so that it is kept permanently'))
      .input(VersionName)
      .output(z.object({ version: VersionSummary.describe('The version') }))
      .mutation(async ({ ctx, input }) => ({ version: await nameVersion(ctx, name, input) })),

    restore: permitted
      .meta(rest('POST', `${versions}/{number}/restore`, 'Restore an earlier version of a row'))
      .input(VersionRestore)
      .output(Restored)
      .mutation(async ({ ctx, input }) => {
        const { row, left_out } = await restoreVersion(ctx, name, kind, input);
        return { left_out, [one]: row };
      }),
  });
}

export function versionsRouterOf(modules: Record<ModuleName, VersionedModule>) {
  const all = moduleNames.map((name) => [name, versionsOf(name, modules[name])]);
  return router(Object.fromEntries(all) as Record<ModuleName, ReturnType<typeof versionsOf>>);
}
