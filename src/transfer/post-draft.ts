import { toOneLine } from '../shared/text-fields.ts';
import { plainText } from '../shared/writing/clean.ts';
import type { ImportCtx, MediaImporter } from './media-importer.ts';
import type { CategoryMap } from './category-map.ts';
import { cleanPost, shortened, withoutCaptions } from './clean-post.ts';
import { toSeoFields } from './seo-fields.ts';
import { type IncomingPost, noCategory, type ExportSurvey } from './incoming.ts';
import { isOfSite } from './same-site.ts';

const maxTitle = 200;
const maxExcerpt = 500;
const maxMadeExcerpt = 240;
const maxTag = 200;
const maxTags = 100;

/**
 * Returns the input for a new post, made from a post of another site. `notes` say what was changed or left
 * out. Returns a problem if the post cannot be converted.
 */
export async function toPostDraft(
  ctx: ImportCtx,
  post: IncomingPost,
  survey: ExportSurvey,
  { categories: map, media }: { categories: CategoryMap; media: MediaImporter | undefined },
) {
  const first = cleanPost(post.html);
  if ('problem' in first) return first;
  const notes = [...post.notes];
  const remarks = [...post.remarks];
  const ids = (await media?.bring(ctx, first.pictures, notes)) ?? new Map<string, number>();
  const downloads = first.downloads.filter((address) => isOfSite(address, survey.site));
  const brought = await media?.bringDownloads(ctx, downloads, notes);
  const cleaned = media ? cleanPost(post.html, ids, brought) : first;
  if ('problem' in cleaned) return cleaned;
  notes.push(...cleaned.notes);
  const text = plainText(withoutCaptions(cleaned.content));

  const wholeTitle = toOneLine(plainText(post.title));
  if (!wholeTitle) notes.push('had no title: its first words are');
  const title = shortened(wholeTitle || toOneLine(shortened(text, 80)) || 'Untitled', maxTitle);
  if (wholeTitle.length > maxTitle) notes.push(`title shortened from ${wholeTitle.length} characters`);

  const ownExcerpt = plainText(post.excerpt);
  if (!ownExcerpt) remarks.push('excerpt made of its first words');
  if (ownExcerpt.length > maxExcerpt) notes.push(`excerpt shortened from ${ownExcerpt.length} characters`);
  const excerpt = ownExcerpt ? shortened(ownExcerpt, maxExcerpt) : shortened(text, maxMadeExcerpt) || title;

  const [key = noCategory, ...others] = post.categories;
  const category = map.get(key);
  if (key === noCategory) notes.push(`had no category: ${category} is`);
  const nameOf = (key: string) => survey.categories.get(key)?.name.split(' › ').at(-1) ?? key;
  const besides = others.map(nameOf);
  if (besides.length > 0)
    remarks.push(`further categories became tags: ${besides.map(plainText).join(', ')}`);
  const allTags = [
    ...new Set([...post.tags, ...besides].map((tag) => shortened(plainText(tag), maxTag)).filter(Boolean)),
  ];
  if (allTags.length > maxTags) notes.push(`${allTags.length - maxTags} tags left out`);

  return {
    notes,
    remarks,
    ids,
    lacking: [
      ...first.pictures.map(({ address }) => address).filter((address) => !ids.has(address)),
      ...downloads.filter((address) => !brought?.has(address)),
    ],
    firstPicture: first.pictures.find(({ address }) => ids.has(address)),
    pictures: [...(post.picture ? [post.picture] : []), ...first.pictures],
    values: {
      title,
      excerpt,
      category,
      content: cleaned.content,
      is_published: post.isPublished,
      tags: allTags.slice(0, maxTags),
      ...toSeoFields(post, notes),
    },
    ...datesOf(ctx, post, notes),
  };
}

/**
 * Returns the dates of an imported row. If the date is missing or in the future, the row counts as created now. A
 * draft that had a date of publication keeps it. Adds a note for a missing or future date.
 */
export function datesOf({ now }: ImportCtx, post: IncomingPost, notes: string[]) {
  const planned = post.createdAt && post.createdAt > now ? post.createdAt : null;
  const createdAt = post.createdAt && post.createdAt <= now ? post.createdAt : now;
  if (!post.createdAt) notes.push('had no date: today is');
  else if (planned)
    notes.push(
      `its date lies ahead (${planned.toISOString()}): ${post.isPublished ? 'today is its date here' : 'it is published then if you publish it before'}`,
    );
  const updatedAt =
    post.updatedAt && post.updatedAt <= now && post.updatedAt >= createdAt ? post.updatedAt : createdAt;
  const isPast = post.isPublished || (post.isDated && post.createdAt !== null);
  return {
    createdAt,
    updatedAt,
    publishedAt: planned && !post.isPublished ? planned : isPast ? createdAt : null,
  };
}
