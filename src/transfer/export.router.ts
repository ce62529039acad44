import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordSecurityEvent } from '../modules/security-log/record-event.service.ts';
import { Download } from '../trpc/download.ts';
import { router } from '../trpc/init.ts';
import { guarded } from '../trpc/procedures.ts';
import { rest } from '../trpc/procedure-meta.ts';
import { archiveSite, expectNoExport } from './archived-export.ts';

const download = 'application/x-tar';

export const exportRouter = router({
  site: guarded('settings:manage')
    .meta(rest('GET', '/admin/export', 'Download all content as an export', { download }))
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(async ({ ctx }) => {
      expectNoExport();
      await recordSecurityEvent(ctx, 'exported', { details: { call: 'export' } });
      const { read, now, privateFiles, pictures } = ctx;
      const name = `atrium-${now.toISOString().slice(0, 10)}.tar`;
      const parts = { read, now, uploads: pictures, privateFiles };
      return new Download({
        name,
        type: download,
        bytes: undefined,
        open: () => Readable.from(archiveSite(parts), { objectMode: false }),
      });
    }),
});
