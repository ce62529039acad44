import { pageColumns } from '../modules/pages/pages.facts.ts';
import { mediaIdsByColumn } from '../shared/blocks/row-values.ts';
import { fold } from '../shared/fold.ts';
import { toOneLine } from '../shared/text-fields.ts';
import { plainText } from '../shared/writing/clean.ts';
import { escapeXml } from '../shared/xml.ts';
import type { ImportCtx, MediaImporter } from './media-importer.ts';
import { cleanPost, shortened } from './clean-post.ts';
import { toSeoFields } from './seo-fields.ts';
import type { IncomingPage } from './incoming.ts';
import { picturesOfSections } from './named-files.ts';
import { blocksOf, missingPicture } from './page-blocks.ts';
import { datesOf } from './post-draft.ts';
import { isOfSite } from './same-site.ts';

const [maxTitle, maxIntro] = [120, 400];

/**
 * Returns the input for a new page, made from a page of another site. `notes` say what was changed or left
 * out. Returns a problem if the page cannot be converted.
 */
export async function toPageDraft(
  ctx: ImportCtx,
  page: IncomingPage,
  { media, site }: { media: MediaImporter | undefined; site: string | undefined },
) {
  const notes = [...page.notes];
  const cleaned = cleanPost(page.html);
  const whole = 'problem' in cleaned ? { pictures: [], downloads: [] } : cleaned;

  const named = [
    ...(page.picture ? [page.picture] : []),
    ...picturesOfSections(page.sections),
    ...whole.pictures,
  ];
  const ids = (await media?.bring(ctx, named, notes)) ?? new Map<string, number>();
  const own = page.picture && ids.get(page.picture.address);
  if (page.picture && !own) notes.push(missingPicture(page.picture, media));

  const downloads = whole.downloads.filter((address) => isOfSite(address, site));
  const brought = (await media?.bringDownloads(ctx, downloads, notes)) ?? new Set<string>();

  const blocks = blocksOf(page, { ids, brought, notes }, media);
  if ('problem' in blocks) return blocks;
  const [top] = blocks;
  const isTitleAgain = top?.kind === 'text' && fold(String(top.heading)) === fold(plainText(page.title));
  if (isTitleAgain) top.heading = '';
  if (isTitleAgain && !top.body) blocks.shift();
  const shown = mediaIdsByColumn({ blocks: pageColumns.blocks }, { blocks }).blocks ?? [];
  if (own && page.picture && !shown.includes(own)) {
    const { alt } = page.picture;
    const image = `<img data-media="${own}"${alt ? ` alt="${escapeXml(shortened(alt, 250))}"` : ''}>`;
    const figure = `<figure data-kind="picture">${image}</figure>`;
    const [first] = blocks;
    if (first?.kind === 'text' && first.heading === '') first.body = figure + String(first.body);
    else blocks.unshift({ kind: 'text', heading: '', body: figure });
  }

  const wholeTitle = toOneLine(plainText(page.title));
  const firstWords = toOneLine(shortened(plainText(page.html), 80));
  if (!wholeTitle) notes.push('had no title: its first words are');
  if (wholeTitle.length > maxTitle) notes.push(`title shortened: ${wholeTitle}`);
  const intro = plainText(page.excerpt);
  if (intro.length > maxIntro) notes.push(`introduction shortened from ${intro.length} characters`);
  return {
    notes,
    remarks: page.remarks,
    ids,
    lacking: [
      ...named.map(({ address }) => address).filter((address) => !ids.has(address)),
      ...downloads.filter((address) => !brought.has(address)),
    ],
    values: {
      title: shortened(wholeTitle || firstWords || 'Untitled', maxTitle),
      intro: shortened(intro, maxIntro),
      place: 'Page' as const,
      share_picture: own ?? null,
      blocks,
      ...toSeoFields(page, notes),
    },
    ...datesOf(ctx, page, notes),
  };
}
