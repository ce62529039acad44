import { z } from 'zod';
import { RuleBroken } from '../../shared/errors.ts';
import { Download } from '../../trpc/download.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, receiveFormMiddleware, router } from '../../trpc/procedures.ts';
import { readTable } from './translation-table.ts';
import {
  TranslationsQuery,
  TranslationTable,
  XliffInput,
  XliffQuery,
  XliffReport,
} from './translations.schema.ts';
import { exportXliff, xliffType } from './xliff-export.ts';
import { importXliff, type ModulesWithForms } from './xliff-import.ts';

// Every role that may open the settings can call these. Each sees the modules and groups that it may edit.
const permitted = procedureWithGrant('settings:open');

export function translationsRouterOf(modules: ModulesWithForms) {
  return router({
    table: permitted
      .meta(rest('GET', '/admin/translations', 'List what is translated', { isByStaff: true }))
      .input(TranslationsQuery)
      .output(TranslationTable)
      .query(({ ctx, input }) => readTable(ctx, modules, input)),

    exportXliff: permitted
      .meta(
        rest('GET', '/admin/translations/xliff', 'Download missing and outdated texts as XLIFF', {
          download: xliffType,
        }),
      )
      .input(XliffQuery)
      .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
      .query(({ ctx, input }) => exportXliff(ctx, modules, input)),

    importXliff: permitted
      .meta(
        rest('POST', '/admin/translations/xliff', 'Store the texts of an XLIFF file', {
          files: { file: 'xliff' },
        }),
      )
      .use(receiveFormMiddleware)
      .input(XliffInput)
      .output(XliffReport)
      .mutation(({ ctx, input: { file } }) => {
        if (!file) throw RuleBroken.of('file', 'Choose a file.');
        return importXliff(ctx, modules, file);
      }),
  });
}
