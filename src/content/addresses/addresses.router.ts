import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { factsOf, logNameOfModule, type ModuleName } from '../../shared/module-facts.ts';
import { procedureWithGrant, procedureWithGrantAndStepUp, router } from '../../trpc/procedures.ts';
import { Download, spreadsheetType } from '../../trpc/download.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  AddressKey,
  AddressProposalInput,
  MissedAddressView,
  NewRedirect,
  PastAddress,
  Redirect,
  RedirectFile,
  RedirectFileResult,
  RedirectKey,
  RedirectQuery,
} from './addresses.schema.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { releasePastAddress, listPastAddresses, proposeSlug } from './slugs.ts';
import { clearMissedAddresses, listMissedAddresses } from './missed-addresses.ts';
import { addRedirect, exportRedirects, importRedirects, listRedirects, removeRedirect } from './redirects.ts';

function addressesOf(name: ModuleName, kind: ModuleKind) {
  const { path, folder, hasWholePaths = false } = factsOf(name);
  const permitted = procedureWithGrant(`${name}:manage`);
  return router({
    list: permitted
      .meta(rest('GET', `${path}/{id}/addresses`, 'List the past addresses of a row'))
      .input(ById)
      .output(z.object({ addresses: z.array(PastAddress).describe('The past addresses') }))
      .query(async ({ ctx, input }) => ({ addresses: await listPastAddresses(ctx, name, kind, input.id) })),

    propose: permitted
      .input(AddressProposalInput)
      .output(z.object({ slug: z.string() }))
      .query(async ({ ctx, input: { text, lang, id } }) => {
        const owner = id === undefined ? undefined : { module: logNameOfModule(name), item_id: id };
        return { slug: await proposeSlug(ctx, { folder: hasWholePaths ? '' : folder!, text, lang, owner }) };
      }),

    giveUp: permitted
      .meta(
        rest(
          'POST',
          `${path}/{id}/addresses/give-up`,
          'Release a past address of a row, so that another row can use it',
        ),
      )
      .input(AddressKey)
      .output(Success)
      .mutation(({ ctx, input }) => releasePastAddress(ctx, name, kind, input)),
  });
}

const ofSettings = procedureWithGrant('settings:manage');

const redirectsRouter = router({
  list: ofSettings
    .meta(rest('GET', '/admin/redirects', 'List the redirects of the site'))
    .input(RedirectQuery)
    .output(
      z.object({
        redirects: z.array(Redirect).describe('The redirects'),
        total: z.int().describe('The number of rows'),
      }),
    )
    .query(({ ctx, input }) => listRedirects(ctx, input)),

  add: ofSettings
    .meta(rest('POST', '/admin/redirects', 'Add a redirect from an old address to a page', { status: 201 }))
    .input(NewRedirect)
    .output(z.object({ redirect: Redirect.describe('The redirect') }))
    .mutation(async ({ ctx, input }) => ({ redirect: await addRedirect(ctx, input) })),

  csv: procedureWithGrantAndStepUp('settings:manage')
    .meta(
      rest('GET', '/admin/redirects.csv', 'Download the redirects as CSV', {
        download: spreadsheetType,
        scopes: ['csv:read', 'settings:read'],
      }),
    )
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx }) => exportRedirects(ctx)),

  importCsv: ofSettings
    .input(RedirectFile)
    .output(RedirectFileResult)
    .mutation(({ ctx, input }) => importRedirects(ctx, input.csv)),

  missed: ofSettings
    .output(z.object({ missed: z.array(MissedAddressView) }))
    .query(async ({ ctx }) => ({ missed: await listMissedAddresses(ctx) })),

  clearMissed: ofSettings.output(Success).mutation(({ ctx }) => clearMissedAddresses(ctx)),

  remove: ofSettings
    .meta(rest('POST', '/admin/redirects/remove', 'Remove a redirect'))
    .input(RedirectKey)
    .output(Success)
    .mutation(({ ctx, input }) => removeRedirect(ctx, input.path)),
});

/** `modules` are those whose rows have pages. */
export function addressesRouterOf(
  modules: Record<'blog' | 'portfolio' | 'jobs' | 'pages', { kind: ModuleKind }>,
) {
  const of = (name: keyof typeof modules) => addressesOf(name, modules[name].kind);
  return router({
    blog: of('blog'),
    portfolio: of('portfolio'),
    jobs: of('jobs'),
    pages: of('pages'),
    redirects: redirectsRouter,
  });
}
