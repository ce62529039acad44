import type { Connection, Ctx } from '../../database/ctx.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { maxSlugLength, toPagePath, slugOf } from '../../shared/slugs.ts';
import { isTakenByRoute } from './taken-paths.ts';
import { inLatinLetters } from './transliteration.ts';
import { type ItemKey, findAddresses } from './stored-addresses.service.ts';

/** The highest number that a proposal appends: `title-2` to `title-50`. */
const lastNumber = 50;

interface Proposed {
  /** The path above the slug, for example '/blog'. Empty when the slug is a whole path. */
  folder: string;
  text: string;
  /** The language of the text. If empty, the language of the site. */
  lang: string | null | undefined;
  /** The row that gets the address. Addresses of this row do not count as taken. */
  owner: ItemKey | undefined;
}

/**
 * Returns a free slug for a text. No other row has or had the address with this slug. Returns an empty string
 * when the slug would be empty or have only digits, or when no numbered slug is free either.
 */
export async function proposeSlug(
  ctx: Ctx & { siteSettings: SiteSettingsSource },
  { folder, text, lang, owner }: Proposed,
): Promise<string> {
  const language = lang || (await ctx.siteSettings.current()).region.language;
  const slug = (folder === '' ? toPagePath : slugOf)(inLatinLetters(text, language));
  // A slug of digits alone would be read as an id.
  if (/^\p{N}*$/u.test(slug)) return '';
  const isTaken = folder === '' && isTakenByRoute(`/${slug}`);
  const path = await findFreePath(ctx.read, `${folder}/${slug}`, owner, isTaken);
  return path ? path.slice(folder.length + 1) : '';
}

/**
 * Returns the path if it is free, else the first free path with a number, for example '/blog/news-2'. Returns undefined
 * when no numbered path is free either. If `isTaken` is true, the path itself does not count as free.
 */
export async function findFreePath(
  read: Connection,
  path: string,
  owner?: ItemKey,
  isTaken = false,
): Promise<string | undefined> {
  const start = path.lastIndexOf('/') + 1;
  const [base, slug] = [path.slice(0, start), path.slice(start)];
  const numbered = Array.from({ length: lastNumber - 1 }, (_, at) => {
    const ending = `-${at + 2}`;
    const cut = slug.slice(0, maxSlugLength - ending.length).replace(/[\ud800-\udbff]$/, '');
    return base + cut.replace(/-$/, '') + ending;
  });
  const candidates = isTaken ? numbered : [path, ...numbered];
  const isOwn = ({ kind, item_id }: { kind: string; item_id: number | null }) =>
    kind === owner?.module && item_id === owner.item_id;
  const rows = await findAddresses(read, candidates);
  const taken = new Set(rows.filter((row) => !isOwn(row)).map((row) => row.path));
  return candidates.find((candidate) => !taken.has(candidate));
}
