import { z } from 'zod';
import { Download } from '../../trpc/download.ts';
import { procedureWithGrant, procedureWithGrantAndStepUp, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { recordSecurityEvent } from '../security-log/security-event.ts';
import { erasePerson, listErasures } from './erasure.ts';
import { archivePerson } from './person-archive.ts';
import { findPerson } from './find-person.ts';
import {
  DueMessages,
  ErasureInput,
  ErasureView,
  OverdueMessages,
  Person,
  PersonQuery,
} from './privacy.schema.ts';
import { listDueMessages, listOverdueMessages } from './retention.ts';

const download = 'application/zip';

export const privacyRouter = router({
  find: procedureWithGrantAndStepUp('privacy:manage')
    .meta(rest('GET', '/admin/privacy/person', 'Find what is stored about a person'))
    .input(PersonQuery)
    .output(Person)
    .query(({ ctx, input }) => findPerson(ctx, input.email)),

  archive: procedureWithGrantAndStepUp('privacy:manage')
    .meta(rest('GET', '/admin/privacy/person.zip', 'Download what is stored about a person', { download }))
    .input(PersonQuery)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(async ({ ctx, input }) => {
      await recordSecurityEvent(ctx, 'exported', { details: { call: 'privacy.archive' } });
      const site = await ctx.siteSettings.current();
      const name = `person-${ctx.now.toISOString().slice(0, 10)}.zip`;
      return new Download({
        name,
        type: download,
        bytes: undefined,
        open: () => archivePerson({ ...ctx, site }, input.email),
      });
    }),

  erase: procedureWithGrantAndStepUp('privacy:manage')
    .meta(rest('POST', '/admin/privacy/erase', 'Erase a person'))
    .input(ErasureInput)
    .output(z.object({ erasure: ErasureView.describe('The proof of the erasure') }))
    .mutation(async ({ ctx, input }) => ({ erasure: await erasePerson(ctx, input) })),

  // Without a recent proof, because it has no data of the erased and the screen shows it at once.
  erasures: procedureWithGrant('privacy:manage')
    .meta(rest('GET', '/admin/privacy/erasures', 'List the erasures'))
    .output(z.object({ erasures: z.array(ErasureView).describe('The proofs, the newest first') }))
    .query(async ({ ctx }) => ({ erasures: await listErasures(ctx) })),

  due: procedureWithGrant('settings:manage')
    .output(z.array(DueMessages))
    .query(async ({ ctx }) => listDueMessages(ctx, (await ctx.siteSettings.current()).privacy)),

  overdue: procedureWithGrant('inbox:manage')
    .output(z.array(OverdueMessages))
    .query(async ({ ctx }) => listOverdueMessages(ctx, (await ctx.siteSettings.current()).privacy)),
});
