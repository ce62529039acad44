import { CsvError, parse } from 'csv-parse/sync';
import { toIsoTime } from '../../database/columns.ts';
import type { Connection, Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordSettingsChange } from '../../log/activities.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { pageRoutes } from '../../shared/public-pages.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { csvDownload, type Download } from '../../trpc/download.ts';
import { NewRedirect, type Redirect, type RedirectFileResult } from './addresses.schema.ts';
import {
  findPresentAddress,
  findRowOfPath,
  isWordPressQuery,
  toOldPath,
  toAddressOfThisSite,
  patternWildcard,
} from './moved-pages.ts';
import {
  countRedirects,
  deleteAddresses,
  findAddress,
  insertAddress,
  isProgramPath,
  isRedirect,
  maxPatterns,
  patternKind,
  readRedirects,
  redirectKind,
  type StoredAddress,
} from './stored-addresses.ts';

type SiteCtx = { siteSettings: SiteSettingsSource; publicUrl: string };
type RedirectCtx = Ctx & SiteCtx;

const maxRedirects = 10_000;
/** In one response. Staff find the others by searching. */
const maxListed = 1000;

/** Replaces bytes that are no text in a file's encoding. */
const unreadable = '\uFFFD';
const withUnreadable = 'A letter of this address could not be read. Save the file as UTF-8, or type it here.';
const ofProgram = 'The program itself uses this address, so it cannot lead elsewhere.';
const ofPage = 'This is an address of a page of this site, so it cannot lead elsewhere.';
const notOfThisSite = 'Name a page of this site, such as /services, not of another one.';

export async function listRedirects(
  ctx: Ctx & SiteCtx,
  { search }: { search?: string | undefined },
): Promise<{ redirects: Redirect[]; total: number }> {
  const site = await ctx.siteSettings.current();
  const stored = await readRedirects(ctx.read, { search, limit: maxListed });
  const redirects = stored.map(async ({ path, kind, target, since }) => ({
    path,
    target: target!,
    since: toIsoTime(since),
    is_broken:
      !(kind === patternKind && target!.includes(patternWildcard)) &&
      (await findPresentAddress(ctx, site, target!)) === undefined,
  }));
  return { redirects: await Promise.all(redirects), total: await countRedirects(ctx.read, { search }) };
}

/** @throws {RuleBroken} when the path is taken, visitors cannot open the target, or it is one too many */
export async function addRedirect(
  ctx: SignedInCtx & RedirectCtx,
  input: { path: string; target: string },
): Promise<Redirect> {
  const { path, target } = await parseRedirect(ctx, input);
  await inTransaction(ctx, async (tx) => {
    await insertRedirect(tx, { path, target });
    await recordRedirects(tx, 'Added', { old: '', new: `${path} → ${target}` });
  });
  return { path, target, since: ctx.now.toISOString(), is_broken: false };
}

/** @throws {RuleBroken} when a part is invalid */
async function parseRedirect(
  ctx: RedirectCtx,
  input: { path: string; target: string },
): Promise<{ path: string; target: string }> {
  const path = await readPath(ctx, input.path);
  return { path, target: await readTarget(ctx, input.target, path) };
}

/** @throws {RuleBroken} when there are too many redirects, or the path is taken */
export async function insertRedirect(
  tx: Ctx,
  { path, target }: { path: string; target: string },
): Promise<void> {
  const isPattern = path.includes(patternWildcard);
  const read: Connection = tx.em.getKysely<Tables>();
  if (isPattern && (await countRedirects(read, { kind: patternKind })) >= maxPatterns)
    throw RuleBroken.of('path', `There may be at most ${maxPatterns} redirects with a ${patternWildcard}.`);
  if ((await countRedirects(read)) >= maxRedirects)
    throw RuleBroken.of('path', `There may be at most ${maxRedirects.toLocaleString('en')} redirects.`);
  const kind = isPattern ? patternKind : redirectKind;
  const isFree = await insertAddress(tx, { path, kind, item_id: null, target, is_current: false });
  if (!isFree) throw RuleBroken.of('path', await explainTaken(tx, path));
}

/** @throws {RuleBroken} when there is no such redirect */
export async function removeRedirect(ctx: SignedInCtx, address: string): Promise<{ success: true }> {
  await inTransaction(ctx, async (tx) => {
    const path = toOldPath(address) ?? '';
    const there = await findAddress(tx.em.getKysely<Tables>(), path);
    if (!there || !isRedirect(there.kind) || !(await deleteAddresses(tx, { path, kind: there.kind })))
      throw RuleBroken.of('path', 'There is no such redirect.');
    await recordRedirects(tx, 'Removed', { old: `${path} → ${there.target}`, new: '' });
  });
  return { success: true };
}

function recordRedirects(tx: SignedInCtx, verb: string, change: { old: string; new: string }) {
  const about = { group: 'redirects', label: 'Redirects', verb: `${verb} an entry of` };
  return recordSettingsChange(tx, about, { redirect: change });
}

/** Removes this site's origin from a typed address. @throws {RuleBroken} for another site's */
function ownPath({ publicUrl }: SiteCtx, field: string, text: string): string {
  const own = text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : text;
  if (/^[a-z][a-z\d+.-]*:|^\/\/|\\/i.test(own)) throw RuleBroken.of(field, notOfThisSite);
  return own.startsWith('/') ? own : `/${own}`;
}

/**
 * Checks an exported redirect by those rules of the form that need no rows, and returns the stored form of
 * its target.
 * @throws {RuleBroken} when a part is invalid
 */
export function parseExportedRedirect({ path, target }: { path: string; target: string }): string {
  return readOwnTarget(target, readOwnPath(path));
}

/** The stored form of an old address. @throws {RuleBroken} when no redirect can begin there */
function readOwnPath(own: string): string {
  if (/[?#]/.test(own) && !isWordPressQuery(own))
    throw RuleBroken.of('path', 'Leave out what follows ? or #. It leads to the page as well.');
  const path = toOldPath(own);
  const stars = path?.split(patternWildcard).length ?? 0;
  if (stars > 2) throw RuleBroken.of('path', `Write one ${patternWildcard} only. It stands for any text.`);
  if (!path) throw RuleBroken.of('path', 'This is no address that a browser can send.');
  if (path.includes(unreadable)) throw RuleBroken.of('path', withUnreadable);
  if (isProgramPath(path)) throw RuleBroken.of('path', ofProgram);
  if (pageRoutes.includes(path)) throw RuleBroken.of('path', ofPage);
  return path;
}

async function readPath(ctx: RedirectCtx, text: string): Promise<string> {
  const path = readOwnPath(ownPath(ctx, 'path', text));
  const { languages } = await ctx.siteSettings.current();
  const row = await findRowOfPath(ctx, path, languages);
  const address = row && (await findAddress(ctx.read, path));
  if (row && (address ? address.is_current : true)) throw RuleBroken.of('path', ofPage);
  return path;
}

async function readTarget(ctx: Ctx & SiteCtx, text: string, path: string): Promise<string> {
  const target = readOwnTarget(ownPath(ctx, 'target', text), path);
  if (target.includes(patternWildcard)) return target;
  const known = pathOfTarget(target);
  const further = known ? await findAddress(ctx.read, known) : undefined;
  if (further?.kind === redirectKind)
    throw RuleBroken.of('target', `This address leads on to ${further.target}. Name that page.`);
  const present = await findPresentAddress(ctx, await ctx.siteSettings.current(), target);
  if (!present)
    throw RuleBroken.of('target', 'Visitors find no page at this address. Name one that they can open.');
  return target;
}

/** The stored form of a target. @throws {RuleBroken} when no redirect from `path` can lead there */
function readOwnTarget(own: string, path: string): string {
  const target = toAddressOfThisSite(own);
  if (!target) throw RuleBroken.of('target', notOfThisSite);
  if (target.includes(encodeURIComponent(unreadable))) throw RuleBroken.of('target', withUnreadable);
  if (target.includes(patternWildcard)) return readFilledTarget(target, path);
  if (path === `/${patternWildcard}`)
    throw RuleBroken.of(
      'target',
      `No address would be missing any more. Write ${patternWildcard} in the page too, such as /blog/${patternWildcard}.`,
    );
  if (pathOfTarget(target) === path) throw RuleBroken.of('target', 'The address would lead to itself.');
  return target;
}

function pathOfTarget(target: string): string | undefined {
  return normalizePath(target.replace(/[?#].*$/s, ''));
}

/** Only a visit shows whether a target with a `*` leads to a page, so its page is not checked here. */
function readFilledTarget(target: string, path: string): string {
  if (!path.includes(patternWildcard))
    throw RuleBroken.of('target', `The page has a ${patternWildcard}, so the old address needs one too.`);
  if (target.split(patternWildcard).length > 2)
    throw RuleBroken.of(
      'target',
      `Write one ${patternWildcard} only. It stands for the text that the old address has there.`,
    );
  if (target === path) throw RuleBroken.of('target', 'The address would lead to itself.');
  return target;
}

async function explainTaken({ em }: Ctx, path: string): Promise<string> {
  const there = await findAddress(em.getKysely<Tables>(), path);
  if (isRedirect(there?.kind)) return `This address leads to ${there!.target} already. Remove that first.`;
  return `This is an old address of the page with the id ${there?.item_id}, and leads there.`;
}

const maxLines = 2000;
const batchRows = 500;

/** In the form that `importRedirects` reads. */
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
 * Adds the redirects of a CSV file with the columns old address and page. Returns each refused line with the
 * reason.
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
    const parsed = NewRedirect.safeParse({ path, target });
    if (!parsed.success) {
      refused.push({ line, path, problem: parsed.error.issues[0]!.message });
      continue;
    }
    // First, because an existing redirect is accepted even when visitors cannot open its page now.
    if (await isKnown(ctx, parsed.data)) {
      known += 1;
      continue;
    }
    const read = await orProblem(() => parseRedirect(ctx, parsed.data));
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

/** Compares encoded targets, because an earlier version stored them unencoded. */
async function isKnown({ read }: Ctx, { path, target }: { path: string; target: string }): Promise<boolean> {
  const there = await findAddress(read, toOldPath(path) ?? '');
  return isRedirect(there?.kind) && toAddressOfThisSite(there!.target!) === toAddressOfThisSite(target);
}

/** A first line that does not begin with an address names the columns, and is skipped. */
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

/** Spreadsheet programs separate cells with semicolons in some languages. */
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
