import { CsvError, parse } from 'csv-parse/sync';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Download } from '../../trpc/download.ts';
import { csvDownload } from '../../trpc/spreadsheet.ts';
import { NewRedirect, type RedirectFileResult } from './addresses.schema.ts';
import { toOwnAddress } from './moved-pages.service.ts';
import { toOldPath } from './old-paths.ts';
import { insertRedirect, type RedirectCtx, parseRedirect, recordRedirects } from './redirects.service.ts';
import { findAddress, isRedirect, readRedirects, type StoredAddress } from './stored-addresses.service.ts';

const maxLines = 2000;
const batchRows = 500;

/** Returns all redirects as a file that `importRedirects` reads. */
export function exportRedirects({ read, now }: Ctx): Download {
  async function* rows() {
    for (let after = ''; ; ) {
      const batch = await readRedirects(read, { after, limit: batchRows });
      yield* batch;
      if (batch.length < batchRows) return;
      after = batch.at(-1)!.path;
    }
  }
  const columns = {
    'Old address': ({ path }: StoredAddress) => path,
    Page: ({ target }: StoredAddress) => target,
  };
  return csvDownload(`redirects-${now.toISOString().slice(0, 10)}.csv`, columns, rows());
}

/**
 * Adds the redirects of a CSV file whose columns are the old address and the page. Returns the lines that were refused,
 * each with the reason.
 *
 * @throws {RuleBroken} when the file is not CSV, has no redirects or has too many lines
 */
export async function importRedirects(
  ctx: RedirectCtx & SignedInCtx,
  csv: string,
): Promise<RedirectFileResult> {
  const refused: RedirectFileResult['refused'] = [];
  const good: { line: number; path: string; target: string }[] = [];
  let known = 0;

  for (const { line, cells } of linesOf(csv)) {
    const [path = '', target = ''] = cells;
    const given = NewRedirect.safeParse({ path, target });
    if (!given.success) {
      refused.push({ line, path, problem: given.error.issues[0]!.message });
      continue;
    }
    // This check comes first, because an existing redirect is accepted even if visitors cannot open its page now.
    if (await isKnown(ctx, given.data)) {
      known += 1;
      continue;
    }
    const read = await orProblem(() => parseRedirect(ctx, given.data));
    if ('problem' in read) refused.push({ line, path, problem: read.problem });
    else good.push({ line, ...read.value });
  }

  const added = await inTransaction(ctx, async (tx) => {
    let count = 0;
    for (const { line, path, target } of good) {
      const inserted = await orProblem(() => insertRedirect(tx, { path, target }));
      if ('problem' in inserted) refused.push({ line, path, problem: inserted.problem });
      else count += 1;
    }
    if (count > 0) await recordRedirects(tx, 'Added', { old: '', new: `${count} of a file` });
    return count;
  });
  return { added, known, refused: refused.toSorted((a, b) => a.line - b.line) };
}

/**
 * Returns whether the redirect exists already. Compares encoded targets, because an earlier version stored targets
 * without encoding them.
 */
async function isKnown({ read }: Ctx, { path, target }: { path: string; target: string }): Promise<boolean> {
  const there = await findAddress(read, toOldPath(path) ?? '');
  return isRedirect(there?.kind) && toOwnAddress(there!.target!) === toOwnAddress(target);
}

/**
 * Returns the lines of a CSV file. Skips a first line that does not begin with an address, because such a line has the
 * names of the columns.
 */
function linesOf(csv: string): { line: number; cells: string[] }[] {
  let records: { info: { lines: number }; record: string[] }[];
  try {
    records = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw RuleBroken.of('csv', `This is not a CSV file: ${error.message}`);
  }
  const lines = records.map(({ info, record }) => ({ line: info.lines, cells: record }));
  const body = lines[0] && !/^(?:\/|https?:)/i.test(lines[0].cells[0] ?? '') ? lines.slice(1) : lines;
  if (body.length === 0)
    throw RuleBroken.of('csv', 'The file has no redirects. Each line needs an old address and a page.');
  if (body.length > maxLines)
    throw RuleBroken.of(
      'csv',
      `A file may have at most ${maxLines.toLocaleString('en')} lines. Please divide it.`,
    );
  return body;
}

/**
 * Returns the most frequent separator of the first line. In some languages, spreadsheet programs separate cells with
 * semicolons.
 */
function delimiterOf(csv: string): string {
  const [first = ''] = csv.trimStart().split(/[\r\n]/, 1);
  return [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!;
}

async function orProblem<T>(act: () => Promise<T>): Promise<{ value: T } | { problem: string }> {
  try {
    return { value: await act() };
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    return { problem: Object.values(error.errors ?? {}).flat()[0] ?? error.message };
  }
}
