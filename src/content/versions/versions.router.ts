import { z } from 'zod';
import { ById } from '../../shared/fields.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { allowed, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { getVersion, listVersions, nameVersion, restoreVersion } from './history.ts';
import {
  LeftOut,
  VersionDetail,
  VersionKey,
  VersionName,
  VersionRestore,
  VersionSummary,
} from './versions.schema.ts';
import type { ModuleKind } from '../module/module-kind.ts';

/** A module whose rows have versions. Only users who may edit the module can call the procedures. */
interface VersionedModule {
  kind: ModuleKind;
  Shown: z.ZodType<object>;
}

function versionsOf(name: ModuleName, { kind, Shown }: VersionedModule) {
  const { path, one, noun } = factsOf(name);
  const permitted = allowed(`${name}:manage`);
  const versions = `${path}/{id}/versions` as const;
  // The member that contains the row is named differently in each module, so TypeScript cannot state its name.
  const Restored = z.object({
    left_out: LeftOut,
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
